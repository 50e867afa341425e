# Cancelar e excluir um evento, sua auditoria, seu fim e o que outras pessoas mudaram nesse meio-tempo.

## Cancelar e excluir

desk-next-canceled = O evento está cancelado. Você pode desfazer isso nas configurações.
desk-end-title = Cancelar ou excluir
desk-end-hint = Um evento cancelado continua visível. Um evento excluído some de vez.
desk-do-to-cancel = Cancelar o evento
desk-do-to-resume = Desfazer o cancelamento
desk-do-to-delete = Excluir o evento
desk-to-settings = Voltar às configurações
desk-cancel-title = Cancelar este evento
desk-cancel-visible = O evento continua visível, marcado como “Cancelado”.
desk-cancel-closed = Ninguém pode se inscrever, e nenhuma rodada pode ser pareada ou jogada.
desk-cancel-players = { $players ->
    [0] Ninguém está inscrito.
    [one] { $players } jogador está inscrito e não recebe mensagem: avise você mesmo.
   *[other] { $players } jogadores estão inscritos e não recebem mensagem: avise você mesmo.
}
desk-cancel-back = Você pode desfazer isso a qualquer momento.
desk-cancel-over = O evento já aconteceu, então não pode ser cancelado. Você pode excluí-lo.
desk-resume-title = Desfazer o cancelamento
desk-resume-effect = O evento volta a ficar como estava antes do cancelamento: jogadores podem se inscrever se as inscrições estiverem abertas, e rodadas podem ser jogadas.
desk-do-resume-event = Desfazer o cancelamento
desk-delete-title = Excluir este evento
desk-delete-what = { $players ->
    [one] { $players } inscrição
   *[other] { $players } inscrições
} e { $rounds ->
    [one] { $rounds } rodada
   *[other] { $rounds } rodadas
} são excluídas junto, com todos os resultados.
desk-delete-everywhere = O evento some de todas as listas, de todas as páginas e da exportação. O endereço dele para de funcionar.
desk-delete-lists = As decklists ficam com seus donos.
desk-delete-for-ever = Isso não pode ser desfeito.
desk-delete-name = Para confirmar, digite o nome do evento
desk-delete-name-differs = Esse não é o nome do evento. Digite: { $name }

## Decklists

desk-lists-deadline = Os jogadores podem entregar e mudar suas listas até
desk-lists-no-deadline = Não há prazo definido: os jogadores podem entregar e mudar suas listas até o evento começar.
desk-lists-closed = Não havia prazo definido: os jogadores puderam entregar e mudar suas listas até o evento começar.
desk-lists-staff = Só a equipe do evento vê as listas.
desk-lists-public = As listas estão publicadas e são definitivas.
desk-deck = Deck
desk-cards = Cards
desk-deck-count = { $board } { $count }
desk-deck-elsewhere = Um link
desk-board-commander = Comandante
desk-board-companion = Companheiro
desk-board-main = Deck principal
desk-board-sideboard = Sideboard
desk-board-maybeboard = Fora do jogo
desk-not-understood-count = { $count ->
    [one] { $count } linha não foi entendida
   *[other] { $count } linhas não foram entendidas
}
desk-line = Linha { $number }:
desk-deck-made = Entregue em
desk-deck-fixed = Esta versão é a que vale, mesmo que o jogador mude a lista depois.
desk-deck-on-paper = Este jogador entrega a lista em papel.
desk-deck-missing = Este jogador não entregou a lista.
desk-deck-text = A lista como foi entregue
desk-do-lock-one = Bloquear esta lista
desk-do-unlock-one = Desbloquear esta lista
desk-to-lists = Todas as decklists

## A auditoria: quem fez o quê. `by` é uma pessoa, uma chave ou o serviço.

