# 読み取り側のメッセージ（コード別）。

problem-archetypes-not-public = 大会{ $id }のデッキリストは公開されていないため、アーキタイプも公開されていません。
problem-dumps-being-replaced = ダンプを新しいものに置き換えています。もう一度お試しください。
problem-export-not-accepted = エクスポートの形式は{ $json }または{ $ndjson }ですが、Acceptヘッダーで両方とも除外されています。
problem-export-table-not-accepted = エクスポートの形式は{ $ndjson }、{ $json }、{ $csv }ですが、Acceptヘッダーですべて除外されています。
problem-for-api-keys-only = このアドレスはAPIキー専用です。
problem-media-type-not-accepted = このアドレスの応答は{ $media_type }ですが、Acceptヘッダーで除外されています。
problem-no-dumps = このサービスはダンプを提供していません。
problem-no-line-of-player = このラウンドの順位表にプレイヤー「{ $player }」の行はありません。
problem-no-such-dump = ダンプにこのファイルはありません。一覧はディレクトリにあります。
problem-no-such-page = { $number }ページはありません。このサイズでは1～{ $pages }ページです。
problem-no-such-public-file = 公開ページにこのファイルはありません。
problem-not-a-valid-format = 正しいフォーマットを指定してください。
problem-page-after-the-end = { $number }ページはありません。リストはその前に終わっています。
problem-part-not-readable = データの一部が読み取れないため、このConsistency-Tokenに対応する内容が応答に含まれていない可能性があります。トークンなしなら、現状のままの応答を取得できます。
problem-standings-being-replaced = 進行中のラウンドが削除されたところです。1秒後にもう一度お試しください。
problem-start-again-without-since = { $why }sinceなしで最初からやり直してください。
problem-starting = サービスを起動しています。少し待ってからもう一度お試しください。
problem-team-matches-for-staff = チームのマッチを見られるのは大会スタッフだけです。
problem-too-many-drawings = 現在ページの描画が集中しています。1秒後にもう一度お試しください。
problem-unknown-event-format = 「{ $format }」は正しいフォーマットではありません。使えるもの：{ $valid }。
problem-write-not-readable-yet = このConsistency-Tokenに対応する内容は保存済みですが、まだ読み取れません。もう一度お試しください。「Prefer: wait=5」を付けると、リクエストはより長く待ちます。
