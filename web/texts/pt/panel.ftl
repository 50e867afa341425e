# O painel: entrar, membros, chaves, a auditoria e a própria conta.

panel-username = Nome de usuário
panel-password = Senha
panel-created = Criação
panel-last-day = Último dia
panel-first-name = Nome
panel-last-name = Sobrenome
panel-email = E-mail
panel-pronouns = Pronomes
panel-none = nenhum
panel-never = nunca
panel-keep-it = Manter
panel-saved-it = Já guardei
panel-continue = Continuar
panel-already-sent = Este formulário já foi enviado e executado. O valor apareceu na resposta e não é mostrado de novo.
panel-already-sent-value = Se você não guardou o valor, revogue-o e crie um novo.

## Entrar e sair

panel-waits-for-set-up = Esta instalação espera ser configurada. O Crosstable mostrou o link ao iniciar; ele também está no arquivo set-up-link da pasta de dados.
panel-sign-in-wrong = O nome de usuário e a senha não conferem. Maiúsculas e minúsculas fazem diferença nos dois.
panel-sign-in-note = Ainda não tem senha ou esqueceu a sua? Peça a um administrador da sua organização um link para criar uma.
panel-sign-out = Sair?
panel-sign-out-means = Isso encerra a sessão neste navegador. Na página da sua conta, você pode encerrar todas.
panel-stay-signed-in = Continuar conectado
panel-set-password = Criar uma senha
panel-do-set-password = Criar a senha
panel-set-password-for = Para { $name }. Você entra na hora.
panel-repeat-password = Repita a senha
panel-new-password = Nova senha
panel-new-password-hint = De 10 a 128 caracteres. Várias palavras são mais fáceis de lembrar do que símbolos e números.
panel-repeat-new-password = Repita a nova senha
panel-passwords-differ = As duas senhas são diferentes. Digite a mesma duas vezes.
panel-no-link = Este link não funciona mais
panel-no-link-why = Ele já foi usado, tem mais de um dia, foi substituído por um mais novo ou está faltando uma letra. Peça um novo à pessoa que passou o link para você.

## A configuração

panel-is-set-up = Esta instalação já está configurada.
panel-set-up-title = Configurar o Crosstable
panel-set-up-lead = Esta página cria a sua loja e a sua conta. Depois, o link deixa de funcionar.
panel-set-up-do = Configurar
panel-set-up-organization = Nome da sua loja ou clube
panel-set-up-zone-hint = Basta uma cidade, como Sao Paulo. Eventos novos têm esse fuso.
panel-set-up-name = Seu nome
panel-set-up-username-hint = Você entra com ele. Não pode ser alterado depois.
panel-set-up-address = Endereço deste servidor
panel-set-up-address-hint = Links e códigos QR começam com ele. Celulares precisam alcançá-lo: o endereço desta máquina na sua rede, ou um nome como https://events.example.
panel-set-up-mail-hint = Opcional: sem isso, nenhum e-mail é enviado
panel-set-up-smtp = Servidor de e-mail
panel-set-up-smtp-hint = smtps://mail.example, ou smtp://mail.example:587
panel-set-up-from = Endereço do remetente
panel-set-up-smtp-user = Usuário no servidor
panel-set-up-smtp-password = Senha no servidor
panel-set-up-wrong = Isto não pode ser usado. Confira, ou deixe vazio.
panel-set-up-done = Seu servidor está configurado
panel-set-up-next = Próximos passos
panel-set-up-staff = Convidar a equipe
panel-set-up-demo = Para ver dados de exemplo, execute isto em outra pasta:
panel-set-up-try = Experimente com um celular
panel-set-up-only-here = Só esta máquina alcança o endereço. Para celulares, inicie o Crosstable com --listen 0.0.0.0:8080 e --public-url com o endereço desta máquina na sua rede.
panel-set-up-no-tls = Sem HTTPS, a equipe só entra nesta máquina, e os celulares não recebem notificações. Os links de convidados funcionam.

## A visão geral

