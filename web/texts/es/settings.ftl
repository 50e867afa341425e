# Los textos de la configuración de un torneo y del reloj de una ronda.

## Grupos del formulario y de qué tratan

desk-group-about = Sobre el torneo
desk-group-about-hint = Texto, lugar, premios, precio
desk-group-registration = Inscripción
desk-group-registration-hint = Check-in, quién ve el torneo
desk-group-play = Rondas y partidas
desk-group-play-hint = Duración de las rondas, al mejor de tres, equipos
desk-group-rules = Puntos y desempates
desk-group-rules-hint = Según las reglas
desk-group-lists = Listas de mazo
desk-group-lists-hint = Fecha límite
desk-group-other = Mesas y emparejamientos
desk-group-other-hint = Números de mesa, byes, quién se sienta primero
desk-event-value = { $label }: { $value }
desk-usual-rounds = { $cut ->
    [0] { $players } jugadores: { $rounds } rondas.
   *[other] { $players } jugadores: { $rounds } rondas, top { $cut }.
}
desk-do-usual-rounds = Planificar estas rondas
desk-copy-day = Propuesta: { $weekday ->
    [1] lunes
    [2] martes
    [3] miércoles
    [4] jueves
    [5] viernes
    [6] sábado
   *[other] domingo
}, { $day }.
desk-regulars-hint = Marca quién vuelve a jugar: se les inscribe enseguida.

## Configuración

