# Cancelar y borrar un torneo, su historial, su final y lo que otros cambiaron entretanto.

## Cancelar y borrar

desk-next-canceled = El torneo está cancelado. Puedes deshacerlo en la configuración.
desk-end-title = Cancelar o borrar
desk-end-hint = Un torneo cancelado sigue visible. Un torneo borrado desaparece para siempre.
desk-do-to-cancel = Cancelar el torneo
desk-do-to-resume = Deshacer la cancelación
desk-do-to-delete = Borrar el torneo
desk-to-settings = Volver a la configuración
desk-cancel-title = Cancelar este torneo
desk-cancel-visible = El torneo sigue visible, marcado como «Cancelado».
desk-cancel-closed = Nadie puede inscribirse y no se puede emparejar ni jugar ninguna ronda.
desk-cancel-players = { $players ->
    [0] No hay nadie inscrito.
    [one] Hay { $players } jugador inscrito que no recibe ningún mensaje: avísale tú.
   *[other] Hay { $players } jugadores inscritos que no reciben ningún mensaje: avísales tú.
}
desk-cancel-back = Puedes deshacerlo en cualquier momento.
desk-cancel-over = El torneo ya se jugó, así que no se puede cancelar. Puedes borrarlo.
desk-resume-title = Deshacer la cancelación
desk-resume-effect = El torneo vuelve a estar como antes de cancelarlo: los jugadores pueden inscribirse si la inscripción está abierta, y se pueden jugar rondas.
desk-do-resume-event = Deshacer la cancelación
desk-delete-title = Borrar este torneo
desk-delete-what = Con él se borran { $players ->
    [one] { $players } inscripción
   *[other] { $players } inscripciones
} y { $rounds ->
    [one] { $rounds } ronda
   *[other] { $rounds } rondas
}, con todos los resultados.
desk-delete-everywhere = El torneo desaparece de todas las listas, de todas las páginas y de la exportación. Su dirección deja de funcionar.
desk-delete-lists = Las listas de mazo siguen siendo de sus dueños.
desk-delete-for-ever = Esto no se puede deshacer.
desk-delete-name = Para confirmar, escribe el nombre del torneo
desk-delete-name-differs = Ese no es el nombre del torneo. Escribe: { $name }

## Listas de mazo

desk-lists-deadline = Los jugadores pueden entregar y cambiar sus listas hasta
desk-lists-no-deadline = No hay fecha límite: los jugadores pueden entregar y cambiar sus listas hasta que empiece el torneo.
desk-lists-closed = No había fecha límite: los jugadores pudieron entregar y cambiar sus listas hasta que empezó el torneo.
desk-lists-staff = Solo el staff puede ver las listas.
desk-lists-public = Las listas están publicadas y son definitivas.
desk-deck = Mazo
desk-cards = Cartas
desk-deck-count = { $board } { $count }
desk-deck-elsewhere = Un enlace
desk-board-commander = Comandante
desk-board-companion = Compañero
desk-board-main = Mazo principal
desk-board-sideboard = Sideboard
desk-board-maybeboard = No se juega
desk-not-understood-count = { $count ->
    [one] No se entendió { $count } línea
   *[other] No se entendieron { $count } líneas
}
desk-line = Línea { $number }:
desk-deck-made = Fecha de entrega
desk-deck-fixed = Esta versión es la que cuenta, aunque el jugador cambie la lista después.
desk-deck-on-paper = Este jugador entrega la lista en papel.
desk-deck-missing = Este jugador no ha entregado ninguna lista.
desk-deck-text = La lista tal como se entregó
desk-do-lock-one = Bloquear esta lista
desk-do-unlock-one = Desbloquear esta lista
desk-to-lists = Todas las listas de mazo

## El historial: quién hizo qué. `by` es una persona, una clave o el servicio.

