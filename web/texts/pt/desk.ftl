# Os textos da gestão.

desk-tabs = Partes do evento
desk-tab-round = Rodada
desk-tab-settings = Configurações
desk-refused = Isso não funcionou
desk-cancel = Cancelar
desk-a-program = Um programa

## Todos os eventos

desk-no-events = Ainda não há eventos. Crie o primeiro: um nome e um formato já bastam.
desk-find-event = Buscar um evento
desk-no-such-event = Nenhum evento com esse nome.
desk-do-create = Criar um evento
desk-copy-of = Copiar { $event }

## Um evento novo e as configurações

desk-new-event = Novo evento
desk-copied-event = Cópia de { $name }
desk-event-name = Nome
desk-event-format = Formato
desk-event-starts = Início
desk-event-rounds = Rodadas suíças
desk-event-rounds-hint = Deixe vazio para decidir após cada rodada.
desk-event-cut = Jogadores no playoff
desk-event-cut-hint = 0 para nenhum.
desk-event-capacity = Vagas
desk-event-capacity-hint = Os demais jogadores vão para a lista de espera. Deixe vazio para não ter limite.
desk-event-team-size = Tamanho do time
desk-event-team-size-hint = 1 para jogo individual.
desk-event-deadline = Prazo das decklists
desk-event-deadline-hint = No fuso horário do evento. Só se pede uma lista aos jogadores se houver um prazo.
desk-do-save = Salvar

## O que fazer a seguir

desk-next-players = Adicione jogadores: são necessários pelo menos dois.
desk-next-teams = Forme times: são necessários pelo menos dois.
desk-next-first-round = { $players ->
    [one] { $players } jogador está inscrito.
   *[other] { $players } jogadores estão inscritos. Quando todos estiverem aqui, pareie a primeira rodada.
}
desk-next-later = Começa em { $day }. Inscritos até agora: { $players }.
desk-next-publish = { $round }: os pareamentos estão prontos. Só a equipe do evento os vê.
desk-next-planned = { $round }: planejada, ainda sem pareamentos.
desk-next-start = { $round }: os pareamentos estão publicados. Inicie quando os jogadores estiverem sentados.
desk-next-results = { $open ->
    [one] { $open } mesa ainda não reportou.
   *[other] { $open } mesas ainda não reportaram.
}
desk-next-complete = { $round }: todos os resultados chegaram.
desk-next-third = { $round }: só falta o resultado da disputa de terceiro lugar. Ela pode ficar sem resultado.
desk-next-meeting = { $round }: conclua quando todos tiverem terminado.
desk-next-pair = A próxima é a rodada { $number }.
desk-next-pools = Grupos: { $pools }, de até { $size }. Rodadas: { $rounds }.
desk-next-cut = Todas as rodadas suíças estão concluídas. O top { $size } avança.
desk-next-cut-pools = Os grupos estão concluídos. Avançam { $size }: primeiro os melhores de cada grupo, depois os segundos.
desk-next-playoff = A próxima rodada do playoff pode ser pareada.
desk-next-finish = Todas as rodadas estão concluídas.
desk-next-publish-lists = O evento está encerrado. Publique as decklists quando quiser que todo mundo as veja.
desk-next-over = O evento está encerrado.
desk-next-nothing = O evento está encerrado e as decklists estão publicadas.
desk-do-describe = Editar a página do evento
desk-do-results = Inserir resultados
desk-do-pair = Parear a rodada { $number }
desk-do-publish = Publicar os pareamentos
desk-do-publish-start = Publicar e iniciar: { $round }
desk-do-seat = Sentar os jogadores: { $round }
desk-do-start = Iniciar: { $round }
desk-do-complete = Concluir: { $round }
desk-do-complete-pair = Concluir e parear a próxima rodada: { $round }
desk-do-cut = Cortar para o top { $size }
desk-do-playoff = Parear o playoff
desk-do-finish = Encerrar o evento
desk-do-publish-lists = Publicar as decklists

## O que foi feito