desk-audit-title = O que aconteceu
desk-audit-hint = O mais novo primeiro. Algumas mudanças podem ser desfeitas aqui.
desk-audit-none = Nada mais antigo.
desk-audit-older = Mais antigo
desk-audit-newest = Mais novo
desk-audit-moved-on = Isso não pode mais ser desfeito: o evento mudou nesse meio-tempo. Esta página mostra a situação atual.
desk-by-service = O serviço
desk-by-operator = Quem opera o servidor
desk-by-private-link = { $player } (pelo link privado)
desk-by-key = A chave “{ $key }”
desk-audit-round = rodada { $number }
desk-audit-meeting = reunião de jogadores
desk-audit-created = { $by } criou o evento.
desk-audit-imported = { $by } importou o evento, como foi jogado em { $platform }.
desk-audit-deleted = { $by } excluiu o evento.
desk-audit-details-changed = { $known ->
    [yes] { $by } mudou as configurações: { $fields }.
   *[no] { $by } mudou as configurações.
}
desk-audit-picture-set = { $picture ->
    [none] { $by } removeu a imagem.
   *[some] { $by } definiu a imagem.
}
desk-audit-staff-assigned = { $role ->
    [none] { $by } encerrou a função de { $person } neste evento.
   *[other] { $by } deu a { $person } a função “{ $role_name }” neste evento.
}
desk-audit-organizing-changed = { $known ->
    [yes] { $by } mudou as configurações: { $fields }.
   *[no] { $by } mudou as configurações.
}
desk-audit-lifecycle-changed = { $by } mudou a situação do evento para “{ $status }”.
desk-audit-lists-locked = { $by } bloqueou todas as decklists.
desk-audit-lists-unlocked = { $by } desbloqueou todas as decklists.
desk-audit-list-revisions-fixed = { $count ->
    [one] A versão que vale de { $count } decklist foi fixada.
   *[other] As versões que valem de { $count } decklists foram fixadas.
}
desk-audit-team-formed = { $by } formou o time { $team_name }.
desk-audit-team-dropped = { $by } deu drop no time { $team }.
desk-audit-player-registered = { $own ->
    [yes] { $by } se inscreveu.
   *[no] { $by } inscreveu { $player }.
}
desk-audit-registration-status-changed = { $own ->
    [yes] { $by } mudou a própria inscrição para “{ $status }”.
   *[no] { $by } mudou a inscrição de { $player } para “{ $status }”.
}
desk-audit-player-dropped = { $own ->
    [yes] { $by } deu drop.
   *[no] { $by } deu drop em { $player }.
}
desk-audit-player-disqualified = { $by } desqualificou { $player }.
desk-audit-place-offered = { $by } ofereceu uma vaga a { $player }.
desk-audit-place-declined = { $own ->
    [yes] { $by } recusou a vaga oferecida.
   *[no] { $by } recusou a vaga oferecida a { $player }.
}
desk-audit-offer-expired = { $player } não aceitou a tempo a vaga oferecida.
desk-audit-payment-changed = { $by } mudou o pagamento de { $player }.
desk-audit-check-in-changed = { $status ->
    [CHECKED_IN] { $own ->
        [yes] { $by } fez check-in.
       *[no] { $by } fez o check-in de { $player }.
    }
    [DECLINED] { $by } anotou que { $player } não fará check-in.
    [TIMED_OUT] { $by } anotou que { $player } não respondeu a tempo.
    [WAITING_FOR_PLAYER_RESPONSE] { $by } chamou { $player } para o check-in.
    [none] { $by } desfez o check-in de { $player }.
   *[other] { $by } colocou { $player } na fila do check-in.
}
desk-audit-queue-group-changed = { $role ->
    [some] { $by } colocou { $player } em um grupo.
   *[none] { $by } tirou { $player } do grupo.
}
desk-audit-tags-changed = { $count ->
    [0] { $by } removeu as etiquetas de { $player }.
   *[other] { $by } etiquetou { $player }: { $tags }.
}
desk-audit-notes-changed = { $by } mudou a anotação sobre { $player }.
desk-audit-seat-fixed = { $fixed_seat ->
    [none] { $by } removeu a mesa fixa de { $player }.
   *[other] { $by } deu a { $player } a mesa fixa { $fixed_seat }.
}
desk-audit-byes-awarded = { $count ->
    [0] { $by } retirou os byes de { $player }.
   *[other] { $by } deu byes a { $player } nestas rodadas: { $round_numbers }.
}
desk-audit-paper-decklist-marked = { $using_paper_decklist ->
    [yes] { $by } anotou que { $player } entrega a decklist em papel.
   *[no] { $by } anotou que { $player } não entrega a decklist em papel.
}
desk-audit-decklist-attached = { $decklist_id ->
    [none] { $own ->
        [yes] { $by } retirou a decklist.
       *[no] { $by } removeu a decklist de { $player }.
    }
   *[some] { $own ->
        [yes] { $by } entregou uma decklist.
       *[no] { $by } entregou uma decklist por { $player }.
    }
}
desk-audit-list-locked = { $by } bloqueou a decklist de { $player }.
desk-audit-list-unlocked = { $by } desbloqueou a decklist de { $player }.
desk-audit-private-link-made = { $by } criou um link privado para { $player }.
desk-audit-private-link-revoked = { $by } revogou o link privado de { $player }.
desk-audit-join-code-made = { $by } criou um novo código de inscrição.
desk-audit-phase-added = Uma nova fase do evento começou: { $round_type }.
desk-audit-round-added = { $by } adicionou uma rodada: { $round }.
desk-audit-matches-paired = { $count ->
    [one] { $by } pareou { $count } mesa ({ $round }).
   *[other] { $by } pareou { $count } mesas ({ $round }).
}
desk-audit-teams-paired = { $count ->
    [one] { $by } pareou { $count } partida de times ({ $round }).
   *[other] { $by } pareou { $count } partidas de times ({ $round }).
}
desk-audit-pairings-completed = Os pareamentos ficaram completos ({ $round }).
desk-audit-pairings-hidden = Só a equipe do evento viu os pareamentos ({ $round }).
desk-audit-pairings-published = { $by } publicou os pareamentos ({ $round }).
desk-audit-pairings-discarded = { $by } descartou os pareamentos ({ $round }).
desk-audit-round-removed = { $by } removeu uma rodada: { $round }.
desk-audit-round-started = { $by } iniciou uma rodada: { $round }.
desk-audit-round-completed = { $by } concluiu uma rodada: { $round }.
desk-audit-clock-changed = { $runs ->
    [yes] { $by } ajustou o relógio ({ $round }): está correndo, com { $minutes } minutos.
   *[no] { $by } ajustou o relógio ({ $round }): está pausado, com { $left } restantes.
}
desk-audit-cut-made = { $by } fez o corte: { $count } avançaram.
desk-audit-ties-drawn = A ordem dos jogadores empatados foi sorteada.
desk-audit-game-wins-stated = { $by } inseriu porcentagens de vitórias em jogos.
desk-audit-places-stated = { $by } inseriu as colocações finais publicadas.
desk-audit-result-reported = { $by } reportou { $result } na mesa { $table } ({ $round }): { $players }.
desk-audit-result-corrected = { $by } corrigiu o resultado da mesa { $table } ({ $round }) para { $result }: { $players }.
desk-audit-result-confirmed = { $by } confirmou o resultado da mesa { $table } ({ $round }).
desk-audit-result-contested = { $by } contestou o resultado da mesa { $table } ({ $round }).
desk-audit-team-result-reported = { $by } reportou { $result } ({ $round }): { $teams }.
desk-audit-match-featured = { $is_feature_match ->
    [yes] { $by } marcou a mesa { $table } como feature match ({ $round }).
   *[no] { $by } tirou a marca de feature match da mesa { $table } ({ $round }).
}
desk-audit-judge-assigned = { $judge_user_id ->
    [none] { $by } tirou o juiz da mesa { $table } ({ $round }).
   *[some] { $by } designou { $judge } para a mesa { $table } ({ $round }).
}
desk-audit-time-extended = { $minutes ->
    [0] { $by } retirou o tempo extra da mesa { $table } ({ $round }).
    [one] { $by } deu { $minutes } minuto extra à mesa { $table } ({ $round }).
   *[other] { $by } deu { $minutes } minutos extras à mesa { $table } ({ $round }).
}
desk-audit-deck-check-marked = { $completed ->
    [yes] { $by } concluiu o deck check na mesa { $table } ({ $round }).
   *[no] { $started ->
        [yes] { $by } iniciou um deck check na mesa { $table } ({ $round }).
       *[no] { $by } desfez o deck check na mesa { $table } ({ $round }).
    }
}
desk-audit-penalty-issued = { $by } deu uma penalidade a { $player }: { $penalty } por { $infraction }.
desk-audit-penalty-withdrawn = { $by } retirou uma penalidade de { $player }: { $penalty } por { $infraction }.
desk-audit-penalty-restored = { $by } restaurou uma penalidade de { $player }: { $penalty } por { $infraction }.
desk-audit-judge-called = { $table ->
    [0] { $by } chamou um juiz.
   *[other] { $by } chamou um juiz para a mesa { $table }.
}
desk-audit-call-answered = { $table ->
    [0] { $by } assumiu um chamado de juiz.
   *[other] { $by } assumiu o chamado de juiz da mesa { $table }.
}
desk-audit-call-closed = { $table ->
    [0] { $by } encerrou um chamado de juiz.
   *[other] { $by } encerrou o chamado de juiz da mesa { $table }.
}
desk-audit-staff-message-sent = { $to ->
    [all] { $by } escreveu a todos os jogadores: { $text }
    [tag] { $by } escreveu aos jogadores com a etiqueta “{ $tag }”: { $text }
    [convention] { $by } escreveu a todos na convenção: { $text }
   *[other] { $by } escreveu a { $player }: { $text }
}

