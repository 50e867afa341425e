# ラウンドのタイマー。

desk-clock = タイマー
desk-clock-ends = 終了時刻：
desk-clock-paused = タイマーは一時停止中です。
desk-clock-minutes = 分
desk-clock-minutes-wrong = 分を数字で入力してください。例：50
desk-do-clock-start = タイマーを開始
desk-do-clock-pause = タイマーを一時停止
desk-do-clock-add = 全員に時間を追加
desk-do-clock-reset = タイマーをリセット
