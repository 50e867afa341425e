# ログインする人向けのページの枠と、エラーのページ。

frame-skip = 本文へ移動
frame-pages = ページ
frame-crumbs = 現在の位置
frame-tabs = この大会のページ
frame-desk = 運営デスク
frame-administration = 管理
frame-sign-in = ログイン
frame-sign-out = ログアウト
frame-overview = 概要
frame-events = 大会
frame-store = 店舗ページ
frame-members = メンバー
frame-keys = キー
frame-webhooks = Webhook
frame-audit = 操作履歴
frame-own-events = 自分の大会
frame-account = アカウント
frame-to-overview = 概要へ
frame-to-account = アカウントへ

## エラー

frame-error-not-signed-in = ログインしていません
frame-error-not-allowed = 権限がありません
frame-error-not-found = 見つかりません
frame-error-nothing-here = このアドレスには何もありません。入力ミスか、内容が削除された可能性があります。
frame-error-method = 使えないメソッドです
frame-error-busy = 現在ご利用になれません
frame-error-internal = 問題が発生しました
frame-error-not-understood = リクエストを読み取れませんでした

## 行ったこと

frame-done-saved = 保存しました。
frame-done-saved-link = 保存しました。メールアドレスにリンクを送ります。開いてアドレスを確認してください。
frame-done-account-created = アカウントを作成しました。メールアドレスにリンクを送ります。開いてアドレスを確認してください。
frame-done-link-sent = リンクを送りました。
frame-done-email-confirmed = アドレスを確認しました。
frame-done-member-added = メンバーを追加しました。
frame-done-invited = 招待しました。本人が承諾するとメンバーになります。
frame-done-invitation-withdrawn = 招待を取り消しました。
frame-done-joined = メンバーになりました。
frame-done-declined = 招待を辞退しました。
frame-done-left = 組織を抜けました。この組織でのキー、トークン、セッションは使えなくなりました。
frame-done-role-changed = 役割を変更しました。このメンバーのキーにも適用されます。
frame-done-member-removed = メンバーを外しました。このメンバーのキー、トークン、セッションは使えなくなりました。
frame-done-person-erased = この人の情報を消去しました。
frame-done-claimed = 結果をアカウントに引き継ぎました。
frame-done-claim-made = これらの結果があなたのものか、主催者に確認しています。承認されるとここに表示されます。
frame-done-claim-answered = 申請に回答しました。
frame-done-key-revoked = キーを無効にしました。もう使えません。
frame-done-webhook-removed = Webhookを削除しました。
frame-done-messages-resent = メッセージを再送信しています。
frame-done-token-revoked = トークンを無効にしました。もう使えません。
frame-done-password-set = パスワードを設定しました。他のセッションはすべてログアウトしました。
frame-done-sessions-ended = 他のセッションはすべてログアウトしました。
frame-done-event-canceled = 大会を中止しました。
frame-done-event-resumed = 大会は予定どおり開催されます。
frame-done-taken-back = 変更を元に戻しました。
frame-done-event-deleted = 大会を削除しました。
frame-done-registered = プレイヤーを登録しました。
frame-done-some-registered = 登録できなかったプレイヤーがいます。ここで追加してください。
frame-done-moved = この組織に切り替えました。

frame-person = ユーザー{ $number }
frame-error-role = この組織でのあなたの役割（{ $role }）には、次の権限がありません：{ $what }。可能な役割：{ $roles }。
frame-error-no-member = 次の操作ができるのは組織のメンバーだけです：{ $what }。可能な役割：{ $roles }。
frame-done-events-created = 大会を作成しました。
frame-done-some-events-created = 一部の大会は作成しましたが、作成できないものがありました。2つの日を見比べてください。
frame-done-events-removed = 大会を削除しました。
frame-done-some-events-kept = 参加者がいる大会と、その間に変更された大会は残しました。
frame-done-announced = 掲載しました。
frame-done-announcement-removed = お知らせを取り下げました。