desk-audit-title = Qué ha pasado
desk-audit-hint = Lo más nuevo primero. Algunos cambios se pueden deshacer aquí.
desk-audit-none = No hay nada más antiguo.
desk-audit-older = Más antiguos
desk-audit-newest = Más nuevos
desk-audit-moved-on = Esto ya no se puede deshacer: el torneo ha cambiado entretanto. Esta página muestra el estado actual.
desk-by-service = El servicio
desk-by-operator = Quien administra el servidor
desk-by-private-link = { $player } (con el enlace privado)
desk-by-key = La clave «{ $key }»
desk-audit-round = la ronda { $number }
desk-audit-meeting = la reunión de jugadores
desk-audit-created = { $by } creó el torneo.
desk-audit-imported = { $by } importó el torneo, tal como se jugó en { $platform }.
desk-audit-deleted = { $by } borró el torneo.
desk-audit-details-changed = { $known ->
    [yes] { $by } cambió la configuración: { $fields }.
   *[no] { $by } cambió la configuración.
}
desk-audit-picture-set = { $picture ->
    [none] { $by } quitó la imagen.
   *[some] { $by } puso la imagen.
}
desk-audit-staff-assigned = { $role ->
    [none] { $by } terminó el rol de { $person } en este torneo.
   *[other] { $by } dio a { $person } el rol «{ $role_name }» en este torneo.
}
desk-audit-organizing-changed = { $known ->
    [yes] { $by } cambió la configuración: { $fields }.
   *[no] { $by } cambió la configuración.
}
desk-audit-lifecycle-changed = { $by } cambió el estado del torneo a «{ $status }».
desk-audit-lists-locked = { $by } bloqueó todas las listas de mazo.
desk-audit-lists-unlocked = { $by } desbloqueó todas las listas de mazo.
desk-audit-list-revisions-fixed = { $count ->
    [one] Se fijó la versión que cuenta de { $count } lista de mazo.
   *[other] Se fijaron las versiones que cuentan de { $count } listas de mazo.
}
desk-audit-team-formed = { $by } formó el equipo { $team_name }.
desk-audit-team-dropped = { $by } retiró al equipo { $team }.
desk-audit-player-registered = { $own ->
    [yes] { $by } se inscribió.
   *[no] { $by } inscribió a { $player }.
}
desk-audit-registration-status-changed = { $own ->
    [yes] { $by } cambió su propia inscripción a «{ $status }».
   *[no] { $by } cambió la inscripción de { $player } a «{ $status }».
}
desk-audit-player-dropped = { $own ->
    [yes] { $by } abandonó el torneo.
   *[no] { $by } retiró a { $player }.
}
desk-audit-player-disqualified = { $by } descalificó a { $player }.
desk-audit-place-offered = { $by } ofreció una plaza a { $player }.
desk-audit-place-declined = { $own ->
    [yes] { $by } rechazó la plaza ofrecida.
   *[no] { $by } rechazó la plaza ofrecida a { $player }.
}
desk-audit-offer-expired = { $player } no aceptó a tiempo la plaza ofrecida.
desk-audit-payment-changed = { $by } cambió el pago de { $player }.
desk-audit-check-in-changed = { $status ->
    [CHECKED_IN] { $own ->
        [yes] { $by } hizo el check-in.
       *[no] { $by } hizo el check-in de { $player }.
    }
    [DECLINED] { $by } anotó que { $player } no hace el check-in.
    [TIMED_OUT] { $by } anotó que { $player } no respondió a tiempo.
    [WAITING_FOR_PLAYER_RESPONSE] { $by } llamó a { $player } para el check-in.
    [none] { $by } deshizo el check-in de { $player }.
   *[other] { $by } puso a { $player } en la cola del check-in.
}
desk-audit-queue-group-changed = { $role ->
    [some] { $by } puso a { $player } en un grupo.
   *[none] { $by } sacó a { $player } del grupo.
}
desk-audit-tags-changed = { $count ->
    [0] { $by } quitó las etiquetas de { $player }.
   *[other] { $by } puso etiquetas a { $player }: { $tags }.
}
desk-audit-notes-changed = { $by } cambió la nota sobre { $player }.
desk-audit-seat-fixed = { $fixed_seat ->
    [none] { $by } quitó la mesa fija de { $player }.
   *[other] { $by } dio a { $player } la mesa fija { $fixed_seat }.
}
desk-audit-byes-awarded = { $count ->
    [0] { $by } quitó los byes de { $player }.
   *[other] { $by } dio a { $player } byes en estas rondas: { $round_numbers }.
}
desk-audit-paper-decklist-marked = { $using_paper_decklist ->
    [yes] { $by } anotó que { $player } entrega la lista de mazo en papel.
   *[no] { $by } anotó que { $player } no entrega la lista de mazo en papel.
}
desk-audit-decklist-attached = { $decklist_id ->
    [none] { $own ->
        [yes] { $by } retiró su lista de mazo.
       *[no] { $by } quitó la lista de mazo de { $player }.
    }
   *[some] { $own ->
        [yes] { $by } entregó una lista de mazo.
       *[no] { $by } entregó una lista de mazo para { $player }.
    }
}
desk-audit-list-locked = { $by } bloqueó la lista de mazo de { $player }.
desk-audit-list-unlocked = { $by } desbloqueó la lista de mazo de { $player }.
desk-audit-private-link-made = { $by } creó un enlace privado para { $player }.
desk-audit-private-link-revoked = { $by } revocó el enlace privado de { $player }.
desk-audit-join-code-made = { $by } creó un nuevo código de inscripción.
desk-audit-phase-added = Empezó una nueva parte del torneo: { $round_type }.
desk-audit-round-added = { $by } añadió { $round }.
desk-audit-matches-paired = { $count ->
    [one] { $by } emparejó { $count } mesa de { $round }.
   *[other] { $by } emparejó { $count } mesas de { $round }.
}
desk-audit-teams-paired = { $count ->
    [one] { $by } emparejó { $count } partida de equipos de { $round }.
   *[other] { $by } emparejó { $count } partidas de equipos de { $round }.
}
desk-audit-pairings-completed = Los emparejamientos de { $round } quedaron completos.
desk-audit-pairings-hidden = Solo el staff veía los emparejamientos de { $round }.
desk-audit-pairings-published = { $by } publicó los emparejamientos de { $round }.
desk-audit-pairings-discarded = { $by } descartó los emparejamientos de { $round }.
desk-audit-round-removed = { $by } quitó { $round }.
desk-audit-round-started = { $by } inició { $round }.
desk-audit-round-completed = { $by } terminó { $round }.
desk-audit-clock-changed = { $runs ->
    [yes] { $by } ajustó el reloj de { $round }: está en marcha y tiene { $minutes } minutos.
   *[no] { $by } ajustó el reloj de { $round }: está en pausa y le quedan { $left }.
}
desk-audit-cut-made = { $by } hizo el corte: pasaron { $count }.
desk-audit-ties-drawn = Se sorteó el orden de los jugadores empatados en la clasificación.
desk-audit-game-wins-stated = { $by } introdujo porcentajes de juegos ganados.
desk-audit-places-stated = { $by } introdujo los puestos finales publicados.
desk-audit-result-reported = { $by } registró { $result } en la mesa { $table } de { $round }: { $players }.
desk-audit-result-corrected = { $by } corrigió el resultado de la mesa { $table } de { $round } a { $result }: { $players }.
desk-audit-result-confirmed = { $by } confirmó el resultado de la mesa { $table } de { $round }.
desk-audit-result-contested = { $by } impugnó el resultado de la mesa { $table } de { $round }.
desk-audit-team-result-reported = { $by } registró { $result } en { $round }: { $teams }.
desk-audit-match-featured = { $is_feature_match ->
    [yes] { $by } marcó la mesa { $table } de { $round } como partida destacada.
   *[no] { $by } quitó a la mesa { $table } de { $round } la marca de partida destacada.
}
desk-audit-judge-assigned = { $judge_user_id ->
    [none] { $by } quitó al juez de la mesa { $table } de { $round }.
   *[some] { $by } asignó a { $judge } a la mesa { $table } de { $round }.
}
desk-audit-time-extended = { $minutes ->
    [0] { $by } quitó el tiempo extra de la mesa { $table } de { $round }.
    [one] { $by } dio { $minutes } minuto extra a la mesa { $table } de { $round }.
   *[other] { $by } dio { $minutes } minutos extra a la mesa { $table } de { $round }.
}
desk-audit-deck-check-marked = { $completed ->
    [yes] { $by } terminó el deck check de la mesa { $table } de { $round }.
   *[no] { $started ->
        [yes] { $by } inició un deck check en la mesa { $table } de { $round }.
       *[no] { $by } deshizo el deck check de la mesa { $table } de { $round }.
    }
}
desk-audit-penalty-issued = { $by } puso una penalización a { $player }: { $penalty } por { $infraction }.
desk-audit-penalty-withdrawn = { $by } retiró una penalización de { $player }: { $penalty } por { $infraction }.
desk-audit-penalty-restored = { $by } restauró una penalización de { $player }: { $penalty } por { $infraction }.
desk-audit-judge-called = { $table ->
    [0] { $by } llamó a un juez.
   *[other] { $by } llamó a un juez a la mesa { $table }.
}
desk-audit-call-answered = { $table ->
    [0] { $by } atendió una llamada a un juez.
   *[other] { $by } atendió la llamada a un juez de la mesa { $table }.
}
desk-audit-call-closed = { $table ->
    [0] { $by } cerró una llamada a un juez.
   *[other] { $by } cerró la llamada a un juez de la mesa { $table }.
}
desk-audit-staff-message-sent = { $to ->
    [all] { $by } escribió a todos los jugadores: { $text }
    [tag] { $by } escribió a los jugadores con la etiqueta «{ $tag }»: { $text }
    [convention] { $by } escribió a todos en la convención: { $text }
   *[other] { $by } escribió a { $player }: { $text }
}

