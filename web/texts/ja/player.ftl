# プレイヤーのページ。

player-my-match = 自分のマッチ
player-me = 自分
player-no-events = 参加登録している大会はありません。
player-refused = 実行できませんでした
player-stale = ページが古かったため、何も行われませんでした。現在は最新の状態です。
player-no-link = このリンクは開けません
player-no-link-why = 無効になったか、新しいリンクに置き換わったか、文字が欠けています。大会スタッフに新しいものを発行してもらってください。

player-against = 対戦相手：{ $name }さん
player-bye = 不戦勝です。このラウンドは対戦なしで勝ちになります。
player-loss = このラウンドは対戦相手のいない不戦敗です。
player-seat = あなたの席です。
player-both-lost = 両者敗北
player-all-lost = 全員の負け
player-pod-won = あなたの勝ち
player-pod-lost = あなたの負け
player-pod-drew = 引き分け
player-other-won = { $name }の勝ち
player-outcome = { $kind ->
    [won] あなたの勝ち { $score }
    [lost] あなたの負け { $score }
   *[drew] 引き分け { $score }
}
player-clock-left = { $minutes ->
    [0] 時間切れ
   *[other] 残り{ $minutes }分
}
player-clock-ends = { $time }まで
player-result-confirmed = この結果は承認されました。
player-result-contested = この結果には異議が出ています。ジャッジがテーブルに来ます。
player-result-yours = あなたが報告した結果です。対戦相手が承認できます。
player-result-yours-side = あなたの側が報告した結果です。対戦相手が承認できます。
player-result-theirs = 対戦相手が報告した結果です。正しいですか？
player-result-yours-pod = あなたが報告した結果です。同じ卓の別のプレイヤーが承認できます。
player-result-theirs-pod = 同じ卓の別のプレイヤーが報告した結果です。正しいですか？
player-result-staffs = 大会スタッフが入力した結果です。正しいですか？
player-report = 結果を報告
player-report-again = 別の結果を報告
player-own-score = あなたのスコア
player-score-of = { $name }のスコア
player-places-hint = 1が最上位です。同順位のプレイヤーには同じ数字を入力してください。
player-own-place = あなたの順位
player-place-of = { $name }の順位
player-do-confirm = はい、承認する
player-do-contest = いいえ、異議がある
player-called = ジャッジを呼びました。

player-next-round = 次のラウンドはまだ公開されていません。公開されると、ここにテーブルが表示されます。
player-not-begun = 参加登録済みです。大会はまだ始まっていません。始まると、ここにテーブルが表示されます。
player-over = 大会は終了しました。
player-event-canceled = この大会は中止になりました。
player-has-left = あなたは大会をドロップしました。
player-canceled = 参加登録はキャンセルされています。間違いの場合は、スタッフにお問い合わせください。
player-declined = 主催者が参加登録を承認しませんでした。ご不明な点はスタッフにお問い合わせください。
player-on-waitlist = キャンセル待ちの{ $position }番目です。
player-in-waiting-room = 参加登録はまだ完了していません。主催者の承認が必要です。それまで枠は確保されています。
player-offer = 空席をご案内します
player-offer-until = 回答期限：
player-offer-then = 期限を過ぎると、次の人に案内されます。
player-do-accept = この席を受ける
player-do-decline = 辞退する…
player-do-decline-now = はい、辞退します
player-decline-why = 席は次の人に案内され、あなたの参加登録はキャンセルされます。
player-eliminated = 決勝ラウンドには進出しませんでした。
player-out = 決勝ラウンドで敗退しました。
player-lost-once = 1敗したため、ルーザーズブラケットに進みます。次のテーブルはここに表示されます。
player-pool-done = あなたのリーグは全ラウンドが終了しました。
player-no-pool = どのリーグにも入っていないため、これらのラウンドでは対戦がありません。スタッフにお尋ねください。

player-record = 戦績 { $record }（勝ち・負け・引き分け）
player-place = { $place }位
player-checked-in = チェックイン済み
player-earlier = これまでのラウンド

