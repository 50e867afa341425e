# Los textos de la mesa de control.

desk-tabs = Partes del torneo
desk-tab-round = Ronda
desk-tab-settings = Configuración
desk-refused = Esto no funcionó
desk-cancel = Cancelar
desk-a-program = Un programa

## Todos los torneos

desk-no-events = Todavía no hay torneos. Crea el primero: basta con un nombre y un formato.
desk-find-event = Buscar un torneo
desk-no-such-event = Ningún torneo con ese nombre.
desk-do-create = Crear un torneo
desk-copy-of = Copiar { $event }

## Un torneo nuevo y la configuración

desk-new-event = Torneo nuevo
desk-copied-event = Copia de { $name }
desk-event-name = Nombre
desk-event-format = Formato
desk-event-starts = Comienzo
desk-event-rounds = Rondas suizas
desk-event-rounds-hint = Déjalo vacío para decidir después de cada ronda.
desk-event-cut = Jugadores en las eliminatorias
desk-event-cut-hint = 0 si no hay eliminatorias.
desk-event-capacity = Plazas
desk-event-capacity-hint = Los demás jugadores van a la lista de espera. Déjalo vacío si no hay límite.
desk-event-team-size = Jugadores por equipo
desk-event-team-size-hint = 1 para el juego individual.
desk-event-deadline = Fecha límite de las listas
desk-event-deadline-hint = En la zona horaria del torneo. Solo se pide una lista a los jugadores si hay un plazo.
desk-do-save = Guardar

## Lo que toca hacer ahora

desk-next-players = Añade jugadores: hacen falta al menos dos.
desk-next-teams = Forma equipos: hacen falta al menos dos.
desk-next-first-round = { $players ->
    [one] Hay { $players } jugador inscrito.
   *[other] Hay { $players } jugadores inscritos. Cuando estén todos, empareja la primera ronda.
}
desk-next-later = Empieza el { $day }. Inscritos hasta ahora: { $players }.
desk-next-publish = { $round }: los emparejamientos están listos. Solo el staff puede verlos.
desk-next-planned = { $round }: ronda planificada, todavía sin emparejamientos.
desk-next-start = { $round }: los emparejamientos están publicados. Inicia la ronda cuando los jugadores estén sentados.
desk-next-results = { $open ->
    [one] Falta el resultado de { $open } mesa.
   *[other] Faltan los resultados de { $open } mesas.
}
desk-next-complete = { $round }: ya están todos los resultados.
desk-next-third = { $round }: solo falta el resultado de la partida por el tercer puesto. Puede quedar sin resultado.
desk-next-meeting = { $round }: termínala cuando todos hayan acabado.
desk-next-pair = Ahora toca la ronda { $number }.
desk-next-pools = Grupos: { $pools }, de hasta { $size }. Rondas: { $rounds }.
desk-next-cut = Todas las rondas suizas están terminadas. Pasa el top { $size }.
desk-next-cut-pools = Los grupos están terminados. Pasan { $size }: primero los mejores de cada grupo, después los segundos.
desk-next-playoff = Ya se puede emparejar la siguiente ronda de las eliminatorias.
desk-next-finish = Todas las rondas están terminadas.
desk-next-publish-lists = El torneo ha finalizado. Publica las listas de mazo cuando quieras que todos las vean.
desk-next-over = El torneo ha finalizado.
desk-next-nothing = El torneo ha finalizado y sus listas de mazo están publicadas.
desk-do-describe = Editar la página del torneo
desk-do-results = Registrar resultados
desk-do-pair = Emparejar la ronda { $number }
desk-do-publish = Publicar los emparejamientos
desk-do-publish-start = Publicar e iniciar { $round }
desk-do-seat = Sentar a los jugadores: { $round }
desk-do-start = Iniciar { $round }
desk-do-complete = Terminar { $round }
desk-do-complete-pair = Terminar { $round } y emparejar la siguiente ronda
desk-do-cut = Cortar al top { $size }
desk-do-playoff = Emparejar las eliminatorias
desk-do-finish = Finalizar el torneo
desk-do-publish-lists = Publicar las listas de mazo

## Lo que se hizo

