# 大会シリーズ（運営デスク）。

desk-series = 大会シリーズ
desk-series-none = シリーズはまだありません。大会の設定を開き、「毎週繰り返す」を選んでください。
desk-series-ended = 終了
desk-series-rule = { $weekday ->
    [1] 月曜日
    [2] 火曜日
    [3] 水曜日
    [4] 木曜日
    [5] 金曜日
    [6] 土曜日
   *[other] 日曜日
} { $time }（{ $zone }）、{ $weeks ->
    [1] 毎週
   *[other] { $weeks }週間ごと
}{ $until ->
    [never] { "" }
   *[other] 、{ $until }まで
}
desk-series-change = 計画を変更
desk-series-resume = シリーズを再開
desk-series-over = このシリーズは終了しています。先に再開してください。
desk-series-days = 今後の開催日
desk-series-no-days = このシリーズに今後の開催日はありません。
desk-series-day = 開催日
desk-series-to-event = 大会を開く
desk-series-event-of = { $day }の大会を開く
desk-series-skipped = 開催なし
desk-series-not-made = 未作成
desk-series-players = { $count }人
desk-series-has-players = プレイヤーがいます。中止するかどうかを決めてください。
desk-series-skip = 休みにする
desk-series-skip-day = { $day }を休みにする
desk-series-keep = 休みを取り消す
desk-series-keep-day = { $day }の休みを取り消す
desk-series-end = シリーズを終了
desk-series-end-means = 新しい大会は作成されなくなります。作成済みの大会は残ります。
desk-series-like = { $name }を繰り返す
desk-series-means = 大会は自動的に前もって作成されます。どの大会にもこの大会の設定と専用の参加コードが付き、各時刻と開始時刻の差はこの大会と同じです。
desk-series-change-means = 変更は、まだ作成されていない大会に適用されます。
desk-series-plan = シリーズを計画
desk-series-first-day = 最初の日
desk-series-first-day-hint = この日の曜日に開催されます。
desk-series-last-day = 最後の日
desk-series-last-day-hint = 終わりを決めない場合は空欄にします。
desk-series-every-weeks = 開催の間隔（週）
desk-series-weeks-ahead = 何週間先まで作成するか
desk-series-weeks-ahead-hint = 1～26。
desk-series-one = シリーズ
desk-series-one-hint = 毎週、または数週間ごとに繰り返す大会は自動的に作成されます。
desk-series-repeat = 毎週繰り返す
desk-series-to-series = シリーズへ
desk-series-following = この大会とこれ以降のすべて
desk-series-following-hint = ここでの変更は、まだ始まっていないシリーズの以降の大会にも適用されます。開催日は変わりません。