## La configuración, por su nombre

desk-setting-name = nombre
desk-setting-event-format = formato
desk-setting-start-datetime = comienzo
desk-setting-convention-id = convención
desk-setting-is-test = torneo de prueba
desk-setting-is-unlisted = página pública
desk-setting-is-canceled = cancelación
desk-setting-team-size = jugadores por equipo
desk-setting-pod-size = jugadores por mesa
desk-setting-short-pods = mesas más pequeñas
desk-setting-capacity = plazas
desk-setting-swiss-rounds = rondas suizas
desk-setting-top-cut = jugadores en las eliminatorias
desk-setting-rules = puntos y desempates
desk-setting-decklist-deadline = fecha límite de las listas
desk-setting-decklist-grace-seconds = fecha límite de las listas
desk-setting-power-pair-last-round = emparejamientos
desk-setting-ranked-playoff = emparejamientos
desk-setting-draft-pod-size = emparejamientos
desk-setting-parent-id = torneo principal
desk-setting-publish-when-paired = publicación de los emparejamientos
desk-setting-fee-note = precio de la entrada
desk-setting-time-zone = zona horaria
desk-setting-best-of = juegos por partida
desk-setting-end-of-round-rule = final de la ronda
desk-setting-check-in-required = check-in
desk-setting-first-table = números de mesa
desk-setting-last-table = números de mesa
desk-setting-round-minutes = duración de la ronda
desk-setting-offer-minutes = plazo para aceptar una plaza ofrecida
desk-setting-description = descripción
desk-setting-venue-name = lugar
desk-setting-venue-address = lugar
desk-setting-prizes = premios
desk-setting-rules-level = nivel de reglas
desk-setting-contact = contacto
desk-setting-registration-opens = plazo de inscripción
desk-setting-registration-closes = plazo de inscripción
desk-setting-registration-policy = quién puede inscribirse
desk-setting-needs-approval = aprobación del personal
desk-setting-playoff = tipo de eliminatorias
desk-setting-pool-size = jugadores por grupo
desk-setting-plays-together = forma de jugar de los equipos
desk-setting-seat-formats = formatos de los asientos
desk-setting-lowest-gets-bye = emparejamientos
desk-setting-squares-first = emparejamientos
desk-setting-balanced-sides = emparejamientos
desk-setting-tables-per-row = números de mesa
desk-setting-rounds-by-attendance = rondas suizas
desk-setting-end-datetime = el final previsto
desk-setting-queue-size = el tamaño de la cola
desk-setting-answer-minutes = el tiempo para responder a una llamada
desk-setting-shares-tables = mesas compartidas con otros eventos
desk-setting-series = la serie
desk-setting-is-from-queue = la cola

