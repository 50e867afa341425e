# Times, drafts, playoffs, jogadores atrasados e pareamentos feitos à mão.

desk-tab-teams = Times

## Times

desk-do-to-teams = Formar times
desk-next-first-round-teams = { $players ->
    [one] { $players } time está formado.
   *[other] { $players } times estão formados. Quando todos estiverem aqui, pareie a primeira rodada.
}
desk-team-name = Nome do time
desk-team-hint = Depois os jogadores, na ordem dos assentos. Jogadores novos são inscritos junto com o time.
desk-team-seat = Assento { $seat }
desk-do-form-team = Formar o time
desk-do-drop-team = Dar drop no time { $team }
desk-teams-count = { $count ->
    [one] { $count } time
   *[other] { $count } times
}
desk-teams-none = Insira o primeiro time e seus jogadores.
desk-teams-without = { $count ->
    [one] { $count } jogador não tem time
   *[other] { $count } jogadores não têm time
}
desk-teams-incomplete = Insira o nome do time e um jogador para cada assento.
desk-teams-twice = { $name } aparece duas vezes. Uma pessoa não pode ter dois assentos.
desk-teams-taken = { $name } tem inscrição e já está em um time ou não joga mais. Se for outra pessoa com o mesmo nome, primeiro inscreva essa pessoa na aba Jogadores.
desk-teams-several = Vários jogadores sem time se chamam { $name }. Escolha um da lista: { $choices }.
desk-teams-known = { $name } pode ser alguém que você já conhece: { $people }. Primeiro inscreva essa pessoa na aba Jogadores e depois forme o time.
desk-teams-new = Se { $name } for outra pessoa, forme o time com pessoas novas.
desk-do-form-team-new = Formar o time com pessoas novas
desk-teams-unknown = Este time não está no evento.
desk-team-matches = Partidas dos times
desk-tables = Mesas
desk-seats-won = Assentos vencidos
desk-team-open = Em aberto
desk-team-decided = Decidida

## Drafts, reuniões de jogadores e outras formas de seguir

desk-draft = Draft
desk-no-tables = Ninguém está pareado nesta rodada.
desk-ways = Mais opções
desk-do-pods = Sentar os pods de draft
desk-do-pair-swiss = Parear a rodada { $number } sem pods
desk-do-pair-in-pods = Parear a rodada { $number } nos pods
desk-do-meeting = Sentar uma reunião de jogadores por nome
desk-do-random-meeting = Sentar uma reunião de jogadores por sorteio
desk-next-pods = Os pods jogaram todas as suas rodadas. Sente novos pods para a rodada { $number } ou siga sem pods.

## O corte e o playoff

desk-do-to-cut = Conferir o corte
desk-cut = Corte
desk-cut-size = Quantos avançam
desk-do-show-cut = Mostrar
desk-cut-preview = Prévia do corte
desk-cut-pools = Primeiro vêm os melhores de cada grupo, depois os segundos, e assim por diante. Entre os de mesma colocação, exceto os primeiros, a ordem muda para que dois do mesmo grupo se enfrentem tarde.
desk-cut-seed = Seed
desk-cut-advances = Avança
desk-cut-out = Fora
desk-cut-by-lot = Nenhuma rodada foi jogada. Um sorteio decide quem avança e os seeds.
desk-cut-changed = O evento mudou desde que esta página foi mostrada, então nada foi feito. Confira a prévia de novo.
desk-cut-later = O corte pode ser feito quando todas as rodadas estiverem concluídas.
desk-cut-means = Todos os outros são eliminados. O corte pode ser refeito até a próxima rodada começar.
desk-cut-again = O corte foi feito. Depois de uma correção ou de um drop, ele pode ser refeito; aí a próxima rodada precisa ser pareada de novo.
desk-do-cut-again = Refazer o corte, para o top { $size }
desk-cut-tie = { $last } e { $next } têm os mesmos pontos, e os critérios de desempate decidem ({ $heads }). { $last }: { $of_last }. { $next }: { $of_next }.
desk-cut-lot = { $last } e { $next } estão iguais em pontos e em todos os critérios de desempate. Um sorteio decide.
desk-cut-equal = { $last } e { $next } estão iguais em pontos e em todos os critérios numéricos. Os outros critérios decidem, depois um sorteio.
desk-bracket = Chaveamento
desk-bracket-open = Em aberto
desk-bracket-won = venceu
desk-bracket-wins = { $name } vence por { $score }
desk-do-win = Vence
desk-places = Colocações finais

## Jogadores atrasados

desk-missed = Byes ou derrotas para rodadas perdidas
desk-missed-title = Rodadas que { $name } perdeu
desk-missed-none = Este jogador não perdeu nenhuma rodada que possa ser preenchida.
desk-missed-hint = A partir de agora, um bye conta como vitória e uma derrota conta como derrota na partida. A classificação das rodadas que já terminaram fica como está.
desk-missed-nothing = Nada
desk-missed-each = Para cada rodada perdida

## Pareamentos feitos à mão

desk-do-by-hand = Parear à mão
desk-by-hand-title = Jogadores sem partida: { $round }
desk-by-hand-none = Todos que estão jogando têm partida.
desk-by-hand-one = Este jogador
desk-by-hand-other = joga contra
desk-by-hand-bye = Ninguém: um bye
desk-by-hand-loss = Ninguém: uma derrota
desk-do-pair-by-hand = Parear
desk-by-hand-matches = Partidas da rodada
desk-by-hand-two = Escolha dois jogadores diferentes que estejam sem partida nesta rodada.
desk-do-remove = Remover
desk-do-remove-table = Remover a partida da mesa { $table }
desk-warnings = O pareamento automático faria isto de outro jeito
desk-warn-rematch = { $names } já se enfrentaram.
desk-warn-another-bye = Já houve bye antes: { $names }.
desk-warn-bye-missing = Sem o bye prometido para esta rodada: { $names }.
desk-warn-left-out = Sem partida: { $names }.
desk-warn-fixed-seat = Tem mesa fixa, mas está em outra: { $names }.
desk-warn-never-meet = Não se enfrentam, porque ambos estão sozinhos na primeira rodada do grupo: { $names }.
desk-team-lacks = { $free ->
    [one] Um lugar livre
   *[other] { $free } lugares livres
}
desk-team-waits = Nem todos os membros têm vaga
desk-do-dissolve = Desfazer
desk-do-dissolve-team = Desfazer { $team }
