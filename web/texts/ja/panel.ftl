# 管理パネル：ログイン、メンバー、キー、操作履歴、自分のアカウント。

panel-name = 名前
panel-username = ユーザー名
panel-password = パスワード
panel-role = 役割
panel-status = 状態
panel-created = 作成日時
panel-last-day = 有効期限
panel-first-name = 名
panel-last-name = 姓
panel-email = メールアドレス
panel-pronouns = 代名詞
panel-none = なし
panel-never = なし
panel-cancel = キャンセル
panel-do-save = 保存
panel-keep-it = そのままにする
panel-saved-it = 控えました
panel-continue = 続ける
panel-already-sent = このフォームはすでに送信され、処理されています。値は前回の応答で表示されたため、再表示されません。
panel-already-sent-value = 値を控えていない場合は、無効にして新しく作成してください。

## ログインとログアウト

panel-sign-in-no-organization = まだ組織がありません。運営者がCrosstableの動作環境で次のコマンドを実行し、組織とログイン用のアカウントを作成してください：crosstable init
panel-sign-in-wrong = ユーザー名とパスワードが一致しません。どちらも大文字と小文字が区別されます。
panel-sign-in-note = パスワードが未設定、または忘れた場合は、組織の管理者に設定用リンクを発行してもらってください。
panel-sign-out = ログアウトしますか？
panel-sign-out-means = このブラウザのセッションが終了します。すべてのセッションを終了するには、アカウントのページをご利用ください。
panel-stay-signed-in = ログインしたままにする
panel-set-password = パスワードの設定
panel-do-set-password = パスワードを設定
panel-set-password-for = { $name }さんのパスワードです。設定するとそのままログインします。
panel-repeat-password = パスワード（確認）
panel-new-password = 新しいパスワード
panel-new-password-hint = 10～128文字。記号や数字よりも、いくつかの単語を並べた方が覚えやすくなります。
panel-repeat-new-password = 新しいパスワード（確認）
panel-passwords-differ = 2つのパスワードが一致しません。同じものを2回入力してください。
panel-no-link = このリンクは使えません
panel-no-link-why = 使用済み、発行から1日以上経過、新しいリンクの発行、文字の欠落のいずれかが原因です。リンクをくれた人に、新しいものを発行してもらってください。

## 概要

panel-to-do = やること
panel-newest-events = 最近の大会
panel-create-event = 大会を作成
panel-no-events = まだ大会がありません。
panel-event = 大会
panel-begins = 開始
panel-format = フォーマット
panel-public-page = 公開ページ
panel-public-page-of = { $name }の公開ページ
panel-not-public = 非公開
panel-no-date = 日程未定
panel-todo-results = { $round ->
    [-1] {""}
    [0] プレイヤーミーティング：
   *[other] ラウンド{ $round }：
}結果が未入力のマッチが{ $count }件あります
panel-todo-invited = { $name }からメンバーへの招待が届いています。
panel-todo-one-administrator = 管理者が1人しかいません。この人がログインできなくなると誰も対応できないため、もう1人追加してください。
panel-todo-webhook-gone = Webhook「{ $name }」は無効になりました。送信先から410 Goneが返されたためです。
panel-todo-webhook-given-up = Webhook「{ $name }」は無効になりました。送信先が5日間何も受け付けなかったためです。
panel-todo-webhook-fails = Webhook「{ $name }」の送信先がメッセージを受け付けていません。
panel-todo-key-ends = キー「{ $name }」の有効期限は{ $day }（UTC）の終わりまでです。

## メンバーと人

