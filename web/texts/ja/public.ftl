# 公開ページの文章。

public-canceled = 中止
public-fee = 参加費：{ $fee }
public-own-time = お住まいの地域の時間で{ $time }
public-time-utc = { $time }（UTC）
public-time = { $time }（{ $zone }）

## トップページと、ページのないアドレスのページ

public-front-docs = APIドキュメント
public-not-found-page = このアドレスにページはありません。入力ミスかもしれません。
public-not-found-event = この大会の公開ページはありません。非公開になっているか、アドレスの入力ミスかもしれません。
public-not-found-round = この大会にこのラウンドはありません。
public-not-found-list = このデッキリストは公開されていません。主催者が公開すると表示されます。
public-not-found-player = このプレイヤーのページはありません。ページを表示するかどうかは本人が決めます。
public-not-found-store = このアドレスに店舗はありません。
public-not-found-convention = このアドレスに公開中のコンベンションはありません。非公開か、アドレスの入力間違いかもしれません。
public-to-events = すべての大会を見る

## 大会一覧

public-calendar = 大会日程をカレンダーに登録（iCal）
public-filter = 大会を絞り込む
public-filter-store = 店舗
public-filter-after = 開始日
public-filter-before = 終了日
public-filter-all = すべて
public-filter-button = 表示
public-filter-none = すべての大会を表示
public-owner = このサイトの運営者の方は、ログインして大会を作成してください。新しいサイトは、Crosstableが起動時に表示したリンクで設定します。リンクはデータフォルダーのファイルset-up-linkにもあります。
public-empty = まだ大会がありません
public-to-desk = 運営デスクへ
public-running = 開催中
public-running-none = 現在開催中の大会はありません。
public-upcoming = 開催予定
public-upcoming-none = 現在開催予定の大会はありません。
public-finished = 終了
public-finished-none = 終了した大会はまだありません。
public-none-chosen = 条件に合う大会がありません。条件を変えるか、すべての大会を表示してください。
public-more-running = 開催中の大会をもっと見る
public-more-upcoming = この後の大会
public-more-finished = 以前の大会

## 大会

public-playoff = 決勝ラウンド
public-standings = 順位表
public-decks = デッキ
public-more-pages = 一覧の続き
public-now = 現在：{ $round }
public-next = 次：{ $round }
public-to-pairings = 対戦組み合わせをすべて見る
public-place = { $place }位
public-structure-swiss = スイスドロー{ $rounds }回戦
public-structure-cut = スイスドロー{ $rounds }回戦＋トップ{ $cut }
public-structure-some = スイスドロー＋トップ{ $cut }
public-structure-pools = 最大{ $size }人のリーグ
public-structure-pools-cut = 最大{ $size }人のリーグ＋トップ{ $cut }
public-structure-best-of = { $games }本勝負
public-structure-minutes = 1ラウンド{ $minutes }分
public-structure-teams = { $size }人チーム戦
public-structure-together = { $size }人が1つのマッチを一緒に戦うチーム戦
public-structure-pods = { $size }人卓
public-all-standings = 全順位表（{ $count }）
public-all-players = プレイヤー全{ $count }人
public-cut-line = トップ{ $cut }が決勝ラウンドに進出します。
public-playoff-decides = 1位から{ $cut }位は決勝ラウンドで決まります。ポイントと戦績はその前のラウンドまでのものです。
public-not-listed = 登録プレイヤー{ $count }人は対戦がないため、順位表に載っていません。
public-tiebreakers = { $count ->
    [0] ポイントが同じ場合は抽選で順位が決まります。
   *[other] ポイントが同じ場合の順位：{ $list }。それも同じなら抽選で決まります。
}
public-percent-of = { $name }%
public-rules = ルール：{ $rules }
public-rules-changed = ルール：{ $rules }（主催者による変更あり）
public-up = { $count }つ上昇
public-down = { $count }つ下降
public-no-standings = 順位表は最初のラウンドが始まると表示されます。
public-no-bracket = トーナメント表は決勝ラウンドが始まると表示されます。
public-no-lists = 公開されているデッキリストはありません。
public-no-players = まだ誰も登録していません。
public-standings-final = 最終順位
public-standings-after = ラウンド{ $number }終了時の順位表
public-standings-during = ラウンド{ $number }進行中の順位表
public-rank = 順位
public-to-list = リスト
public-dropped = ドロップ
public-players = プレイヤー{ $count }人
public-places = { $left ->
    [0] 定員{ $capacity }人・満員
   *[other] 定員{ $capacity }人・残り{ $left }人
}
public-sign-up = 参加登録
public-sign-up-waitlist = キャンセル待ちに登録
public-add-to-calendar = カレンダーに追加
public-registered = 登録プレイヤー
public-about-event = 大会について
public-facts = 開催情報
public-map = 地図
public-rules-level = ルール適用度
public-who-approved = { $who }。登録は店舗が確認します。
public-opens-at = 参加受付開始：{ $time }
public-winner = 優勝：{ $name }
public-lower-places = 下位の順位決定
public-open-place = 未定

