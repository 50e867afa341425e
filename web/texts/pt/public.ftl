# Os textos das páginas públicas.

public-canceled = Cancelado
public-fee = Inscrição: { $fee }
public-own-time = { $time } no seu horário
public-time-utc = { $time } UTC
public-time = { $time } ({ $zone })

## A página inicial e a página para endereços sem página

public-front-docs = Documentação da API
public-not-found-page = Não há página neste endereço. Talvez ele tenha sido digitado errado.
public-not-found-event = Este evento não tem página pública. Talvez não esteja listado, ou o endereço tenha sido digitado errado.
public-not-found-round = Este evento não tem essa rodada.
public-not-found-list = Esta decklist não é pública. As listas aparecem quando o organizador as publica.
public-not-found-player = Não existe essa página de jogador. Cada jogador escolhe se mostra a sua.
public-not-found-store = Não há loja neste endereço.
public-not-found-convention = Não há convenção pública neste endereço. Ela pode não estar listada, ou o endereço foi digitado errado.
public-to-events = Ver todos os eventos

## O índice dos eventos

public-calendar = Assinar estes eventos (iCal)
public-filter = Filtrar eventos
public-filter-store = Loja
public-filter-after = De
public-filter-before = Até
public-filter-all = Todos
public-filter-button = Mostrar
public-filter-none = Ver todos os eventos
public-owner = Esta instalação é sua? Entre e crie um evento. Uma instalação nova é configurada com o link que o Crosstable mostrou ao iniciar; ele também está no arquivo set-up-link da pasta de dados.
public-empty = Ainda não há eventos
public-to-desk = Gerenciar eventos
public-running = Em andamento
public-running-none = Nenhum evento está acontecendo agora.
public-upcoming = Próximos
public-upcoming-none = Nenhum evento está marcado no momento.
public-finished = Encerrados
public-finished-none = Nenhum evento foi encerrado ainda.
public-none-chosen = Nenhum evento corresponde ao filtro. Mude o filtro ou veja todos os eventos.
public-more-running = Mais eventos em andamento
public-more-upcoming = Eventos mais à frente
public-more-finished = Eventos anteriores

## Eventos

public-playoff = Playoff
public-standings = Classificação
public-decks = Decks
public-more-pages = Mais desta lista
public-now = Agora: { $round }
public-next = A seguir: { $round }
public-to-pairings = Ver todos os pareamentos
public-place = { $place }º
public-structure-swiss = { $rounds ->
    [one] { $rounds } rodada suíça
   *[other] { $rounds } rodadas suíças
}
public-structure-cut = { $rounds ->
    [one] { $rounds } rodada suíça, depois top { $cut }
   *[other] { $rounds } rodadas suíças, depois top { $cut }
}
public-structure-some = Rodadas suíças, depois top { $cut }
public-structure-pools = Grupos de até { $size }
public-structure-pools-cut = Grupos de até { $size }, depois top { $cut }
public-structure-best-of = { $games ->
    [1] Um jogo por partida
   *[other] Melhor de { $games }
}
public-structure-minutes = { $minutes } minutos por rodada
public-structure-teams = Times de { $size }
public-structure-together = Times de { $size } que jogam uma partida juntos
public-structure-pods = Mesas de { $size }
public-all-standings = Classificação completa ({ $count })
public-all-players = Todos os { $count } jogadores
public-cut-line = O top { $cut } avança para o playoff.
public-playoff-decides = O playoff decide os lugares 1 a { $cut }. Os pontos e as campanhas são os das rodadas anteriores.
public-not-listed = { $count ->
    [one] Um jogador inscrito não tem partidas e não aparece na lista.
   *[other] { $count } jogadores inscritos não têm partidas e não aparecem na lista.
}
public-tiebreakers = { $count ->
    [0] Jogadores com os mesmos pontos são ordenados por sorteio.
   *[other] Jogadores com os mesmos pontos são ordenados por: { $list }. Depois, por sorteio.
}
public-percent-of = { $name } %
public-rules = Regras: { $rules }
public-rules-changed = Regras: { $rules }, alteradas pelo organizador
public-up = { $count ->
    [one] subiu { $count } posição
   *[other] subiu { $count } posições
}
public-down = { $count ->
    [one] caiu { $count } posição
   *[other] caiu { $count } posições
}
public-no-standings = A classificação aparece aqui quando a primeira rodada começar.
public-no-bracket = O chaveamento aparece aqui quando o playoff começar.
public-no-lists = Nenhuma decklist foi publicada.
public-no-players = Ninguém se inscreveu ainda.
public-standings-final = Classificação final
public-standings-after = Classificação após a rodada { $number }
public-standings-during = Classificação durante a rodada { $number }
public-rank = Pos.
public-to-list = lista
public-dropped = dropou
public-players = { $count ->
    [one] { $count } jogador
   *[other] { $count } jogadores
}
public-places = { $left ->
    [0] Todas as { $capacity } vagas estão ocupadas
    [one] Resta { $left } de { $capacity } vagas
   *[other] Restam { $left } de { $capacity } vagas
}
public-sign-up = Inscrever-se
public-sign-up-waitlist = Entrar na lista de espera
public-add-to-calendar = Adicionar à agenda
public-registered = Jogadores inscritos
public-about-event = Sobre este evento
public-facts = Bom saber
public-map = Mapa
public-rules-level = Regras
public-who-approved = { $who }. A loja confirma cada inscrição.
public-opens-at = Inscrições a partir de: { $time }
public-winner = Vencedor: { $name }
public-lower-places = Para as demais posições
public-open-place = a definir