## Configurações, por nome

desk-setting-name = nome
desk-setting-event-format = formato
desk-setting-start-datetime = início
desk-setting-convention-id = convenção
desk-setting-is-test = teste
desk-setting-is-unlisted = página pública
desk-setting-is-canceled = cancelamento
desk-setting-team-size = jogadores por time
desk-setting-pod-size = jogadores por mesa
desk-setting-short-pods = mesas menores
desk-setting-capacity = vagas
desk-setting-swiss-rounds = rodadas suíças
desk-setting-top-cut = jogadores no playoff
desk-setting-rules = pontos e critérios de desempate
desk-setting-decklist-deadline = prazo das decklists
desk-setting-decklist-grace-seconds = prazo das decklists
desk-setting-power-pair-last-round = pareamentos
desk-setting-ranked-playoff = pareamentos
desk-setting-draft-pod-size = pareamentos
desk-setting-parent-id = evento principal
desk-setting-publish-when-paired = publicação dos pareamentos
desk-setting-fee-note = valor da inscrição
desk-setting-time-zone = fuso horário
desk-setting-best-of = jogos por partida
desk-setting-end-of-round-rule = fim da rodada
desk-setting-check-in-required = check-in
desk-setting-first-table = números das mesas
desk-setting-last-table = números das mesas
desk-setting-round-minutes = duração da rodada
desk-setting-offer-minutes = prazo para aceitar uma vaga oferecida
desk-setting-description = descrição
desk-setting-venue-name = local
desk-setting-venue-address = local
desk-setting-prizes = premiação
desk-setting-rules-level = aplicação de regras
desk-setting-contact = contato
desk-setting-registration-opens = período de inscrição
desk-setting-registration-closes = período de inscrição
desk-setting-registration-policy = quem pode se inscrever
desk-setting-needs-approval = aprovação da equipe
desk-setting-playoff = tipo de playoff
desk-setting-pool-size = jogadores por grupo
desk-setting-plays-together = forma de jogar dos times
desk-setting-seat-formats = formatos dos assentos
desk-setting-lowest-gets-bye = pareamentos
desk-setting-squares-first = pareamentos
desk-setting-balanced-sides = pareamentos
desk-setting-tables-per-row = números das mesas
desk-setting-rounds-by-attendance = rodadas suíças
desk-setting-end-datetime = o fim previsto
desk-setting-queue-size = o tamanho da fila
desk-setting-answer-minutes = o tempo para responder a uma chamada
desk-setting-shares-tables = mesas compartilhadas com outros eventos
desk-setting-series = a série
desk-setting-is-from-queue = a fila