panel-to-do = A fazer
panel-newest-events = Eventos mais recentes
panel-no-events = Ainda não há eventos.
panel-event = Evento
panel-begins = Começa
panel-public-page = Página pública
panel-public-page-of = Página pública de { $name }
panel-not-public = não é público
panel-no-date = sem data definida
panel-todo-results = { $count ->
    [one] { $count } partida ainda está sem resultado
   *[other] { $count } partidas ainda estão sem resultado
}{ $round ->
    [-1] {""}
    [0] { " " }na reunião de jogadores
   *[other] { " " }na rodada { $round }
}
panel-todo-invited = { $name } convida você para ser membro.
panel-todo-one-administrator = Só há um administrador. Se essa pessoa não conseguir mais entrar, ninguém aqui pode ajudar: adicione outro.
panel-todo-webhook-gone = O webhook “{ $name }” foi desativado: o endereço respondeu 410 Gone.
panel-todo-webhook-given-up = O webhook “{ $name }” foi desativado: o endereço não aceitou nada por cinco dias.
panel-todo-webhook-fails = O endereço do webhook “{ $name }” não aceita mensagens.
panel-todo-key-ends = A chave “{ $name }” funciona até o fim do dia { $day } (UTC).

## Membros e pessoas

panel-new-account = Criar uma conta
panel-to-invite = Convidar pelo nome de usuário
panel-find-person = Buscar uma pessoa
panel-members-hint = Os membros desta organização e suas funções.
panel-signing-in = Acesso
panel-active-keys = Chaves ativas
panel-keys-count = { $count ->
    [one] { $count } chave
   *[other] { $count } chaves
}
panel-you = Você
panel-invitations = Convites
panel-unanswered = Estas pessoas ainda não responderam. Elas entram e aceitam ou recusam em { $address }.
panel-invited = Convite
panel-withdraw-of = Retirar o convite de { $username }
panel-sign-in-alone = Cuida da própria conta
panel-sign-in-can = Pode entrar
panel-sign-in-no-username = Sem conta para entrar
panel-sign-in-link = Link ainda não usado
panel-sign-in-no-password = Ainda sem senha
panel-role-in-organization = Função na organização
panel-choose-role = Escolha a função
panel-do-change-role = Mudar a função
panel-do-change-profile = Mudar o perfil
panel-new-link = Criar um link de senha
panel-account-alone = A própria pessoa cuida desta conta. Se ela perder a senha, quem opera o serviço pode ajudar.
panel-member-no-keys = Este membro não tem chaves.
panel-remove-member = Remover da organização
panel-member-with-role = Já é membro, como { $role }. Mude a função na página do membro.
panel-invited-with-role = Já recebeu um convite, como { $role }. Retire esse convite primeiro.
panel-remove-title = Remover { $name }?
panel-remove-means = { $name } deixa de ser membro de { $organization }. Isto para de funcionar na hora:
panel-remove-key = a chave “{ $name }”
panel-remove-tokens = { $count ->
    [one] { $count } token
   *[other] { $count } tokens
} desta pessoa para a organização
panel-remove-sessions = as sessões desta pessoa na organização
panel-remove-yourself = é você: você não verá mais estas páginas
panel-do-remove = Remover o membro
panel-keep-member = Manter o membro
panel-invite-title = Convidar um membro pelo nome de usuário
panel-invite-hint = Para quem já tem conta neste serviço. A pessoa vira membro ao aceitar o convite. Para quem não tem, crie uma conta.
panel-invite-username-hint = O nome com que a pessoa entra.
panel-no-such-username = Nenhuma conta tem este nome de usuário. Maiúsculas e minúsculas fazem diferença.
panel-do-invite = Convidar a pessoa
panel-to-find-person = Buscar uma pessoa pelo nome
panel-to-new-account = Criar uma conta em vez disso
panel-withdraw-title = Retirar este convite?
panel-withdraw-means = “{ $username }” recebeu um convite como { $role } e ainda não respondeu.
panel-do-withdraw = Retirar o convite
panel-do-create-account = Criar a conta
panel-new-account-hint = Você recebe um link para a pessoa criar uma senha. Sua organização cuida da conta.
panel-account-was-created = A conta foi criada
panel-name-hint = Como aparece nos pareamentos e na classificação.
panel-username-hint = Para entrar. Não pode ser mudado depois; maiúsculas e minúsculas fazem diferença.
panel-username-fixed = Não pode ser mudado.
panel-email-hint = Só para sua informação; nada é enviado para ele.
panel-find-person-hint = Entre as contas que esta organização administra, seus membros e os jogadores dos seus eventos.
panel-find-field = Nome ou nome de usuário
panel-found = { $count ->
    [one] { $count } pessoa encontrada.
   *[other] { $count } pessoas encontradas.
}
panel-find-elsewhere = Uma pessoa de outra organização é convidada pelo nome de usuário.
panel-not-a-member = não é membro
panel-show-member = Ver o membro
panel-invite = Convidar
panel-profile-of = Perfil de { $name }
panel-link-for = Criar um link de senha para { $name }?
panel-link-means = Com ele, a pessoa cria uma nova senha, uma única vez, no prazo de um dia. Um link anterior para de funcionar.
panel-link-until = A senha atual vale até o link ser usado; depois, todas as sessões são encerradas.
panel-do-create-link = Criar o link
panel-link-was-created = O link foi criado
panel-link-title = Um link para criar uma senha
panel-link-give = Passe-o para { $name } de um jeito que ninguém mais possa ler. O nome de usuário é “{ $username }”.
panel-link = Link
panel-link-works = Funciona uma única vez, até { $time }.
panel-link-first = A primeira pessoa que abrir o link cria a senha.

