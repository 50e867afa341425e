# Los textos de las páginas públicas.

public-canceled = Cancelado
public-fee = Entrada: { $fee }
public-own-time = { $time } en tu hora
public-time-utc = { $time } UTC
public-time = { $time } ({ $zone })

## La portada y la página para direcciones sin página

public-front-docs = Documentación de la API
public-not-found-page = No hay ninguna página en esta dirección. Quizá está mal escrita.
public-not-found-event = Este torneo no tiene página pública. Quizá está oculto o la dirección está mal escrita.
public-not-found-round = Este torneo no tiene esa ronda.
public-not-found-list = Esta lista de mazo no es pública. Las listas se muestran cuando la organización las publica.
public-not-found-player = No existe esa página de jugador. Cada jugador elige si muestra la suya.
public-not-found-store = No hay ninguna tienda en esta dirección.
public-not-found-convention = No hay ninguna convención pública en esta dirección. Puede que no esté listada o que la dirección esté mal escrita.
public-to-events = Ver todos los torneos

## El índice de torneos

public-calendar = Suscribirse a estos torneos (iCal)
public-filter = Filtrar torneos
public-filter-store = Tienda
public-filter-after = Desde
public-filter-before = Hasta
public-filter-all = Todos
public-filter-button = Mostrar
public-filter-none = Mostrar todos los torneos
public-owner = ¿Esta instalación es tuya? Inicia sesión y crea un torneo. Una instalación nueva se configura con el enlace que Crosstable mostró al arrancar; también está en el archivo set-up-link de la carpeta de datos.
public-empty = Todavía no hay torneos
public-to-desk = Ir a la mesa de control
public-running = En curso
public-running-none = Ahora mismo no se juega ningún torneo.
public-upcoming = Próximos
public-upcoming-none = Ahora mismo no hay torneos previstos.
public-finished = Finalizados
public-finished-none = Todavía no ha finalizado ningún torneo.
public-none-chosen = Ningún torneo coincide. Cambia el filtro o muestra todos los torneos.
public-more-running = Más torneos en curso
public-more-upcoming = Torneos posteriores
public-more-finished = Torneos anteriores

## Torneos

public-playoff = Eliminatorias
public-standings = Clasificación
public-decks = Mazos
public-more-pages = Más páginas de esta lista
public-now = Ahora: { $round }
public-next = Siguiente: { $round }
public-to-pairings = Ver todos los emparejamientos
public-place = { $place }.º
public-structure-swiss = { $rounds ->
    [one] { $rounds } ronda suiza
   *[other] { $rounds } rondas suizas
}
public-structure-cut = { $rounds ->
    [one] { $rounds } ronda suiza y top { $cut }
   *[other] { $rounds } rondas suizas y top { $cut }
}
public-structure-some = Rondas suizas y top { $cut }
public-structure-pools = Grupos de hasta { $size }
public-structure-pools-cut = Grupos de hasta { $size } y top { $cut }
public-structure-best-of = { $games ->
    [1] Un juego por partida
   *[other] Al mejor de { $games }
}
public-structure-minutes = { $minutes } minutos por ronda
public-structure-teams = Equipos de { $size }
public-structure-together = Equipos de { $size } que juegan una partida juntos
public-structure-pods = Mesas de { $size }
public-all-standings = Clasificación completa ({ $count })
public-all-players = Los { $count } jugadores
public-cut-line = El top { $cut } pasa a las eliminatorias.
public-playoff-decides = Las eliminatorias deciden los puestos 1 a { $cut }. Los puntos y los récords son los de las rondas anteriores.
public-not-listed = { $count ->
    [one] Un jugador inscrito no tiene partidas y no aparece.
   *[other] { $count } jugadores inscritos no tienen partidas y no aparecen.
}
public-tiebreakers = { $count ->
    [0] Los jugadores con los mismos puntos se ordenan por sorteo.
   *[other] Los jugadores con los mismos puntos se ordenan por: { $list }. Después, por sorteo.
}
public-percent-of = % { $name }
public-rules = Reglas: { $rules }
public-rules-changed = Reglas: { $rules }, modificadas por el organizador
public-up = { $count ->
    [one] sube { $count } puesto
   *[other] sube { $count } puestos
}
public-down = { $count ->
    [one] baja { $count } puesto
   *[other] baja { $count } puestos
}
public-no-standings = La clasificación aparece aquí cuando empieza la primera ronda.
public-no-bracket = El cuadro aparece aquí cuando empiezan las eliminatorias.
public-no-lists = No hay listas de mazo publicadas.
public-no-players = Todavía no hay nadie inscrito.
public-standings-final = Clasificación final
public-standings-after = Clasificación después de la ronda { $number }
public-standings-during = Clasificación durante la ronda { $number }
public-rank = N.º
public-to-list = lista
public-dropped = retirado
public-players = { $count ->
    [one] { $count } jugador
   *[other] { $count } jugadores
}
public-places = { $left ->
    [0] Las { $capacity } plazas están ocupadas
    [one] Queda { $left } de { $capacity } plazas
   *[other] Quedan { $left } de { $capacity } plazas
}
public-sign-up = Inscribirse
public-sign-up-waitlist = Apuntarse a la lista de espera
public-add-to-calendar = Añadir al calendario
public-registered = Jugadores inscritos
public-about-event = Sobre este torneo
public-facts = Datos útiles
public-map = Mapa
public-rules-level = Reglas
public-who-approved = { $who }. La tienda confirma cada inscripción.
public-opens-at = Inscripción desde: { $time }
public-winner = Ganó { $name }
public-lower-places = Por los puestos inferiores
public-open-place = por decidir

