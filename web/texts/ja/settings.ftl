# 大会の設定とラウンドのタイマーの文章。

## フォームのグループとその内容

desk-group-about = 大会について
desk-group-about-hint = 説明、会場、賞品、参加費
desk-group-registration = 参加登録
desk-group-registration-hint = チェックイン、大会の公開範囲
desk-group-play = ラウンドとマッチ
desk-group-play-hint = ラウンド時間、2本先取、チーム
desk-group-lists = デッキリスト
desk-group-lists-hint = 締め切り
desk-group-other = テーブル
desk-group-other-hint = 最初と最後のテーブル番号
desk-event-value = { $label }：{ $value }
desk-usual-rounds = { $cut ->
    [0] { $players }人：{ $rounds }ラウンド。
   *[other] { $players }人：{ $rounds }ラウンド、トップ{ $cut }。
}
desk-do-usual-rounds = このラウンド数にする
desk-copy-day = 開催日の候補：{ $day }（{ $weekday ->
    [1] 月
    [2] 火
    [3] 水
    [4] 木
    [5] 金
    [6] 土
   *[other] 日
}）。
desk-regulars = プレイヤー
desk-regulars-hint = 今回も参加する人にチェックを入れると、すぐに登録されます。

## 設定

desk-event-zone = タイムゾーン
desk-event-zone-hint = Tokyoのような都市名、またはAsia/Tokyoのようなタイムゾーン名。空欄ならUTC。
desk-event-description = 説明
desk-event-description-hint = 誰でも見られます。Markdownが使えます：**太字**、[リンク](https://example.org)、「-」で始まる箇条書き。
desk-event-prizes = 賞品
desk-event-venue = 会場
desk-event-address = 住所
desk-event-address-hint = 各ページから地図にリンクします。
desk-event-rules = ルール適用度
desk-event-contact = 連絡先
desk-event-contact-hint = メールアドレス、リンク、または短い文。誰でも見られます。
desk-event-opens = 参加受付開始
desk-event-opens-hint = 締切後は公開ページで参加登録を受け付けません。登録の開始と締切の操作は引き続きご自身で行います。
desk-event-closes = 参加受付終了
desk-event-fee = 参加費
desk-event-fee-hint = 例：「1,000円、受付で支払い」。誰でも見られます。
desk-event-check-in = チェックインしたプレイヤーだけを組み合わせる
desk-event-check-in-hint = 他のプレイヤーも登録されたままで、チェックインすると組み合わせに入ります。決勝ラウンドでは不要です。
desk-event-best-of = マッチのゲーム数
desk-event-best-of-any = –
desk-event-best-of-3 = 2本先取（BO3）
desk-event-best-of-1 = 1本勝負（BO1）
desk-event-minutes = ラウンド時間（分）
desk-event-minutes-hint = タイマーはラウンドと同時に始まります。空欄ならタイマーなし。
desk-event-end-rule = 時間切れ時の処理
desk-event-end-rule-hint = タイマーが0になると表示されます。例：「追加5ターン」
desk-event-first-table = 最初のテーブル
desk-event-first-table-hint = 最小のテーブル番号。空欄なら1。
desk-event-last-table = 最後のテーブル
desk-event-last-table-hint = 最大のテーブル番号。空欄なら制限なし。
desk-event-publish = 組み合わせを作成後すぐに公開
desk-event-publish-hint = オフの場合は、先に確認してからご自身で公開します。
desk-event-power = 決勝ラウンド前の最終ラウンドは順位順に組み合わせる
desk-event-power-hint = 1位対2位、3位対4位、のように組み合わせます。
desk-event-ranked = 決勝ラウンドの各ラウンド前にシードを付け直す
desk-event-ranked-hint = オフの場合、トーナメント表は変わりません。
desk-event-pod = ドラフトポッドの人数
desk-event-grace = 締め切り後の猶予（秒）
desk-event-grace-hint = この間に提出されたデッキリストは、締め切りに間に合ったものとします。
desk-event-unlisted = 公開ページなし
desk-event-unlisted-hint = プレイヤー向けの一覧には表示されません。
desk-event-test = テスト大会
desk-event-test-hint = エクスポートされず、公開ページもありません。
desk-next-check-in = プレイヤーをチェックインしてください。最低2人必要です。
desk-next-checked-in = チェックイン済み：{ $here }／{ $players }人
