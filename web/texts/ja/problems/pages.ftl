# ページのメッセージ（コード別）。

problem-account-not-managed = このアカウントはあなたの組織の管理下にないか、本人が別の組織のメンバーでもあります。本人またはサービスの運営者が変更できます。
problem-empty = 空欄にはできません。
problem-no-such-picture = この画像はありません。
problem-page-form-from-other-site = このフォームは別のサイトのページから送信されました。
problem-page-form-not-whole = フォームの一部が届きませんでした。もう一度送信してください。
problem-page-form-of-another-type = これらのページのフォームは{ $most }として送信してください。
problem-page-form-of-other-session = このフォームは別のセッションのものです。その間にログインし直したか、組織を切り替えています。何も実行されていません。前のページに戻り、再読み込みしてから、もう一度送信してください。
problem-page-form-too-large = このフォームは大きすぎます。
problem-not-a-member-there = あなたは選択した組織のメンバーではありません。
problem-not-signed-in = ログインしていません。
problem-page-not-found = このアドレスには何もありません。入力ミスか、内容が削除された可能性があります。
problem-page-write-uncertain = 保存中にエラーが発生しました。実行されたかどうか不明です。もう一度試す前に確認してください。
problem-stopping = サービスを停止しています。接続し直してください。