## O que cada função pode fazer

panel-roles-may = O que cada função pode fazer
panel-may-read-events = ler convenções, eventos, classificações e decklists
panel-may-read-own-keys = ler as próprias chaves de API
panel-may-read-own-registrations = ler as próprias inscrições
panel-may-manage-own-account = gerenciar a própria conta e os próprios vínculos
panel-may-read-registrations = ler inscrições, penalidades, configurações e auditoria dos eventos
panel-may-write-decklists = gravar decklists
panel-may-judge = arbitrar partidas, aplicar penalidades e atender chamados de juiz
panel-may-register = inscrever jogadores e gerenciar inscrições
panel-may-run-rounds = conduzir rodadas e reportar resultados
panel-may-search-people = buscar pessoas
panel-may-manage-events = gerenciar convenções e eventos
panel-may-manage-store-page = mudar a página da loja
panel-may-manage-members = gerenciar membros
panel-may-manage-webhooks = gerenciar webhooks
panel-may-manage-keys = gerenciar chaves de API
panel-may-read-audit = ler a auditoria da organização

## Chaves

panel-keys-hint = Com uma chave, um programa lê e grava por esta organização: um overlay, um painel de pareamentos, um site.
panel-no-keys = Ainda não há chaves.
panel-last-use = Último uso
panel-key-number = Nº { $number }
panel-key-read-only = somente leitura
panel-revoke = Revogar
panel-revoke-key-of = Revogar a chave { $name }
panel-new-key = Criar uma chave
panel-do-create-key = Criar a chave
panel-key-name-hint = Para que ela serve, como “overlay da stream”.
panel-make-read-only = Tornar a chave somente leitura
panel-make-read-only-hint = A chave não muda nada, mesmo que sua função permita.
panel-last-day-hint = Funciona até o fim desse dia, em UTC.
panel-key-last-day-hint = Funciona até o fim desse dia, em UTC. Sem um dia, não expira; um dia passado a encerra na hora.
panel-no-day = Não é uma data. Escreva ano, mês e dia: 2026-12-31.
panel-key-was-created = A chave foi criada
panel-your-key = Sua nova chave
panel-key = Chave
panel-it-is-called = O nome é “{ $name }”.
panel-key-header = Os programas a enviam no cabeçalho X-API-Key.
panel-key-role = Ela tem a função { $role }.
panel-key-role-read-only = Ela tem a função { $role } e é somente leitura.
panel-key-tied = Está ligada a { $name }: a função dela muda com a desse membro, e ela para de funcionar quando esse membro sai.
panel-does-not-expire = Ela não expira; revogue-a quando não for mais necessária.
panel-works-until = Funciona até o fim do dia { $day } (UTC).
panel-key-title = Chave “{ $name }”
panel-to-keys = Voltar às chaves
panel-to-revoke-key = Revogar esta chave
panel-key-fact = Ela tem a função { $role } e está ligada a { $name }.
panel-key-fact-read-only = Ela tem a função { $role }, é somente leitura e está ligada a { $name }.
panel-key-made = Criada em { $created }. Último uso: { $used }.
panel-key-state = Situação: { $state }.
panel-state-revoked = Revogada
panel-state-member-left = O membro saiu
panel-state-expired = Expirada
panel-state-ends-soon = Termina em breve
panel-state-active = Ativa
panel-revoke-key-title = Revogar “{ $name }”?
panel-revoke-key-means = Os programas que usam esta chave param de funcionar em um segundo. Isso não pode ser desfeito.
panel-never-used = Ela nunca foi usada.
panel-last-used = O último uso foi em { $time }.
panel-do-revoke-key = Revogar a chave

