# A moldura das páginas para quem entra e as páginas sobre erros.

frame-skip = Ir para o conteúdo
frame-pages = Páginas
frame-crumbs = Onde você está
frame-tabs = Páginas deste evento
frame-desk = Gestão
frame-administration = Administração
frame-sign-in = Entrar
frame-sign-out = Sair
frame-overview = Visão geral
frame-events = Eventos
frame-store = Página da loja
frame-members = Membros
frame-keys = Chaves
frame-webhooks = Webhooks
frame-audit = Auditoria
frame-own-events = Meus eventos
frame-account = Conta
frame-to-overview = Ir para a visão geral
frame-to-account = Ir para a sua conta

## Erros

frame-error-not-signed-in = Você não entrou na sua conta
frame-error-not-allowed = Não permitido
frame-error-not-found = Não encontrado
frame-error-nothing-here = Não há nada neste endereço. Talvez ele tenha sido digitado errado ou o conteúdo tenha sido removido.
frame-error-method = Método não permitido
frame-error-busy = Indisponível no momento
frame-error-internal = Algo deu errado
frame-error-not-understood = A solicitação não foi entendida

## O que foi feito

frame-done-saved = Salvo.
frame-done-saved-link = Salvo. Estamos enviando um link para seu endereço de e-mail: abra-o para confirmar o endereço.
frame-done-account-created = Sua conta foi criada. Estamos enviando um link ao seu e-mail: abra-o para confirmar o endereço.
frame-done-link-sent = O link está a caminho.
frame-done-email-confirmed = Seu endereço está confirmado.
frame-done-member-added = O membro foi adicionado.
frame-done-invited = A pessoa recebeu o convite e vira membro quando aceitar.
frame-done-invitation-withdrawn = O convite foi retirado.
frame-done-joined = Agora você é membro.
frame-done-declined = Você recusou o convite.
frame-done-left = Você deixou a organização. Suas chaves, tokens e sessões para ela não funcionam mais.
frame-done-role-changed = A função foi mudada. Ela também vale para as chaves do membro.
frame-done-member-removed = O membro foi removido. As chaves, os tokens e as sessões desse vínculo não funcionam mais.
frame-done-person-erased = A pessoa foi apagada.
frame-done-claimed = Os resultados fazem parte da sua conta.
frame-done-claim-made = A organização vai dizer se estes resultados são seus. Quando aceitar, você os encontra aqui.
frame-done-claim-answered = A reivindicação foi respondida.
frame-done-key-revoked = A chave foi revogada. Ela não funciona mais.
frame-done-webhook-removed = O webhook foi removido.
frame-done-messages-resent = As mensagens estão sendo enviadas de novo.
frame-done-token-revoked = O token foi revogado. Ele não funciona mais.
frame-done-password-set = Sua senha foi criada. Todas as outras sessões foram encerradas.
frame-done-sessions-ended = Todas as outras sessões foram encerradas.
frame-done-event-canceled = O evento está cancelado.
frame-done-event-resumed = O evento vai acontecer.
frame-done-taken-back = A mudança foi desfeita.
frame-done-event-deleted = O evento foi excluído.
frame-done-registered = O jogador está inscrito.
frame-done-some-registered = Alguns jogadores não puderam ser inscritos. Adicione-os aqui.
frame-done-moved = Agora você trabalha nesta organização.

frame-person = pessoa { $number }
frame-error-role = Sua função nesta organização, { $role }, não permite { $what }. Estas funções permitem: { $roles }.
frame-error-no-member = Só membros de uma organização podem { $what }. Estas funções permitem: { $roles }.
frame-done-events-created = Os eventos foram criados.
frame-done-some-events-created = Alguns eventos foram criados e outros foram recusados. Compare os dois dias.
frame-done-events-removed = Os eventos foram excluídos.
frame-done-some-events-kept = Os eventos que têm jogadores ou que mudaram nesse meio-tempo foram mantidos.
frame-done-announced = Publicado.
frame-done-announcement-removed = O aviso foi retirado.