desk-event-zone = Zona horaria
desk-event-zone-hint = Una ciudad como Madrid, o una zona como America/Mexico_City. Vacío: UTC.
desk-event-description = Descripción
desk-event-description-hint = La ve todo el mundo. Funciona Markdown: **negrita**, [enlaces](https://example.org), listas que empiezan con «-».
desk-event-prizes = Premios
desk-event-venue = Lugar
desk-event-address = Dirección
desk-event-address-hint = Las páginas la enlazan a un mapa.
desk-event-rules = Nivel de imposición de reglas (REL)
desk-event-contact = Contacto
desk-event-contact-hint = Un correo electrónico, un enlace o unas palabras. Lo ve todo el mundo.
desk-event-policy = Quién puede inscribirse
desk-event-policy-hint = El personal puede inscribir a cualquiera, se elija lo que se elija. El código de inscripción está en la página Jugadores.
desk-event-approval = Confirmar tú cada inscripción
desk-event-approval-hint = Quien se inscribe espera en la página Jugadores y conserva una plaza hasta que lo apruebes o lo rechaces.
desk-event-opens = Apertura de inscripción
desk-event-opens-hint = La inscripción se abre y se cierra sola a estas horas. Tú puedes inscribir a jugadores en cualquier momento.
desk-event-closes = Cierre de inscripción
desk-event-offer = Minutos para aceptar una plaza ofrecida
desk-event-offer-hint = Una plaza libre se ofrece durante este tiempo a la primera persona de la lista de espera, y luego a la siguiente. Vacío: las plazas las da el organizador.
desk-event-fee = Precio de la entrada
desk-event-fee-hint = Por ejemplo «10 €, se paga en el mostrador». Lo ve todo el mundo.
desk-event-check-in = Emparejar solo a jugadores con check-in hecho
desk-event-check-in-hint = Los demás siguen inscritos y se emparejan cuando hagan el check-in. No hace falta en las eliminatorias.
desk-event-best-of = Juegos por partida
desk-event-best-of-any = –
desk-event-best-of-3 = Al mejor de tres
desk-event-best-of-1 = A un solo juego
desk-event-minutes = Minutos por ronda
desk-event-minutes-hint = El reloj empieza con la ronda. Vacío: sin reloj.
desk-event-end-rule = Cuando se acaba el tiempo
desk-event-end-rule-hint = Se muestra cuando el reloj llega a cero, por ejemplo «Cinco turnos más».
desk-event-first-table = Primera mesa
desk-event-first-table-hint = El número de mesa más bajo. Vacío: 1.
desk-event-last-table = Última mesa
desk-event-last-table-hint = El número de mesa más alto. Vacío: sin límite.
desk-event-attendance = Planificar las rondas suizas según el número de jugadores
desk-event-attendance-hint = Al emparejar la ronda 1 se planifican tantas rondas como es habitual. Sustituye el número escrito arriba. No con grupos ni con pods de draft.
desk-event-lowest-bye = El bye es para el último de la clasificación
desk-event-lowest-bye-hint = Si no, para un jugador al azar con los puntos más bajos. Nadie repite bye hasta que todos hayan tenido uno.
desk-event-squares = Evitar primero las grandes diferencias de puntos
desk-event-squares-hint = La suma de los cuadrados de las diferencias es mínima, como en Netrunner. Si no, lo es la suma de las diferencias.
desk-event-sides = Equilibrar quién se sienta primero
desk-event-sides-hint = En una partida se sienta primero quien lo ha hecho menos veces. En Netrunner, el primero es la Corp.
desk-event-row = Mesas por fila
desk-event-row-hint = Ningún duelo de equipos pasa del final de una fila. Déjalo vacío si las filas no importan.
desk-event-ends = Final previsto
desk-event-ends-hint = Déjalo vacío si depende del número de rondas.
desk-event-queue = Cola bajo demanda: jugadores por evento
desk-event-queue-hint = Cada vez que se apuntan tantos, se les llama y se crea un evento para ellos. 0 para ninguna cola.
desk-event-answer = Minutos para responder a una llamada
desk-event-answer-hint = Cinco si se deja vacío. Después se llama al siguiente jugador de la cola.
desk-event-shares-tables = Las mesas pueden ser las de otro evento en curso
desk-event-shares-tables-hint = Si no, dos eventos en curso de una convención nunca tienen la misma mesa.
desk-event-publish = Publicar los emparejamientos en cuanto se hagan
desk-event-publish-hint = Si no, primero los revisas y los publicas tú.
desk-event-power = Emparejar por clasificación la última ronda antes de las eliminatorias
desk-event-power-hint = El primero contra el segundo, y así sucesivamente.
desk-event-ranked = Reordenar las eliminatorias antes de cada una de sus rondas
desk-event-ranked-hint = Si no, el cuadro se queda como está.
desk-event-playoff = Tipo de eliminatorias
desk-event-pod = Jugadores por pod de draft
desk-event-pod-size = Jugadores por mesa
desk-event-pod-size-hint = 2 para partidas de dos; de 3 a 5 para pods, como en Commander.
desk-event-short-pods = Mesas más pequeñas, si no se llenan todas
desk-event-short-pods-last = En la parte baja de la clasificación
desk-event-short-pods-first = En la parte alta de la clasificación
desk-event-short-pods-byes = Ninguna: los últimos reciben bye
desk-event-pool-size = Jugadores por grupo
desk-event-pool-size-hint = En un grupo juegan todos contra todos, en vez de rondas suizas. 0 si no hay grupos.
desk-event-together = Los miembros de un equipo juegan juntos una partida
desk-event-together-hint = Dos contra dos, como en Gigante de dos cabezas. Solo para equipos de 2.
desk-event-seat-formats = Formatos de los asientos de un equipo
desk-event-seat-formats-hint = Un código por asiento, como STANDARD, PIONEER, MODERN. Déjalo vacío si todos juegan el formato del torneo.
desk-event-grace = Segundos después de la fecha límite
desk-event-grace-hint = Una lista de mazo entregada en ese tiempo todavía llega a tiempo.
desk-event-unlisted = Sin páginas públicas
desk-event-unlisted-hint = Ninguna lista para jugadores muestra el torneo.
desk-event-test = Torneo de prueba
desk-event-test-hint = Nunca se exporta y no tiene páginas públicas.
desk-next-check-in = Haz el check-in de los jugadores: hacen falta al menos dos.
desk-next-checked-in = { $here } de { $players } jugadores han hecho check-in.
desk-event-rule-set = Reglas de la clasificación
desk-event-rule-set-hint = No se pueden cambiar una vez empezado el juego.
desk-event-tiebreakers = Desempates, en orden
desk-event-tiebreakers-hint = Nombres separados por comas: omw, gw, ogw, oomw, late, score, margin, sos, esos, head_to_head, wins, buchholz, buchholz_cut_1, sonneborn_berger, ctb. Si está vacío, según las reglas.
desk-event-win = Puntos por victoria
desk-event-draw = Puntos por empate
desk-event-loss = Puntos por derrota
desk-event-by-place = Puntos según el puesto en la mesa
desk-event-by-place-hint = Un número por jugador de la mesa, como 5, 3, 1, 0. Si está vacío, cuentan victoria, empate y derrota.