## A auditoria da organização

panel-audit-hint = Ações recentes, as mais novas primeiro. Os registros não podem ser mudados.
panel-audit-none = Não há registros mais antigos.
panel-audit-action = Ação
panel-audit-time = Hora
panel-audit-by = Por
panel-audit-quoted = “{ $name }”
panel-organization-created = A organização “{ $name }” foi criada
panel-organization-renamed = A organização passou a se chamar “{ $name }”
panel-organization-time-zone-set = O fuso horário agora é { $time_zone }
panel-organization-store-texts-changed = Os textos da página da loja mudaram
panel-organization-store-brand-changed = O endereço e a cor da página da loja mudaram: /stores/{ $slug }/
panel-organization-logo-set = { $logo ->
    [none] O logo foi removido
   *[some] O logo foi definido
}
panel-organization-member-added = { $name } virou membro: { $role }
panel-organization-member-invited = “{ $name }” recebeu um convite: { $role }
panel-organization-invitation-declined = “{ $name }” recusou o convite
panel-organization-invitation-withdrawn = O convite de “{ $name }” foi retirado
panel-organization-member-role-changed = { $name } recebeu a função { $role }
panel-organization-member-role-provided = { $name } tem esta função por entrar com { $provider }
panel-organization-member-removed = { $name } saiu da lista de membros
panel-organization-api-key-issued = Chave { $key } criada
panel-organization-api-key-narrowed = A chave { $key } passou a ser somente leitura
panel-organization-api-key-renamed = A chave { $key_id } passou a se chamar “{ $name }”
panel-organization-api-key-expiry-set = { $expires_at ->
    [none] A chave { $key } não expira mais
   *[other] A chave { $key } expira em { $time }
}
panel-organization-api-key-revoked = Chave { $key } revogada
panel-organization-webhook-added = Webhook adicionado: { $webhook }
panel-organization-webhook-changed = { $enabled ->
    [yes] Webhook alterado: { $webhook }
   *[no] Webhook alterado, está desligado: { $webhook }
}
panel-organization-webhook-secret-rotated = Segredo de um webhook trocado: { $webhook }
panel-organization-webhook-disabled = Webhook desativado porque o endereço não aceita mensagens: { $webhook }
panel-organization-webhook-removed = Webhook removido: { $webhook }
panel-organization-series-planned = Série de eventos planejada
panel-organization-series-ended = Série de eventos encerrada
panel-organization-api-key-used = Chave { $key } usada
panel-audit-member-number = membro { $number }
panel-audit-event-number = evento { $number }
panel-audit-convention-number = convenção { $number }
panel-audit-decklist-number = decklist nº { $number }
panel-audit-user-number = usuário { $number }

## A própria conta