panel-new-account = アカウントを作成
panel-to-invite = ユーザー名で招待
panel-find-person = 人を検索
panel-members-hint = この組織のメンバーとその役割です。
panel-signing-in = ログイン
panel-active-keys = 有効なキー
panel-keys-count = キー{ $count }個
panel-you = あなた
panel-invitations = 招待
panel-unanswered = まだ返答のない人です。{ $address }でログインして、承諾または辞退します。
panel-invited = 招待日時
panel-withdraw = 取り消す
panel-withdraw-of = { $username }さんへの招待を取り消す
panel-sign-in-alone = 本人がアカウントを管理
panel-sign-in-can = ログイン可能
panel-sign-in-no-username = ログイン用アカウントなし
panel-sign-in-link = リンク未使用
panel-sign-in-no-password = パスワード未設定
panel-role-in-organization = 組織での役割
panel-choose-role = 役割を選択
panel-do-change-role = 役割を変更
panel-do-change-profile = プロフィールを変更
panel-new-link = パスワード設定リンクを作成
panel-account-alone = このアカウントは本人が管理しています。パスワードを忘れた場合は、サービスの運営者が対応できます。
panel-member-no-keys = このメンバーのキーはありません。
panel-remove-member = 組織から外す
panel-last-administrator = 唯一の管理者です。先に別のメンバーを管理者にしてください。
panel-member-with-role = すでにメンバーです（{ $role }）。役割はメンバーのページで変更してください。
panel-invited-with-role = すでに招待中です（{ $role }）。先にその招待を取り消してください。
panel-too-many-memberships = 追加できませんでした。この組織のメンバー登録は、終了分と招待を含めて上限の{ $most }件に達しています。
panel-not-added = 追加できませんでした。{ $why }
panel-remove-title = { $name }さんを外しますか？
panel-remove-means = { $name }さんは{ $organization }のメンバーではなくなります。次のものはすぐに使えなくなります：
panel-remove-key = キー「{ $name }」
panel-remove-tokens = この組織に対するこの人のトークン{ $count }個
panel-remove-sessions = この組織でのこの人のセッション
panel-remove-yourself = あなた自身です。これらのページは見られなくなります
panel-do-remove = メンバーを外す
panel-keep-member = メンバーのままにする
panel-invite-title = ユーザー名でメンバーを招待
panel-invite-hint = このサービスのアカウントをすでに持っている人向けです。招待を承諾するとメンバーになります。それ以外の人にはアカウントを作成してください。
panel-invite-username-hint = その人がログインに使う名前です。
panel-no-such-username = このユーザー名のアカウントはありません。大文字と小文字は区別されます。
panel-do-invite = この人を招待
panel-to-find-person = 名前で人を検索
panel-to-new-account = 代わりにアカウントを作成
panel-withdraw-title = この招待を取り消しますか？
panel-withdraw-means = 「{ $username }」さんを{ $role }として招待中です。まだ返答はありません。
panel-do-withdraw = 招待を取り消す
panel-do-create-account = アカウントを作成
panel-new-account-hint = 本人がパスワードを設定するためのリンクが発行されます。アカウントはあなたの組織が管理します。
panel-account-was-created = アカウントを作成しました
panel-name-hint = 対戦組み合わせと順位表に表示される名前です。
panel-username-hint = ログインに使います。後から変更できません。大文字と小文字は区別されます。
panel-username-fixed = 変更できません。
panel-email-hint = 控えとして使います。メールは送信されません。
panel-find-person-hint = この組織が管理するアカウント、メンバー、大会のプレイヤーから検索します。
panel-find-field = 名前またはユーザー名
panel-do-find = 検索
panel-found = { $count }人見つかりました。
panel-find-elsewhere = 他の組織の人は、ユーザー名で招待します。
panel-not-a-member = メンバーではない
panel-show-member = メンバーを表示
panel-invite = 招待
panel-profile-of = { $name }さんのプロフィール
panel-link-for = { $name }さんのパスワード設定リンクを作成しますか？
panel-link-means = このリンクで、本人が1日以内に1回だけ新しいパスワードを設定できます。以前のリンクは使えなくなります。
panel-link-until = リンクが使われるまでは今のパスワードが有効です。使われると、すべてのセッションが終了します。
panel-do-create-link = リンクを作成
panel-link-was-created = リンクを作成しました
panel-no-username = このアカウントにはログイン用のユーザー名がありません。先にプロフィールで設定してください。
panel-link-title = パスワード設定リンク
panel-link-give = 他の人に見られない方法で{ $name }さんに渡してください。ユーザー名は「{ $username }」です。
panel-link = リンク
panel-link-works = { $time }まで、1回だけ使えます。
panel-link-first = 最初に開いた人がパスワードを設定します。

