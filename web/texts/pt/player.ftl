# A página do jogador.

player-my-match = Minha partida
player-me = Eu
player-no-events = Você não tem inscrição em nenhum evento.
player-refused = Isso não foi possível
player-stale = A página estava desatualizada, e nada foi feito. Agora ela mostra a situação mais recente.
player-no-link = Este link não abre
player-no-link-why = Ele foi revogado, foi substituído por um mais novo ou está faltando uma letra. Peça um novo à equipe do evento.

player-against = contra { $name }
player-bye = Você tem um bye: vence esta rodada sem jogar.
player-loss = Esta rodada conta como derrota: você não tem oponente.
player-seat = Este é o seu lugar.
player-both-lost = Vocês dois perderam
player-all-lost = Todos perderam
player-pod-won = Você venceu
player-pod-lost = Você perdeu
player-pod-drew = Você empatou
player-other-won = { $name } venceu
player-outcome = { $kind ->
    [won] Você venceu por { $score }
    [lost] Você perdeu por { $score }
   *[drew] Você empatou em { $score }
}
player-clock-left = { $minutes ->
    [0] O tempo acabou
    [one] Falta { $minutes } minuto
   *[other] Faltam { $minutes } minutos
}
player-clock-ends = até { $time }
player-result-confirmed = Este resultado está confirmado.
player-result-contested = Este resultado foi contestado. Um juiz vai até a sua mesa.
player-result-yours = Você reportou isto. Seu oponente pode confirmar.
player-result-yours-side = Seu lado reportou isto. Seus oponentes podem confirmar.
player-result-theirs = Seu oponente reportou isto. Está certo?
player-result-yours-pod = Você reportou isto. Outro jogador da sua mesa pode confirmar.
player-result-theirs-pod = Outro jogador da sua mesa reportou isto. Está certo?
player-result-staffs = A equipe do evento inseriu isto. Está certo?
player-report = Reportar o resultado
player-report-again = Reportar outro resultado
player-own-score = Seus pontos
player-score-of = Pontos de { $name }
player-places-hint = 1 é a melhor colocação. Jogadores empatados recebem o mesmo número.
player-own-place = Sua colocação
player-place-of = Colocação de { $name }
player-do-confirm = Sim, confirmar
player-do-contest = Não, contestar
player-called = Um juiz foi chamado.

player-next-round = A próxima rodada ainda não foi publicada. Sua mesa vai aparecer aqui.
player-not-begun = Você está inscrito. O evento ainda não começou. Sua mesa vai aparecer aqui.
player-over = O evento terminou.
player-event-canceled = O evento foi cancelado.
player-has-left = Você saiu do evento.
player-canceled = Sua inscrição foi cancelada. Se for um engano, fale com a equipe do evento.
player-declined = O organizador não aceitou sua inscrição. Se tiver dúvidas, fale com a equipe do evento.
player-on-waitlist = Você é o número { $position } da lista de espera.
player-in-waiting-room = Você ainda não está inscrito: o organizador precisa confirmar sua inscrição. Até lá, há uma vaga reservada para você.
player-offer = Há uma vaga livre para você
player-offer-until = Reservada para você até
player-offer-then = Depois ela vai para a próxima pessoa.
player-do-accept = Aceitar a vaga
player-do-decline = Recusar a vaga…
player-do-decline-now = Sim, recusar a vaga
player-decline-why = A vaga vai para a próxima pessoa, e sua inscrição é cancelada.
player-eliminated = Você não avançou para o playoff.
player-out = Você está fora do playoff.
player-lost-once = Você perdeu uma vez e continua na chave dos perdedores. Sua próxima mesa vai aparecer aqui.
player-pool-done = Seu grupo jogou todas as suas rodadas.
player-no-pool = Você não está em nenhum grupo e não tem partida nestas rodadas. Pergunte à equipe.

player-record = Campanha { $record } (vitórias, derrotas, empates)
player-place = { $place }º lugar
player-checked-in = check-in feito
player-earlier = Suas rodadas

player-list = Decklist
player-list-on-paper = Sua decklist está em papel.
player-list-received = A versão { $number } da sua lista foi recebida:
player-list-missing = Você ainda não entregou uma decklist.
player-list-deadline = Decklists são aceitas até
player-list-closed = A lista não pode mais ser mudada. A equipe do evento pode desbloqueá-la.
player-list-picture = Ver a imagem da sua lista
player-list-text = Cards, um por linha, como “4 Island”
player-list-empty = A lista não tem cards. Cole-a com um card em cada linha.
player-list-no-cards = Nenhum card foi encontrado.
player-do-check-list = Conferir a lista
player-do-hand-in = Entregar a lista