panel-your-account = Sua conta
panel-profile = Perfil
panel-your-profile = Seu perfil
panel-password-and-sessions = Senha e sessões
panel-signed-in-for = Você fica conectado por uma semana.
panel-change-password = Mudar sua senha
panel-do-change-password = Mudar a senha
panel-change-password-ends = Isso encerra todas as suas sessões; este navegador recebe uma nova.
panel-end-sessions = Sair em todos os lugares?
panel-do-end-sessions = Sair em todos os lugares
panel-end-sessions-means = Todas as suas sessões são encerradas, em todos os navegadores. Este navegador recebe uma nova.
panel-end-sessions-tokens = Os tokens continuam valendo; revogue um por um.
panel-invitations-hint = Você só vira membro quando aceita. A partir daí, a organização vê seu nome nas páginas dela.
panel-accept = Aceitar
panel-accept-of = Aceitar o convite de { $name }
panel-decline = Recusar
panel-decline-of = Recusar o convite de { $name }
panel-accept-title = Aceitar o convite de { $name }?
panel-accept-means = Você vira membro de { $name }: { $role }. As páginas dela passam a mostrar seu nome.
panel-do-accept = Aceitar o convite
panel-not-now = Agora não
panel-organizations = Organizações
panel-organization-number = organização { $number }
panel-you-work-here = Você está trabalhando aqui
panel-do-switch-here = Trocar para esta
panel-end-account = Sair ou apagar seus dados
panel-leave-of = Deixar { $name }
panel-leave-title = Deixar { $name }?
panel-leave-means = Você deixa de ser membro de { $name }. Isto para de funcionar na hora:
panel-leave-keys = suas chaves de API desta organização
panel-leave-tokens = seus tokens e sessões para ela
panel-do-leave = Deixar a organização
panel-stay-member = Continuar como membro
panel-you-are-last = Você é o único administrador. Primeiro torne outro membro administrador.
panel-tokens = Tokens
panel-tokens-hint = Com um token, seus próprios programas leem e gravam decklists em seu nome.
panel-no-tokens = Você não tem tokens.
panel-acts-for = Age em nome de
panel-me-only = só eu
panel-revoke-token-of = Revogar o token { $name }
panel-new-token = Criar um token
panel-new-token-hint = Com um token, um programa seu pode agir em seu nome sem a sua senha.
panel-do-create-token = Criar o token
panel-token-name-hint = Para que ele serve, como “meu app de decks”.
panel-only-me = Só para mim
panel-only-me-hint = Ele lê e grava minhas próprias decklists.
panel-as-member = Como membro de { $name }
panel-as-member-hint = Ele tem os meus direitos sobre as decklists de lá, como { $role }.
panel-token-was-created = O token foi criado
panel-your-token = Seu novo token
panel-token = Token
panel-token-header = Os programas o enviam no cabeçalho Authorization, depois da palavra Token.
panel-token-acts = Quem tiver o token pode agir em seu nome.
panel-revoke-token-title = Revogar este token?
panel-revoke-token-means = Os programas que usam o token “{ $name }” param de funcionar na hora. Isso não pode ser desfeito.
panel-do-revoke-token = Revogar o token

