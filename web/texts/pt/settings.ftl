# Os textos das configurações de um evento e do relógio de uma rodada.

## Grupos do formulário e do que tratam

desk-group-about = Sobre o evento
desk-group-about-hint = Texto, local, premiação, valor da inscrição
desk-group-registration = Inscrições
desk-group-registration-hint = Check-in, quem vê o evento
desk-group-play = Rodadas e partidas
desk-group-play-hint = Duração das rodadas, melhor de três, times
desk-group-rules = Pontos e desempates
desk-group-rules-hint = Conforme as regras
desk-group-lists = Decklists
desk-group-lists-hint = Prazo
desk-group-other = Mesas e pareamentos
desk-group-other-hint = Números das mesas, byes, quem senta primeiro
desk-event-value = { $label }: { $value }
desk-usual-rounds = { $cut ->
    [0] { $players } jogadores: { $rounds } rodadas.
   *[other] { $players } jogadores: { $rounds } rodadas, top { $cut }.
}
desk-do-usual-rounds = Planejar estas rodadas
desk-copy-day = Sugestão: { $weekday ->
    [1] segunda-feira
    [2] terça-feira
    [3] quarta-feira
    [4] quinta-feira
    [5] sexta-feira
    [6] sábado
   *[other] domingo
}, { $day }.
desk-regulars-hint = Marque quem joga de novo: a inscrição é feita na hora.

## Configurações