## 役割ごとの権限

panel-roles-may = 役割ごとの権限
panel-may-read-events = コンベンション、大会、順位表、デッキリストの閲覧
panel-may-read-own-keys = 自分のAPIキーの閲覧
panel-may-read-own-registrations = 自分の参加登録の閲覧
panel-may-manage-own-account = 自分のアカウントと所属の管理
panel-may-read-registrations = 大会の参加登録、懲罰、設定、操作履歴の閲覧
panel-may-write-decklists = デッキリストの作成と変更
panel-may-judge = マッチのジャッジ、懲罰の記録、ジャッジコールへの対応
panel-may-register = プレイヤーの参加登録とその管理
panel-may-run-rounds = ラウンドの進行と結果の入力
panel-may-search-people = 人の検索
panel-may-manage-events = コンベンションと大会の管理
panel-may-manage-store-page = 店舗ページの変更
panel-may-manage-members = メンバーの管理
panel-may-manage-webhooks = Webhookの管理
panel-may-manage-keys = APIキーの管理
panel-may-read-audit = 組織の操作履歴の閲覧

## キー

panel-keys-hint = キーがあれば、配信用オーバーレイ、対戦表の画面表示、ウェブサイトなどのプログラムが、この組織のデータを読み書きできます。
panel-no-keys = まだキーがありません。
panel-member = メンバー
panel-last-use = 最終使用
panel-key-number = { $number }番
panel-key-read-only = 読み取り専用
panel-revoke = 無効にする
panel-revoke-key-of = キー{ $name }を無効にする
panel-new-key = キーの作成
panel-do-create-key = キーを作成
panel-key-name-hint = 用途を書いてください。例：「配信用オーバーレイ」
panel-make-read-only = キーを読み取り専用にする
panel-make-read-only-hint = 役割で許可されていても、このキーでは何も変更できません。
panel-last-day-hint = この日の終わり（UTC）まで有効です。
panel-key-last-day-hint = この日の終わり（UTC）まで有効です。空欄なら無期限、過去の日付ならすぐに失効します。
panel-no-day = 日付ではありません。年・月・日を次のように入力してください：2026-12-31
panel-key-was-created = キーを作成しました
panel-too-many-keys = キーを発行できませんでした。この組織が発行したAPIキーは、無効・期限切れを含めて上限の{ $most }個に達しています。既存のキーを使うか、有効期限を変更してください。
panel-your-key = 新しいキー
panel-key = キー
panel-it-is-called = 名前は「{ $name }」です。
panel-key-header = プログラムからはX-API-Keyヘッダーで送信します。
panel-key-role = 役割は{ $role }です。
panel-key-role-read-only = 役割は{ $role }で、読み取り専用です。
panel-key-tied = { $name }さんに紐づいています。このメンバーの役割が変わるとキーの役割も変わり、組織を抜けるとキーも使えなくなります。
panel-does-not-expire = 有効期限はありません。不要になったら無効にしてください。
panel-works-until = { $day }（UTC）の終わりまで有効です。
panel-key-title = キー「{ $name }」
panel-to-keys = キー一覧に戻る
panel-to-revoke-key = このキーを無効にする
panel-key-fact = 役割は{ $role }で、{ $name }さんに紐づいています。
panel-key-fact-read-only = 役割は{ $role }、読み取り専用で、{ $name }さんに紐づいています。
panel-key-made = 作成：{ $created }。最終使用：{ $used }。
panel-key-state = 状態：{ $state }。
panel-key-revoked-meanwhile = このキーはその間に無効になったため、変更できません。
panel-state-revoked = 無効
panel-state-member-left = メンバー脱退
panel-state-expired = 期限切れ
panel-state-ends-soon = 期限間近
panel-state-active = 有効
panel-key-is-revoked = このキーは無効になっています
panel-key-no-longer-works = 「{ $name }」はもう使えません。
panel-revoke-key-title = 「{ $name }」を無効にしますか？
panel-revoke-key-means = このキーを使っているプログラムは1秒以内に動かなくなります。元に戻せません。
panel-never-used = 一度も使われていません。
panel-last-used = 最終使用：{ $time }。
panel-do-revoke-key = キーを無効にする