player-leave = Sair do evento
player-leave-why = Você não entra mais nos pareamentos. Seus resultados até aqui ficam. Só a equipe do evento pode trazer você de volta.
player-do-leave = Sair do evento …
player-do-drop = Sim, sair do evento
player-stay = Não, ficar

## Inscrição

player-sign-up = Inscrever-se
player-sign-up-shown = Seu nome aparece na página pública do evento.
player-sign-up-closed = Ninguém pode se inscrever neste evento agora. Se você acha que é um engano, fale com a equipe do evento.
player-closed-since = As inscrições neste evento se encerraram: { $time }.
player-join-approval = O organizador confirma cada inscrição. Você verá isso na sua página.
player-sign-up-event = Página do evento
player-join-code = Código de inscrição
player-join-code-hint = Está no cartaz, por exemplo 61-KXQF7M2P.
player-join-next = Avançar
player-join-needs-code = Este evento precisa do código de inscrição. Ele está no cartaz da loja.
player-join-wrong = Este código não leva a nenhum evento. Talvez tenha um erro de digitação ou um mais novo o substituiu.
player-join-name = Seu nome
player-join-email-hint = Enviamos o link da sua página.
player-join-places = { $count ->
    [one] Resta { $count } vaga.
   *[other] Restam { $count } vagas.
}
player-join-in-line = Não há vagas livres. Você seria o número { $number } na lista de espera.
player-join-another = Inscrever outra pessoa
player-join-forget = Este não é o meu telefone: esquecer minha página aqui e inscrever a próxima pessoa
player-join-several = Estas pessoas se inscreveram neste telefone. Cada uma tem sua página.
player-join-same = Já há uma pessoa inscrita com o nome { $name }. É você?
player-join-same-yes = Se é você: abra a página que recebeu ao se inscrever ou fale com a equipe do evento.
player-join-same-no = Se você é outra pessoa: acrescente algo que diferencie, como uma inicial.
player-join-too-many = Muita gente está se inscrevendo. Tente de novo em { $minutes } min.
player-join-mailbox = Este endereço já recebeu hoje várias dessas mensagens. Deixe-o vazio: sua página funciona sem ele.
player-kept = Guarde esta página: ela é a sua chave
player-kept-why = Aqui você vê sua mesa e informa resultados, sem conta. Este telefone encontra a página de novo se você ler o cartaz. Para abri-la em outro, leia este código nele; não o mostre a mais ninguém.

## Notificações

player-notifications = Notificações
player-notifications-sign-in = Você tem uma conta. Entre para escolher do que quer ser avisado.
player-do-phone = Avisar neste celular
player-phone = Este celular
player-phone-why = Seu celular pode tocar quando sua mesa sair, quando um oponente reportar um resultado ou quando a equipe escrever para você. O navegador pergunta uma vez.
player-phone-needs-scripts = Isto precisa de scripts, que não funcionam neste navegador.
player-phone-off = Este navegador não consegue mostrar notificações aqui: ele é antigo demais ou está no modo privado, ou este endereço não começa com https.
player-phone-install = No iPhone ou iPad, adicione primeiro esta página à tela de início: toque em “Compartilhar”, depois em “Adicionar à Tela de Início”, e abra-a por lá.
player-phone-denied = O navegador bloqueia as notificações deste site. Você pode permiti-las nas configurações dele.
player-phone-failed = Não foi possível ativar as notificações. Tente de novo em alguns minutos.
player-phone-on = Este celular recebe os avisos.
player-phones = Celulares e navegadores que recebem os avisos
player-phone-remove-of = Remover: celular { $number }
player-kinds = Do que você é avisado
player-kind-by-phone = Celular
player-kind-by-mail = E-mail
player-kind-pairings = Sua mesa em uma nova rodada
player-kind-reports = Resultados que oponentes reportam ou contestam
player-kind-judge = Chamadas de juiz
player-kind-clock = Fim do tempo da rodada
player-kind-list-missing = Uma decklist que está faltando
player-kind-registration = Sua inscrição
player-kind-offer = Uma vaga livre quando você espera
player-kind-event-changed = Eventos transferidos ou cancelados
player-kind-message = Mensagens da equipe
player-kind-digest = Novas inscrições, em um resumo
player-mail-to = Os e-mails vão para { $address }.
player-mail-to-account = Os e-mails vão para o endereço da sua conta.
player-mail-no-address = Nenhum endereço de e-mail é conhecido, por isso você não recebe e-mails.
player-mail-off = Este servidor não envia e-mails.
player-unsubscribe = Parar estes e-mails
player-unsubscribe-why = Você não receberá mais e-mails sobre: { $kind }
player-unsubscribe-address = Este endereço não receberá mais mensagens sobre inscrições. Ele é removido desta inscrição.
player-unsubscribed = Você não recebe mais estes e-mails
player-unsubscribed-why = Desativado: { $kind }. Você pode ativar de novo na sua página “Notificações”.
player-unsubscribed-address = Este endereço não recebe mais mensagens sobre inscrições.
player-unsubscribe-unknown = Falta uma letra no link, ou ele não é deste servidor. Você pode escolher seus e-mails na sua página “Notificações”.

