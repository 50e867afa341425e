# 状態、ラウンド、懲罰の用語。

term-registration-open = 参加受付中
term-waitlist-only = キャンセル待ちのみ受付
term-registration-closed = 参加受付終了
term-event-in-progress = 大会進行中
term-event-finished = 大会終了
term-decklists-publishing = デッキリスト公開処理中
term-decklists-published = デッキリスト公開済み

term-in-progress = 進行中
term-upcoming = 開始前
term-complete = 終了

term-player-meeting = プレイヤーミーティング
term-random-player-meeting = 無作為のプレイヤーミーティング
term-draft-pod = ドラフトポッド
term-play-vs-opponent = 対戦

term-swiss = スイスドロー
term-single-elimination = シングルエリミネーション
term-ranked-single-elimination = シングルエリミネーション（順位順）
term-double-elimination = ダブルエリミネーション
term-round-robin = リーグ総当たり戦

term-playoff-single-elimination = シングルエリミネーション
term-playoff-single-elimination-third-place = シングルエリミネーション（3位決定戦あり）
term-playoff-double-elimination = ダブルエリミネーション（決勝1回）
term-playoff-double-elimination-reset = ダブルエリミネーション（決勝での初黒星なら再戦）

term-round = ラウンド{ $number }
term-final = 決勝
term-semifinals = 準決勝
term-quarterfinals = 準々決勝
term-round-of = トップ{ $players }
term-winners-bracket = ウィナーズブラケット
term-losers-bracket = ルーザーズブラケット
term-winners-round = ウィナーズラウンド{ $number }
term-winners-final = ウィナーズファイナル
term-losers-round = ルーザーズラウンド{ $number }
term-losers-final = ルーザーズファイナル
term-grand-final = グランドファイナル
term-second-grand-final = グランドファイナル再戦
term-third-place = 3位決定戦
term-if-needed = { $round }（必要な場合のみ）
term-pool = リーグ{ $number }

term-entry-in-progress = 登録手続き中
term-entry-in-waiting-room = 承認待ち
term-entry-on-waitlist = キャンセル待ち
term-entry-moved-to-child-event = 子大会に移動
term-entry-complete = 登録完了
term-entry-canceled = 登録取り消し
term-entry-dropped = ドロップ
term-entry-disqualified = 失格
term-entry-eliminated = 敗退

term-caution = 注意
term-warning = 警告
term-game-loss = ゲームの敗北
term-match-loss = マッチの敗北
term-disqualification = 失格

term-other-format = その他

term-role-admin = 管理者
term-role-organizer = 主催者
term-role-scorekeeper = スコアキーパー
term-role-judge = ジャッジ
term-role-read-only = 閲覧のみ

term-rules-casual = カジュアル
term-rules-regular = 一般
term-rules-competitive = 競技
term-rules-professional = プロ
term-policy-everyone = 誰でも（アカウントの有無を問わず）
term-policy-join-code = 参加コードを持つ人
term-policy-accounts = アカウントを持つ人
term-policy-staff = スタッフのみ（プレイヤーを登録）

term-hook-tournament-created = 大会が作成された
term-hook-tournament-changed = 大会の内容・設定・状態が変更された、または大会が削除された
term-hook-round-published = ラウンドの組み合わせが公開された、またはラウンドが始まった
term-hook-round-completed = ラウンドが終了した
term-hook-result-corrected = 結果が訂正された
term-hook-standings-final = 大会が終了した
term-hook-lists-published = 大会のデッキリストが公開された
term-hook-registration-added = プレイヤーが参加登録した、または参加登録が完了した
term-hook-registration-dropped = プレイヤーまたはチームが大会を離れた

## Rule sets and tiebreakers

term-tiebreaker-omw = 対戦相手のマッチ勝率
term-tiebreaker-gw = ゲーム勝率
term-tiebreaker-ogw = 対戦相手のゲーム勝率
term-tiebreaker-oomw = 対戦相手の対戦相手のマッチ勝率
term-tiebreaker-late = 第1ラウンドに遅刻していない
term-tiebreaker-score = スコア
term-tiebreaker-margin = 勝利点差
term-tiebreaker-sos = 対戦相手の強さ
term-tiebreaker-esos = 対戦相手の強さ（拡張）
term-tiebreaker-head-to-head = 直接対決の結果
term-tiebreaker-wins = 勝利数
term-tiebreaker-buchholz = ブーフホルツ
term-tiebreaker-buchholz-cut-1 = 最下位の対戦相手を除くブーフホルツ
term-tiebreaker-sonneborn-berger = ゾンネボルン・ベルガー
term-tiebreaker-ctb = 累積タイブレイカー
term-rule-set-score = スコアと点差
term-convention-scheduled = 公開中
term-convention-unlisted = 非公開
term-convention-details-pending = 詳細は後日
term-convention-use-external-schedule = 日程は外部サイト
term-convention-canceled = 中止
term-convention-archived = 終了・保管
term-region-usa = アメリカ
term-region-canada = カナダ
term-region-emea = ヨーロッパ・中東・アフリカ
term-region-aus-nz = オーストラリア・ニュージーランド
term-region-china = 中国
term-region-jp-kr = 日本・韓国
term-region-sea = 東南アジア
term-region-chinese-taipei = チャイニーズタイペイ
term-region-brazil = ブラジル
term-region-central-america = 中央アメリカ
term-region-south-america = 南アメリカ