## Desfazer mudanças

desk-undo-left = Trazer de volta ao evento
desk-undo-left-waitlist = Devolver à lista de espera
desk-undo-disqualified = Desfazer a desqualificação
desk-undo-registered = Desfazer a inscrição
desk-undo-check-in = Desfazer o check-in
desk-undo-locked = Desbloquear
desk-undo-unlocked = Bloquear
desk-undo-extension = Retirar o tempo extra
desk-undo-penalty = Retirar a penalidade
desk-undo-withdrawn = Restaurar a penalidade
desk-undo-closed = Reabrir as inscrições
desk-undo-waitlist = Voltar a só lista de espera
desk-undo-begun = Voltar a inscrições encerradas
desk-undo-finished = Retomar o evento
desk-undo-publishing = Ocultar as decklists
desk-undo-published = Voltar à publicação

## O que outras pessoas mudaram nesse meio-tempo

desk-someone = Outra pessoa
desk-conflict = { $by } mudou “{ $field }” para { $theirs }. Você inseriu: { $mine }.
desk-conflict-again = Nada foi salvo. Salve de novo para substituir a outra mudança ou recarregue esta página para mantê-la.
desk-conflict-status = A situação deste jogador mudou depois que você abriu esta página, então nada foi feito. Esta página mostra a situação atual.
desk-value-yes = sim
desk-value-no = não
desk-value-none = nada

