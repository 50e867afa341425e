# La página de arquetipos de un torneo.

archetypes-title = Arquetipos
archetypes-link = Arquetipos y sus resultados
archetypes-players = { $count ->
    [one] { $count } jugador, según los arquetipos de las listas entregadas
   *[other] { $count } jugadores, según los arquetipos de las listas entregadas
}
archetypes-none = Todavía no hay jugadores.
archetypes-shares = Cuotas y resultados
archetypes-name = Arquetipo
archetypes-share = Cuota
archetypes-results = Resultados
archetypes-unknown = Desconocido
archetypes-percent = { $percent } %
archetypes-interval = { $low }–{ $high } %
archetypes-playoff = { $count } en las eliminatorias
archetypes-rate = { $percent } % ganadas
archetypes-against = Enfrentamientos
archetypes-count = { $count ->
    [one] { $count } jugador
   *[other] { $count } jugadores
}
archetypes-matrix = Lee cada fila: con qué frecuencia ganó contra cada columna, con el intervalo del 95 %.
archetypes-mirrors = { $count ->
    [one] { $count } partida contra el mismo arquetipo no está en los resultados.
   *[other] { $count } partidas contra el mismo arquetipo no están en los resultados.
}
archetypes-more = { $archetypes ->
    [one] No se muestra { $archetypes } arquetipo más con pocos jugadores.
   *[other] No se muestran { $archetypes } arquetipos más con pocos jugadores.
}
archetypes-how = Cómo se cuenta
archetypes-how-matches = { $count ->
    [one] Cuenta { $count } partida entre arquetipos distintos.
   *[other] Cuentan { $count } partidas entre arquetipos distintos.
}
archetypes-how-left-out = No cuentan: byes; partidas de más de dos jugadores; partidas entre dos jugadores del mismo arquetipo: { $mirrors }; empates intencionales: { $draws }; partidas sin resultado: { $open }.
archetypes-how-results = Los resultados son partidas ganadas–perdidas–empatadas. El porcentaje es la parte de partidas ganadas entre las que tuvieron ganador. Se muestra a partir de { $fewest } de esas partidas.
archetypes-how-interval = Los números después de un porcentaje son su intervalo de confianza del 95 % (Wilson).
