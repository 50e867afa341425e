# 運営デスクの文章。

desk-tabs = 大会のメニュー
desk-tab-round = ラウンド
desk-tab-settings = 設定
desk-refused = 実行できませんでした
desk-cancel = キャンセル
desk-a-program = プログラム

## すべての大会

desk-no-events = まだ大会がありません。まずは1つ作ってみましょう。名前とフォーマットだけで始められます。
desk-find-event = 大会を検索
desk-no-such-event = 該当する大会はありません。
desk-do-create = 大会を作成
desk-copy-of = { $event }をコピー

## 新しい大会と設定

desk-new-event = 新しい大会
desk-copied-event = { $name }のコピー
desk-event-name = 名前
desk-event-format = フォーマット
desk-event-starts = 開始日時
desk-event-rounds = スイスドローのラウンド数
desk-event-rounds-hint = 空欄なら、ラウンドごとに続けるか決められます。
desk-event-cut = 決勝ラウンド進出人数
desk-event-cut-hint = 0なら決勝ラウンドなし。
desk-event-capacity = 定員
desk-event-capacity-hint = 定員を超えた人はキャンセル待ちになります。空欄なら制限なし。
desk-event-team-size = チームの人数
desk-event-team-size-hint = 1なら個人戦。
desk-event-deadline = デッキリストの締め切り
desk-event-deadline-hint = 大会のタイムゾーンの日時です。締め切りを設定した場合だけ、プレイヤーにリストの提出を求めます。
desk-do-save = 保存

## 次にやること

desk-next-players = プレイヤーを追加してください。最低2人必要です。
desk-next-teams = チームを作成してください。最低2チーム必要です。
desk-next-first-round = { $players ->
    [1] { $players }人のプレイヤーが登録されています。
   *[other] { $players }人のプレイヤーが登録されています。全員そろったら、最初のラウンドの組み合わせを作成してください。
}
desk-next-later = { $day }に開始します。現在の登録者：{ $players }人。
desk-next-publish = { $round }：組み合わせができました。見られるのはスタッフだけです。
desk-next-planned = { $round }は予定されていますが、組み合わせはまだありません。
desk-next-start = { $round }：組み合わせを公開しました。全員が着席したら開始してください。
desk-next-results = { $open }テーブルの結果が未報告です。
desk-next-complete = { $round }：すべての結果がそろいました。
desk-next-third = { $round }：3位決定戦の結果だけが未報告です。結果なしのまま終了できます。
desk-next-meeting = { $round }：全員済んだら終了してください。
desk-next-pair = 次はラウンド{ $number }です。
desk-next-pools = リーグ：{ $pools }、1リーグ最大{ $size }。ラウンド数：{ $rounds }。
desk-next-cut = スイスドローはすべて終了しました。トップ{ $size }が決勝ラウンドに進出します。
desk-next-cut-pools = リーグはすべて終了しました。{ $size }が進出します。各リーグの1位、次に2位の順です。
desk-next-playoff = 決勝ラウンドの次の組み合わせを作成できます。
desk-next-finish = すべてのラウンドが終了しました。
desk-next-publish-lists = 大会は終了しました。全員に見せてよくなったら、デッキリストを公開してください。
desk-next-over = 大会は終了しました。
desk-next-nothing = 大会は終了し、デッキリストも公開されています。
desk-do-describe = 大会ページを編集
desk-do-results = 結果を入力
desk-do-pair = ラウンド{ $number }の組み合わせを作成
desk-do-publish = 組み合わせを公開
desk-do-publish-start = { $round }を公開して開始
desk-do-seat = 座席を決定：{ $round }
desk-do-start = { $round }を開始
desk-do-complete = { $round }を終了
desk-do-complete-pair = { $round }を終了して次の組み合わせを作成
desk-do-cut = トップ{ $size }を決定
desk-do-playoff = 決勝ラウンドの組み合わせを作成
desk-do-finish = 大会を終了
desk-do-publish-lists = デッキリストを公開

## 行ったこと

