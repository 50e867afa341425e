# 大会の中止と削除、操作履歴、終了、その間に他の人が行った変更。

## 中止と削除

desk-next-canceled = この大会は中止になりました。設定から元に戻せます。
desk-end-title = 中止または削除
desk-end-hint = 中止した大会は引き続き表示されます。削除した大会は完全になくなります。
desk-do-to-cancel = 大会を中止
desk-do-to-resume = 中止を取り消す
desk-do-to-delete = 大会を削除
desk-to-settings = 設定に戻る
desk-cancel-title = この大会の中止
desk-cancel-visible = 大会は「中止」と示されて引き続き表示されます。
desk-cancel-closed = 参加登録も、ラウンドの組み合わせ作成や対戦もできなくなります。
desk-cancel-players = { $players ->
    [0] 登録されているプレイヤーはいません。
   *[other] { $players }人のプレイヤーが登録されています。通知は送られないため、ご自身でお知らせください。
}
desk-cancel-back = いつでも元に戻せます。
desk-cancel-over = すでに開催された大会は中止できません。削除は可能です。
desk-resume-title = 中止の取り消し
desk-resume-effect = 大会は中止前の状態に戻ります。参加受付中なら参加登録ができ、ラウンドも進められます。
desk-do-resume-event = 中止を取り消す
desk-delete-title = この大会の削除
desk-delete-what = 参加登録{ $players }件とラウンド{ $rounds }件が、すべての結果とともに削除されます。
desk-delete-everywhere = 大会はすべての一覧、ページ、エクスポートから消え、アドレスも使えなくなります。
desk-delete-lists = デッキリストは、それぞれの持ち主のもとに残ります。
desk-delete-for-ever = 元に戻せません。
desk-delete-name = 確認のため、大会名を入力してください
desk-delete-name-differs = 大会名と一致しません。次のように入力してください：{ $name }

## デッキリスト

desk-lists-deadline = リストの提出・変更の締め切り：
desk-lists-no-deadline = 締め切りは未設定です。大会が始まるまで、プレイヤーはリストを提出・変更できます。
desk-lists-closed = 締め切りは未設定でした。大会が始まるまで、プレイヤーはリストを提出・変更できました。
desk-lists-staff = リストを見られるのはスタッフだけです。
desk-lists-public = リストは公開され、確定しています。
desk-deck = デッキ
desk-cards = カード
desk-deck-count = { $board } { $count }枚
desk-deck-elsewhere = リンク
desk-board-commander = 統率者
desk-board-companion = 相棒
desk-board-main = メインデッキ
desk-board-sideboard = サイドボード
desk-board-maybeboard = 不使用
desk-not-understood-count = 読み取れない行が{ $count }行あります
desk-line = { $number }行目：
desk-deck-made = 提出日時：
desk-deck-fixed = プレイヤーが後からリストを変更しても、この版が有効です。
desk-deck-on-paper = このプレイヤーはリストを紙で提出します。
desk-deck-missing = このプレイヤーはリストを提出していません。
desk-deck-text = 提出されたままのリスト
desk-do-lock-one = このリストをロック
desk-do-unlock-one = このリストのロックを解除
desk-to-lists = すべてのデッキリスト

## 操作履歴：誰が何をしたか。`by`は人、キー、またはサービス。