## Deshacer cambios

desk-undo-left = Devolver al torneo
desk-undo-left-waitlist = Devolver a la lista de espera
desk-undo-disqualified = Deshacer la descalificación
desk-undo-registered = Deshacer la inscripción
desk-undo-check-in = Deshacer el check-in
desk-undo-locked = Desbloquear
desk-undo-unlocked = Bloquear
desk-undo-extension = Quitar el tiempo extra
desk-undo-penalty = Retirar la penalización
desk-undo-withdrawn = Restaurar la penalización
desk-undo-closed = Reabrir la inscripción
desk-undo-waitlist = Volver a solo lista de espera
desk-undo-begun = Volver a inscripción cerrada
desk-undo-finished = Reanudar el torneo
desk-undo-publishing = Ocultar las listas de mazo
desk-undo-published = Volver a la publicación

## Lo que otros cambiaron entretanto

desk-someone = Otra persona
desk-conflict = { $by } cambió «{ $field }» a { $theirs }. Tú escribiste: { $mine }.
desk-conflict-again = No se guardó nada. Guarda otra vez para reemplazar el otro cambio, o recarga esta página para conservarlo.
desk-conflict-status = El estado de este jugador ha cambiado desde que abriste esta página, así que no se hizo nada. Esta página muestra el estado actual.
desk-value-yes = sí
desk-value-no = no
desk-value-none = nada