## 組織の操作履歴

panel-audit-hint = 最近の操作です。新しい順に並んでいます。記録は変更できません。
panel-audit-none = これより古い記録はありません。
panel-audit-action = 操作
panel-audit-time = 日時
panel-audit-by = 実行者
panel-by-operator = 運営者（コマンドライン）
panel-by-private-link = 専用リンク経由
panel-by-key = キー「{ $name }」
panel-by-key-number = キー{ $number }
panel-audit-quoted = 「{ $name }」
panel-organization-created = 組織「{ $name }」を作成
panel-organization-renamed = 組織名を「{ $name }」に変更
panel-organization-store-texts-changed = 店舗ページの文章を変更
panel-organization-store-brand-changed = 店舗ページのアドレスと色を変更：/stores/{ $name }/
panel-organization-logo-set = { $known ->
    [yes] ロゴを設定
   *[no] ロゴを削除
}
panel-organization-member-added = { $name }がメンバーになりました：{ $role }
panel-organization-member-invited = 「{ $name }」を招待：{ $role }
panel-organization-invitation-declined = 「{ $name }」が招待を辞退
panel-organization-invitation-withdrawn = 「{ $name }」への招待を取り消し
panel-organization-member-role-changed = { $name }の役割を{ $role }に変更
panel-organization-member-removed = { $name }をメンバーから外しました
panel-organization-api-key-issued = キー{ $key }を作成
panel-organization-api-key-narrowed = キー{ $key }を読み取り専用に変更
panel-organization-api-key-renamed = キー{ $key }の名前を「{ $name }」に変更
panel-organization-api-key-expiry-set = { $expires_at ->
    [none] キー{ $key }を無期限に変更
   *[other] キー{ $key }の有効期限を{ $time }に設定
}
panel-organization-api-key-revoked = キー{ $key }を無効化
panel-organization-webhook-added = Webhookを追加：{ $webhook }
panel-organization-webhook-changed = { $enabled ->
    [yes] Webhookを変更：{ $webhook }
   *[no] Webhookを変更（現在オフ）：{ $webhook }
}
panel-organization-webhook-secret-rotated = Webhookのシークレットを更新：{ $webhook }
panel-organization-webhook-disabled = 送信先がメッセージを受け付けないためWebhookを無効化：{ $webhook }
panel-organization-webhook-removed = Webhookを削除：{ $webhook }
panel-audit-webhook-number = { $number }番
panel-organization-api-key-used = キー{ $key }を使用
panel-audit-member-number = メンバー{ $number }
panel-audit-event-number = 大会{ $number }
panel-audit-convention-number = コンベンション{ $number }
panel-audit-decklist-number = デッキリスト{ $number }
panel-audit-user-number = ユーザー{ $number }

## 自分のアカウント