desk-done-round-completed = Rodada concluída: { $title }.
desk-done-round-added = Rodada pareada: { $title }.
desk-done-pairings-discarded = Rodada pareada de novo: { $title }.
desk-done-pairings-published = Pareamentos publicados: { $title }.
desk-done-round-started = Rodada iniciada: { $title }.
desk-done-round-removed = Rodada removida.
desk-done-player-registered = { $player }: { $status }.
desk-done-registration-status-changed = { $player }: { $status }.
desk-done-player-dropped = { $player } saiu do evento.
desk-done-lifecycle-changed = O evento agora está: { $status }.
desk-done-details-changed = { $known ->
    [yes] Salvo: { $fields }.
   *[no] Salvo.
}
desk-done-organizing-changed = { $known ->
    [yes] Salvo: { $fields }.
   *[no] Salvo.
}
desk-done-result-reported = Mesa { $table }: { $result } salvo. { $players }
desk-done-result-corrected = Mesa { $table }: { $result } salvo. { $players }
desk-done-several = { $count } mudanças salvas.
desk-do-undo = Desfazer
desk-do-undo-what = Desfazer: { $what }

## Jogadores

desk-player-name = Nome de um jogador
desk-do-add = Adicionar
desk-players-no-name = Digite um nome.
desk-players-no-award = { $name } está na lista de inscritos, mas os byes ou derrotas não foram dados. { $why }
desk-players-count = { $count ->
    [one] { $count } jogador
   *[other] { $count } jogadores
}
desk-players-others = { $count } fora do evento
desk-players-none = Digite um nome e pressione Enter para inscrever o primeiro jogador.
desk-name = Nome
desk-status = Situação
desk-record = Campanha
desk-checked-in = Check-in feito
desk-handed-in = Entregue
desk-do-check-in = Fazer check-in
desk-do-drop = Dar drop
desk-do-disqualify = Desqualificar
desk-do-return = Trazer de volta ao evento
desk-byes = Byes
desk-byes-hint = Números das rodadas, como 1, 2.
desk-seat = Mesa fixa
desk-seat-hint = A mesa em que este jogador sempre senta. Opcional.
desk-paper-list = Entrega a decklist em papel
desk-notes = Anotações
desk-notes-hint = Só a equipe do evento vê isto.
desk-to-players = Todos os jogadores
desk-registered = Inscrito
desk-registering = Inscrição não concluída
desk-offered = Vaga oferecida até { $time }

## Rodadas e resultados