player-list = デッキリスト
player-list-on-paper = デッキリストは紙で提出します。
player-list-received = リスト（第{ $number }版）の受付日時：
player-list-missing = デッキリストが未提出です。
player-list-deadline = デッキリストの締め切り：
player-list-closed = リストはもう変更できません。ロックは大会スタッフが解除できます。
player-list-picture = リストの画像を表示
player-list-text = カード（1行に1種類）。例：「4 島」
player-list-empty = リストにカードがありません。1行に1種類ずつ貼り付けてください。
player-list-no-cards = カードが見つかりませんでした。
player-do-check-list = リストを確認
player-do-hand-in = リストを提出

player-leave = 大会をドロップ
player-leave-why = 今後の対戦は組まれません。これまでの結果は残ります。復帰させられるのは大会スタッフだけです。
player-do-leave = 大会をドロップ…
player-do-drop = はい、ドロップする
player-stay = いいえ、続ける

## 参加登録

player-sign-up = 参加登録
player-sign-up-shown = 大会の公開ページに名前が表示されます。
player-sign-up-closed = 現在この大会には参加登録できません。間違いだと思われる場合は、スタッフにお問い合わせください。
player-closed-since = この大会の参加受付は終了しました：{ $time }
player-join-approval = 登録は主催者が承認します。結果はあなたのページに表示されます。
player-sign-up-event = 大会のページ
player-join-code = 参加コード
player-join-code-hint = チラシに書かれています（例：61-KXQF7M2P）。
player-join-next = 次へ
player-join-needs-code = この大会には参加コードが必要です。お店のチラシに書かれています。
player-join-wrong = このコードに対応する大会はありません。入力の誤りか、新しいコードに変わった可能性があります。
player-join-name = お名前
player-join-email-hint = あなたのページへのリンクをお送りします。
player-join-places = 残り{ $count }席です。
player-join-in-line = 現在満員です。キャンセル待ちの{ $number }番目になります。
player-join-another = 別の人を登録する
player-join-forget = 自分の端末ではありません：ここからページの記録を消して、次の人を登録する
player-join-several = このスマートフォンで登録した人です。それぞれにページがあります。
player-join-same = { $name }という名前の人がすでに登録されています。ご本人ですか？
player-join-same-yes = ご本人の場合：登録時に表示されたページを開くか、スタッフにお尋ねください。
player-join-same-no = 別の人の場合：イニシャルなど、区別できるものを名前に加えてください。
player-join-too-many = 登録が集中しています。{ $minutes }分後にもう一度お試しください。
player-join-mailbox = このアドレスには、今日すでに何通も送信されています。空欄にしてください。アドレスがなくてもページは使えます。
player-kept = このページを保存してください：あなたの鍵です
player-kept-why = アカウントなしで、テーブルの確認と結果報告ができます。チラシを読み取れば、このスマートフォンで再び開けます。別の端末で開くには、そこでこのコードを読み取ってください。他の人には見せないでください。

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
player-kind-offer = キャンセル待ち中の空席
player-kind-event-changed = 大会の変更や中止
player-kind-message = スタッフからの連絡
player-kind-digest = 新しい参加登録のまとめ
player-mail-to = メールは{ $address }に届きます。
player-mail-to-account = メールはアカウントのアドレスに届きます。
player-mail-no-address = メールアドレスが登録されていないため、メールは届きません。
player-mail-off = このサーバーはメールを送信しません。
player-unsubscribe = このメールの配信を停止する
player-unsubscribe-why = 次の内容のメールは届かなくなります：{ $kind }
player-unsubscribe-address = このアドレスには、登録に関するメールを今後送りません。この登録からアドレスを削除します。
player-unsubscribed = このメールの配信を停止しました
player-unsubscribed-why = 停止した内容：{ $kind }。「通知」のページで元に戻せます。
player-unsubscribed-address = このアドレスには、登録に関するメールを今後送りません。
player-unsubscribe-unknown = リンクの文字が欠けているか、このサーバーのリンクではありません。「通知」のページで受け取るメールを選べます。

