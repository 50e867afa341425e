# サービスの共通部分のメッセージ（コード別）。

problem-address-too-large = アドレスとヘッダーは合計{ $limit }バイトまでですが、{ $size }バイトあります。アドレスは{ $own }バイトです。
problem-answer-too-late = 応答に時間がかかりすぎました。もう一度お試しください。
problem-authorization-not-understood = Authorizationヘッダーを読み取れません。トークンは「Authorization: Token ut_…」の形で送信してください。
problem-body-incomplete = 本文が途中で切れています。
problem-body-too-large = 本文は{ $most }バイトまでです。
problem-body-too-large-as-declared = 本文は{ $most }バイトまでですが、{ $bytes }バイトあります。
problem-body-too-late = リクエストの本文が時間内に届きませんでした。
problem-change-from-other-site = 別のサイトのページから、あなたの名前で変更することはできません。
problem-consistency-token-not-issued-here = Consistency-Tokenヘッダーはこのサービスが発行したものではありません。
problem-consistency-token-of-other-organization = Consistency-Tokenヘッダーは別の組織に発行されたものです。
problem-consistency-token-of-replaced-log = Consistency-Tokenヘッダーは、このサービスの復元に使われたバックアップより古く、その変更は失われた可能性があります。トークンなしで読み取ってください。
problem-credential-expired = この{ $what ->
    [token] トークン
   *[other] キー
}は{ $expiry }に期限切れになりました。
problem-credential-revoked = この{ $what ->
    [token] トークン
   *[other] キー
}は無効になっています。
problem-data-away = 現在、保存データに接続できません。もう一度お試しください。
problem-data-being-restored = データの一部が破損していたため、復元中です。もう一度お試しください。
problem-data-damaged = 保存データが破損しています。修復されるまで変更は受け付けられません。何も保存されていません。
problem-given-twice = 2回以上指定されています。
problem-header-too-large = アドレスとヘッダーは合計{ $limit }バイトまでですが、{ $size }バイトあります。ヘッダー{ $name }は{ $own }バイトです。
problem-internal = 内部で問題が発生し、記録されました。しばらくしてからもう一度お試しください。
problem-invalid-host = Hostヘッダーには、events.exampleやevents.example:8080のようなホストを指定してください。
problem-little-room = 保存容量の残りが少なく、残りは大会スタッフ用に確保されています。何も保存されていません。
problem-malformed-api-key = { $header }の値はAPIキーではありません。入力ミスか、途中で切れています。キーは「sk_」と36文字の英数字です。
problem-malformed-consistency-token = Consistency-Tokenヘッダーが正しいトークンではありません。変更の応答で返されたものをそのまま送信してください。
problem-malformed-token = Authorizationの値はトークンではありません。入力ミスか、途中で切れています。トークンは「ut_」と36文字の英数字です。
problem-members-only = この操作ができるのは組織のメンバーだけです。
problem-membership-ended = あなたはもう、これに対応する組織のメンバーではありません。
problem-method-not-allowed = ここで使えるのは{ $allow }だけです。
problem-missing-host = Hostヘッダーがありません。HTTP/1.1では必須です。
problem-no-api-key = APIキーが送信されていません。X-API-Keyヘッダーで送信してください。
problem-no-credential = 認証情報が送信されていません。X-API-KeyヘッダーでAPIキーを送信するか、「Authorization: Token ut_…」でトークンを送信するか、/login/でログインしてください。
problem-no-room = 保存する容量がありません。何も保存されていません。
problem-no-session = ログインしていません。/login/でログインしてください。
problem-no-token = トークンが送信されていません。「Authorization: Token ut_…」の形で送信してください。セッションでは不十分です。アカウントのページ（/admin/account/）では、代わりにパスワードを入力します。
problem-not-by-private-link = 専用リンクではこの操作はできません。
problem-not-found = 番号「{ $id }」の{ $what ->
    [announcement] お知らせ
    [call] ジャッジコール
    [convention] コンベンション
    [decklist] デッキリスト
    [delivery] 送信
    [event] 大会
    [invitation] 招待
    [match] マッチ
    [member] メンバー
    [membership] 所属
    [organization] 組織
    [penalty] 懲罰
    [registration] 参加登録
    [round] ラウンド
    [team] チーム
    [token] トークン
    [user] ユーザー
    [webhook] Webhook
   *[other] もの
}は見つかりません。
problem-not-ready = 準備ができていません：{ $parts }。
problem-not-stored = 現在、保存できません。何も保存されていません。もう一度お試しください。
problem-part-not-ready = { $reason }
problem-quota-of-writes-used = 1分あたりの変更回数の上限（{ $most }回）に達しました。{ $seconds }秒後にもう一度お試しください。
problem-read-only-key = このAPIキーは読み取り専用です。
problem-role-of-key = このAPIキーの役割「{ $role ->
    [ADMIN] 管理者
    [ORGANIZER] 主催者
    [SCOREKEEPER] スコアキーパー
    [JUDGE] ジャッジ
    [READ_ONLY] 閲覧のみ
   *[other] { $role }
}」では、この操作はできません。可能な役割：{ $roles }。
problem-role-of-member = この組織でのあなたの役割「{ $role ->
    [ADMIN] 管理者
    [ORGANIZER] 主催者
    [SCOREKEEPER] スコアキーパー
    [JUDGE] ジャッジ
    [READ_ONLY] 閲覧のみ
   *[other] { $role }
}」では、この操作はできません。可能な役割：{ $roles }。
problem-role-of-members-only = この操作ができるのは組織のメンバーだけです。可能な役割：{ $roles }。
problem-session-over = セッションが終了しました。/login/でもう一度ログインしてください。
problem-several-hosts = リクエストにHostヘッダーが複数あります。1つだけにしてください。
problem-stored-but-unanswered = 変更は保存されましたが、現在応答を読み取れません。同じIdempotency-Keyでリクエストを再送信すると、応答を取得できます。
problem-too-many-answers = すでに{ $already }件の{ $what ->
    [lists] リスト
    [exports] エクスポート
    [streams] ストリーム
   *[other] 応答
}を送信中で、上限に達しています。もう一度お試しください。
problem-too-many-requests-in-progress = 同時に処理できるリクエストの上限（{ $most }件）に達しています。応答が返るまでお待ちください。
problem-too-many-writes-wait = 保存待ちの変更が多すぎます。何も保存されていません。もう一度お試しください。
problem-too-much-data = 現在、サービスの受信データが多すぎます。もう一度お試しください。
problem-two-credentials = X-API-KeyとAuthorization: Tokenの両方が送信されており、別々の人のものかもしれません。どちらか一方だけを送信してください。
problem-unknown-api-key-value = このAPIキーはここでは登録されていません。
problem-unknown-name = 不明な{ $kind ->
    [field] 項目
   *[other] パラメーター
}「{ $sent }」です。
problem-unknown-name-with-a-similar-one = 不明な{ $kind ->
    [field] 項目
   *[other] パラメーター
}「{ $sent }」です。「{ $near }」のことですか？
problem-unknown-part = このプロセスはその役割を持っていません。すべての役割は/readyzの「parts」にあります。
problem-unknown-token-value = このトークンはここでは登録されていません。
problem-unused-parameter = { $name }：{ $fault }{ $taken }
problem-unused-parameters = { $several }個のパラメーターが正しくありません。「errors」をご覧ください。{ $taken }
problem-write-too-late = 応答に時間がかかりすぎました。変更が実行されたかどうか不明です。同じIdempotency-Keyでリクエストを再送信してください。実行されるのは1回だけです。
problem-write-uncertain = 保存中にエラーが発生しました。実行されたかどうか不明です。同じIdempotency-Keyでリクエストを再送信してください。実行されるのは1回だけです。
