# Mensagens das partes comuns do serviço, por código.

problem-address-too-large = O endereço e os cabeçalhos podem ter { $limit } bytes no total, mas têm { $size }: o endereço tem { $own } bytes.
problem-answer-too-late = A resposta demorou demais. Tente de novo.
problem-authorization-not-understood = O cabeçalho Authorization não foi entendido. Envie um token como “Authorization: Token ut_…”.
problem-body-incomplete = O conteúdo está incompleto.
problem-body-too-large = O conteúdo pode ter no máximo { $most } bytes.
problem-body-too-large-as-declared = O conteúdo pode ter no máximo { $most } bytes; este tem { $bytes }.
problem-body-too-late = O conteúdo da solicitação não chegou a tempo.
problem-change-from-other-site = Uma página de outro site não pode fazer mudanças em seu nome.
problem-consistency-token-not-issued-here = O cabeçalho Consistency-Token não foi emitido por este serviço.
problem-consistency-token-of-other-organization = O cabeçalho Consistency-Token é de outra organização.
problem-consistency-token-of-replaced-log = O cabeçalho Consistency-Token é mais antigo que o backup do qual este serviço foi restaurado, e a mudança dele talvez tenha se perdido. Leia sem ele.
problem-credential-expired = { $what ->
    [token] Este token
   *[other] Esta chave
} expirou em { $expiry }.
problem-credential-revoked = { $what ->
    [token] Este token foi revogado
   *[other] Esta chave foi revogada
}.
problem-data-away = Os dados salvos não estão acessíveis no momento. Tente de novo.
problem-data-being-restored = Parte dos dados estava danificada e está sendo restaurada agora. Tente de novo.
problem-data-damaged = Os dados salvos estão danificados, e o serviço não aceita mudanças até o reparo. Nada foi salvo.
problem-given-twice = Isto foi informado mais de uma vez.
problem-header-too-large = O endereço e os cabeçalhos podem ter { $limit } bytes no total, mas têm { $size }: o cabeçalho { $name } tem { $own } bytes.
problem-internal = Algo deu errado do nosso lado. Isso ficou registrado. Tente de novo mais tarde.
problem-invalid-host = O cabeçalho Host precisa conter um host, como events.example ou events.example:8080.
problem-little-room = O armazenamento está quase cheio, e o resto está reservado para a equipe dos eventos. Nada foi salvo.
problem-malformed-api-key = O valor de { $header } não é uma chave de API: foi digitado errado ou está cortado. Uma chave é formada por “sk_” e 36 letras e números.
problem-malformed-consistency-token = O cabeçalho Consistency-Token não é um token válido: envie-o como veio na resposta a uma mudança.
problem-malformed-token = O valor de Authorization não é um token: foi digitado errado ou está cortado. Um token é formado por “ut_” e 36 letras e números.
problem-members-only = Só membros de uma organização podem fazer isto.
problem-membership-ended = Você não é mais membro da organização para a qual isto vale.
problem-method-not-allowed = Aqui só é possível { $allow }.
problem-missing-host = Falta o cabeçalho Host. O HTTP/1.1 exige um.
problem-no-api-key = Nenhuma chave de API foi enviada. Envie uma no cabeçalho X-API-Key.
problem-no-credential = Nenhuma credencial foi enviada. Envie uma chave de API no cabeçalho X-API-Key ou um token como “Authorization: Token ut_…”, ou entre em /login/.
problem-no-room = Não há mais espaço para salvar isto. Nada foi salvo.
problem-no-session = Você não entrou na sua conta. Entre em /login/.
problem-no-token = Nenhum token foi enviado. Envie um como “Authorization: Token ut_…”. Uma sessão não basta; a página da sua conta, em /admin/account/, pede sua senha em vez disso.
problem-not-by-private-link = Um link privado não permite isto.
problem-not-found = { $what ->
    [announcement] Não há aviso
    [call] Não há chamado
    [convention] Não há convenção
    [decklist] Não há decklist
    [delivery] Não há entrega
    [event] Não há evento
    [invitation] Não há convite
    [match] Não há partida
    [member] Não há membro
    [membership] Não há vínculo de membro
    [organization] Não há organização
    [penalty] Não há penalidade
    [registration] Não há inscrição
    [round] Não há rodada
    [team] Não há time
    [token] Não há token
    [user] Não há pessoa
    [webhook] Não há webhook
   *[other] Não há nada
} com o número “{ $id }”.
problem-not-ready = Não está pronto: { $parts }.
problem-not-stored = Não é possível salvar nada no momento. Nada foi salvo. Tente de novo.
problem-part-not-ready = { $reason }
problem-quota-of-writes-used = Você usou suas { $most } mudanças por minuto. Tente de novo em { $seconds } segundos.
problem-read-only-key = Esta chave de API é somente leitura.
problem-role-of-key = A função desta chave de API, “{ $role ->
    [ADMIN] Administrador
    [ORGANIZER] Organizador
    [SCOREKEEPER] Scorekeeper
    [JUDGE] Juiz
    [READ_ONLY] Somente leitura
   *[other] { $role }
}”, não permite isto. Estas funções permitem: { $roles }.
problem-role-of-member = Sua função nesta organização, “{ $role ->
    [ADMIN] Administrador
    [ORGANIZER] Organizador
    [SCOREKEEPER] Scorekeeper
    [JUDGE] Juiz
    [READ_ONLY] Somente leitura
   *[other] { $role }
}”, não permite isto. Estas funções permitem: { $roles }.
problem-role-of-members-only = Só membros de uma organização podem fazer isto. Estas funções permitem: { $roles }.
problem-session-over = Sua sessão terminou. Entre de novo em /login/.
problem-several-hosts = A solicitação tem vários cabeçalhos Host; precisa ter exatamente um.
problem-stored-but-unanswered = A mudança foi salva, mas a resposta não pode ser lida no momento. Repita a solicitação com o mesmo Idempotency-Key para recebê-la.
problem-too-many-answers = Já há { $already } { $what ->
    [lists] listas
    [exports] exportações
    [streams] streams
   *[other] respostas
} sendo enviadas, e esse é o limite. Tente de novo.
problem-too-many-requests-in-progress = Você tem { $most } solicitações em andamento, e esse é o limite. Espere até algumas serem respondidas.
problem-too-many-writes-wait = Há mudanças demais esperando para serem salvas. Nada foi salvo. Tente de novo.
problem-too-much-data = O serviço está recebendo dados demais no momento. Tente de novo.
problem-two-credentials = X-API-Key e Authorization: Token vieram juntos, talvez de pessoas diferentes. Envie só um dos dois.
problem-unknown-api-key-value = Esta chave de API não é conhecida aqui.
problem-unknown-name = { $kind ->
    [field] Campo desconhecido
   *[other] Parâmetro desconhecido
}: “{ $sent }”.
problem-unknown-name-with-a-similar-one = { $kind ->
    [field] Campo desconhecido
   *[other] Parâmetro desconhecido
}: “{ $sent }”. Você quis dizer “{ $near }”?
problem-unknown-part = Este processo não tem esse papel. Todos os papéis estão em “parts”, em /readyz.
problem-unknown-token-value = Este token não é conhecido aqui.
problem-unused-parameter = { $name }: { $fault } { $taken }
problem-unused-parameters = { $several } parâmetros são inválidos, veja “errors”. { $taken }
problem-write-too-late = A resposta demorou demais. A mudança pode ter sido feita ou não. Repita a solicitação com o mesmo Idempotency-Key: ela só é feita uma vez.
problem-write-uncertain = Houve um erro ao salvar. Isto pode ter sido feito ou não. Repita a solicitação com o mesmo Idempotency-Key: ela só é feita uma vez.
