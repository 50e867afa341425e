# 印刷する用紙の文章。

desk-tab-paper = 印刷
desk-paper-size = 用紙サイズ
desk-paper-a4 = A4
desk-paper-letter = レター
desk-paper-choose = 選択
desk-paper-sheets = 印刷する用紙
desk-paper-none = 先にプレイヤーを登録してください。登録すると、ここに用紙が表示されます。
desk-paper-nothing = この用紙は空です。選んだラウンドに印刷する内容がありません。
desk-paper-back = 用紙一覧に戻る
desk-paper-how = Ctrl+Pまたは⌘Pで、このページを100%の倍率で印刷してください。
desk-paper-print = 印刷

## 用紙

desk-paper-names = 対戦組み合わせ（名前順）
desk-paper-names-hint = 掲示用：プレイヤーが自分のテーブルを探せます。
desk-paper-teams = 対戦組み合わせ（チーム順）
desk-paper-teams-hint = 掲示用：チームが自分たちのテーブルと席を探せます。
desk-paper-tables = 対戦組み合わせ（テーブル順）
desk-paper-tables-hint = スコアキーパーとジャッジ用。
desk-paper-slips = 結果報告用紙
desk-paper-slips-hint = マッチごとに1枚。束のまま切って、切った山を順に重ねると、番号順にそろいます。
desk-paper-seatings = 座席表
desk-paper-seatings-hint = 掲示用：プレイヤーがミーティングやドラフトの席を探せます。
desk-paper-pods = ドラフトポッド
desk-paper-pods-hint = 各ポッドとその席。ジャッジ用。
desk-paper-standings-hint = 掲示用：ラウンド終了後に。
desk-paper-players = 全プレイヤー
desk-paper-players-hint = 名前順。出席確認のチェック欄付き。
desk-paper-checks-hint = テーブル順のプレイヤーとリスト。チェック欄付き。
desk-paper-forms = デッキ登録用紙
desk-paper-forms-hint = プレイヤーごとに1枚。名前とテーブル入り。
desk-paper-cards = QRカード
desk-paper-cards-hint = プレイヤーごとに1枚。専用リンクで本人のページを開くか、大会のページを開きます。結果報告用紙と同じように切ります。
desk-paper-flyer = チラシ
desk-paper-flyer-hint = カウンター用：プレイヤーが読み取り、スマートフォンで登録します。
desk-paper-flyer-scan = スマートフォンのカメラでこのコードを読み取ります。
desk-paper-flyer-name = 名前を入力します。
desk-paper-flyer-keep = 開いたページを保存します。テーブルが表示されます。
desk-paper-flyer-type = または{ $address }を開いて入力：
desk-paper-flyer-no-code = この大会にはまだ参加コードがありません。プレイヤーのページで作成してください。

## 用紙の中の言葉

desk-paper-points = 点
desk-paper-first = プレイヤー
desk-paper-team = チーム
desk-paper-tables-number = テーブル{ $tables }
desk-paper-seats = 席
desk-paper-pod = ポッド
desk-paper-pod-number = ポッド{ $pod }
desk-paper-seat = 席
desk-paper-games-won = 勝ちゲーム数
desk-paper-won = 勝ち
desk-paper-score = スコア
desk-paper-seats-won = 勝った席数
desk-paper-drop = ドロップ
desk-paper-draws = 引き分けゲーム数
desk-paper-signature = 署名
desk-paper-signature-player = プレイヤーの署名
desk-paper-list-checked = リスト
desk-paper-remark = 備考
desk-paper-form-title = デッキ登録用紙
desk-paper-deck-name = デッキ名
desk-paper-main-deck-more = メインデッキ（続き）
desk-paper-total = カード枚数
desk-paper-checked-by = 確認者
desk-paper-code = コード
desk-paper-links-why = 専用リンクがあれば、アカウントなしで、スマートフォンでプレイヤーのページを開けます。リンクを持っている人は、そのプレイヤーとして操作できます。
desk-do-make-links = 全プレイヤーの専用リンクを作成
desk-paper-link-secret = このリンクはあなた専用です。結果の報告に使います。
desk-paper-count = 番号
desk-paper-present = 出席
