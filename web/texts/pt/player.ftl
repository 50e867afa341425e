# A página do jogador.

player-my-match = Minha partida
player-me = Eu
player-own-events = Meus eventos
player-past-events = Eventos anteriores
player-no-events = Você não tem inscrição em nenhum evento.
player-refused = Isso não foi possível
player-stale = A página estava desatualizada, e nada foi feito. Agora ela mostra a situação mais recente.
player-no-link = Este link não abre
player-no-link-why = Ele foi revogado, foi substituído por um mais novo ou está faltando uma letra. Peça um novo à equipe do evento.

player-table = Mesa { $table }
player-against = contra { $name }
player-bye = Você tem um bye: vence esta rodada sem jogar.
player-loss = Esta rodada conta como derrota: você não tem oponente.
player-seat = Este é o seu lugar.
player-both-lost = Vocês dois perderam
player-outcome = { $kind ->
    [won] Você venceu por { $score }
    [lost] Você perdeu por { $score }
   *[drew] Você empatou em { $score }
}
player-clock-left = { $minutes ->
    [0] O tempo acabou.
    [one] Falta { $minutes } minuto.
   *[other] Faltam { $minutes } minutos.
}
player-clock-ends = até { $time }
player-result-confirmed = Este resultado está confirmado.
player-result-contested = Este resultado foi contestado. Um juiz vai até a sua mesa.
player-result-yours = Você reportou isto. Seu oponente pode confirmar.
player-result-theirs = Seu oponente reportou isto. Está certo?
player-result-staffs = A equipe do evento inseriu isto. Está certo?
player-report = Reportar o resultado
player-report-again = Reportar outro resultado
player-do-confirm = Sim, confirmar
player-do-contest = Não, contestar
player-do-call = Chamar um juiz
player-called = Um juiz foi chamado.

player-next-round = A próxima rodada ainda não foi publicada. Sua mesa vai aparecer aqui.
player-not-begun = O evento ainda não começou. Sua mesa vai aparecer aqui.
player-over = O evento terminou.
player-event-canceled = O evento foi cancelado.
player-has-left = Você saiu do evento.
player-on-waitlist = Você está na lista de espera.
player-eliminated = Você não avançou para o playoff.

player-record = Campanha { $record } (vitórias, derrotas, empates)
player-place = { $place }º lugar
player-checked-in = check-in feito
player-do-check-in = Fazer check-in
player-earlier = Suas rodadas

player-list = Decklist
player-list-on-paper = Sua decklist está em papel.
player-list-received = A versão { $number } da sua lista foi recebida:
player-list-missing = Você ainda não entregou uma decklist.
player-list-deadline = Decklists são aceitas até
player-list-closed = A lista não pode mais ser mudada. A equipe do evento pode desbloqueá-la.
player-list-picture = Ver a imagem da sua lista
player-list-name = Nome do deck
player-list-text = Cards, um por linha, como “4 Island”
player-list-empty = A lista não tem cards. Cole-a com um card em cada linha.
player-list-no-cards = Nenhum card foi encontrado.
player-list-unknown = { $count ->
    [one] { $count } linha não foi entendida
   *[other] { $count } linhas não foram entendidas
}
player-list-line = Linha { $number }:
player-board-maybeboard = Maybeboard
player-do-check-list = Conferir a lista
player-do-hand-in = Entregar a lista

player-leave = Sair do evento
player-leave-why = Você não entra mais nos pareamentos. Seus resultados até aqui ficam. Só a equipe do evento pode trazer você de volta.
player-do-leave = Sair do evento …
player-do-drop = Sim, sair do evento
player-stay = Não, ficar

## Inscrição

player-sign-up = Inscrever-se
player-sign-up-waitlist = Não há vagas livres: você entra na lista de espera, e a equipe do evento avisa se surgir uma vaga.
player-sign-up-shown = Seu nome aparece na página pública do evento.
player-sign-up-closed = Ninguém pode se inscrever neste evento agora. Se você acha que é um engano, fale com a equipe do evento.
player-sign-up-event = Página do evento

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
player-phone-remove = Remover
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
player-kind-event-changed = Eventos transferidos ou cancelados
player-kind-message = Mensagens da equipe
player-kind-digest = Novas inscrições, em um resumo
player-mail-to = Os e-mails vão para { $address }.
player-mail-to-account = Os e-mails vão para o endereço da sua conta.
player-mail-no-address = Nenhum endereço de e-mail é conhecido, por isso você não recebe e-mails.
player-mail-off = Este servidor não envia e-mails.
player-unsubscribe = Parar estes e-mails
player-unsubscribe-why = Você não receberá mais e-mails sobre: { $kind }
player-do-unsubscribe = Parar estes e-mails
player-unsubscribed = Você não recebe mais estes e-mails
player-unsubscribed-why = Desativado: { $kind }. Você pode ativar de novo na sua página “Notificações”.
player-unsubscribe-unknown = Falta uma letra no link, ou ele não é deste servidor. Você pode escolher seus e-mails na sua página “Notificações”.