desk-done-round-completed = { $title }を終了しました。
desk-done-round-added = { $title }の組み合わせを作成しました。
desk-done-pairings-discarded = { $title }の組み合わせを作り直しました。
desk-done-pairings-published = { $title }：組み合わせを公開しました。
desk-done-round-started = { $title }を開始しました。
desk-done-round-removed = ラウンドを削除しました。
desk-done-player-registered = { $player }：{ $status }
desk-done-registration-status-changed = { $player }：{ $status }
desk-done-player-dropped = { $player }をドロップにしました。
desk-done-lifecycle-changed = 大会の状態：{ $status }
desk-done-details-changed = { $known ->
    [yes] 保存しました：{ $fields }
   *[no] 保存しました。
}
desk-done-organizing-changed = { $known ->
    [yes] 保存しました：{ $fields }
   *[no] 保存しました。
}
desk-done-result-reported = テーブル{ $table }：{ $result }を保存しました。{ $players }
desk-done-result-corrected = テーブル{ $table }：{ $result }を保存しました。{ $players }
desk-done-several = { $count }件の変更を保存しました。
desk-do-undo = 元に戻す
desk-do-undo-what = 元に戻す：{ $what }

## プレイヤー

desk-player-name = プレイヤー名
desk-do-add = 追加
desk-players-no-name = 名前を入力してください。
desk-players-no-award = { $name }さんを登録しましたが、不戦勝・不戦敗は記録されませんでした。{ $why }
desk-players-count = プレイヤー{ $count }人
desk-players-others = ほか{ $count }人（不参加）
desk-players-none = 名前を入力してEnterを押すと、最初のプレイヤーが登録されます。
desk-name = 名前
desk-status = 状態
desk-record = 戦績
desk-checked-in = チェックイン済み
desk-handed-in = 提出済み
desk-do-check-in = チェックイン
desk-do-drop = ドロップ
desk-do-disqualify = 失格にする
desk-do-return = 大会に復帰させる
desk-byes = 不戦勝
desk-byes-hint = ラウンド番号。例：1, 2
desk-seat = 固定テーブル
desk-seat-hint = このプレイヤーが常に座るテーブルです。任意。
desk-paper-list = デッキリストを紙で提出
desk-notes = メモ
desk-notes-hint = スタッフだけが見られます。
desk-to-players = すべてのプレイヤー
desk-registered = 登録済み
desk-registering = 登録手続き中
desk-offered = { $time }まで空席案内中

## ラウンドと結果

