# Os textos dos juízes: chamados, penalidades, deck checks, tempo extra.

desk-tab-judges = Juízes
desk-judges-unknown = Isto não existe mais. Confira a página e tente de novo.
desk-judges-busy = Outra pessoa mudou o evento no mesmo momento, então nada foi salvo. Envie de novo.
desk-judges-no-player = Nenhum jogador deste evento se chama { $name }. Escolha um nome da lista.
desk-judges-two-players = Vários jogadores se chamam { $name }. Registre a penalidade na página do jogador.
desk-judges-minutes = Digite o tempo extra em minutos, como 4.

## Chamados

desk-calls = Chamados de juiz
desk-no-calls = Nenhum chamado aberto.
desk-bell-on = Ligar o som
desk-bell-off = Desligar o som
desk-bell-hint = Toca a cada novo chamado enquanto esta página estiver à vista.
desk-call-place = Onde
desk-call-contested = O resultado reportado foi contestado.
desk-call-note = Motivo
desk-call-waiting = Esperando
desk-call-minutes = { $minutes } min
desk-call-taken = Assumido por { $by }
desk-calls-closed = { $count ->
    [one] { $count } chamado encerrado.
   *[other] { $count } chamados encerrados.
}
desk-do-take = Assumir
desk-do-close = Encerrar
desk-do-call = Chamar um juiz

## Penalidades

desk-penalties = Penalidades
desk-no-penalties = Nenhuma penalidade registrada.
desk-penalties-elsewhere = Em outros eventos
desk-infraction = Infração
desk-infractions =
    Atraso
    Jogo Lento
    Olhar Cards Adicionais
    Violação de Regra de Jogo
    Habilidade Desencadeada Esquecida
    Erro de Card Oculto
    Erro no Procedimento de Mulligan
    Falha em Manter o Estado de Jogo
    Problema na Lista de Deck
    Problema no Deck
    Violação do Procedimento de Limitado
    Violação da Política de Comunicação
    Cards Marcados
    Embaralhamento Insuficiente
    Assistência Externa
    Conduta Antidesportiva – Leve
    Conduta Antidesportiva – Grave
    Determinar um Vencedor de Forma Imprópria
    Suborno e Apostas
    Comportamento agressivo
    Furto de material do torneio
    Cera
    Trapaça
desk-penalty = Penalidade
desk-penalty-no-round = Sem rodada
desk-penalty-note = Anotação
desk-penalty-hint = A penalidade é apenas registrada. Insira a perda de jogo ou de partida junto com o resultado.
desk-do-penalty = Registrar a penalidade
desk-do-withdraw = Retirar
desk-do-restore = Restaurar
desk-withdrawn = Retirada
desk-issued-recorded = { $penalty } para { $player }: registro feito.
desk-issued-loss = { $penalty } para { $player }: registro feito. O resultado não muda sozinho: insira a derrota junto com o resultado.
desk-issued-disqualification = { $penalty } para { $player }: registro feito. O jogador continua no evento até ser desqualificado na página dele.
desk-issued-enter = Inserir o resultado
desk-penalty-none = sem penalidade
desk-suggestion = { $infraction } – { $number ->
        [1] { $penalty }
       *[other] n.º { $number } de hoje: { $penalty }
    }{ $at ->
        [0] { "" }
       *[other] ; n.º { $at }: { $upgraded }
    }
desk-infraction-other = Outra infração
desk-penalties-today = Penalidades de hoje

## Deck checks e tempo extra

desk-deck-checks = Deck checks
desk-no-checks = Deck checks e tempo extra ficam disponíveis quando uma rodada é pareada.
desk-check-count = { $round }: mesas a sortear para deck check
desk-check-hint = Os jogadores checados menos vezes vêm primeiro. Para escolher uma mesa você mesmo, abra a partida dela.
desk-check-done = Checado
desk-do-draw = Sortear mesas
desk-do-check = Iniciar um deck check
desk-do-checked = Deck check concluído
desk-do-uncheck = Cancelar o deck check
desk-do-feature = Marcar como feature match
desk-do-unfeature = Desmarcar feature match
desk-extensions = Tempo extra
desk-no-extensions = Nenhuma mesa tem tempo extra.
desk-extension-now = Tempo extra: { $minutes } min
desk-minutes = Minutos extras
desk-do-extend = Dar tempo extra
desk-check-took = O deck check levou { $minutes } min. O tempo extra habitual é esse tempo e três minutos para embaralhar.

## The floor

desk-floor = Salão
desk-to-floor = Todas as mesas (salão)
desk-floor-convention = Convenção
desk-floor-call = Chamado aberto
desk-floor-contested = Contestado
desk-floor-over = Tempo esgotado
desk-floor-reported = Informado, não confirmado
desk-floor-check = Deck check em andamento
desk-floor-extension = Tempo extra
desk-floor-playing = Jogando
desk-floor-done = Com resultado
desk-floor-last = { $count ->
    [one] Última mesa: { $count }
   *[other] Últimas mesas: { $count }
}
desk-floor-left = Tempo restante
desk-floor-tables = Mesas
desk-floor-none = Nenhum evento está em andamento. As mesas aparecem aqui quando uma rodada começa.
desk-floor-go = Ir para a mesa
desk-floor-states = Estados das mesas
desk-floor-all = Todas as mesas
desk-floor-no-table = Nenhuma mesa está neste estado ou tem este número.
desk-floor-between = Nenhuma rodada está em andamento.
desk-floor-list = Lista de deck
desk-floor-whole-list = Mostrar a lista inteira