desk-done-round-completed = { $title }: ronda terminada.
desk-done-round-added = { $title }: emparejamientos listos.
desk-done-pairings-discarded = { $title }: emparejamientos rehechos.
desk-done-pairings-published = { $title }: emparejamientos publicados.
desk-done-round-started = { $title }: ronda iniciada.
desk-done-round-removed = Ronda quitada.
desk-done-player-registered = { $player }: { $status }.
desk-done-registration-status-changed = { $player }: { $status }.
desk-done-player-dropped = { $player } ha abandonado.
desk-done-lifecycle-changed = El torneo está ahora: { $status }.
desk-done-details-changed = { $known ->
    [yes] Guardado: { $fields }.
   *[no] Guardado.
}
desk-done-organizing-changed = { $known ->
    [yes] Guardado: { $fields }.
   *[no] Guardado.
}
desk-done-result-reported = Mesa { $table }: { $result } guardado. { $players }
desk-done-result-corrected = Mesa { $table }: { $result } guardado. { $players }
desk-done-several = { $count } cambios guardados.
desk-do-undo = Deshacer
desk-do-undo-what = Deshacer: { $what }

## Jugadores

desk-player-name = Nombre de un jugador
desk-do-add = Añadir
desk-players-no-name = Escribe un nombre.
desk-players-no-award = Se inscribió a { $name }, pero no se dieron los byes o las derrotas. { $why }
desk-players-count = { $count ->
    [one] { $count } jugador
   *[other] { $count } jugadores
}
desk-players-others = { $count } fuera del evento
desk-players-none = Escribe un nombre y pulsa Enter para inscribir al primer jugador.
desk-name = Nombre
desk-status = Estado
desk-record = Récord
desk-checked-in = Check-in hecho
desk-handed-in = Entregada
desk-do-check-in = Hacer check-in
desk-do-drop = Retirar
desk-do-disqualify = Descalificar
desk-do-return = Devolver al torneo
desk-byes = Byes
desk-byes-hint = Números de ronda, por ejemplo 1, 2.
desk-seat = Mesa fija
desk-seat-hint = La mesa donde siempre se sienta este jugador. Opcional.
desk-paper-list = Entrega la lista de mazo en papel
desk-notes = Notas
desk-notes-hint = Solo el staff puede verlas.
desk-to-players = Todos los jugadores
desk-registered = Inscripción
desk-registering = Inscripción sin terminar
desk-offered = Plaza ofrecida hasta { $time }

## Rondas y resultados

desk-rounds = Rondas
desk-no-round = Todavía no se ha emparejado ninguna ronda.
desk-round-moved-on = Otra persona dio antes el siguiente paso, así que no se hizo nada. Esta página muestra el estado actual.
desk-unpublished = Sin publicar
desk-table = Mesa
desk-table-number = Mesa { $table }
desk-players = Jugadores
desk-against = contra
desk-result = Resultado
desk-reported-by = Registrado por
desk-bye = Bye
desk-assigned-loss = Derrota
desk-unreported = Sin resultado
desk-entry-hint = Mesa y juegos ganados: 12 2 1 o 1221. Añade un tercer número para los juegos empatados. 12 x: pierden los dos.
desk-entry-hint-pod = Mesa y asiento del ganador: 12 3 o 123. 12 d: empate de todos. 12 d 1 3: empate de los asientos 1 y 3. 12 x: pierden todos. Puestos por asiento: 12 1-3-2-4.
desk-entry-hint-places = Mesa y puesto de cada asiento: 12 1-3-2-4. Los empatados tienen el mismo puesto: 12 1-2-2-2. 12 d: empate de todos. 12 x: pierden todos.
desk-entry-hint-scores = Mesa y puntos de cada jugador: 12 150-90. 12 x: pierden los dos.
desk-do-enter = Registrar
desk-entered = Mesa { $table }:
desk-do-correct = Corregir
desk-open-tables = { $count ->
    [one] { $count } mesa sigue jugando
   *[other] { $count } mesas siguen jugando
}
desk-do-swap = Intercambiar a dos jugadores
desk-do-pair-again = Emparejar de nuevo
desk-do-remove-round = Quitar la ronda
desk-do-reopen = Reabrir la ronda
desk-complete-early = Si terminas la ronda ahora, los resultados que faltan cuentan como empates.
desk-do-complete-draws = Terminar con los resultados que faltan como empates
desk-contested-count = { $count ->
    [one] { $count } resultado está impugnado
   *[other] { $count } resultados están impugnados
}
desk-contested = impugnado
desk-contested-why = Un jugador dice que este resultado está mal. Pregunta a los jugadores de la mesa y registra el resultado correcto.
desk-complete-contested = ¿Terminar la ronda de todos modos? Los resultados impugnados cuentan tal como se registraron.
desk-complete-missing = Los resultados que faltan cuentan como empates. Marca las mesas donde pierden todos, por ejemplo porque no se presentó ninguno.
desk-both-left = Todos los jugadores de la mesa { $table } han abandonado el torneo.
desk-both-lose = Pierden los dos
desk-all-lose = Pierden todos
desk-pod-seat = Asiento { $seat }
desk-pod-draw = Empate
desk-pod-draw-of = Empate: asientos { $seats }
desk-choice-pod = Asiento { $seat }: gana { $player }
desk-choice-won = { $player } { $score }
desk-choice-drawn = Empate { $score }
desk-do-complete-contested = Sí, terminar la ronda
desk-to-round = Volver a la ronda
desk-result-unreadable = Esto no es un resultado. Escribe el número de mesa y los juegos que ganó cada jugador: 12 2 1.
desk-result-no-table = No hay ninguna partida en la mesa { $table } de esta ronda.
desk-result-other-table = Esta página es de otra mesa, no de la { $table }. Registra ese resultado en la página de la ronda.
desk-result-now = Resultado: { $result }
desk-by = registrado por { $by }
desk-result-conflict = { $by } registró { $result } en la mesa { $table }. ¿Está mal?
desk-do-replace = Reemplazarlo por { $entry }
desk-do-keep = Conservarlo
desk-corrected = El resultado está corregido.
desk-effect-standings = Cambió la clasificación después de estas rondas: { $rounds }.
desk-effect-paired = Estas rondas se emparejaron con el resultado anterior y ya empezaron: { $rounds }. Se quedan como están.
desk-effect-pair-again = La siguiente ronda se emparejó con el resultado anterior y no ha empezado.
desk-effect-to-pair = Hay que emparejar de nuevo estas rondas: { $rounds }.
desk-effect-cut = Ahora el corte sería distinto. Hazlo de nuevo si la siguiente ronda no ha empezado.
desk-swap-title = { $round }: intercambiar a dos jugadores
desk-swap-one = Este jugador
desk-swap-other = se cambia con
desk-swap-seat = Mesa { $table }: { $name }
desk-swap-two = Elige dos jugadores distintos.
desk-swap-changed = El torneo ha cambiado entretanto. Revisa los emparejamientos y elige de nuevo.

