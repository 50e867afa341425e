# A página pública de um jogador e a página em que o jogador a mostra ou oculta.

history-none = Ainda não há resultados para mostrar.
history-rate = Partidas vencidas
history-best = Melhor colocação
history-points = Pontos após cada rodada: { $points }
history-open-list = Abrir
history-place = { $place }º lugar
history-list = Decklist
history-list-of = Decklist de { $event }
history-how = As campanhas são vitórias–derrotas–empates em partidas das rodadas suíças, com os byes incluídos. Só eventos públicos aparecem.

history-pages = Páginas de jogador
history-pages-link = Mostrar ou ocultar suas páginas de jogador
history-pages-why = Uma página de jogador mostra a todo mundo seu nome e suas colocações, campanhas e decklists publicadas nos eventos públicos de uma organização. Ela fica oculta até você mostrá-la. O endereço dela não diz nada sobre você em outras organizações.
history-pages-none = Você não tem página de jogador: não tem inscrição em nenhum evento.
history-shown = Todo mundo pode ver sua página.
history-hidden = Sua página está oculta.
history-open = Abrir a página
history-show = Mostrar a página
history-hide = Ocultar a página
history-open-of = Abrir a página de { $store }
history-show-of = Mostrar a página de { $store }
history-hide-of = Ocultar a página de { $store }
