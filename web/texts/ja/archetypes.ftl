# 大会のアーキタイプのページ。

archetypes-title = アーキタイプ
archetypes-link = アーキタイプ別の成績
archetypes-players = プレイヤー{ $count }人（提出されたリストのアーキタイプ別）
archetypes-none = まだプレイヤーがいません。
archetypes-shares = 使用率と成績
archetypes-name = アーキタイプ
archetypes-share = 使用率
archetypes-results = 成績
archetypes-unknown = 不明
archetypes-percent = { $percent }%
archetypes-interval = { $low }～{ $high }%
archetypes-playoff = 決勝ラウンド進出{ $count }人
archetypes-rate = 勝率{ $percent }%
archetypes-against = 相性
archetypes-count = { $count }人
archetypes-matrix = 行ごとに見てください。その行のアーキタイプが各列の相手にどれだけ勝ったかを、95%信頼区間とともに示します。
archetypes-mirrors = 同じアーキタイプ同士の{ $count }マッチは成績に含まれていません。
archetypes-more = プレイヤーの少ないアーキタイプがほかに{ $archetypes }種類あり、表示されていません。
archetypes-how = 集計方法
archetypes-how-matches = 異なるアーキタイプ同士の{ $count }マッチを集計しています。
archetypes-how-left-out = 集計対象外：不戦勝、3人以上のマッチ、同じアーキタイプ同士のマッチ：{ $mirrors }、同意による引き分け（ID）：{ $draws }、結果のないマッチ：{ $open }。
archetypes-how-results = 成績は「勝ち–負け–引き分け」のマッチ数です。勝率は、勝者の決まったマッチのうち勝ったマッチの割合です。該当するマッチが{ $fewest }以上ある場合に表示されます。
archetypes-how-interval = 割合の後の数字は、その95%信頼区間（ウィルソン法）です。
