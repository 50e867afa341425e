# Los textos sobre personas: los jugadores de un torneo, duplicados, listas de nombres.

desk-player-hint = Empieza a escribir para buscar a alguien, o escribe un nombre completo para añadir a una persona nueva.
desk-people-title = Personas
desk-people-find = El nombre empieza por
desk-people-found = { $count ->
    [0] No hay nadie con ese nombre.
    [one] { $count } persona encontrada.
   *[other] { $count } personas encontradas.
}
desk-people-last = último torneo: { $event }
desk-people-no-event = ningún torneo todavía
desk-offers-title = ¿Te refieres a una de estas personas?
desk-offers-registered = ¿{ $name } es otra persona? { $other } ya tiene inscripción.
desk-offers-question = ¿{ $name } es otra persona? { $other } ya tiene inscripción. Pulsa Enter para añadir a { $name } como persona nueva, o escribe otro nombre.
desk-do-add-person = Añadir a { $name }
desk-do-add-new = Añadir a { $name } como persona nueva
desk-page-part = { $from } a { $to } de { $all }
desk-page-before = Página anterior
desk-page-after = Página siguiente
desk-approvals = { $count ->
    [one] Un jugador espera tu aprobación
   *[other] { $count } jugadores esperan tu aprobación
}
desk-next-waiting = { $players ->
    [one] Un jugador espera tu aprobación y no se emparejará.
   *[other] { $players } jugadores esperan tu aprobación y no se emparejarán.
}
desk-do-to-waiting = Ver quién espera
desk-pair-waiting = No se emparejarán en la primera ronda. ¿Emparejarla de todos modos?
desk-do-pair-waiting = Sí, emparejar sin ellos
desk-approvals-none = Este jugador ya no espera aprobación.
desk-do-approve-all = Aprobar a todos
desk-do-approve = Aprobar
desk-do-decline = Rechazar
desk-do-decline-all = Rechazar a todos
desk-do-approve-of = Aprobar a { $name }
desk-do-decline-of = Rechazar a { $name }
desk-door = Los jugadores se inscriben solos
desk-door-hint = Escanean el cartel o abren:
desk-do-join-code = Crear otro código
desk-do-join-code-hint = El código de los carteles ya impresos deja entonces de funcionar.
desk-to-paste = Pegar una lista
desk-to-check-in = Check-in

desk-seating = Byes, mesa, notas
desk-rename = Cambiar el nombre
desk-do-rename = Cambiar el nombre

## Una lista pegada

desk-paste-title = Pegar una lista de jugadores
desk-paste-field = Nombres
desk-paste-hint = Un nombre por línea, o CSV con cabecera: Nombre, o Nombre y Apellidos. Verás una vista previa antes de inscribir a nadie.
desk-paste-empty = Pega al menos un nombre.
desk-paste-too-long = Una lista puede tener como máximo { $most } líneas. Pon el resto en una segunda lista.
desk-paste-guess-whole = No hay cabecera, así que se leyó la primera columna con palabras como el nombre. Si los nombres están mal, añade una cabecera como Nombre;Deck.
desk-paste-guess-parts = No hay cabecera, así que se leyeron las dos primeras columnas como nombre y apellidos. Si los nombres están mal, añade una cabecera como Nombre;Apellidos.
desk-paste-header = La línea { $line } se leyó como cabecera: { $names }.
desk-paste-addresses = Se omitieron los correos electrónicos, porque los nombres son públicos.
desk-paste-unread = Columnas ignoradas: { $columns }.
desk-do-preview = Mostrar una vista previa
desk-paste-preview = Vista previa
desk-paste-line = Línea
desk-paste-found = Encontrado
desk-paste-register = Inscribir
desk-paste-register-line = Inscribir la línea { $line }
desk-paste-known = Persona conocida, { $about }
desk-paste-several = { $count } personas tienen este nombre. Elige una.
desk-paste-skip = Nadie
desk-paste-new = Persona nueva
desk-paste-new-named = Persona nueva: { $name }
desk-paste-registered = Ya tiene inscripción
desk-paste-similar = Parecido a { $name }, que ya tiene inscripción
desk-paste-repeated = Dos veces en la lista
desk-do-register-lines = Inscribirlos
desk-do-change-list = Cambiar la lista
desk-paste-done = { $count ->
    [one] Se inscribió a { $count } jugador.
   *[other] Se inscribió a { $count } jugadores.
}
desk-paste-not-done = { $count ->
    [one] { $count } línea no se inscribió.
   *[other] { $count } líneas no se inscribieron.
}
desk-paste-line-refused = Línea { $line }, { $name }: { $why }
desk-paste-at-line = Línea { $line }: { $why }
desk-paste-in-column = Columna «{ $column }»: { $why }
desk-to-messages = Escribir a los jugadores
desk-to-message = Escribir a este jugador
desk-message-to = Para
desk-message-to-hint = Quienes abandonaron, cancelaron o fueron descalificados no reciben los mensajes a todos. Para escribir a un solo jugador, abre su página.
desk-message-all = Todos los jugadores
desk-message-convention = Todos en la convención
desk-message-tag = Jugadores con la etiqueta «{ $tag }»
desk-message-for = Para: { $to }.
desk-message-to-others = Escribir a otros jugadores
desk-message-text = Mensaje
desk-message-hint = Como máximo { $most } caracteres, sin formato. Verás una vista previa antes de enviarlo. Los teléfonos pueden mostrarlo aunque estén bloqueados.
desk-message-reach = Jugadores: { $count }. Por correo: { $mail }. En el teléfono: { $phone }.
desk-do-send-message = Enviar el mensaje
desk-do-change-message = Cambiar el mensaje
desk-messages-sent = Mensajes anteriores
desk-failed = Mensajes que no llegaron
desk-failed-hint = Correos y notificaciones de este torneo de los últimos 30 días que se rechazaron o no se pudieron enviar a tiempo.
desk-failed-none = Ningún mensaje de este torneo ha fallado.
desk-failed-way = Enviado por
desk-failed-link = Enlace a la página del jugador

## Check-in

desk-check-in-count = { $in } de { $all } con check-in hecho
desk-check-in-find = Buscar a un jugador
desk-do-find = Buscar
desk-do-show-all = Mostrar todos
desk-check-in-none = No hay ningún jugador con ese nombre.
desk-check-in-empty = Todavía no hay jugadores.
desk-check-in-hint = Toca un nombre para hacer el check-in del jugador. Tócalo otra vez para deshacerlo.

## Un formulario sin respuesta

desk-unsent = No llegó ninguna respuesta
desk-unsent-why = Quizá esto se guardó y quizá no: recarga la página y compruébalo antes de enviarlo otra vez. Lo que escribiste sigue aquí.
desk-do-send-again = Enviar otra vez

## Duplicados

desk-doubles = ¿Es un duplicado?
desk-doubles-hint = Fusiona esta cuenta si la misma persona tiene otra. Sus torneos mostrarán entonces el otro nombre, y las inscripciones nuevas irán a la otra cuenta. Puedes deshacerlo.
desk-do-merge = Fusionar con { $name }
desk-merged = Esta cuenta se fusionó con otra, cuyo nombre se muestra aquí.
desk-do-unmerge = Deshacer la fusión

## Enlaces privados

desk-private-link = Enlace privado
desk-private-link-hint = Abre la página del jugador en un teléfono, sin cuenta. Quien tenga el enlace actúa como este jugador.
desk-do-link = Crear un enlace privado
desk-do-unlink = Revocar el enlace privado
