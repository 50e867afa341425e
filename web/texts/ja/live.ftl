# 大会を追うページの自動更新と、会場スクリーン用のページ。

live-pause = 更新を一時停止
live-resume = 更新を再開
live-updated = 更新：
live-paused = 更新を一時停止しています。
live-resumed = 更新を再開しました。
live-news = 更新を一時停止しています。新しい情報があります。
live-gone = このページはもう開けないため、更新されません。

## 会場スクリーン用のページ

live-screen = 大画面表示
live-screen-open = { $count }テーブルが対戦中
live-screen-empty = 対戦組み合わせはここに表示されます。
live-screen-join = スマートフォンで参加登録
live-screen-join-code = 参加コードはチラシに書かれています。
live-screen-stop = 自動切り替えを一時停止
live-screen-turn = 自動切り替えを再開
live-screen-sound = 時間切れ時に音を鳴らす
live-clock-over = 時間切れです。
live-screen-called = 呼び出し中：テーブルへお越しください
