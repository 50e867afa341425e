# フォームの部品とメッセージ。

form-error = エラー：
form-optional = （任意）
form-actions = 操作
form-refused = 保存されませんでした
form-choose = いずれかを選んでください。
form-copy = コピー
form-copied = コピーしました。
form-selected = 選択しました。Ctrl+Cまたは⌘Cでコピーしてください。
form-once = 表示されるのは1回だけです。なくした場合は、新しく作成してください。
form-current-password = 現在のパスワード
form-not-your-password = パスワードが違います。
form-too-many-attempts = 試行回数が多すぎます。{ $minutes }分待ってから、もう一度お試しください。
form-plain-http = このページは暗号化されていないHTTPで開かれています。ネットワーク上の誰もがパスワードを読み取れるうえ、ブラウザのログイン状態も保持されません。{ $login ->
    [none] https://で始まるアドレスを運営者にお問い合わせください。
   *[other] 代わりに{ $login }を開いてください。
}運営者は、オプション--allow-plain-httpで許可することもできます。
form-picture-now = 現在の画像
form-picture-file = 新しい画像
form-picture-save = 画像を保存
form-picture-remove = 画像を削除