## O fim de um evento

desk-tab-finish = Encerrar
desk-finish-title = Encerrar o evento
desk-point-done = Pronto
desk-point-open = Pendente
desk-finish-rounds = { $count ->
    [one] { $count } rodada está concluída.
   *[other] Todas as { $count } rodadas estão concluídas.
}
desk-finish-round-open = Ainda não concluída: { $round }.
desk-finish-no-rounds = Nenhuma rodada foi jogada.
desk-finish-playoff = O playoff do top { $size } está concluído.
desk-finish-playoff-open = O playoff do top { $size } não está concluído.
desk-finish-lists = { $missing ->
    [0] Todas as decklists foram entregues.
    [one] Falta { $missing } decklist.
   *[other] Faltam { $missing } decklists.
}
desk-finish-not-begun = O jogo ainda não começou. Você pode encerrar o evento quando todas as rodadas estiverem concluídas.
desk-finish-effect = Um evento encerrado tem classificação final e faz parte da exportação. Você pode encerrá-lo quando todas as rodadas estiverem concluídas. Os resultados ainda podem ser corrigidos depois.
desk-publish-effect = Depois da publicação, todo mundo pode ler as decklists, cada uma na versão que vale, e os resultados não podem mais ser corrigidos.
desk-finish-seen = Página pública e exportação
desk-public-page = Página pública do evento
desk-no-public-page = O evento não tem página pública.
desk-exported = O evento faz parte da exportação.
desk-export-at = Programas a leem com uma chave em { $path }
desk-not-exported = O evento não faz parte da exportação: só entram eventos encerrados, menos os de teste.
desk-finish-back = Voltar um passo
desk-finish-back-hint = Se você deu um passo por engano. Nada mais se perde.

## Inscrições e duração das rodadas

desk-figures-link = Inscrições e duração das rodadas em gráficos
desk-figures-registrations = Inscrições ao longo do tempo
desk-figures-rounds = Duração de cada rodada
desk-figures-when = Quando
desk-figures-players = Inscrições
desk-figures-table = Em tabela
desk-figures-none = Ainda não há nada para mostrar.
desk-figures-how = Os minutos vão do início da rodada até a conclusão. A duração de cada partida não é registrada.
desk-audit-team-changed = { $by } alterou o time { $team }.
