# プレイヤーの公開ページと、その表示・非表示を切り替えるページ。

history-none = まだ表示する成績がありません。
history-rate = マッチ勝率
history-best = 最高順位
history-points = 各ラウンド終了時のポイント：{ $points }
history-open-list = 開く
history-place = { $place }位
history-list = デッキリスト
history-list-of = { $event }のデッキリスト
history-how = 戦績はスイスドローの「勝ち–負け–引き分け」のマッチ数で、不戦勝を含みます。表示されるのは公開された大会だけです。

history-pages = プレイヤーページ
history-pages-link = プレイヤーページの表示・非表示
history-pages-why = プレイヤーページでは、1つの組織の公開された大会でのあなたの名前、順位、戦績、公開済みデッキリストが誰でも見られます。自分で表示するまでは非表示です。アドレスから他の組織でのあなたのことはわかりません。
history-pages-none = プレイヤーページはありません。どの大会にも参加登録していないためです。
history-shown = あなたのページは誰でも見られます。
history-hidden = あなたのページは非表示です。
history-open = ページを開く
history-show = ページを表示する
history-hide = ページを非表示にする
history-open-of = { $store }のページを開く
history-show-of = { $store }のページを表示する
history-hide-of = { $store }のページを非表示にする
