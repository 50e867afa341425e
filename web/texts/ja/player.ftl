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