panel-your-account = アカウント
panel-profile = プロフィール
panel-your-profile = 自分のプロフィール
panel-password-and-sessions = パスワードとセッション
panel-signed-in-for = ログイン状態は1週間続きます。
panel-change-password = パスワードの変更
panel-do-change-password = パスワードを変更
panel-change-password-ends = すべてのセッションが終了し、このブラウザには新しいセッションが作られます。
panel-end-sessions = すべての端末からログアウトしますか？
panel-do-end-sessions = すべての端末からログアウト
panel-end-sessions-means = すべてのブラウザのセッションが終了し、このブラウザには新しいセッションが作られます。
panel-end-sessions-tokens = トークンは有効なままです。必要なら1つずつ無効にしてください。
panel-invitations-hint = 承諾するまではメンバーになりません。承諾すると、その組織のページにあなたの名前が表示されます。
panel-accept = 承諾
panel-accept-of = { $name }からの招待を承諾
panel-decline = 辞退
panel-decline-of = { $name }からの招待を辞退
panel-accept-title = { $name }からの招待を承諾しますか？
panel-accept-means = { $name }のメンバーになります：{ $role }。その組織のページにあなたの名前が表示されます。
panel-do-accept = 招待を承諾
panel-not-now = 今はしない
panel-organizations = 組織
panel-organization-number = 組織{ $number }
panel-you-work-here = 現在の組織
panel-do-switch-here = この組織に切り替え
panel-end-account = 脱退・消去
panel-leave-of = { $name }を抜ける
panel-leave-title = { $name }を抜けますか？
panel-leave-means = { $name }のメンバーではなくなります。次のものはすぐに使えなくなります：
panel-leave-keys = この組織でのあなたのAPIキー
panel-leave-tokens = この組織でのあなたのトークンとセッション
panel-do-leave = 組織を抜ける
panel-stay-member = メンバーのままでいる
panel-you-are-last = あなたは唯一の管理者です。先に別のメンバーを管理者にしてください。
panel-tokens = トークン
panel-tokens-hint = トークンがあれば、自分のプログラムがあなたとしてデッキリストを読み書きできます。
panel-no-tokens = トークンはありません。
panel-acts-for = 権限の範囲
panel-me-only = 自分のみ
panel-revoke-token-of = トークン{ $name }を無効にする
panel-new-token = トークンの作成
panel-new-token-hint = トークンがあれば、自分のプログラムがパスワードなしであなたとして操作できます。
panel-do-create-token = トークンを作成
panel-token-name-hint = 用途を書いてください。例：「自作デッキツール」
panel-only-me = 自分のみ
panel-only-me-hint = 自分のデッキリストを読み書きします。
panel-as-member = { $name }のメンバーとして
panel-as-member-hint = その組織のデッキリストに対して、{ $role }としての権限を持ちます。
panel-no-longer-member = あなたはもうその組織のメンバーではありません。
panel-token-was-created = トークンを作成しました
panel-too-many-tokens = トークンを発行できませんでした。発行できるトークンは、無効・期限切れを含めて1人{ $most }個までです。
panel-your-token = 新しいトークン
panel-token = トークン
panel-token-header = プログラムからはAuthorizationヘッダーで、「Token」という語に続けて送信します。
panel-token-acts = これを持っている人は誰でも、あなたとして操作できます。
panel-revoke-token-title = このトークンを無効にしますか？
panel-revoke-token-means = トークン「{ $name }」を使っているプログラムはすぐに動かなくなります。元に戻せません。
panel-do-revoke-token = トークンを無効にする

