# Notifications, as mail and on phones: short enough for a lock screen, and nothing secret.

letter-open = 大会を開く
letter-round = { $event } 第{ $round }ラウンド
letter-pairings = { $table }番テーブル、対戦相手：{ $opponents }
letter-pairings-seat = { $table }番テーブル
letter-pairings-none = このラウンドに対戦相手はいません。
letter-result-reported = { $opponents }さんがマッチの結果を報告しました。
letter-result-contested = { $opponents }さんが、あなたの報告した結果に異議を申し立てました。
letter-judge-called = { $table }番テーブルでジャッジが呼ばれています。
letter-judge-called-elsewhere = ジャッジが呼ばれています。
letter-call-answered = ジャッジが向かっています。
letter-clock-ended = ラウンドの制限時間が終了しました。
letter-list-missing = デッキリスト未提出：{ $event }
letter-list-missing-lead = { $event } のデッキリストが提出されていません。{ $time }までに提出してください。
letter-registered = 登録完了：{ $event }
letter-registered-lead = { $event } に登録しました。
letter-waitlisted = キャンセル待ち：{ $event }
letter-waitlisted-lead = { $event } のキャンセル待ちに入りました。
letter-moved-up = 参加できます：{ $event }
letter-moved-up-lead = キャンセル待ちから繰り上がり、{ $event } に参加できるようになりました。
letter-registration-canceled = 登録の取り消し：{ $event }
letter-registration-canceled-lead = 主催者が { $event } の登録を取り消しました。
letter-event-moved = 日時または会場の変更：{ $event }
letter-event-moved-lead = { $event } の日時または会場が変わりました：
letter-event-canceled = 中止：{ $event }
letter-event-canceled-lead = { $event } は中止になりました。