desk-audit-title = これまでの出来事
desk-audit-hint = 新しい順です。一部の変更はここで元に戻せます。
desk-audit-none = これより古い記録はありません。
desk-audit-older = 前の記録
desk-audit-newest = 最新の記録
desk-audit-moved-on = その間に大会が変更されたため、もう元に戻せません。このページは現在の状態です。
desk-by-service = サービス
desk-by-operator = サーバーの運営者
desk-by-private-link = { $player }（専用リンク経由）
desk-by-key = キー「{ $key }」
desk-audit-round = ラウンド{ $number }
desk-audit-meeting = プレイヤーミーティング
desk-audit-created = { $by }が大会を作成しました。
desk-audit-imported = { $by }が{ $platform }で行われた大会をインポートしました。
desk-audit-deleted = { $by }が大会を削除しました。
desk-audit-details-changed = { $known ->
    [yes] { $by }が設定を変更しました：{ $fields }。
   *[no] { $by }が設定を変更しました。
}
desk-audit-picture-set = { $picture ->
    [none] { $by }が画像を削除しました。
   *[some] { $by }が画像を設定しました。
}
desk-audit-staff-assigned = { $role ->
    [none] { $by }がこの大会での{ $person }の役割を解除しました。
   *[other] { $by }が{ $person }にこの大会での役割「{ $role_name }」を与えました。
}
desk-audit-organizing-changed = { $known ->
    [yes] { $by }が設定を変更しました：{ $fields }。
   *[no] { $by }が設定を変更しました。
}
desk-audit-lifecycle-changed = { $by }が大会の状態を「{ $status }」に変更しました。
desk-audit-lists-locked = { $by }がすべてのデッキリストをロックしました。
desk-audit-lists-unlocked = { $by }がすべてのデッキリストのロックを解除しました。
desk-audit-list-revisions-fixed = デッキリスト{ $count }件の有効な版が確定しました。
desk-audit-team-formed = { $by }がチーム{ $team_name }を作成しました。
desk-audit-team-dropped = { $by }がチーム{ $team }をドロップさせました。
desk-audit-player-registered = { $own ->
    [yes] { $by }が参加登録しました。
   *[no] { $by }が{ $player }を参加登録しました。
}
desk-audit-registration-status-changed = { $own ->
    [yes] { $by }が自分の参加登録を「{ $status }」に変更しました。
   *[no] { $by }が{ $player }の参加登録を「{ $status }」に変更しました。
}
desk-audit-player-dropped = { $own ->
    [yes] { $by }がドロップしました。
   *[no] { $by }が{ $player }をドロップさせました。
}
desk-audit-player-disqualified = { $by }が{ $player }を失格にしました。
desk-audit-place-offered = { $by }が{ $player }に空席を案内しました。
desk-audit-place-declined = { $own ->
    [yes] { $by }が案内された席を辞退しました。
   *[no] { $by }が{ $player }に案内された席を辞退として処理しました。
}
desk-audit-offer-expired = { $player }は案内された席を期限内に受けませんでした。
desk-audit-payment-changed = { $by }が{ $player }の支払い状況を変更しました。
desk-audit-check-in-changed = { $status ->
    [CHECKED_IN] { $own ->
        [yes] { $by }がチェックインしました。
       *[no] { $by }が{ $player }をチェックインしました。
    }
    [DECLINED] { $by }が{ $player }のチェックイン辞退を記録しました。
    [TIMED_OUT] { $by }が{ $player }の時間内応答なしを記録しました。
    [WAITING_FOR_PLAYER_RESPONSE] { $by }が{ $player }をチェックインに呼び出しました。
    [none] { $by }が{ $player }のチェックインを取り消しました。
   *[other] { $by }が{ $player }をチェックイン待ちの列に入れました。
}
desk-audit-queue-group-changed = { $role ->
    [some] { $by }が{ $player }をグループに入れました。
   *[none] { $by }が{ $player }をグループから外しました。
}
desk-audit-tags-changed = { $count ->
    [0] { $by }が{ $player }のタグを削除しました。
   *[other] { $by }が{ $player }にタグを付けました：{ $tags }。
}
desk-audit-notes-changed = { $by }が{ $player }のメモを変更しました。
desk-audit-seat-fixed = { $fixed_seat ->
    [none] { $by }が{ $player }の固定テーブルを解除しました。
   *[other] { $by }が{ $player }をテーブル{ $fixed_seat }に固定しました。
}
desk-audit-byes-awarded = { $count ->
    [0] { $by }が{ $player }の不戦勝を取り消しました。
   *[other] { $by }が{ $player }に次のラウンドの不戦勝を与えました：{ $round_numbers }。
}
desk-audit-paper-decklist-marked = { $using_paper_decklist ->
    [yes] { $by }が{ $player }のデッキリストを紙での提出と記録しました。
   *[no] { $by }が{ $player }のデッキリストの紙での提出を取り消しました。
}
desk-audit-decklist-attached = { $decklist_id ->
    [none] { $own ->
        [yes] { $by }がデッキリストを取り下げました。
       *[no] { $by }が{ $player }のデッキリストを外しました。
    }
   *[some] { $own ->
        [yes] { $by }がデッキリストを提出しました。
       *[no] { $by }が{ $player }のデッキリストを提出しました。
    }
}
desk-audit-list-locked = { $by }が{ $player }のデッキリストをロックしました。
desk-audit-list-unlocked = { $by }が{ $player }のデッキリストのロックを解除しました。
desk-audit-private-link-made = { $by }が{ $player }の専用リンクを作成しました。
desk-audit-private-link-revoked = { $by }が{ $player }の専用リンクを無効にしました。
desk-audit-join-code-made = { $by }が新しい参加コードを作成しました。
desk-audit-phase-added = 大会の新しい段階が始まりました：{ $round_type }。
desk-audit-round-added = { $by }が{ $round }を追加しました。
desk-audit-matches-paired = { $by }が{ $round }の{ $count }テーブルの組み合わせを作成しました。
desk-audit-teams-paired = { $by }が{ $round }のチーム戦{ $count }マッチの組み合わせを作成しました。
desk-audit-pairings-completed = { $round }の組み合わせがそろいました。
desk-audit-pairings-hidden = { $round }の組み合わせはスタッフのみに表示されました。
desk-audit-pairings-published = { $by }が{ $round }の組み合わせを公開しました。
desk-audit-pairings-discarded = { $by }が{ $round }の組み合わせを破棄しました。
desk-audit-round-removed = { $by }が{ $round }を削除しました。
desk-audit-round-started = { $by }が{ $round }を開始しました。
desk-audit-round-completed = { $by }が{ $round }を終了しました。
desk-audit-clock-changed = { $runs ->
    [yes] { $by }が{ $round }のタイマーを{ $minutes }分に設定しました（作動中）。
   *[no] { $by }が{ $round }のタイマーを一時停止しました（残り{ $left }）。
}
desk-audit-cut-made = { $by }がトップカットを行いました：{ $count }人が進出。
desk-audit-ties-drawn = 同順位のプレイヤーの順番を抽選で決めました。
desk-audit-game-wins-stated = { $by }がゲーム勝率を入力しました。
desk-audit-places-stated = { $by }が公開済みの最終順位を入力しました。
desk-audit-result-reported = { $by }が{ $round }のテーブル{ $table }の結果{ $result }を報告しました：{ $players }。
desk-audit-result-corrected = { $by }が{ $round }のテーブル{ $table }の結果を{ $result }に訂正しました：{ $players }。
desk-audit-result-confirmed = { $by }が{ $round }のテーブル{ $table }の結果を承認しました。
desk-audit-result-contested = { $by }が{ $round }のテーブル{ $table }の結果に異議を申し立てました。
desk-audit-team-result-reported = { $by }が{ $round }の結果{ $result }を報告しました：{ $teams }。
desk-audit-match-featured = { $is_feature_match ->
    [yes] { $by }が{ $round }のテーブル{ $table }をフィーチャーマッチにしました。
   *[no] { $by }が{ $round }のテーブル{ $table }のフィーチャーマッチ指定を外しました。
}
desk-audit-judge-assigned = { $judge_user_id ->
    [none] { $by }が{ $round }のテーブル{ $table }の担当ジャッジを外しました。
   *[some] { $by }が{ $round }のテーブル{ $table }に{ $judge }を割り当てました。
}
desk-audit-time-extended = { $minutes ->
    [0] { $by }が{ $round }のテーブル{ $table }の延長時間を取り消しました。
   *[other] { $by }が{ $round }のテーブル{ $table }に{ $minutes }分の延長時間を与えました。
}
desk-audit-deck-check-marked = { $completed ->
    [yes] { $by }が{ $round }のテーブル{ $table }のデッキチェックを完了しました。
   *[no] { $started ->
        [yes] { $by }が{ $round }のテーブル{ $table }のデッキチェックを開始しました。
       *[no] { $by }が{ $round }のテーブル{ $table }のデッキチェックを取り消しました。
    }
}
desk-audit-penalty-issued = { $by }が{ $player }に懲罰を与えました：{ $infraction }による{ $penalty }。
desk-audit-penalty-withdrawn = { $by }が{ $player }の懲罰を取り消しました：{ $infraction }による{ $penalty }。
desk-audit-penalty-restored = { $by }が{ $player }の懲罰を復元しました：{ $infraction }による{ $penalty }。
desk-audit-judge-called = { $table ->
    [0] { $by }がジャッジを呼びました。
   *[other] { $by }がテーブル{ $table }にジャッジを呼びました。
}
desk-audit-call-answered = { $table ->
    [0] { $by }がジャッジコールを引き受けました。
   *[other] { $by }がテーブル{ $table }のジャッジコールを引き受けました。
}
desk-audit-call-closed = { $table ->
    [0] { $by }がジャッジコールを終了しました。
   *[other] { $by }がテーブル{ $table }のジャッジコールを終了しました。
}
desk-audit-staff-message-sent = { $to ->
    [all] { $by }が全プレイヤーにメッセージを送信しました：{ $text }
    [tag] { $by }がタグ「{ $tag }」のプレイヤーにメッセージを送信しました：{ $text }
    [convention] { $by }がコンベンションの全プレイヤーにメッセージを送信しました：{ $text }
   *[other] { $by }が{ $player }にメッセージを送信しました：{ $text }
}