player-claim = Resultados para a sua conta
player-claim-lead = Você é { $name }? Então leve os resultados para a sua conta. Antes a organização é consultada, a não ser que você tenha confirmado o e-mail informado aqui.
player-claim-do = São meus resultados
player-claim-waits = A organização vai dizer se estes resultados são seus.
player-claim-sign-in = Uma conta guarda estes resultados para você. Depois de entrar, esta página abre de novo e você os leva para a conta.
player-claim-create = Criar uma conta para guardar estes resultados
player-claims = Resultados anteriores à sua conta
player-claims-found = Há resultados com o seu e-mail. São seus?
player-claims-none = Não há outros resultados com o seu e-mail confirmado. Se você tem um link privado, abra-o depois de entrar.
player-claims-of = { $store }, { $count ->
    [one] um evento
   *[other] { $count } eventos
}
player-claims-not-mine = Não são meus

## Teams, and groups of friends

player-to-team = Ir para o time
player-team-of = Time { $team }
player-team-none = Você ainda não tem um time.
player-team-why = Crie um time e compartilhe o link, ou abra o link de um time. Só jogam times com todos os lugares ocupados.
player-team-open = { $free ->
    [one] Há um lugar livre. O time só joga com todos os lugares ocupados.
   *[other] Há { $free } lugares livres. O time só joga com todos os lugares ocupados.
}
player-team-complete = O time está completo.
player-team-unconfirmed = Todos os lugares estão ocupados, mas nem todos os membros têm vaga no evento ainda.
player-team-captain = Capitão
player-team-name = Nome do time
player-team-name-hint = Você cria o time e recebe um link para os outros. Deixe vazio se ainda não tem um time.
player-do-found = Criar o time
player-team-link = Link para os outros
player-team-link-why = Quem abrir este link ou ler o código pode entrar.
player-do-renew-link = Criar outro link; o antigo deixa de funcionar
player-do-rename = Renomear o time
player-do-remove = Tirar
player-do-make-captain = Tornar capitão
player-do-seat-up = Um lugar acima
player-do-leave-team = Sair do time
player-team-fixed = Os times não podem mais mudar. A organização pode ajudar.
player-agents = Jogadores sem time
player-do-invite = Convidar
player-invited = Convidado
player-team-invites = O time { $team } convida você.
player-do-join-team = Entrar no time
player-do-decline-team = Recusar
player-team-asked = Quer entrar no time { $team }?
player-group = Vir com amigos
player-to-group = Ir para o grupo
player-group-members = Seu grupo
player-group-why = Os jogadores de um grupo recebem vagas da lista de espera juntos. O grupo espera na posição do último membro.
player-group-asked = Quer entrar neste grupo de amigos?
player-do-begin-group = Criar um link para amigos
player-do-join-group = Entrar no grupo
player-do-leave-group = Sair do grupo
player-join-team = Você entra no time { $team }.
player-join-group = Você entra em um grupo de amigos.
player-queue = A fila
player-queue-waits = Você é o número { $position } da fila. Um evento começa com { $size } jogadores.
player-queue-standby = Você está de reserva: só é chamado se os outros não bastarem. Posição: { $position }
player-queue-called = Sua mesa está pronta. Venha agora.
player-queue-here = Você está dentro. O evento começa quando { $size } jogadores estiverem presentes.
player-queue-declined = Você não está na fila.
player-queue-timed-out = Você não respondeu à chamada a tempo e não está mais na fila.
player-queue-moved = Esta fila criou um evento para você.
player-queue-plays = Você joga em { $event }. A fila chama você quando terminar lá.
player-queue-called-elsewhere = Você foi chamado por { $event }.
player-queue-open = Abrir meu evento
player-queue-group = Uma fila chama juntos os jogadores de um grupo. O grupo fica na posição do último membro.
player-do-queue-come = Estou indo
player-do-queue-no = Não
player-do-queue-standby = Ficar de reserva
player-do-queue-wait = Voltar para a fila
player-do-queue-leave = Sair da fila
player-do-queue-return = Entrar na fila de novo