player-claim = アカウントへの引き継ぎ
player-claim-lead = { $name }さんご本人ですか。結果をアカウントに引き継げます。ここで登録したメールアドレスを確認済みでない場合は、先に主催者に確認します。
player-claim-do = 自分の結果です
player-claim-waits = これらの結果があなたのものか、主催者に確認しています。
player-claim-sign-in = アカウントがあれば、これらの結果を残せます。ログインするとこのページがもう一度開き、結果を引き継げます。
player-claim-create = アカウントを作成して結果を残す
player-claims = アカウント作成前の結果
player-claims-found = あなたのメールアドレスの結果が見つかりました。ご本人のものですか。
player-claims-none = 確認済みのメールアドレスの結果はほかにありません。個人用リンクがある場合は、ログインした状態で開いてください。
player-claims-of = { $store }、{ $count }大会
player-claims-not-mine = 自分の結果ではありません

## Teams, and groups of friends

player-to-team = チームのページへ
player-team-of = チーム{ $team }
player-team-none = まだチームに入っていません。
player-team-why = チームを作ってリンクを共有するか、チームのリンクを開いてください。全員がそろったチームだけがプレイします。
player-team-open = 空席が{ $free }席あります。全員がそろわないとプレイできません。
player-team-complete = チームは全員そろっています。
player-team-unconfirmed = チームの席は埋まっていますが、まだ大会の参加枠がないメンバーがいます。
player-team-captain = キャプテン
player-team-name = チーム名
player-team-name-hint = チームを作ると、ほかのメンバー用のリンクが届きます。まだチームがなければ空欄にしてください。
player-do-found = チームを作る
player-team-link = ほかの人用のリンク
player-team-link-why = このリンクを開くか、コードを読み取った人が参加できます。
player-do-renew-link = 新しいリンクを作る（古いリンクは無効になります）
player-do-rename = チーム名を変更
player-do-remove = 外す
player-do-make-captain = キャプテンにする
player-do-seat-up = 席を1つ上へ
player-do-leave-team = チームを抜ける
player-team-fixed = チームはもう変更できません。スタッフにご相談ください。
player-agents = チームのないプレイヤー
player-do-invite = 招待する
player-invited = 招待済み
player-team-invites = チーム{ $team }から招待されています。
player-do-join-team = チームに入る
player-do-decline-team = 辞退する
player-team-asked = チーム{ $team }に入りますか？
player-group = 友だちと参加
player-to-group = グループのページへ
player-group-members = あなたのグループ
player-group-why = グループのプレイヤーはキャンセル待ちから一緒に参加枠を得ます。順番は最後に加わったメンバーの位置です。
player-group-asked = この友だちのグループに入りますか？
player-do-begin-group = 友だち用のリンクを作る
player-do-join-group = グループに入る
player-do-leave-group = グループを抜ける
player-join-team = チーム{ $team }に入ります。
player-join-group = 友だちのグループに入ります。
player-queue = 待機列
player-queue-waits = あなたは列の{ $position }番目です。{ $size }人でイベントが始まります。
player-queue-standby = 待機中です。ほかの人で足りない場合にのみ呼び出されます。順番：{ $position }
player-queue-called = テーブルの準備ができました。今すぐお越しください。
player-queue-here = 参加が確定しました。{ $size }人がそろうとイベントが始まります。
player-queue-declined = 列に並んでいません。
player-queue-timed-out = 時間内に呼び出しに応答しなかったため、列から外れました。
player-queue-moved = この列からあなたのイベントが作られました。
player-queue-plays = { $event }でプレイ中です。終了後に呼び出されます。
player-queue-called-elsewhere = { $event }に呼び出されています。
player-queue-open = 自分のイベントを開く
player-queue-group = グループのメンバーは一緒に呼び出されます。順番は最後に加わった人の位置です。
player-do-queue-come = 行きます
player-do-queue-no = 行けません
player-do-queue-standby = 待機する
player-do-queue-wait = 列に戻る
player-do-queue-leave = 列を離れる
player-do-queue-return = もう一度並ぶ
