# Equipos, drafts, eliminatorias, jugadores que llegan tarde y emparejamientos hechos a mano.

desk-tab-teams = Equipos

## Equipos

desk-do-to-teams = Formar equipos
desk-next-first-round-teams = { $players ->
    [one] Hay { $players } equipo formado.
   *[other] Hay { $players } equipos formados. Cuando estén todos, empareja la primera ronda.
}
desk-team-name = Nombre del equipo
desk-team-hint = Después sus jugadores, en el orden de sus asientos. Los jugadores nuevos se inscriben con el equipo.
desk-team-seat = Asiento { $seat }
desk-do-form-team = Formar el equipo
desk-do-drop-team = Retirar al equipo { $team }
desk-teams-count = { $count ->
    [one] { $count } equipo
   *[other] { $count } equipos
}
desk-teams-none = Escribe el primer equipo y sus jugadores.
desk-teams-without = { $count ->
    [one] { $count } jugador no tiene equipo
   *[other] { $count } jugadores no tienen equipo
}
desk-teams-incomplete = Escribe un nombre de equipo y un jugador para cada asiento.
desk-teams-twice = { $name } aparece dos veces. Una persona no puede tener dos asientos.
desk-teams-taken = { $name } ya tiene inscripción, y está en un equipo o ya no juega. Si es otra persona con el mismo nombre, inscríbela primero en la pestaña Jugadores.
desk-teams-several = Varios jugadores sin equipo se llaman { $name }. Elige uno de la lista: { $choices }.
desk-teams-known = Quizá { $name } es alguien que ya conoces: { $people }. Inscribe primero a esa persona en la pestaña Jugadores y después forma el equipo.
desk-teams-new = Si { $name } es otra persona, forma el equipo con personas nuevas.
desk-do-form-team-new = Formar el equipo con personas nuevas
desk-teams-unknown = Este equipo no está en el torneo.
desk-team-matches = Partidas de los equipos
desk-tables = Mesas
desk-seats-won = Asientos ganados
desk-team-open = Pendiente
desk-team-decided = Decidida

## Drafts, reuniones de jugadores y otras formas de seguir

desk-draft = Draft
desk-no-tables = No hay nadie emparejado en esta ronda.
desk-ways = Más opciones
desk-do-pods = Sentar pods de draft
desk-do-pair-swiss = Emparejar la ronda { $number } sin pods
desk-do-pair-in-pods = Emparejar la ronda { $number } dentro de los pods
desk-do-meeting = Sentar una reunión de jugadores por nombre
desk-do-random-meeting = Sentar una reunión de jugadores al azar
desk-next-pods = Los pods han jugado todas sus rondas. Sienta pods nuevos para la ronda { $number } o sigue sin pods.

## El corte y las eliminatorias

desk-do-to-cut = Revisar el corte
desk-cut = Corte
desk-cut-size = Cuántos pasan
desk-do-show-cut = Mostrar
desk-cut-preview = Vista previa del corte
desk-cut-pools = Primero van los mejores de cada grupo, después los segundos, y así sucesivamente. Los del mismo puesto, salvo los primeros, intercambian su orden para que dos del mismo grupo se enfrenten tarde.
desk-cut-seed = Posición
desk-cut-advances = Pasa
desk-cut-out = Fuera
desk-cut-by-lot = No se ha jugado ninguna ronda. Un sorteo decide quién pasa y en qué posición.
desk-cut-changed = El torneo ha cambiado desde que se mostró esta página, así que no se hizo nada. Mira otra vez la vista previa.
desk-cut-later = El corte se puede hacer cuando todas las rondas estén terminadas.
desk-cut-means = Los demás quedan eliminados. El corte se puede repetir hasta que empiece la siguiente ronda.
desk-cut-again = El corte está hecho. Después de una corrección o un abandono se puede repetir; entonces hay que emparejar de nuevo la siguiente ronda.
desk-do-cut-again = Repetir el corte, con el top { $size }
desk-cut-tie = { $last } y { $next } tienen los mismos puntos y deciden los desempates ({ $heads }). { $last }: { $of_last }. { $next }: { $of_next }.
desk-cut-lot = { $last } y { $next } empatan a puntos y en todos los desempates. Decide un sorteo.
desk-cut-equal = { $last } y { $next } empatan a puntos y en todos los desempates numéricos. Deciden los demás desempates y después un sorteo.
desk-bracket = Cuadro
desk-bracket-open = Por decidir
desk-bracket-won = victoria
desk-bracket-wins = { $name } gana { $score }
desk-do-win = Gana
desk-places = Puestos finales

## Jugadores que llegan tarde

desk-missed = Byes o derrotas por rondas perdidas
desk-missed-title = Rondas que se perdió { $name }
desk-missed-none = Este jugador no se ha perdido ninguna ronda que se pueda completar.
desk-missed-hint = Desde ahora, un bye cuenta como partida ganada y una derrota como partida perdida. La clasificación de las rondas que terminaron antes se queda como está.
desk-missed-nothing = Nada
desk-missed-each = Por cada ronda perdida

## Emparejamientos hechos a mano

desk-do-by-hand = Emparejar a mano
desk-by-hand-title = { $round }: jugadores sin partida
desk-by-hand-none = Todos los que juegan tienen partida.
desk-by-hand-one = Este jugador
desk-by-hand-other = juega contra
desk-by-hand-bye = Nadie: un bye
desk-by-hand-loss = Nadie: una derrota
desk-do-pair-by-hand = Emparejar
desk-by-hand-matches = Partidas de la ronda
desk-by-hand-two = Elige dos jugadores distintos sin partida en esta ronda.
desk-do-remove = Quitar
desk-do-remove-table = Quitar la partida de la mesa { $table }
desk-warnings = El emparejamiento automático haría esto de otra forma
desk-warn-rematch = { $names } ya se han enfrentado.
desk-warn-another-bye = { $names } ya tuvo un bye.
desk-warn-bye-missing = { $names } tenía un bye prometido para esta ronda y no lo tiene.
desk-warn-left-out = { $names } no tiene partida.
desk-warn-fixed-seat = { $names } tiene una mesa fija y se sienta en otra.
desk-warn-never-meet = No se enfrentan, porque ambos están solos en la primera ronda de su grupo: { $names }.
desk-team-lacks = { $free ->
    [one] Un asiento libre
   *[other] { $free } asientos libres
}
desk-team-waits = No todos los miembros tienen plaza
desk-do-dissolve = Disolver
desk-do-dissolve-team = Disolver { $team }
