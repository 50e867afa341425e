# Mensagens do lado de leitura, por código.

problem-archetypes-not-public = O evento { $id } não publicou suas decklists, então os arquétipos não são públicos.
problem-dumps-being-replaced = Os dumps estão sendo substituídos por mais novos. Tente de novo.
problem-export-not-accepted = A exportação vem como { $json } ou { $ndjson }; o cabeçalho Accept exclui os dois.
problem-export-table-not-accepted = A exportação vem como { $ndjson }, { $json } ou { $csv }; o cabeçalho Accept exclui todos.
problem-for-api-keys-only = Este endereço é só para chaves de API.
problem-media-type-not-accepted = Este endereço responde com { $media_type }, o que o cabeçalho Accept exclui.
problem-no-dumps = Este serviço não oferece dumps.
problem-no-line-of-player = A classificação desta rodada não tem linha do jogador “{ $player }”.
problem-no-such-dump = Os dumps não têm esse arquivo; o manifesto lista todos.
problem-no-such-page = Não há página { $number }: neste tamanho, as páginas vão de 1 a { $pages }.
problem-no-such-public-file = As páginas públicas não têm esse arquivo.
problem-not-a-valid-format = Precisa ser um formato válido.
problem-page-after-the-end = Não há página { $number }: a lista termina antes.
problem-part-not-readable = Nesta resposta talvez falte o que pertence a este Consistency-Token, porque parte dos dados não pode ser lida. Sem o token, você recebe a resposta como está.
problem-standings-being-replaced = A rodada em andamento acabou de ser removida. Tente de novo em um segundo.
problem-start-again-without-since = { $why } Comece de novo sem since.
problem-starting = O serviço está iniciando. Tente de novo em instantes.
problem-team-matches-for-staff = Só a equipe do evento pode ler as partidas dos times.
problem-too-many-drawings = Muitas páginas estão sendo montadas no momento. Tente de novo em um segundo.
problem-unknown-event-format = “{ $format }” não é um formato válido. Valores possíveis: { $valid }.
problem-write-not-readable-yet = O que pertence a este Consistency-Token já foi salvo, mas ainda não pode ser lido. Tente de novo; com “Prefer: wait=5”, a solicitação espera mais.
