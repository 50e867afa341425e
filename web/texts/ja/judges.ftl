# ジャッジの文章：ジャッジコール、懲罰、デッキチェック、延長時間。

desk-tab-judges = ジャッジ
desk-judges-unknown = すでに存在しません。ページを確認して、もう一度お試しください。
desk-judges-busy = 同時に他の人が大会を変更したため、何も保存されませんでした。もう一度送信してください。
desk-judges-no-player = この大会に{ $name }という名前のプレイヤーはいません。一覧から名前を選んでください。
desk-judges-two-players = { $name }という名前のプレイヤーが複数います。懲罰はプレイヤーのページで記録してください。
desk-judges-minutes = 延長時間を分単位で入力してください。例：4

## ジャッジコール

desk-calls = ジャッジコール
desk-no-calls = 未対応のコールはありません。
desk-bell-on = 音をオンにする
desk-bell-off = 音をオフにする
desk-bell-hint = このページを表示している間、新しいコールがあると鳴ります。
desk-call-place = 場所
desk-call-contested = 報告された結果に異議があります。
desk-call-note = 理由
desk-call-waiting = 待ち時間
desk-call-minutes = { $minutes }分
desk-call-taken = 対応中：{ $by }
desk-calls-closed = 終了したコール：{ $count }件
desk-do-take = 対応する
desk-do-close = 終了
desk-do-call = ジャッジを呼ぶ

## 懲罰

desk-penalties = 懲罰
desk-no-penalties = 懲罰の記録はありません。
desk-penalties-elsewhere = 他の大会での懲罰
desk-infraction = 違反
desk-infractions =
    遅刻
    遅いプレイ
    過剰なカードを見た
    その他一般のゲームルール抵触行為
    誘発忘れ
    非公開カードに関する誤り
    マリガン手順の誤り
    違反の見逃し
    デッキリストの問題
    デッキの問題
    リミテッド手順の誤り
    意思疎通規定抵触行為
    区別できるカード
    不十分な切り直し
    外部情報の参照
    非紳士的行為 ― 軽度
    非紳士的行為 ― 重度
    勝者の不適正な決定
    買収・賭博行為
    攻撃的な行為
    イベントの物品の窃盗
    遅延行為
    故意の違反
desk-penalty = 懲罰
desk-penalty-no-round = ラウンドなし
desk-penalty-note = メモ
desk-penalty-hint = 懲罰は記録されるだけです。ゲームやマッチの敗北は結果として入力してください。
desk-do-penalty = 懲罰を記録
desk-do-withdraw = 取り消す
desk-do-restore = 復元
desk-withdrawn = 取り消し済み
desk-issued-recorded = { $player }さんの{ $penalty }を記録しました。
desk-issued-loss = { $player }さんの{ $penalty }を記録しました。結果は自動では変わりません。敗北を結果として入力してください。
desk-issued-disqualification = { $player }さんの{ $penalty }を記録しました。プレイヤーのページで失格にするまでは、まだ大会に参加しています。
desk-issued-enter = 結果を入力
desk-penalty-none = 懲罰なし
desk-suggestion = { $infraction } – { $number ->
        [1] { $penalty }
       *[other] 本日{ $number }回目：{ $penalty }
    }{ $at ->
        [0] { "" }
       *[other] ；{ $at }回目：{ $upgraded }
    }
desk-infraction-other = その他の違反
desk-penalties-today = 本日の懲罰

## デッキチェックと延長時間

desk-deck-checks = デッキチェック
desk-no-checks = デッキチェックと延長時間は、ラウンドの組み合わせを作成すると使えるようになります。
desk-check-count = { $round }：無作為に選ぶテーブル数
desk-check-hint = チェックされた回数の少ないプレイヤーが優先されます。テーブルを自分で選ぶ場合は、そのマッチを開いてください。
desk-check-done = チェック済み
desk-do-draw = テーブルを抽選
desk-do-check = デッキチェックを開始
desk-do-checked = デッキチェックを完了
desk-do-uncheck = デッキチェックを取り消す
desk-do-feature = フィーチャーマッチに指定
desk-do-unfeature = フィーチャーマッチの指定を外す
desk-extensions = 延長時間
desk-no-extensions = 延長時間のあるテーブルはありません。
desk-extension-now = 延長時間：{ $minutes }分
desk-minutes = 延長時間（分）
desk-do-extend = 延長時間を追加
desk-check-took = デッキチェックにかかった時間は{ $minutes }分です。通常の延長時間は、この時間に切り直しの3分を加えたものです。

## The floor

desk-floor = 会場
desk-to-floor = すべてのテーブル（会場）
desk-floor-convention = コンベンション
desk-floor-call = コール中
desk-floor-contested = 異議あり
desk-floor-over = 時間切れ
desk-floor-reported = 報告済み・未確認
desk-floor-check = デッキチェック中
desk-floor-extension = 延長時間
desk-floor-playing = 対戦中
desk-floor-done = 結果あり
desk-floor-last = 残りのテーブル：{ $count }
desk-floor-left = 残り時間
desk-floor-tables = テーブル
desk-floor-none = 進行中の大会はありません。ラウンドが始まるとテーブルが表示されます。
desk-floor-go = テーブルへ
desk-floor-states = テーブルの状態
desk-floor-all = すべてのテーブル
desk-floor-no-table = この状態またはこの番号のテーブルはありません。
desk-floor-between = 進行中のラウンドはありません。
desk-floor-list = デッキリスト
desk-floor-whole-list = リスト全体を表示