## 設定の名前

desk-setting-name = 名前
desk-setting-event-format = フォーマット
desk-setting-start-datetime = 開始日時
desk-setting-convention-id = コンベンション
desk-setting-is-test = テスト大会
desk-setting-is-unlisted = 公開ページ
desk-setting-is-canceled = 中止
desk-setting-team-size = チームの人数
desk-setting-pod-size = 1卓の人数
desk-setting-short-pods = 定員に満たない卓
desk-setting-capacity = 定員
desk-setting-swiss-rounds = スイスドローのラウンド数
desk-setting-top-cut = 決勝ラウンド進出人数
desk-setting-rules = ポイントとタイブレイカー
desk-setting-decklist-deadline = デッキリストの締め切り
desk-setting-decklist-grace-seconds = デッキリストの締め切り
desk-setting-power-pair-last-round = 対戦組み合わせ
desk-setting-ranked-playoff = 対戦組み合わせ
desk-setting-draft-pod-size = 対戦組み合わせ
desk-setting-parent-id = 親大会
desk-setting-publish-when-paired = 対戦組み合わせの公開
desk-setting-fee-note = 参加費
desk-setting-time-zone = タイムゾーン
desk-setting-best-of = マッチのゲーム数
desk-setting-end-of-round-rule = 時間切れ時の処理
desk-setting-check-in-required = チェックイン
desk-setting-first-table = テーブル番号
desk-setting-last-table = テーブル番号
desk-setting-round-minutes = ラウンド時間
desk-setting-offer-minutes = 空席案内への回答期限
desk-setting-description = 説明
desk-setting-venue-name = 会場
desk-setting-venue-address = 会場
desk-setting-prizes = 賞品
desk-setting-rules-level = ルール適用度
desk-setting-contact = 連絡先
desk-setting-registration-opens = 参加受付期間
desk-setting-registration-closes = 参加受付期間
desk-setting-registration-policy = 参加登録できる人
desk-setting-needs-approval = スタッフの承認
desk-setting-playoff = 決勝ラウンドの形式
desk-setting-pool-size = リーグの人数
desk-setting-plays-together = チームの対戦方法
desk-setting-seat-formats = 席ごとのフォーマット
desk-setting-lowest-gets-bye = 対戦組み合わせ
desk-setting-squares-first = 対戦組み合わせ
desk-setting-balanced-sides = 対戦組み合わせ
desk-setting-tables-per-row = テーブル番号
desk-setting-rounds-by-attendance = スイスドローのラウンド数
desk-setting-end-datetime = 終了予定
desk-setting-queue-size = キューの人数
desk-setting-answer-minutes = 呼び出しへの回答時間
desk-setting-shares-tables = 他のイベントとのテーブル共用
desk-setting-series = 定期イベント
desk-setting-is-from-queue = 待機列