## Buscar un nombre

public-find = Busca tu nombre
public-found = Encontrado: { $name }
public-found-none = Ningún nombre tiene palabras que empiecen por «{ $name }». Revisa cómo está escrito o escribe menos letras.
public-found-more = Solo se muestran los primeros { $count }. Escribe más letras del nombre.
public-show-all = Mostrar a todos

## Rondas

public-pairings = Emparejamientos
public-results = Resultados
public-seats = Asientos
public-opponent = Oponente
public-assigned-loss = Derrota asignada
public-lost = derrota
public-against = contra { $name }
public-by-name = Por nombre
public-by-table = Por mesa
public-letters = Primeras letras
public-at-pod-seat = Pod { $number }, asiento { $seat }
public-intentional-draw = ID
public-intentional-draw-means = ID: un empate intencional, acordado sin jugar.
public-won = victoria
public-both-lost = Pierden los dos
public-drawn = empate
public-unconfirmed = sin confirmar
public-unconfirmed-means = Un resultado sin confirmar cuenta cuando un oponente lo confirma o cuando termina la ronda.
public-clock-ends = Termina a las { $time }.
public-then = Después: { $rule }.
public-seating = Asientos
public-at-table = Mesa { $number }
public-at-table-seat = Mesa { $number }, asiento { $seat }
public-at-pod = Pod { $number }
public-no-pairings = Todavía no hay emparejamientos.

## Listas de mazo

public-decklist = Lista de mazo
public-picture = La lista como imagen
public-lists-of-archetype = Más listas de { $archetype } de este torneo
public-list-text = Texto
public-list-elsewhere = La lista se puede leer en
public-cards = { $count ->
    [one] { $count } carta
   *[other] { $count } cartas
}
public-cards-and-sideboard = { $cards }, { $sideboard } en el sideboard
public-more-cards = y { $count } más
public-no-cards = sin cartas que mostrar
public-no-cards-here = Aquí no hay cartas que mostrar.
public-kept-elsewhere = Esta lista está en otro sitio:
public-nothing-read = Ninguna línea de la lista se pudo leer como carta.
public-lines-not-read = { $count ->
    [one] { $count } línea no se pudo leer como carta: la línea { $lines }.
   *[other] { $count } líneas no se pudieron leer como cartas: { $lines }.
}

## La página de una tienda

public-store-next = Próximos torneos
public-store-next-none = Ahora mismo no hay torneos previstos.
public-store-past = Torneos pasados
public-store-all = Todos los torneos

## Conventions

public-conventions-description = Convenciones de juegos de cartas coleccionables: cuándo y dónde se celebran, y sus programas.
public-conventions-coming = En curso y próximas
public-conventions-none = No hay ninguna convención prevista por el momento.
public-conventions-past = Pasadas
public-hub-pending = Los detalles se publicarán más adelante.
public-hub-canceled = Esta convención está cancelada.
public-hub-archived = Esta convención ha terminado.
public-hub-external = El programa está en la página de la propia convención.
public-hub-external-link = Ver el programa
public-hub-ticket = Se necesita entrada
public-hub-championship = Campeonato regional
public-hub-announcements = Anuncios
public-hub-about = Sobre la convención
public-hub-hotels = Hoteles
public-hub-zone = Todas las horas son las de { $zone }.
public-hub-day = { $weekday ->
    [1] Lunes
    [2] Martes
    [3] Miércoles
    [4] Jueves
    [5] Viernes
    [6] Sábado
   *[other] Domingo
}, { $day }
public-hub-undated = Sin fecha todavía
public-hub-empty = Todavía no hay torneos en el programa.
public-hub-filter = Filtrar el programa
public-hub-filter-none = Mostrar todo el programa
public-hub-headliner = Torneo principal
public-hub-calendar = Suscribirse a todo el programa (iCal)
public-agenda = Mi agenda
public-agenda-choose = En mi agenda: { $name }
public-agenda-hint = Marca las estrellas de los torneos para hacer tu agenda. Se queda en este dispositivo.
public-agenda-show = Ver mi agenda
public-agenda-empty = Tu agenda está vacía. Elige torneos en el programa.
public-agenda-overlap = { $first } y { $second } coinciden.
public-agenda-update = Actualizar mi agenda
public-agenda-calendar = Suscribirse a mi agenda (iCal)

## Lo que muestran de la portada los buscadores y los chats

public-description = Torneos de juegos de cartas coleccionables: cuándo y dónde se juegan, emparejamientos, clasificación y listas de mazo.
public-queues = Colas de eventos a demanda
public-queues-why = Ponte en una cola. Cuando haya suficientes jugadores, se te llama a una mesa.
public-queues-none = No hay ninguna cola abierta.
public-queue-line = Empieza con { $size } jugadores. En la cola: { $waiting }
public-queue-begins = Empieza: { $time }
public-queue-join = Ponerse en la cola
public-queue-join-name = Ponerse en la cola: { $name }