panel-erase = この人の情報を消去
panel-erase-title = { $name }さんの情報を消去しますか？
panel-erase-means = 元に戻せません。
panel-erase-goes = 名前、ユーザー名、メールアドレス、パスワード、トークン、専用リンク、所属が消去されます。
panel-erase-merged-too = このアカウントに統合されたアカウントも消去されます。
panel-erase-stays = 結果とデッキリストは「プレイヤー{ $number }」の名前で残ります。
panel-erase-for-ever = 再び参加する場合は、新しいアカウントになります。
panel-do-erase = 完全に消去
panel-erase-elsewhere = この人は別の組織にも登録されています。サービスの運営者が消去できます。
panel-erase-merged = このアカウントは別のアカウントに統合されています。統合先を消去すると、こちらも消去されます。
panel-erase-last-administrator = この人は、ある組織の最後の管理者です。先に別のメンバーを管理者にしてください。
panel-erase-no-list = 運営者が消去リストをまだ設定していません。サービスの運営者にお問い合わせください。
panel-erase-whom-to-ask = アカウントと名前の消去を希望する場合は、アカウントを管理する組織か、このサービスの運営者にご連絡ください。
# Webhook
panel-webhooks-hint = Webhookは、組織の大会に変化があったとき、自分のプログラムにメッセージを送信します。
panel-no-webhooks = まだWebhookがありません。
panel-new-webhook = Webhookの追加
panel-do-add-webhook = Webhookを追加
panel-webhook-url = アドレス
panel-webhook-url-hint = https://で始まり、インターネットから接続できるものにしてください。
panel-webhook-description = 説明
panel-webhook-description-hint = 用途を書いてください。例：「会場のスクリーン」
panel-webhook-enabled = メッセージを送信
panel-webhook-enabled-hint = オフの間は何も送信されず、その間の出来事が後から送信されることもありません。
panel-webhook-types-hint = メッセージの種類を選んでください。何も選ばなければ、今後のバージョンで増えるものも含めてすべて送信されます。
panel-webhook-types = メッセージ
panel-webhook-all-types = すべて
panel-webhook-on = オン
panel-webhook-off = オフ
panel-webhook-fails = 送信先が応答しない
panel-webhook-gone = 無効：410 Gone
panel-webhook-given-up = 無効：5日間受け付けなし
panel-webhook-your-secret = Webhookのシークレット
panel-webhook-secret-of = 「{ $name }」のメッセージの署名に使います。表示されるのは今だけです。
panel-webhook-secret = シークレット
panel-webhook-starts-now = これ以降の出来事が送信されます。
panel-webhook-rotation = 24時間は、新旧2つのシークレットによる署名がメッセージに付きます。
panel-webhook-was-added = Webhookを追加しました
panel-webhook-was-rotated = シークレットを更新しました
panel-too-many-webhooks = この組織のWebhookは上限の{ $most }個に達しています。既存のものを変更または削除してください。
panel-webhook-title = Webhook「{ $name }」
panel-to-webhooks = Webhook一覧に戻る
panel-to-deliveries = 送信履歴
panel-to-rotate-secret = シークレットを更新
panel-to-remove-webhook = このWebhookを削除
panel-webhook-fails-since = 送信先は{ $time }から何も受け付けていません。
panel-webhook-disabled-at = { $time }に無効になりました。再び送信するにはオンにしてください。
panel-webhook-two-secrets = { $time }までは、メッセージに2つの署名が付きます。
panel-rotate-webhook-title = 「{ $name }」のシークレットを更新しますか？
panel-rotate-webhook-means = 新しいシークレットが発行されます。今のシークレットも24時間は署名に使われ、それより前のものはすぐに使われなくなります。
panel-do-rotate-webhook = シークレットを更新
panel-remove-webhook-title = 「{ $name }」を削除しますか？
panel-remove-webhook-means = 今後は何も送信されず、送信履歴も表示されなくなります。元に戻せません。
panel-do-remove-webhook = Webhookを削除
panel-deliveries = 送信履歴
panel-deliveries-of = { $name }の送信履歴
panel-deliveries-title = 「{ $name }」の送信履歴
panel-deliveries-all = すべて表示
panel-deliveries-undelivered = 未達のものを表示
panel-deliveries-hint = 過去30日間のメッセージです。届かなかったメッセージは再送信できます。
panel-no-deliveries = 送信履歴はありません。
panel-delivery-message = メッセージ
panel-delivery-happened = 発生日時
panel-delivery-last = 最終送信
panel-delivery-answer = 最終応答
panel-delivery-no-answer = なし
panel-delivery-pending = 送信待ち
panel-delivery-delivered = 送信済み
panel-delivery-undelivered = 未達
panel-delivery-attempts = 送信{ $count }回
panel-resend-of = 再送信：送信{ $number }
panel-do-resend = 再送信
panel-resend-period = 期間を指定して再送信
panel-resend-period-hint = 届いたかどうかに関係なく、この期間（UTC）の出来事のメッセージをすべて送信します。
panel-webhook-from = 開始
panel-webhook-to = 終了
panel-do-resend-period = この期間を再送信
panel-webhook-no-time = 日時として読み取れません。
panel-webhook-ends-before = 終了は開始より後にしてください。
panel-webhook-off-no-resend = このWebhookはオフのため、何も送信されません。先にオンにしてください。

## 店舗ページのフォーム