## El final de un torneo

desk-tab-finish = Cierre
desk-finish-title = Finalizar el torneo
desk-point-done = Listo
desk-point-open = Pendiente
desk-finish-rounds = { $count ->
    [one] { $count } ronda está terminada.
   *[other] Las { $count } rondas están terminadas.
}
desk-finish-round-open = Falta terminar: { $round }.
desk-finish-no-rounds = No se ha jugado ninguna ronda.
desk-finish-playoff = Las eliminatorias del top { $size } están terminadas.
desk-finish-playoff-open = Las eliminatorias del top { $size } no están terminadas.
desk-finish-lists = { $missing ->
    [0] Todas las listas de mazo están entregadas.
    [one] Falta { $missing } lista de mazo.
   *[other] Faltan { $missing } listas de mazo.
}
desk-finish-not-begun = El torneo no ha comenzado. Puedes finalizarlo cuando todas las rondas estén terminadas.
desk-finish-effect = Un torneo finalizado tiene clasificación final y forma parte de la exportación. Puedes finalizarlo cuando todas las rondas estén terminadas. Después todavía se pueden corregir resultados.
desk-publish-effect = Una vez publicadas, todo el mundo puede leer las listas de mazo, cada una en la versión que cuenta, y ya no se pueden corregir resultados.
desk-finish-seen = Página pública y exportación
desk-public-page = Página pública del torneo
desk-no-public-page = El torneo no tiene página pública.
desk-exported = El torneo forma parte de la exportación.
desk-export-at = Los programas la leen con una clave en { $path }
desk-not-exported = El torneo no forma parte de la exportación: solo se incluyen los torneos finalizados, salvo los de prueba.
desk-finish-back = Un paso atrás
desk-finish-back-hint = Si diste un paso por error. No se pierde nada más.

## Inscripciones y duración de las rondas

desk-figures-link = Gráficos de inscripciones y duración de las rondas
desk-figures-registrations = Inscripciones a lo largo del tiempo
desk-figures-rounds = Tiempo que duró cada ronda
desk-figures-when = Cuándo
desk-figures-players = Inscripciones
desk-figures-table = Como tabla
desk-figures-none = Todavía no hay nada que mostrar.
desk-figures-how = Los minutos van desde el inicio de una ronda hasta su final. No se registra cuánto duró cada partida.
desk-audit-team-changed = { $by } cambió el equipo { $team }.
