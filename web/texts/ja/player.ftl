# プレイヤーのページ。

player-my-match = 自分のマッチ
player-me = 自分
player-own-events = 自分の大会
player-past-events = 過去の大会
player-no-events = 参加登録している大会はありません。
player-refused = 実行できませんでした
player-stale = ページが古かったため、何も行われませんでした。現在は最新の状態です。
player-no-link = このリンクは開けません
player-no-link-why = 無効になったか、新しいリンクに置き換わったか、文字が欠けています。大会スタッフに新しいものを発行してもらってください。

player-table = テーブル{ $table }
player-against = 対戦相手：{ $name }さん
player-bye = 不戦勝です。このラウンドは対戦なしで勝ちになります。
player-loss = このラウンドは対戦相手のいない不戦敗です。
player-seat = あなたの席です。
player-both-lost = 両者敗北
player-outcome = { $kind ->
    [won] あなたの勝ち { $score }
    [lost] あなたの負け { $score }
   *[drew] 引き分け { $score }
}
player-clock-left = { $minutes ->
    [0] 時間切れです。
   *[other] 残り{ $minutes }分です。
}
player-clock-ends = { $time }まで
player-result-confirmed = この結果は承認されました。
player-result-contested = この結果には異議が出ています。ジャッジがテーブルに来ます。
player-result-yours = あなたが報告した結果です。対戦相手が承認できます。
player-result-theirs = 対戦相手が報告した結果です。正しいですか？
player-result-staffs = 大会スタッフが入力した結果です。正しいですか？
player-report = 結果を報告
player-report-again = 別の結果を報告
player-do-confirm = はい、承認する
player-do-contest = いいえ、異議がある
player-do-call = ジャッジを呼ぶ
player-called = ジャッジを呼びました。

player-next-round = 次のラウンドはまだ公開されていません。公開されると、ここにテーブルが表示されます。
player-not-begun = 大会はまだ始まっていません。始まると、ここにテーブルが表示されます。
player-over = 大会は終了しました。
player-event-canceled = この大会は中止になりました。
player-has-left = あなたは大会をドロップしました。
player-on-waitlist = キャンセル待ちです。
player-eliminated = 決勝ラウンドには進出しませんでした。

player-record = 戦績 { $record }（勝ち・負け・引き分け）
player-place = { $place }位
player-checked-in = チェックイン済み
player-do-check-in = チェックイン
player-earlier = これまでのラウンド

player-list = デッキリスト
player-list-on-paper = デッキリストは紙で提出します。
player-list-received = リスト（第{ $number }版）の受付日時：
player-list-missing = デッキリストが未提出です。
player-list-deadline = デッキリストの締め切り：
player-list-closed = リストはもう変更できません。ロックは大会スタッフが解除できます。
player-list-picture = リストの画像を表示
player-list-name = デッキ名
player-list-text = カード（1行に1種類）。例：「4 島」
player-list-empty = リストにカードがありません。1行に1種類ずつ貼り付けてください。
player-list-no-cards = カードが見つかりませんでした。
player-list-unknown = 読み取れない行が{ $count }行あります
player-list-line = { $number }行目：
player-board-maybeboard = 検討中
player-do-check-list = リストを確認
player-do-hand-in = リストを提出

player-leave = 大会をドロップ
player-leave-why = 今後の対戦は組まれません。これまでの結果は残ります。復帰させられるのは大会スタッフだけです。
player-do-leave = 大会をドロップ…
player-do-drop = はい、ドロップする
player-stay = いいえ、続ける

## 参加登録

player-sign-up = 参加登録
player-sign-up-waitlist = 現在満員のため、キャンセル待ちになります。空きが出たらスタッフがお知らせします。
player-sign-up-shown = 大会の公開ページに名前が表示されます。
player-sign-up-closed = 現在この大会には参加登録できません。間違いだと思われる場合は、スタッフにお問い合わせください。
player-sign-up-event = 大会のページ

## 通知

player-notifications = 通知
player-notifications-sign-in = アカウントをお持ちです。ログインして、通知の内容を選んでください。
player-do-phone = このスマートフォンに通知する
player-phone = このスマートフォン
player-phone-why = テーブルが決まったとき、対戦相手が結果を報告したとき、スタッフから連絡があるときに、スマートフォンに通知できます。ブラウザが一度だけ確認します。
player-phone-needs-scripts = これにはスクリプトが必要ですが、このブラウザでは動いていません。
player-phone-off = このブラウザではここで通知を表示できません。古すぎるか、プライベートモードか、アドレスがhttpsで始まっていません。
player-phone-install = iPhoneやiPadでは、先にこのページをホーム画面に追加してください。「共有」をタップし、「ホーム画面に追加」を選び、そこから開きます。
player-phone-denied = ブラウザがこのサイトの通知をブロックしています。ブラウザの設定で許可できます。
player-phone-failed = 通知をオンにできませんでした。数分後にもう一度お試しください。
player-phone-on = このスマートフォンに通知します。
player-phones = 通知を受け取るスマートフォンとブラウザ
player-phone-remove = 削除
player-phone-remove-of = 削除：スマートフォン{ $number }
player-kinds = 通知の内容
player-kind-by-phone = スマートフォン
player-kind-by-mail = メール
player-kind-pairings = 新しいラウンドのテーブル
player-kind-reports = 対戦相手が報告した結果や異議
player-kind-judge = ジャッジの呼び出し
player-kind-clock = ラウンド時間の終了
player-kind-list-missing = 未提出のデッキリスト
player-kind-registration = 参加登録
player-kind-event-changed = 大会の変更や中止
player-kind-message = スタッフからの連絡
player-kind-digest = 新しい参加登録のまとめ
player-mail-to = メールは{ $address }に届きます。
player-mail-to-account = メールはアカウントのアドレスに届きます。
player-mail-no-address = メールアドレスが登録されていないため、メールは届きません。
player-mail-off = このサーバーはメールを送信しません。
player-unsubscribe = このメールの配信を停止する
player-unsubscribe-why = 次の内容のメールは届かなくなります：{ $kind }
player-do-unsubscribe = このメールの配信を停止する
player-unsubscribed = このメールの配信を停止しました
player-unsubscribed-why = 停止した内容：{ $kind }。「通知」のページで元に戻せます。
player-unsubscribe-unknown = リンクの文字が欠けているか、このサーバーのリンクではありません。「通知」のページで受け取るメールを選べます。