panel-erase = Apagar a pessoa
panel-erase-title = Apagar { $name }?
panel-erase-goes = O nome, o nome de usuário, o e-mail, a senha, os tokens, os links privados e os vínculos de membro são apagados.
panel-erase-merged-too = As contas que foram unidas a esta também são apagadas.
panel-erase-stays = Os resultados e as listas ficam, com o nome “Player { $number }”.
panel-erase-for-ever = Se a pessoa voltar, será com uma conta nova.
panel-do-erase = Apagar para sempre
# Webhooks.
panel-webhooks-hint = Um webhook envia uma mensagem ao seu próprio programa quando algo muda nos eventos da organização.
panel-no-webhooks = Ainda não há webhooks.
panel-new-webhook = Adicionar um webhook
panel-do-add-webhook = Adicionar o webhook
panel-webhook-url = Endereço
panel-webhook-url-hint = Começa com https:// e pode ser acessado pela internet.
panel-webhook-description-hint = Para que ele serve, como “telas do salão”.
panel-webhook-enabled = Enviar mensagens
panel-webhook-enabled-hint = Enquanto estiver desligado, nada é enviado, e o que acontecer nesse tempo não é enviado depois.
panel-webhook-types-hint = Escolha os tipos de mensagem. Sem nenhum, todos são enviados, inclusive os de versões futuras.
panel-webhook-types = Mensagens
panel-webhook-all-types = Todas
panel-webhook-on = Ligado
panel-webhook-off = Desligado
panel-webhook-fails = Não aceita nada
panel-webhook-gone = Desativado: 410 Gone
panel-webhook-given-up = Desativado: não aceitou nada por cinco dias
panel-webhook-your-secret = O segredo do seu webhook
panel-webhook-secret-of = Ele assina as mensagens de “{ $name }”. Só é mostrado agora.
panel-webhook-secret = Segredo
panel-webhook-starts-now = O webhook envia o que acontecer a partir de agora.
panel-webhook-rotation = Por 24 horas, as mensagens têm duas assinaturas: com este segredo e com o anterior.
panel-webhook-was-added = O webhook foi adicionado
panel-webhook-was-rotated = O segredo foi trocado
panel-webhook-title = Webhook “{ $name }”
panel-to-webhooks = Voltar aos webhooks
panel-to-rotate-secret = Trocar o segredo
panel-to-remove-webhook = Remover este webhook
panel-webhook-fails-since = O endereço não aceita nada desde { $time }.
panel-webhook-disabled-at = Ele foi desativado em { $time }. Ligue-o para voltar a enviar mensagens.
panel-webhook-two-secrets = As mensagens têm duas assinaturas até { $time }.
panel-rotate-webhook-title = Trocar o segredo de “{ $name }”?
panel-rotate-webhook-means = Você recebe um novo segredo. O atual também assina por 24 horas; os anteriores a ele param de assinar na hora.
panel-remove-webhook-title = Remover “{ $name }”?
panel-remove-webhook-means = Nada mais é enviado para ele, e as entregas não aparecem mais. Isso não pode ser desfeito.
panel-do-remove-webhook = Remover o webhook
panel-deliveries = Entregas
panel-deliveries-of = Entregas de { $name }
panel-deliveries-title = Entregas de “{ $name }”
panel-deliveries-all = Ver todas
panel-deliveries-undelivered = Ver as não entregues
panel-deliveries-hint = As mensagens dos últimos 30 dias. Uma mensagem que não foi entregue pode ser enviada de novo.
panel-no-deliveries = Não há entregas aqui.
panel-delivery-happened = Aconteceu
panel-delivery-last = Última tentativa
panel-delivery-answer = Última resposta
panel-delivery-no-answer = nenhuma
panel-delivery-pending = Pendente
panel-delivery-delivered = Entregue
panel-delivery-undelivered = Não entregue
panel-delivery-attempts = { $count ->
    [one] { $count } tentativa
   *[other] { $count } tentativas
}
panel-resend-of = Enviar de novo: entrega { $number }
panel-do-resend = Enviar de novo
panel-resend-period = Enviar um período de novo
panel-resend-period-hint = Envia todas as mensagens sobre o que aconteceu neste período (UTC), entregues ou não.
panel-webhook-from = De
panel-webhook-to = Até
panel-do-resend-period = Enviar o período de novo
panel-webhook-no-time = Isso não é uma data com hora.

## O formulário da página da loja

panel-store-means = Todo mundo vê esta página: ela mostra seus eventos públicos e o que você escrever aqui.
panel-store-show = Ver a página
panel-store-slug = Endereço da página
panel-store-slug-hint = Letras minúsculas, números e hifens. Os endereços anteriores continuam trazendo para cá.
panel-store-about = Sobre a loja
panel-store-about-hint = Markdown: **negrito**, listas com *, links.
panel-store-address = Endereço postal
panel-store-website = Site
panel-store-accent = Cor dos botões e links

panel-logo = Logo
panel-logo-hint = JPEG, PNG ou WebP, no máximo 5 MB. De preferência quadrado, 512 × 512 pixels. Todo mundo pode ver.