## 変更を元に戻す

desk-undo-left = 大会に復帰させる
desk-undo-left-waitlist = キャンセル待ちに戻す
desk-undo-disqualified = 失格を取り消す
desk-undo-registered = 参加登録を取り消す
desk-undo-check-in = チェックインを取り消す
desk-undo-locked = ロックを解除
desk-undo-unlocked = ロック
desk-undo-extension = 延長時間を取り消す
desk-undo-penalty = 懲罰を取り消す
desk-undo-withdrawn = 懲罰を復元
desk-undo-closed = 参加受付を再開
desk-undo-waitlist = キャンセル待ちのみの受付に戻す
desk-undo-begun = 参加受付終了に戻す
desk-undo-finished = 大会を再開
desk-undo-publishing = デッキリストを非公開にする
desk-undo-published = 公開処理中に戻す

## その間に他の人が行った変更

desk-someone = 他の人
desk-conflict = { $by }が「{ $field }」を{ $theirs }に変更しました。あなたの入力：{ $mine }。
desk-conflict-again = 何も保存されていません。相手の変更を置き換えるにはもう一度保存し、残すにはページを再読み込みしてください。
desk-conflict-status = ページを開いている間にこのプレイヤーの状態が変わったため、何も行われませんでした。このページは現在の状態です。
desk-value-yes = はい
desk-value-no = いいえ
desk-value-none = 空欄