desk-rounds = ラウンド
desk-no-round = まだ組み合わせが作成されたラウンドはありません。
desk-round-moved-on = 他の人が先に次の操作をしたため、何も行われませんでした。このページは現在の状態です。
desk-unpublished = 未公開
desk-table = テーブル
desk-table-number = テーブル{ $table }
desk-players = プレイヤー
desk-against = 対
desk-result = 結果
desk-reported-by = 入力者
desk-bye = 不戦勝
desk-assigned-loss = 不戦敗
desk-unreported = 未報告
desk-entry-hint = テーブル番号、勝ちゲーム数の順に入力：12 2 1 または 1221。引き分けたゲームがあれば3つ目の数字で。12 x：両者敗北。
desk-entry-hint-pod = テーブル番号、勝者の席の順に入力：12 3 または 123。12 d：全員引き分け。12 d 1 3：席1と席3の引き分け。12 x：全員敗北。席ごとの順位：12 1-3-2-4。
desk-entry-hint-places = テーブル番号、各席の順位の順に入力：12 1-3-2-4。同順位は同じ数字：12 1-2-2-2。12 d：全員引き分け。12 x：全員敗北。
desk-entry-hint-scores = テーブル番号、両プレイヤーのスコアの順に入力：12 150-90。12 x：両者敗北。
desk-do-enter = 入力
desk-entered = テーブル{ $table }：
desk-do-correct = 訂正
desk-open-tables = { $count }テーブルが対戦中
desk-do-swap = プレイヤーを入れ替え
desk-do-pair-again = 組み合わせを作り直す
desk-do-remove-round = ラウンドを削除
desk-do-reopen = ラウンドを再開
desk-complete-early = 今ラウンドを終了すると、未報告の結果は引き分けになります。
desk-do-complete-draws = 未報告を引き分けとして終了
desk-contested-count = 異議のある結果が{ $count }件あります
desk-contested = 異議あり
desk-contested-why = プレイヤーからこの結果は誤りだと申し出がありました。テーブルのプレイヤーに確認してから、正しい結果を入力してください。
desk-complete-contested = このままラウンドを終了しますか？異議のある結果は報告どおりに扱われます。
desk-complete-missing = 未報告の結果は引き分けになります。誰も来なかった場合など、全員敗北にするテーブルにチェックを入れてください。
desk-both-left = テーブル{ $table }のプレイヤーは全員が大会を離れました。
desk-both-lose = 両者敗北
desk-all-lose = 全員敗北
desk-pod-seat = 席{ $seat }
desk-pod-draw = 引き分け
desk-pod-draw-of = 引き分け：席{ $seats }
desk-choice-pod = 席{ $seat }：{ $player }の勝ち
desk-choice-won = { $player } { $score }
desk-choice-drawn = 引き分け { $score }
desk-do-complete-contested = はい、ラウンドを終了
desk-to-round = ラウンドに戻る
desk-result-unreadable = 結果として読み取れません。テーブル番号、それぞれの勝ちゲーム数の順に入力してください：12 2 1
desk-result-no-table = このラウンドのテーブル{ $table }にマッチはありません。
desk-result-other-table = このページはテーブル{ $table }のものではありません。その結果はラウンドのページで入力してください。
desk-result-now = 結果：{ $result }
desk-by = 入力者：{ $by }
desk-result-conflict = テーブル{ $table }には{ $by }が{ $result }を入力しています。これは誤りですか？
desk-do-replace = { $entry }に置き換え
desk-do-keep = そのままにする
desk-corrected = 結果を訂正しました。
desk-effect-standings = 次のラウンド終了後の順位が変わりました：{ $rounds }。
desk-effect-paired = 次のラウンドは訂正前の結果で組み合わせが作られ、すでに始まっています：{ $rounds }。組み合わせはそのままです。
desk-effect-pair-again = 次のラウンドは訂正前の結果で組み合わせが作られていますが、まだ始まっていません。
desk-effect-to-pair = 次のラウンドは組み合わせの作り直しが必要です：{ $rounds }。
desk-effect-cut = トップカットの結果が変わります。次のラウンドが始まっていなければ、もう一度行ってください。
desk-swap-title = { $round }：プレイヤーの入れ替え
desk-swap-one = このプレイヤーと
desk-swap-other = 入れ替える相手
desk-swap-seat = テーブル{ $table }：{ $name }
desk-swap-two = 異なる2人のプレイヤーを選んでください。
desk-swap-changed = その間に大会が変更されました。組み合わせを確認して、もう一度選んでください。

## 順位表

desk-no-standings = 順位表は最初のラウンドの後に表示されます。
desk-recompute = 別のルールでの順位
desk-recompute-hint = 同じ結果を{ $rules }のルールで並べたものです。何も変更されません。
desk-recompute-real = 実際の順位
desk-do-recompute = 表示
desk-standings-after = { $round }終了時の順位表
desk-rank = 順位
desk-points = ポイント

## デッキリスト

desk-lists-count = デッキリスト提出済み：{ $handed }／{ $all }
desk-do-lock = すべてロック
desk-do-unlock = すべてのロックを解除
desk-lock = 変更
desk-locked = ロック中
desk-unlocked = 可能
desk-by-deadline = 締め切りまで可能
desk-by-start = 開始まで可能
desk-closed-by-start = 開始により締め切り
desk-on-paper = 紙で提出
desk-missing = 未提出

desk-picture-of = { $event }の画像
desk-picture-hint = JPEG、PNG、WebP、最大5 MB。1600 × 900ピクセルの横長がおすすめです。誰でも見られます。
desk-picture = 画像
desk-do-to-picture = 画像を選択
desk-staff = この大会のスタッフ
desk-staff-hint = この大会でほかより多くのことができる、組織のメンバーです。2つの役割のうち、権限の大きいほうが有効です。役割は、ここで解除するか、その人が組織を離れると終わります。
desk-staff-none = この大会だけの役割を持つメンバーはいません。
desk-staff-role = 役割
desk-staff-left = メンバーではなくなりました
desk-staff-end-of = { $name }の役割を解除
desk-staff-assign = メンバーに役割を与える
desk-staff-member = メンバー
desk-do-end-staff = 役割を解除
desk-do-assign-staff = 割り当てる
desk-do-to-staff = スタッフを選択
desk-do-to-settings = 設定へ
desk-next-incomplete = { $teams }チームは人数が足りず、プレイできません。
desk-next-agents = { $players }人にチームがありません。