panel-store = 店舗ページ
panel-store-means = 誰でも見られるページです。公開中の大会と、ここに書いた内容が表示されます。
panel-store-show = ページを見る
panel-store-slug = ページのアドレス
panel-store-slug-hint = 英小文字、数字、ハイフンが使えます。以前のアドレスからもこのページが開きます。
panel-store-about = 店舗紹介
panel-store-about-hint = Markdownが使えます：**太字**、*で始まる箇条書き、リンク。
panel-store-address = 住所
panel-store-website = ウェブサイト
panel-store-accent = ボタンとリンクの色

panel-logo = ロゴ
panel-logo-hint = JPEG、PNG、WebP、最大5 MB。512 × 512ピクセルの正方形がおすすめです。誰でも見られます。

# Mail, and a password link by mail.
panel-mail = メール
panel-mail-off = メールは送信されません。メールサーバーが設定されていません。運用者が --smtp-url と --mail-from で設定します。
panel-mail-on = メールは { $address } から送信されます。
panel-mail-no-address = アカウントにメールアドレスがないため、テストメールを送信できません。
panel-mail-to = テストメールはご自身のアドレス { $address } に届きます。最近のメッセージ：
panel-mail-test = テストメールを送信
panel-forgotten = パスワードをお忘れですか？
panel-forgotten-lead = ユーザー名を入力してください。アカウントのメールアドレスにリンクを送ります。
panel-forgotten-do = リンクを送信
panel-forgotten-sent = このアカウントにメールアドレスが登録されていれば、リンクをお送りします。過去7日以内に変更され、まだ確認されていないアドレスには送られません。届かない場合は、組織の管理者にリンクを依頼してください。
panel-letter-password = { $site } の「{ $username }」の新しいパスワードを設定するリンクが依頼されました。
panel-letter-password-note = リンクは24時間以内に1回だけ使えます。心当たりがない場合は、何もする必要はありません。パスワードはそのままです。
panel-confirm-email = メールアドレスの確認
panel-confirm-email-do = アドレスを確認する
panel-letter-email = { $site } の「{ $username }」にこのアドレスが登録されました。確認が済むと、パスワードを忘れたときにここでリンクを受け取れます。
panel-letter-email-note = リンクは24時間以内に1回だけ使えます。心当たりがない場合は、何もする必要はありません。
panel-email-confirmed = アドレスを確認しました。
panel-letter-email-changed = メールアドレスが変更されました
panel-letter-email-changed-lead = { $site } の「{ $username }」のメールアドレスが変更されました。このアドレスにはもうメッセージは届きません。
panel-letter-email-changed-note = 心当たりがない場合は、すぐに新しいパスワードを設定してください。ほかの端末はすべてログアウトされます。そのあと、アドレスを入力し直してください。ログインできなくなった場合は、組織の管理者に連絡してください。
panel-letter-invitation = { $name } からの招待
panel-letter-invitation-lead = { $name } が { $site } のスタッフにあなたを招待しています。「{ $username }」でログインして、承諾または辞退してください。
panel-mail-answer = メールサーバーの応答: { $status }
panel-mail-why = 理由はサービスのログにあります
panel-letter-test = テストメール
panel-letter-test-lead = { $site } からのメールは届いています。

# Channels at Discord, and posts there.
panel-discord = Discord
panel-discord-lead = 公開されている大会の対戦組み合わせ、上位卓の結果、最終順位をこれらのチャンネルに投稿します。言語は、チャンネルを追加したときの表示言語です。
panel-discord-url = Webhookのアドレス
panel-discord-url-hint = Discordの「チャンネルの編集」→「連携サービス」→「ウェブフック」→「ウェブフックURLをコピー」で取得できます。アドレスは秘密の情報で、再び表示されることはありません。追加すると最初の投稿が送信されます。
panel-discord-event = 大会
panel-discord-event-hint = 1つの大会だけに使うチャンネルなら、大会のアドレスにある番号を入力してください。
panel-discord-all-events = すべての大会
panel-discord-add = チャンネルを追加
panel-discord-hello = { $site } の対戦組み合わせ、結果、順位をここに投稿します。
panel-discord-remove = { $name }を削除
panel-discord-more = ほか{ $count }件
