# As palavras para situações, rodadas e penalidades. Um teste as compara com as da interface.

term-registration-open = Inscrições abertas
term-waitlist-only = Só lista de espera
term-registration-closed = Inscrições encerradas
term-event-in-progress = Evento em andamento
term-event-finished = Evento encerrado
term-decklists-publishing = Publicando decklists
term-decklists-published = Decklists publicadas

term-in-progress = Em andamento
term-upcoming = A seguir
term-complete = Concluída

term-player-meeting = Reunião de jogadores
term-random-player-meeting = Reunião de jogadores com sorteio
term-draft-pod = Pod de draft
term-play-vs-opponent = Jogar contra um oponente

term-swiss = Suíço
term-single-elimination = Eliminação simples
term-ranked-single-elimination = Eliminação simples, com novos seeds a cada rodada
term-double-elimination = Eliminação dupla
term-round-robin = Todos contra todos em grupos

term-playoff-single-elimination = Eliminação simples
term-playoff-single-elimination-third-place = Eliminação simples com disputa de terceiro lugar
term-playoff-double-elimination = Eliminação dupla com uma só final
term-playoff-double-elimination-reset = Eliminação dupla; a final é repetida após uma primeira derrota

term-round = Rodada { $number }
term-final = Final
term-semifinals = Semifinais
term-quarterfinals = Quartas de final
term-round-of = Top { $players }
term-winners-bracket = Chave dos vencedores
term-losers-bracket = Chave dos perdedores
term-winners-round = Rodada { $number } dos vencedores
term-winners-final = Final dos vencedores
term-losers-round = Rodada { $number } dos perdedores
term-losers-final = Final dos perdedores
term-grand-final = Grande final
term-second-grand-final = Segunda grande final
term-third-place = Disputa de terceiro lugar
term-if-needed = { $round } (se necessário)
term-pool = Grupo { $number }

term-entry-in-progress = Inscrição em andamento
term-entry-in-waiting-room = Aguarda confirmação
term-entry-on-waitlist = Na lista de espera
term-entry-moved-to-child-event = Em outro evento
term-entry-complete = Inscrito
term-entry-canceled = Cancelado
term-entry-dropped = Dropou
term-entry-disqualified = Desqualificado
term-entry-eliminated = Eliminado

term-caution = Aviso
term-warning = Advertência
term-game-loss = Perda de jogo
term-match-loss = Perda de partida
term-disqualification = Desqualificação

term-other-format = Outro

term-role-admin = Administrador
term-role-organizer = Organizador
term-role-scorekeeper = Scorekeeper
term-role-judge = Juiz
term-role-read-only = Somente leitura

term-rules-casual = Casual
term-rules-regular = Regular
term-rules-competitive = Competitivo
term-rules-professional = Profissional
term-policy-everyone = Todo mundo, com ou sem conta
term-policy-join-code = Quem tem o código de inscrição
term-policy-accounts = Pessoas com uma conta
term-policy-staff = Só a equipe, para os jogadores

term-hook-tournament-created = Um evento foi criado
term-hook-tournament-changed = Os detalhes, as configurações ou a situação de um evento mudaram, ou ele foi excluído
term-hook-round-published = Os pareamentos de uma rodada foram publicados, ou a rodada começou
term-hook-round-completed = Uma rodada terminou
term-hook-result-corrected = Um resultado foi corrigido
term-hook-standings-final = Um evento foi encerrado
term-hook-lists-published = As decklists de um evento foram publicadas
term-hook-registration-added = Um jogador se inscreveu, ou uma inscrição foi concluída
term-hook-registration-dropped = Um jogador ou um time saiu de um evento

## Rule sets and tiebreakers

term-tiebreaker-omw = Porcentagem de vitórias em partidas dos oponentes
term-tiebreaker-gw = Porcentagem de vitórias em jogos
term-tiebreaker-ogw = Porcentagem de vitórias em jogos dos oponentes
term-tiebreaker-oomw = Porcentagem de vitórias em partidas dos oponentes dos oponentes
term-tiebreaker-late = Sem atraso na rodada 1
term-tiebreaker-score = Pontuação
term-tiebreaker-margin = Margem de vitória
term-tiebreaker-sos = Força dos oponentes
term-tiebreaker-esos = Força estendida dos oponentes
term-tiebreaker-head-to-head = Confronto direto
term-tiebreaker-wins = Partidas vencidas
term-tiebreaker-buchholz = Buchholz
term-tiebreaker-buchholz-cut-1 = Buchholz sem o pior oponente
term-tiebreaker-sonneborn-berger = Sonneborn-Berger
term-tiebreaker-ctb = Desempate cumulativo
term-rule-set-score = Pontuação e margem
term-convention-scheduled = Agendada
term-convention-unlisted = Não listada
term-convention-details-pending = Detalhes em breve
term-convention-use-external-schedule = Programação em outro site
term-convention-canceled = Cancelada
term-convention-archived = Arquivada
term-region-usa = EUA
term-region-canada = Canadá
term-region-emea = Europa, Oriente Médio e África
term-region-aus-nz = Austrália e Nova Zelândia
term-region-china = China
term-region-jp-kr = Japão e Coreia
term-region-sea = Sudeste Asiático
term-region-chinese-taipei = Taipé Chinesa
term-region-brazil = Brasil
term-region-central-america = América Central
term-region-south-america = América do Sul