## Clasificación

desk-no-standings = La clasificación aparece después de la primera ronda.
desk-recompute = Clasificación con otras reglas
desk-recompute-hint = Los mismos resultados, ordenados según { $rules }. No se cambia nada.
desk-recompute-real = Puesto real
desk-do-recompute = Mostrar
desk-standings-after = Clasificación después de: { $round }
desk-rank = Puesto
desk-points = Puntos

## Listas de mazo

desk-lists-count = { $handed } de { $all } listas de mazo entregadas
desk-do-lock = Bloquear todas
desk-do-unlock = Desbloquear todas
desk-lock = Cambios
desk-locked = Bloqueados
desk-unlocked = Permitidos
desk-by-deadline = Hasta la fecha límite
desk-by-start = Hasta el comienzo
desk-closed-by-start = Cerrados desde el comienzo
desk-on-paper = En papel
desk-missing = Falta

desk-picture-of = Imagen de { $event }
desk-picture-hint = JPEG, PNG o WebP, como máximo 5 MB. Mejor en formato horizontal, 1600 × 900 píxeles. Todo el mundo puede verla.
desk-picture = Imagen
desk-do-to-picture = Elegir una imagen
desk-staff = Personal de este torneo
desk-staff-hint = Miembros de tu organización que pueden hacer más en este torneo que en los demás. Cuenta el mejor de los dos roles. El rol termina aquí, o cuando la persona deja la organización.
desk-staff-none = Ningún miembro tiene un rol solo para este torneo.
desk-staff-role = Rol
desk-staff-left = ya no es miembro
desk-staff-end-of = Terminar el rol de { $name }
desk-staff-assign = Dar un rol a un miembro
desk-staff-member = Miembro
desk-do-end-staff = Terminar el rol
desk-do-assign-staff = Asignar
desk-do-to-staff = Elegir el personal
desk-do-to-settings = Ir a la configuración
desk-next-incomplete = { $teams ->
    [one] A un equipo le faltan jugadores y no jugará.
   *[other] A { $teams } equipos les faltan jugadores y no jugarán.
}
desk-next-agents = { $players ->
    [one] Un jugador no tiene equipo.
   *[other] { $players } jugadores no tienen equipo.
}