# Mail, and a password link by mail.
panel-mail = E-mail
panel-mail-off = Nenhum e-mail é enviado: não há servidor de e-mail configurado. O operador o configura com --smtp-url e --mail-from.
panel-mail-on = Os e-mails são enviados de { $address }.
panel-mail-no-address = Sua conta não tem endereço de e-mail, então não é possível enviar uma mensagem de teste para você.
panel-mail-to = A mensagem de teste vai para o seu próprio endereço, { $address }. Suas últimas mensagens:
panel-mail-test = Enviar uma mensagem de teste
panel-forgotten = Esqueceu a senha?
panel-forgotten-lead = Digite seu nome de usuário. Enviamos um link para o endereço de e-mail da conta.
panel-forgotten-do = Enviar o link
panel-forgotten-sent = Se esta conta tem um endereço de e-mail, o link está a caminho. Um endereço alterado nos últimos sete dias e não confirmado não recebe o link. Não chegou? Peça um link a um administrador da sua organização.
panel-letter-password = Alguém pediu um link para definir uma nova senha para “{ $username }” em { $site }.
panel-letter-password-note = O link funciona uma única vez, em até 24 horas. Se não foi você, não faça nada: sua senha continua a mesma.
panel-confirm-email = Confirme seu endereço de e-mail
panel-confirm-email-do = Confirmar o endereço
panel-letter-email = Este endereço foi informado para “{ $username }” em { $site }. Depois de confirmado, você pode receber aqui um link se esquecer a senha.
panel-letter-email-note = O link funciona uma única vez, em até 24 horas. Se não foi você, não faça nada.
panel-email-confirmed = O endereço está confirmado.
panel-letter-email-changed = Seu endereço de e-mail foi alterado
panel-letter-email-changed-lead = O endereço de e-mail de “{ $username }” em { $site } foi alterado. As mensagens não chegam mais a este.
panel-letter-email-changed-note = Se não foi você, defina logo uma nova senha, o que encerra a sessão em todos os outros aparelhos. Depois informe de novo seu endereço. Se você não consegue mais entrar, fale com um administrador da sua organização.
panel-create-account = Criar uma conta
panel-create-account-do = Criar a conta
panel-create-account-lead = Com uma conta você se inscreve em eventos, informa resultados e encontra seu histórico.
panel-create-account-email = Enviamos um link para lá. Abra-o para confirmar o endereço.
panel-create-account-off = Este servidor não envia e-mails, por isso ninguém pode criar a própria conta. A loja cria uma para você.
panel-create-account-have = Já tenho uma conta
panel-email-state = Estado do endereço
panel-email-is-confirmed = confirmado
panel-email-is-not = não confirmado
panel-email-again = Enviar o link novamente
panel-unproven = Abra o link do e-mail para confirmar seu endereço. Até lá você não pode se inscrever em eventos e, após 48 horas, a conta é excluída. Nenhum e-mail? Procure no spam ou corrija o endereço no seu perfil.
panel-download-data = Baixar meus dados
panel-delete-account = Excluir minha conta
panel-deleted = Sua conta foi excluída
panel-letter-account = Você já tem uma conta
panel-letter-account-lead = Alguém, provavelmente você, criou uma conta em { $site } com este endereço. Você já tem uma: “{ $username }”. Entre com ela.
panel-letter-account-note = O link é para o caso de senha esquecida. Se quiser uma segunda conta, entre nela e escolha “Enviar o link novamente”. Caso contrário, não faça nada: ela é excluída após 48 horas.
panel-letter-codes = Códigos errados no seu acesso
panel-letter-codes-lead = Alguém informou em { $site } a senha certa de { $username } e depois muitos códigos errados. A conta continua protegida: por 24 horas, um navegador novo precisa de um código de recuperação.
panel-letter-codes-note = Se não foi você, mude sua senha agora.
panel-letter-invitation = Convite: { $name }
panel-letter-invitation-lead = { $name } convida você para a equipe em { $site }. Entre como “{ $username }” para aceitar ou recusar.
panel-mail-answer = o servidor de e-mail respondeu { $status }
panel-mail-why = o motivo está no log do serviço
panel-letter-test = Mensagem de teste
panel-letter-test-lead = Os e-mails de { $site } estão chegando.

# Channels at Discord, and posts there.
panel-discord = Discord
panel-discord-lead = Os pareamentos, os resultados das primeiras mesas e as classificações finais dos eventos públicos são publicados nestes canais, no idioma em que você adiciona o canal.
panel-discord-url = Endereço do webhook
panel-discord-url-hint = No Discord: configurações do canal, Integrações, Webhooks, Copiar URL do webhook. O endereço é secreto e não é mostrado de novo. Ao adicioná-lo, uma primeira publicação é enviada.
panel-discord-event-hint = O número no endereço do evento, se o canal for para um só evento.
panel-discord-all-events = todos os eventos
panel-discord-add = Adicionar o canal
panel-discord-hello = Os pareamentos, os resultados e as classificações de { $site } serão publicados aqui.
panel-discord-remove = Remover { $name }
panel-discord-more = e mais { $count }