## 大会の終了

desk-tab-finish = 終了
desk-finish-title = 大会の終了
desk-point-done = 完了
desk-point-open = 未完了
desk-finish-rounds = 全{ $count }ラウンドが終了しています。
desk-finish-round-open = { $round }が終了していません。
desk-finish-no-rounds = まだ1ラウンドも行われていません。
desk-finish-playoff = トップ{ $size }の決勝ラウンドが終了しています。
desk-finish-playoff-open = トップ{ $size }の決勝ラウンドが終了していません。
desk-finish-lists = { $missing ->
    [0] デッキリストはすべて提出済みです。
   *[other] 未提出のデッキリストが{ $missing }件あります。
}
desk-finish-not-begun = まだ対戦が始まっていません。すべてのラウンドが終わると、大会を終了できます。
desk-finish-effect = 大会を終了すると最終順位が確定し、エクスポートの対象になります。すべてのラウンドが終わると終了できます。終了後も結果は訂正できます。
desk-publish-effect = 公開すると、それぞれの有効な版のデッキリストを誰でも見られるようになり、結果は訂正できなくなります。
desk-finish-seen = 公開ページとエクスポート
desk-public-page = 大会の公開ページ
desk-no-public-page = この大会に公開ページはありません。
desk-exported = この大会はエクスポートの対象です。
desk-export-at = プログラムからはキーを使って次のアドレスで読み取れます：{ $path }
desk-not-exported = この大会はエクスポートの対象外です。対象になるのは、テスト大会を除く終了した大会だけです。
desk-finish-back = 1つ前に戻す
desk-finish-back-hint = 誤って進めたときに使います。他の内容は失われません。

## 参加登録とラウンドの長さ

desk-figures-link = 参加登録数とラウンド時間のグラフ
desk-figures-registrations = 参加登録数の推移
desk-figures-rounds = 各ラウンドの所要時間
desk-figures-when = 日時
desk-figures-players = 参加登録数
desk-figures-table = 表で見る
desk-figures-none = まだ表示するものがありません。
desk-figures-how = ラウンドの開始から終了までの分数です。個々のマッチの所要時間は記録されません。
desk-audit-team-changed = { $by }がチーム{ $team }を変更しました。