## 名前の検索

public-find = 自分の名前を探す
public-found = 見つかりました：{ $name }
public-found-none = 「{ $name }」で始まる名前はここにありません。表記を確認するか、入力を短くしてみてください。
public-found-more = 最初の{ $count }件だけを表示しています。名前をもう少し入力してください。
public-show-all = 全員を表示

## ラウンド

public-pairings = 対戦組み合わせ
public-results = 結果
public-seats = 座席
public-opponent = 対戦相手
public-assigned-loss = 不戦敗
public-lost = 負け
public-against = 対 { $name }
public-by-name = 名前順
public-by-table = テーブル順
public-letters = 頭文字
public-at-pod-seat = ポッド{ $number } 席{ $seat }
public-intentional-draw = ID
public-intentional-draw-means = ID：対戦せずに決めた引き分け（合意による引き分け）。
public-won = 勝ち
public-both-lost = 両者敗北
public-drawn = 引き分け
public-unconfirmed = 未承認
public-unconfirmed-means = 未承認の結果は、対戦相手が承認するか、ラウンドが終了すると確定します。
public-clock-ends = { $time }終了。
public-then = 時間切れ後：{ $rule }。
public-seating = 座席表
public-at-table = テーブル{ $number }
public-at-table-seat = テーブル{ $number } 席{ $seat }
public-at-pod = ポッド{ $number }
public-no-pairings = 対戦組み合わせはまだありません。

## デッキリスト

public-decklist = デッキリスト
public-picture = リストの画像
public-lists-of-archetype = この大会の{ $archetype }のリストをもっと見る
public-list-text = テキスト
public-list-elsewhere = リストはこちら：
public-cards = カード{ $count }枚
public-cards-and-sideboard = { $cards }、サイドボード{ $sideboard }枚
public-more-cards = ほか{ $count }枚
public-no-cards = 表示できるカードなし
public-no-cards-here = 表示できるカードがありません。
public-kept-elsewhere = このリストは別の場所にあります：
public-nothing-read = カードとして読み取れる行がありませんでした。
public-lines-not-read = カードとして読み取れない行が{ $count }行ありました：{ $lines }行目。

## 店舗のページ

public-store-next = 今後の大会
public-store-next-none = 現在予定されている大会はありません。
public-store-past = 過去の大会
public-store-all = すべての大会

## Conventions

public-conventions-description = トレーディングカードゲームのコンベンション：日程、会場、日程。
public-conventions-coming = 開催中・開催予定
public-conventions-none = 現在予定されているコンベンションはありません。
public-conventions-past = 終了
public-hub-pending = 詳細は後日お知らせします。
public-hub-canceled = このコンベンションは中止になりました。
public-hub-archived = このコンベンションは終了しました。
public-hub-external = 日程はコンベンションの公式ページにあります。
public-hub-external-link = 日程を開く
public-hub-ticket = 入場にはチケットが必要です
public-hub-championship = 地域チャンピオンシップ
public-hub-announcements = お知らせ
public-hub-about = コンベンションについて
public-hub-hotels = 宿泊
public-hub-zone = 時刻はすべて { $zone } の現地時間です。
public-hub-day = { $day }（{ $weekday ->
    [1] 月
    [2] 火
    [3] 水
    [4] 木
    [5] 金
    [6] 土
   *[other] 日
}）
public-hub-undated = 日程未定
public-hub-empty = 日程にはまだ大会がありません。
public-hub-filter = 日程を絞り込む
public-hub-filter-none = 日程全体を表示
public-hub-headliner = メイン大会
public-hub-calendar = 日程全体をカレンダーに登録（iCal）
public-agenda = マイ予定
public-agenda-choose = マイ予定に入れる：{ $name }
public-agenda-hint = 大会の星印を選ぶとマイ予定に入ります。予定はこの端末に保存されます。
public-agenda-show = マイ予定を表示
public-agenda-empty = マイ予定は空です。日程から大会を選んでください。
public-agenda-overlap = { $first } と { $second } の時間が重なっています。
public-agenda-update = マイ予定を更新
public-agenda-calendar = マイ予定をカレンダーに登録（iCal）

## 検索エンジンやチャットに表示されるトップページの説明

public-description = トレーディングカードゲームの大会情報：開催日時と会場、対戦組み合わせ、順位表、デッキリスト。
public-queues = 随時開催イベントの待機列
public-queues-why = 列に並んでください。人数がそろうとテーブルへ呼び出されます。
public-queues-none = 受付中の待機列はありません。
public-queue-line = { $size }人で開始。待機中：{ $waiting }人
public-queue-begins = 開始：{ $time }
public-queue-join = 列に並ぶ
public-queue-join-name = 列に並ぶ：{ $name }