desk-rounds = Rodadas
desk-no-round = Nenhuma rodada foi pareada ainda.
desk-round-moved-on = Outra pessoa deu o próximo passo antes, então nada foi feito. Esta página mostra a situação atual.
desk-unpublished = Não publicada
desk-table = Mesa
desk-table-number = Mesa { $table }
desk-players = Jogadores
desk-against = contra
desk-result = Resultado
desk-reported-by = Inserido por
desk-bye = Bye
desk-assigned-loss = Derrota
desk-unreported = Não reportado
desk-entry-hint = Mesa e depois jogos vencidos: 12 2 1 ou 1221. Acrescente um terceiro número para jogos empatados. 12 x: os dois jogadores perdem.
desk-entry-hint-pod = Mesa e depois o assento do vencedor: 12 3 ou 123. 12 d: empate de todos. 12 d 1 3: empate dos assentos 1 e 3. 12 x: todos perdem. Colocações por assento: 12 1-3-2-4.
desk-entry-hint-places = Mesa e depois a colocação de cada assento: 12 1-3-2-4. Empatados têm a mesma colocação: 12 1-2-2-2. 12 d: empate de todos. 12 x: todos perdem.
desk-entry-hint-scores = Mesa e depois os pontos de cada jogador: 12 150-90. 12 x: os dois perdem.
desk-do-enter = Inserir
desk-entered = Mesa { $table }:
desk-do-correct = Corrigir
desk-open-tables = { $count ->
    [one] { $count } mesa ainda jogando
   *[other] { $count } mesas ainda jogando
}
desk-do-swap = Trocar dois jogadores
desk-do-pair-again = Parear de novo
desk-do-remove-round = Remover a rodada
desk-do-reopen = Reabrir a rodada
desk-complete-early = Se você concluir a rodada agora, os resultados que faltam contam como empates.
desk-do-complete-draws = Concluir, contando os que faltam como empates
desk-contested-count = { $count ->
    [one] { $count } resultado foi contestado
   *[other] { $count } resultados foram contestados
}
desk-contested = contestado
desk-contested-why = Um jogador diz que este resultado está errado. Fale com os jogadores da mesa e depois insira o resultado certo.
desk-complete-contested = Concluir a rodada mesmo assim? Os resultados contestados contam como foram reportados.
desk-complete-missing = Os resultados que faltam contam como empates. Marque as mesas em que todos perdem, por exemplo porque nenhum apareceu.
desk-both-left = Todos os jogadores da mesa { $table } saíram do evento.
desk-both-lose = Os dois perdem
desk-all-lose = Todos perdem
desk-pod-seat = Assento { $seat }
desk-pod-draw = Empate
desk-pod-draw-of = Empate: assentos { $seats }
desk-choice-pod = Assento { $seat }: { $player } vence
desk-choice-won = { $player } { $score }
desk-choice-drawn = Empate { $score }
desk-do-complete-contested = Sim, concluir a rodada
desk-to-round = Voltar à rodada
desk-result-unreadable = Isso não é um resultado. Digite o número da mesa e depois os jogos vencidos por cada jogador: 12 2 1.
desk-result-no-table = Não há partida na mesa { $table } nesta rodada.
desk-result-other-table = Esta página é de outra mesa, não da { $table }. Insira esse resultado na página da rodada.
desk-result-now = Resultado: { $result }
desk-by = inserido por { $by }
desk-result-conflict = { $by } inseriu { $result } na mesa { $table }. Está errado?
desk-do-replace = Substituir por { $entry }
desk-do-keep = Manter
desk-corrected = O resultado foi corrigido.
desk-effect-standings = A classificação mudou após estas rodadas: { $rounds }.
desk-effect-paired = Estas rodadas foram pareadas com o resultado antigo e já começaram: { $rounds }. Elas ficam como estão.
desk-effect-pair-again = A próxima rodada foi pareada com o resultado antigo e ainda não começou.
desk-effect-to-pair = Estas rodadas precisam ser pareadas de novo: { $rounds }.
desk-effect-cut = O corte agora seria diferente. Faça-o de novo se a próxima rodada não tiver começado.
desk-swap-title = { $round }: trocar dois jogadores
desk-swap-one = Este jogador
desk-swap-other = troca com
desk-swap-seat = Mesa { $table }: { $name }
desk-swap-two = Escolha dois jogadores diferentes.
desk-swap-changed = O evento mudou nesse meio-tempo. Confira os pareamentos e escolha de novo.

## Classificação

desk-no-standings = A classificação aparece após a primeira rodada.
desk-recompute = Classificação com outras regras
desk-recompute-hint = Os mesmos resultados, ordenados conforme { $rules }. Nada é alterado.
desk-recompute-real = Posição real
desk-do-recompute = Mostrar
desk-standings-after = Classificação após: { $round }
desk-rank = Posição
desk-points = Pontos

## Decklists

desk-lists-count = { $handed } de { $all } decklists entregues
desk-do-lock = Bloquear todas
desk-do-unlock = Desbloquear todas
desk-lock = Mudanças
desk-locked = Bloqueadas
desk-unlocked = Permitidas
desk-by-deadline = Até o prazo
desk-by-start = Até o início
desk-closed-by-start = Encerradas desde o início
desk-on-paper = Em papel
desk-missing = Falta

desk-picture-of = Imagem de { $event }
desk-picture-hint = JPEG, PNG ou WebP, no máximo 5 MB. De preferência na horizontal, 1600 × 900 pixels. Todo mundo pode ver.
desk-picture = Imagem
desk-do-to-picture = Escolher uma imagem
desk-staff = Equipe deste evento
desk-staff-hint = Membros da sua organização que podem fazer mais neste evento do que nos outros. Vale a melhor das duas funções. A função termina aqui, ou quando a pessoa sai da organização.
desk-staff-none = Nenhum membro tem uma função só para este evento.
desk-staff-role = Função
desk-staff-left = não é mais membro
desk-staff-end-of = Encerrar a função de { $name }
desk-staff-assign = Dar uma função a um membro
desk-staff-member = Membro
desk-do-end-staff = Encerrar a função
desk-do-assign-staff = Atribuir
desk-do-to-staff = Escolher a equipe
desk-do-to-settings = Ir para as configurações
desk-next-incomplete = { $teams ->
    [one] Um time está incompleto e não jogará.
   *[other] { $teams } times estão incompletos e não jogarão.
}
desk-next-agents = { $players ->
    [one] Um jogador não tem time.
   *[other] { $players } jogadores não têm time.
}
