# チーム戦、ドラフト、決勝ラウンド、途中参加のプレイヤー、手動の組み合わせ。

desk-tab-teams = チーム

## チーム

desk-do-to-teams = チームを作成
desk-next-first-round-teams = { $players ->
    [1] { $players }チームができています。
   *[other] { $players }チームができています。全チームそろったら、最初のラウンドの組み合わせを作成してください。
}
desk-team-name = チーム名
desk-team-hint = 続けてプレイヤーを座席順に入力してください。新しいプレイヤーはチームと一緒に登録されます。
desk-team-seat = 席{ $seat }
desk-do-form-team = チームを作成
desk-do-drop-team = チーム{ $team }をドロップ
desk-teams-count = { $count }チーム
desk-teams-none = 最初のチームとそのプレイヤーを入力してください。
desk-teams-without = チームのないプレイヤー：{ $count }人
desk-teams-incomplete = チーム名と、すべての席のプレイヤーを入力してください。
desk-teams-twice = { $name }さんが2回入力されています。1人で2つの席には座れません。
desk-teams-taken = { $name }さんは登録済みで、チームに入っているか、すでに大会を離れています。同じ名前の別の人なら、先に「プレイヤー」タブで登録してください。
desk-teams-several = チームのない{ $name }さんが複数います。一覧から選んでください：{ $choices }。
desk-teams-known = { $name }さんは、すでに登録のある人かもしれません：{ $people }。先に「プレイヤー」タブで登録してから、チームを作成してください。
desk-teams-new = { $name }さんが別の人なら、新しい人としてチームを作成してください。
desk-do-form-team-new = 新しい人としてチームを作成
desk-teams-unknown = このチームは大会に参加していません。
desk-team-matches = チームのマッチ
desk-tables = テーブル
desk-seats-won = 勝った席
desk-team-open = 未決着
desk-team-decided = 決着

## ドラフト、プレイヤーミーティング、その他の進め方

desk-draft = ドラフト
desk-no-tables = このラウンドに対戦はありません。
desk-ways = その他の選択肢
desk-do-pods = ドラフトポッドの座席を決定
desk-do-pair-swiss = ポッドを使わずラウンド{ $number }の組み合わせを作成
desk-do-pair-in-pods = ポッド内でラウンド{ $number }の組み合わせを作成
desk-do-meeting = プレイヤーミーティングの座席を名前順で決定
desk-do-random-meeting = プレイヤーミーティングの座席を無作為に決定
desk-next-pods = 各ポッドの全ラウンドが終わりました。ラウンド{ $number }の新しいポッドの座席を決めるか、ポッドなしで続けてください。

## トップカットと決勝ラウンド

desk-do-to-cut = トップカットを確認
desk-cut = トップカット
desk-cut-size = 進出人数
desk-do-show-cut = 表示
desk-cut-preview = トップカットのプレビュー
desk-cut-pools = 各リーグの1位、次に2位、という順に進出します。1位以外の同順位どうしは、同じリーグの2人が遅く対戦するようにシードを入れ替えます。
desk-cut-seed = シード順位
desk-cut-advances = 進出
desk-cut-out = 敗退
desk-cut-by-lot = まだ1ラウンドも行われていません。進出者とシード順位は抽選で決まります。
desk-cut-changed = このページの表示後に大会が変更されたため、何も行われませんでした。もう一度プレビューを確認してください。
desk-cut-later = トップカットは、すべてのラウンドが終了すると行えます。
desk-cut-means = 他のプレイヤーは全員敗退となります。次のラウンドが始まるまでは、トップカットをやり直せます。
desk-cut-again = トップカットを行いました。訂正やドロップがあった場合はやり直せます。その場合、次のラウンドの組み合わせも作り直しが必要です。
desk-do-cut-again = 上位{ $size }でトップカットをやり直す
desk-cut-tie = { $last }と{ $next }はポイントが同じため、タイブレイカーで決まります（{ $heads }）。{ $last }：{ $of_last }。{ $next }：{ $of_next }。
desk-cut-lot = { $last }と{ $next }はポイントもすべてのタイブレイカーも同じです。抽選で決まります。
desk-cut-equal = { $last }と{ $next }はポイントも、数値のタイブレイカーもすべて同じです。残りのタイブレイカー、次に抽選で決まります。
desk-bracket = トーナメント表
desk-bracket-open = 未定
desk-bracket-won = 勝ち
desk-bracket-wins = { $name }の勝ち { $score }
desk-do-win = 勝ち
desk-places = 最終順位

## 途中参加のプレイヤー

desk-missed = 参加できなかったラウンドの不戦勝・不戦敗
desk-missed-title = { $name }さんが参加できなかったラウンド
desk-missed-none = このプレイヤーには、後から記入できるラウンドがありません。
desk-missed-hint = 今後、不戦勝はマッチの勝ち、不戦敗はマッチの負けとして扱われます。終了したラウンドの順位表は変わりません。
desk-missed-nothing = なし
desk-missed-each = 参加できなかった各ラウンドに

## 手動の組み合わせ

desk-do-by-hand = 手動で組み合わせ
desk-by-hand-title = { $round }でマッチのないプレイヤー
desk-by-hand-none = 参加中の全員にマッチがあります。
desk-by-hand-one = このプレイヤー
desk-by-hand-other = 対戦相手
desk-by-hand-bye = なし：不戦勝
desk-by-hand-loss = なし：不戦敗
desk-do-pair-by-hand = 組み合わせる
desk-by-hand-matches = このラウンドのマッチ
desk-by-hand-two = このラウンドにマッチのない、異なる2人のプレイヤーを選んでください。
desk-do-remove = 削除
desk-do-remove-table = テーブル{ $table }のマッチを削除
desk-warnings = 自動の組み合わせなら避ける点があります
desk-warn-rematch = { $names }はすでに対戦しています。
desk-warn-another-bye = { $names }はすでに不戦勝がありました。
desk-warn-bye-missing = { $names }はこのラウンドの不戦勝が約束されていますが、付いていません。
desk-warn-left-out = { $names }にはマッチがありません。
desk-warn-fixed-seat = { $names }には固定テーブルがありますが、別のテーブルになっています。
desk-warn-never-meet = { $names }は、どちらもリーグの第1ラウンドで対戦相手がいないため、対戦しません。
desk-team-lacks = 空席{ $free }
desk-team-waits = 参加枠のないメンバーがいます
desk-do-dissolve = 解散
desk-do-dissolve-team = { $team }を解散