## Achar um nome

public-find = Ache seu nome
public-found = Encontrado: { $name }
public-found-none = Nenhum nome aqui tem palavras que comecem com “{ $name }”. Confira a grafia ou digite menos letras.
public-found-more = Só os primeiros { $count } aparecem. Digite mais letras do nome.
public-show-all = Ver todo mundo

## Rodadas

public-pairings = Pareamentos
public-results = Resultados
public-seats = Assentos
public-opponent = Oponente
public-assigned-loss = Derrota atribuída
public-lost = perdeu
public-against = contra { $name }
public-by-name = Por nome
public-by-table = Por mesa
public-letters = Primeiras letras
public-at-pod-seat = Pod { $number }, assento { $seat }
public-intentional-draw = ID
public-intentional-draw-means = ID: um empate intencional, combinado sem jogar.
public-won = venceu
public-both-lost = Os dois perderam
public-drawn = empate
public-unconfirmed = não confirmado
public-unconfirmed-means = Um resultado não confirmado passa a valer quando um oponente confirma ou quando a rodada termina.
public-clock-ends = Termina às { $time }.
public-then = Depois: { $rule }.
public-seating = Assentos
public-at-table = Mesa { $number }
public-at-table-seat = Mesa { $number }, assento { $seat }
public-at-pod = Pod { $number }
public-no-pairings = Ainda não há pareamentos.

## Decklists

public-decklist = Decklist
public-picture = A lista como imagem
public-lists-of-archetype = Mais listas de { $archetype } deste evento
public-list-text = Texto
public-list-elsewhere = A lista pode ser lida em
public-cards = { $count ->
    [one] { $count } card
   *[other] { $count } cards
}
public-cards-and-sideboard = { $cards }, { $sideboard } no sideboard
public-more-cards = e mais { $count }
public-no-cards = nenhum card para mostrar
public-no-cards-here = Não há cards para mostrar aqui.
public-kept-elsewhere = Esta lista fica em outro lugar:
public-nothing-read = Nenhuma linha da lista pôde ser lida como um card.
public-lines-not-read = { $count ->
    [one] { $count } linha não pôde ser lida como um card: linha { $lines }.
   *[other] { $count } linhas não puderam ser lidas como cards: { $lines }.
}

## A página de uma loja

public-store-next = Próximos eventos
public-store-next-none = Nenhum evento está marcado no momento.
public-store-past = Eventos anteriores
public-store-all = Todos os eventos

## Conventions

public-conventions-description = Convenções de jogos de cartas colecionáveis: datas, locais e programações.
public-conventions-coming = Em andamento e próximas
public-conventions-none = Nenhuma convenção está planejada no momento.
public-conventions-past = Encerradas
public-hub-pending = Os detalhes serão divulgados em breve.
public-hub-canceled = Esta convenção foi cancelada.
public-hub-archived = Esta convenção já terminou.
public-hub-external = A programação está na página da própria convenção.
public-hub-external-link = Abrir a programação
public-hub-ticket = É preciso ingresso
public-hub-championship = Campeonato regional
public-hub-announcements = Avisos
public-hub-about = Sobre a convenção
public-hub-hotels = Hotéis
public-hub-zone = Todos os horários são os de { $zone }.
public-hub-day = { $weekday ->
    [1] Segunda-feira
    [2] Terça-feira
    [3] Quarta-feira
    [4] Quinta-feira
    [5] Sexta-feira
    [6] Sábado
   *[other] Domingo
}, { $day }
public-hub-undated = Ainda sem data
public-hub-empty = Ainda não há eventos na programação.
public-hub-filter = Filtrar a programação
public-hub-filter-none = Mostrar toda a programação
public-hub-headliner = Evento principal
public-hub-calendar = Assinar toda a programação (iCal)
public-agenda = Minha agenda
public-agenda-choose = Na minha agenda: { $name }
public-agenda-hint = Marque as estrelas dos eventos para montar sua agenda. Ela fica neste dispositivo.
public-agenda-show = Ver minha agenda
public-agenda-empty = Sua agenda está vazia. Escolha eventos na programação.
public-agenda-overlap = { $first } e { $second } acontecem ao mesmo tempo.
public-agenda-update = Atualizar minha agenda
public-agenda-calendar = Assinar minha agenda (iCal)

## O que buscadores e chats mostram da página inicial

public-description = Torneios de jogos de cards colecionáveis: quando e onde acontecem, pareamentos, classificação e decklists.
public-queues = Filas de eventos sob demanda
public-queues-why = Entre em uma fila. Quando houver jogadores suficientes, você é chamado a uma mesa.
public-queues-none = Nenhuma fila está aberta.
public-queue-line = Começa com { $size } jogadores. Na fila: { $waiting }
public-queue-begins = Início: { $time }
public-queue-join = Entrar na fila
public-queue-join-name = Entrar na fila: { $name }