desk-event-zone = Fuso horário
desk-event-zone-hint = Uma cidade como São Paulo ou um fuso como America/Sao_Paulo. UTC se ficar vazio.
desk-event-description = Descrição
desk-event-description-hint = Todo mundo vê. Markdown funciona: **negrito**, [links](https://example.org), listas que começam com “-”.
desk-event-prizes = Premiação
desk-event-venue = Local
desk-event-address = Endereço
desk-event-address-hint = As páginas ligam o endereço a um mapa.
desk-event-rules = Nível de aplicação de regras (REL)
desk-event-contact = Contato
desk-event-contact-hint = Um e-mail, um link ou algumas palavras. Todo mundo vê.
desk-event-policy = Quem pode se inscrever
desk-event-policy-hint = A equipe pode inscrever qualquer pessoa, seja qual for a escolha. O código de inscrição está na página Jogadores.
desk-event-approval = Confirmar cada inscrição
desk-event-approval-hint = Quem se inscreve espera na página Jogadores e mantém uma vaga até você aprovar ou recusar.
desk-event-opens = Abertura das inscrições
desk-event-opens-hint = As inscrições abrem e fecham sozinhas nesses horários. Você pode inscrever jogadores a qualquer momento.
desk-event-closes = Fim das inscrições
desk-event-offer = Minutos para aceitar uma vaga oferecida
desk-event-offer-hint = Uma vaga livre é oferecida por esse tempo à primeira pessoa da lista de espera e depois à seguinte. Vazio: a equipe dá as vagas.
desk-event-fee = Valor da inscrição
desk-event-fee-hint = Como “50 reais, pagos no balcão”. Todo mundo vê.
desk-event-check-in = Parear só jogadores com check-in
desk-event-check-in-hint = Os outros continuam inscritos e são pareados assim que fizerem check-in. Não é preciso em playoffs.
desk-event-best-of = Jogos por partida
desk-event-best-of-any = –
desk-event-best-of-3 = Melhor de três
desk-event-best-of-1 = Jogo único
desk-event-minutes = Minutos por rodada
desk-event-minutes-hint = O relógio começa junto com a rodada. Sem relógio se ficar vazio.
desk-event-end-rule = Quando o tempo acabar
desk-event-end-rule-hint = Aparece quando o relógio chega a zero, como “Mais cinco turnos”.
desk-event-first-table = Primeira mesa
desk-event-first-table-hint = O menor número de mesa. 1 se ficar vazio.
desk-event-last-table = Última mesa
desk-event-last-table-hint = O maior número de mesa. Sem limite se ficar vazio.
desk-event-attendance = Planejar as rodadas suíças pelo número de jogadores
desk-event-attendance-hint = Quando a rodada 1 é pareada, são planejadas tantas rodadas quanto é comum. Isso substitui o número digitado acima. Não com grupos nem pods de draft.
desk-event-lowest-bye = O bye vai para o último da classificação
desk-event-lowest-bye-hint = Senão, para um jogador sorteado entre os que têm menos pontos. Um segundo bye só depois que todos tiverem um.
desk-event-squares = Evitar primeiro as grandes diferenças de pontos
desk-event-squares-hint = A soma dos quadrados das diferenças é a menor possível, como em Netrunner. Senão, a soma das diferenças.
desk-event-sides = Equilibrar quem senta primeiro
desk-event-sides-hint = Em uma partida, senta primeiro quem sentou primeiro menos vezes. Em Netrunner, o primeiro é a Corp.
desk-event-row = Mesas por fileira
desk-event-row-hint = Nenhum confronto de times passa do fim de uma fileira. Deixe vazio se as fileiras não importam.
desk-event-ends = Fim previsto
desk-event-ends-hint = Deixe vazio se depende do número de rodadas.
desk-event-queue = Fila sob demanda: jogadores por evento
desk-event-queue-hint = Sempre que tantos entrarem, eles são chamados e um evento é criado para eles. 0 para nenhuma fila.
desk-event-answer = Minutos para responder a uma chamada
desk-event-answer-hint = Cinco se vazio. Depois disso, o próximo jogador da fila é chamado.
desk-event-shares-tables = As mesas podem ser as de outro evento em andamento
desk-event-shares-tables-hint = Caso contrário, dois eventos em andamento de uma convenção nunca têm a mesma mesa.
desk-event-publish = Publicar os pareamentos assim que forem feitos
desk-event-publish-hint = Senão, você os confere antes e publica você mesmo.
desk-event-power = Parear a última rodada antes do playoff pela classificação
desk-event-power-hint = Primeiro contra segundo, e assim por diante.
desk-event-ranked = Refazer os seeds do playoff antes de cada rodada
desk-event-ranked-hint = Senão, o chaveamento fica como está.
desk-event-playoff = Tipo de playoff
desk-event-pod = Jogadores por pod de draft
desk-event-pod-size = Jogadores por mesa
desk-event-pod-size-hint = 2 para partidas a dois; de 3 a 5 para pods, como em Commander.
desk-event-short-pods = Mesas menores, se não encherem todas
desk-event-short-pods-last = No fim da classificação
desk-event-short-pods-first = No topo da classificação
desk-event-short-pods-byes = Nenhuma: os últimos recebem bye
desk-event-pool-size = Jogadores por grupo
desk-event-pool-size-hint = Em um grupo todos se enfrentam, em vez de rodadas suíças. 0 para nenhum.
desk-event-together = Os membros de um time jogam juntos uma partida
desk-event-together-hint = Dois contra dois, como em Gigante de Duas Cabeças. Só para times de 2.
desk-event-seat-formats = Formatos dos assentos de um time
desk-event-seat-formats-hint = Um código por assento, como STANDARD, PIONEER, MODERN. Deixe vazio se todos jogam o formato do evento.
desk-event-grace = Segundos após o prazo
desk-event-grace-hint = Uma decklist entregue nesse tempo ainda está no prazo.
desk-event-unlisted = Sem páginas públicas
desk-event-unlisted-hint = Nenhuma lista para jogadores mostra o evento.
desk-event-test = Teste
desk-event-test-hint = Nunca é exportado e não tem páginas públicas.
desk-next-check-in = Faça o check-in dos jogadores: são necessários pelo menos dois.
desk-next-checked-in = { $here } de { $players } jogadores fizeram check-in.
desk-event-rule-set = Regras da classificação
desk-event-rule-set-hint = Não podem mudar depois do início do jogo.
desk-event-tiebreakers = Desempates, em ordem
desk-event-tiebreakers-hint = Nomes separados por vírgulas: omw, gw, ogw, oomw, late, score, margin, sos, esos, head_to_head, wins, buchholz, buchholz_cut_1, sonneborn_berger, ctb. Se vazio, conforme as regras.
desk-event-win = Pontos por vitória
desk-event-draw = Pontos por empate
desk-event-loss = Pontos por derrota
desk-event-by-place = Pontos por colocação na mesa
desk-event-by-place-hint = Um número para cada jogador na mesa, como 5, 3, 1, 0. Se vazio, contam vitória, empate e derrota.
