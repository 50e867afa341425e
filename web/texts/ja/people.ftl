# 人に関する文章：大会のプレイヤー、重複アカウント、名前のリスト。

desk-player-hint = 入力し始めると候補が表示されます。新しい人を追加するには、フルネームを入力してください。
desk-people-title = 人
desk-people-find = 名前の先頭
desk-people-found = { $count ->
    [0] この名前の人はいません。
   *[other] { $count }人見つかりました。
}
desk-people-last = 前回の大会：{ $event }
desk-people-no-event = 大会参加なし
desk-offers-title = この中のどなたかですか？
desk-offers-registered = { $name }さんは別の人ですか？{ $other }さんはすでに登録されています。
desk-offers-question = { $name }さんは別の人ですか？{ $other }さんはすでに登録されています。Enterを押すと{ $name }さんを新しい人として追加します。または別の名前を入力してください。
desk-do-add-person = { $name }さんを追加
desk-do-add-new = { $name }さんを新しい人として追加
desk-page-part = { $from }～{ $to }（全{ $all }）
desk-page-before = 前のページ
desk-page-after = 次のページ
desk-approvals = { $count }人が承認を待っています
desk-next-waiting = { $players }人が承認を待っており、組み合わせに入りません。
desk-do-to-waiting = 承認待ちを表示
desk-pair-waiting = この人たちは最初のラウンドの組み合わせに入りません。このまま組み合わせますか？
desk-do-pair-waiting = はい、除いて組み合わせる
desk-approvals-none = このプレイヤーはもう承認待ちではありません。
desk-do-approve-all = 全員を承認
desk-do-approve = 承認
desk-do-decline = 却下
desk-do-decline-all = 全員を却下
desk-do-approve-of = { $name }を承認
desk-do-decline-of = { $name }を却下
desk-door = プレイヤー自身による登録
desk-door-hint = チラシを読み取るか、次のページを開きます：
desk-do-join-code = 新しいコードを作成
desk-do-join-code-hint = 印刷済みのチラシのコードは使えなくなります。
desk-to-paste = リストを貼り付け
desk-to-check-in = チェックイン

desk-seating = 不戦勝、テーブル、メモ
desk-rename = 名前の変更
desk-do-rename = 名前を変更

## 貼り付けたリスト

desk-paste-title = プレイヤーリストの貼り付け
desk-paste-field = 名前
desk-paste-hint = 1行に1人ずつ、または「Name」か「First name」と「Last name」の見出し行があるCSV。登録前にプレビューが表示されます。
desk-paste-empty = 名前を1つ以上貼り付けてください。
desk-paste-too-long = リストは{ $most }行までです。残りは2つ目のリストに分けてください。
desk-paste-guess-whole = 見出し行がないため、文字のある最初の列を名前として読み取りました。名前が違う場合は、Name;Deckのような見出し行を追加してください。
desk-paste-guess-parts = 見出し行がないため、最初の2列を名と姓として読み取りました。名前が違う場合は、First name;Last nameのような見出し行を追加してください。
desk-paste-header = { $line }行目を見出しとして読み取りました：{ $names }。
desk-paste-addresses = 名前は公開されるため、メールアドレスは除外しました。
desk-paste-unread = 読み取らなかった列：{ $columns }。
desk-do-preview = プレビューを表示
desk-paste-preview = プレビュー
desk-paste-line = 行
desk-paste-found = 検索結果
desk-paste-register = 登録
desk-paste-register-line = { $line }行目を登録
desk-paste-known = 登録のある人、{ $about }
desk-paste-several = この名前の人が{ $count }人います。1人選んでください。
desk-paste-skip = 登録しない
desk-paste-new = 新しい人
desk-paste-new-named = 新しい人：{ $name }
desk-paste-registered = 登録済み
desk-paste-similar = 登録済みの{ $name }さんに似ています
desk-paste-repeated = リスト内で重複
desk-do-register-lines = 登録
desk-do-change-list = リストを修正
desk-paste-done = プレイヤー{ $count }人を登録しました。
desk-paste-not-done = { $count }行は登録されませんでした。
desk-paste-line-refused = { $line }行目、{ $name }：{ $why }
desk-paste-at-line = { $line }行目：{ $why }
desk-paste-in-column = 「{ $column }」列：{ $why }
desk-to-messages = プレイヤーにメッセージを送る
desk-to-message = このプレイヤーにメッセージを送る
desk-message-to = 宛先
desk-message-to-hint = ドロップ、キャンセル、失格したプレイヤーには、全員へのメッセージは届きません。1人だけに送るには、そのプレイヤーのページを開いてください。
desk-message-all = 全プレイヤー
desk-message-convention = コンベンションの全プレイヤー
desk-message-tag = タグ「{ $tag }」のプレイヤー
desk-message-for = 宛先：{ $to }
desk-message-to-others = ほかのプレイヤーに送る
desk-message-text = メッセージ
desk-message-hint = 書式なしで{ $most }文字まで。送信前にプレビューが表示されます。ロック中のスマートフォンにも表示されることがあります。
desk-message-reach = プレイヤー：{ $count }人、メール：{ $mail }人、スマートフォン：{ $phone }人
desk-do-send-message = メッセージを送信
desk-do-change-message = メッセージを修正
desk-messages-sent = これまでのメッセージ
desk-failed = 届かなかったメッセージ
desk-failed-hint = 過去30日間のこの大会に関するメールとプッシュ通知のうち、拒否されたもの、または期限内に送信できなかったものです。
desk-failed-none = 失敗したメッセージはありません。
desk-failed-way = 送信方法
desk-failed-link = プレイヤー本人のページへのリンク

## チェックイン

desk-check-in-count = チェックイン済み：{ $in }／{ $all }
desk-check-in-find = プレイヤーを検索
desk-do-find = 検索
desk-do-show-all = すべて表示
desk-check-in-none = この名前のプレイヤーはいません。
desk-check-in-empty = まだプレイヤーがいません。
desk-check-in-hint = 名前をタップするとチェックインします。もう一度タップすると取り消します。

## 応答のないフォーム

desk-unsent = 応答がありませんでした
desk-unsent-why = 保存されたかどうか不明です。もう一度送信する前に、ページを再読み込みして確認してください。入力した内容は残っています。
desk-do-send-again = もう一度送信

## 重複アカウント

desk-doubles = 重複していますか？
desk-doubles-hint = 同じ人に別のアカウントがある場合は、このアカウントを統合してください。参加した大会には統合先の名前が表示され、新しい参加登録も統合先に入ります。元に戻せます。
desk-do-merge = { $name }さんに統合
desk-merged = このアカウントは別のアカウントに統合されました。ここには統合先の名前が表示されます。
desk-do-unmerge = 統合を取り消す

## 専用リンク

desk-private-link = 専用リンク
desk-private-link-hint = アカウントなしで、スマートフォンでプレイヤーのページを開けます。リンクを知っている人は誰でも、このプレイヤーとして操作できます。
desk-do-link = 専用リンクを作成
desk-do-unlink = 専用リンクを無効にする
