# 大会の設定とラウンドのタイマーの文章。

## フォームのグループとその内容

desk-group-about = 大会について
desk-group-about-hint = 説明、会場、賞品、参加費
desk-group-registration = 参加登録
desk-group-registration-hint = チェックイン、大会の公開範囲
desk-group-play = ラウンドとマッチ
desk-group-play-hint = ラウンド時間、2本先取、チーム
desk-group-rules = ポイントとタイブレイカー
desk-group-rules-hint = ルールのとおり
desk-group-lists = デッキリスト
desk-group-lists-hint = 締め切り
desk-group-other = テーブルと組み合わせ
desk-group-other-hint = テーブル番号、不戦勝、先の席
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
desk-event-policy = 参加登録できる人
desk-event-policy-hint = どれを選んでも、スタッフは誰でも登録できます。参加コードは「プレイヤー」のページにあります。
desk-event-approval = 登録をスタッフが承認する
desk-event-approval-hint = 登録した人は、承認または却下されるまで枠を確保したまま「プレイヤー」のページで待ちます。
desk-event-opens = 参加受付開始
desk-event-opens-hint = 参加受付はこの時刻に自動で始まり、自動で終わります。スタッフはいつでもプレイヤーを登録できます。
desk-event-closes = 参加受付終了
desk-event-offer = 空席案内への回答時間（分）
desk-event-offer-hint = 空席が出ると、キャンセル待ちの先頭の人にこの時間だけ案内し、その後は次の人に案内します。空欄の場合はスタッフが手動で繰り上げます。
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
desk-event-attendance = 参加人数に応じてスイスドローのラウンド数を決める
desk-event-attendance-hint = ラウンド1の組み合わせ時に通常のラウンド数を設定します。上に入力した数は置き換えられます。リーグとドラフトポッドでは使われません。
desk-event-lowest-bye = 不戦勝は最下位のプレイヤーに与える
desk-event-lowest-bye-hint = オフの場合、ポイントが最も少ないプレイヤーから無作為に選びます。2回目の不戦勝は、全員が1回得た後だけです。
desk-event-squares = 大きなポイント差を先に避ける
desk-event-squares-hint = Netrunnerのように、差の2乗の合計を最小にします。オフの場合、差の合計を最小にします。
desk-event-sides = 先の席に着く回数をそろえる
desk-event-sides-hint = マッチでは、先の席の回数が少ないプレイヤーが先の席に着きます。Netrunnerでは先の席がコーポです。
desk-event-row = 1列のテーブル数
desk-event-row-hint = チーム戦が列の端をまたがないようにします。列を考慮しないなら空欄。
desk-event-ends = 終了予定
desk-event-ends-hint = ラウンド数から決まる場合は空欄にしてください。
desk-event-queue = オンデマンドキュー：1イベントの人数
desk-event-queue-hint = この人数が集まるたびに呼び出され、イベントが作られます。キューでない場合は0にしてください。
desk-event-answer = 呼び出しへの回答時間（分）
desk-event-answer-hint = 空欄の場合は5分です。過ぎると次のプレイヤーが呼び出されます。
desk-event-shares-tables = 進行中の他のイベントとテーブルを共用できる
desk-event-shares-tables-hint = そうでない場合、同じコンベンションの進行中のイベントが同じテーブルになることはありません。
desk-event-publish = 組み合わせを作成後すぐに公開
desk-event-publish-hint = オフの場合は、先に確認してからご自身で公開します。
desk-event-power = 決勝ラウンド前の最終ラウンドは順位順に組み合わせる
desk-event-power-hint = 1位対2位、3位対4位、のように組み合わせます。
desk-event-ranked = 決勝ラウンドの各ラウンド前にシードを付け直す
desk-event-ranked-hint = オフの場合、トーナメント表は変わりません。
desk-event-playoff = 決勝ラウンドの形式
desk-event-pod = ドラフトポッドの人数
desk-event-pod-size = 1卓の人数
desk-event-pod-size-hint = 2なら1対1、3～5なら統率者戦のようなポッド。
desk-event-short-pods = 定員に満たない卓
desk-event-short-pods-last = 下位のプレイヤー
desk-event-short-pods-first = 上位のプレイヤー
desk-event-short-pods-byes = なし：下位は不戦勝
desk-event-pool-size = リーグの人数
desk-event-pool-size-hint = スイスドローの代わりに、リーグ内で総当たり戦を行います。0ならリーグなし。
desk-event-together = チームのメンバーが一緒に1マッチを行う
desk-event-together-hint = 双頭巨人戦のような2対2。2人のチームのみ。
desk-event-seat-formats = チームの席ごとのフォーマット
desk-event-seat-formats-hint = 席ごとに1つのコード。例：STANDARD, PIONEER, MODERN。全員が大会のフォーマットなら空欄。
desk-event-grace = 締め切り後の猶予（秒）
desk-event-grace-hint = この間に提出されたデッキリストは、締め切りに間に合ったものとします。
desk-event-unlisted = 公開ページなし
desk-event-unlisted-hint = プレイヤー向けの一覧には表示されません。
desk-event-test = テスト大会
desk-event-test-hint = エクスポートされず、公開ページもありません。
desk-next-check-in = プレイヤーをチェックインしてください。最低2人必要です。
desk-next-checked-in = チェックイン済み：{ $here }／{ $players }人
desk-event-rule-set = 順位のルール
desk-event-rule-set-hint = 対戦の開始後は変更できません。
desk-event-tiebreakers = タイブレイカー（順番）
desk-event-tiebreakers-hint = 名前をコンマで区切ります：omw, gw, ogw, oomw, late, score, margin, sos, esos, head_to_head, wins, buchholz, buchholz_cut_1, sonneborn_berger, ctb。空欄ならルールのとおりです。
desk-event-win = 勝ちのポイント
desk-event-draw = 引き分けのポイント
desk-event-loss = 負けのポイント
desk-event-by-place = 卓での順位ごとのポイント
desk-event-by-place-hint = 卓の人数分の数字（例：5, 3, 1, 0）。空欄なら勝ち・引き分け・負けで決まります。