panel-claims = Reivindicações de resultados
panel-claims-hint = Uma pessoa com conta diz que os resultados de um convidado são dela. Aceite se sabe que é verdade: esses eventos passam a mostrar o nome da conta. Você pode desfazer na mesa, na página do jogador. Uma reivindicação recusada não pode ser repetida.
panel-claims-none = Ninguém reivindica resultados.
panel-claim-guest = Convidado
panel-claim-by = Conta
panel-claim-agree = Aceitar
panel-claim-refuse = Recusar
panel-claim-agree-of = Aceitar que { $guest } é { $account }
panel-claim-refuse-of = Recusar que { $guest } é { $account }
panel-todo-staff = { $count ->
    [one] Você faz parte da equipe de um evento
   *[other] Você faz parte da equipe de { $count } eventos
}
panel-todo-claims = { $count ->
    [one] Os resultados de um convidado são reivindicados
   *[other] Os resultados de { $count } convidados são reivindicados
}

panel-two-step = Login em duas etapas
panel-two-step-hint = Depois da senha, o login pede um código de um aplicativo autenticador. Leia isto com o aplicativo e digite os seis algarismos que ele mostra.
panel-two-step-secret = Se não puder ler o código, digite isto no aplicativo: { $secret }
panel-two-step-code = Código
panel-two-step-on = Ativar
panel-two-step-off = Desativar
panel-two-step-is-on = O login em duas etapas está ativado. { $count ->
    [one] Resta { $count } código de recuperação.
   *[other] Restam { $count } códigos de recuperação.
} Para desativar é preciso um código.
panel-recovery-codes = Códigos de recuperação
panel-recovery-codes-lead = O login em duas etapas está ativado. Imprima ou anote estes códigos: cada um vale uma vez, se você estiver sem o telefone.
panel-recovery-codes-once = Eles são mostrados uma única vez. Guarde-os onde outras pessoas não os encontrem. Se os perder, desative e ative de novo o login em duas etapas: você recebe novos.
panel-code-lead = Digite o código que o seu aplicativo autenticador mostra ou um código de recuperação.
panel-code-wrong = Este código está errado ou já foi usado. Tente o próximo.
panel-code-recovery = Muitos códigos estavam errados nas últimas 24 horas. Use um código de recuperação ou um navegador em que você já entrou antes.
panel-two-step-off-of = Desativar o login em duas etapas de { $name }
panel-two-step-off-means = { $name } passa a entrar só com a senha. Faça isso apenas se tiver certeza de quem perdeu o telefone.
panel-sign-in-with = Entrar com { $name }
panel-no-passwords = Aqui se entra com uma conta de outro serviço, e não com senha.
panel-create-account-provider = Sua conta é criada aqui quando você entra pela primeira vez.
panel-providers = Entrar com outras contas
panel-providers-none = Você também pode entrar aqui com uma conta de outro serviço.
panel-providers-linked = Você também entra com
panel-link-provider = Vincular { $name }
panel-link-provider-lead = Vincular { $account } de { $name } à sua conta daqui? Depois você também pode entrar com ela.
panel-link-provider-do = Vincular a conta
panel-unlink-provider = Desvincular
panel-provider-again = Este login não começou neste navegador, já foi usado ou demorou demais. Comece de novo.
panel-provider-denied = Você não deu seu consentimento em { $name }, por isso não entrou.
panel-provider-failed = { $name } não deu uma resposta válida. Comece de novo. Se isso se repetir, avise quem opera este serviço.
panel-provider-down = { $name } não responde. Tente mais tarde.
panel-provider-clock = O login em { $name } demorou demais, ou o relógio deste servidor está errado. Comece de novo.
panel-provider-no-email = Uma conta nova precisa de um endereço de e-mail verificado por { $name }. Verifique seu endereço lá e entre de novo.
panel-provider-known = Você já tem uma conta aqui. Entre com sua senha e vincule { $name } na página da sua conta.
panel-provider-known-link = Você já tem uma conta aqui. Peça a um administrador da sua organização um link para entrar e vincule { $name } na página da sua conta.
