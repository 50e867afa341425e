# Los textos de la configuración de un torneo y del reloj de una ronda.

## Grupos del formulario y de qué tratan

desk-group-about = Sobre el torneo
desk-group-about-hint = Texto, lugar, premios, precio
desk-group-registration = Inscripción
desk-group-registration-hint = Check-in, quién ve el torneo
desk-group-play = Rondas y partidas
desk-group-play-hint = Duración de las rondas, al mejor de tres, equipos
desk-group-lists = Listas de mazo
desk-group-lists-hint = Fecha límite
desk-group-other = Mesas
desk-group-other-hint = Primer y último número de mesa
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
desk-regulars = Jugadores
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
desk-event-opens = Apertura de inscripción
desk-event-opens-hint = Después del cierre, la página pública ya no ofrece la inscripción. Tú sigues abriendo y cerrando la inscripción.
desk-event-closes = Cierre de inscripción
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
desk-event-publish = Publicar los emparejamientos en cuanto se hagan
desk-event-publish-hint = Si no, primero los revisas y los publicas tú.
desk-event-power = Emparejar por clasificación la última ronda antes de las eliminatorias
desk-event-power-hint = El primero contra el segundo, y así sucesivamente.
desk-event-ranked = Reordenar las eliminatorias antes de cada una de sus rondas
desk-event-ranked-hint = Si no, el cuadro se queda como está.
desk-event-pod = Jugadores por pod de draft
desk-event-grace = Segundos después de la fecha límite
desk-event-grace-hint = Una lista de mazo entregada en ese tiempo todavía llega a tiempo.
desk-event-unlisted = Sin páginas públicas
desk-event-unlisted-hint = Ninguna lista para jugadores muestra el torneo.
desk-event-test = Torneo de prueba
desk-event-test-hint = Nunca se exporta y no tiene páginas públicas.
desk-next-check-in = Haz el check-in de los jugadores: hacen falta al menos dos.
desk-next-checked-in = { $here } de { $players } jugadores han hecho check-in.
