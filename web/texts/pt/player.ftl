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
