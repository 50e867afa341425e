# La página pública de un jugador y la página donde el jugador la muestra u oculta.

history-none = Todavía no hay resultados que mostrar.
history-rate = Partidas ganadas
history-best = Mejor puesto
history-points = Puntos después de cada ronda: { $points }
history-open-list = Abrir
history-place = Puesto { $place }
history-list = Lista de mazo
history-list-of = Lista de mazo de { $event }
history-how = Los récords son partidas ganadas–perdidas–empatadas de las rondas suizas, byes incluidos. Solo se muestran torneos públicos.

history-pages = Páginas de jugador
history-pages-link = Mostrar u ocultar tus páginas de jugador
history-pages-why = Una página de jugador muestra a todo el mundo tu nombre y tus puestos, récords y listas de mazo publicadas en los torneos públicos de una organización. Está oculta hasta que la muestres. Su dirección no dice nada de ti en otras organizaciones.
history-pages-none = No tienes página de jugador: no estás en ningún torneo.
history-shown = Todo el mundo puede ver tu página.
history-hidden = Tu página está oculta.
history-open = Abrir la página
history-show = Mostrar la página
history-hide = Ocultar la página
history-open-of = Abrir la página para { $store }
history-show-of = Mostrar la página para { $store }
history-hide-of = Ocultar la página para { $store }
