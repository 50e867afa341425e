# La página del jugador.

player-my-match = Mi partida
player-me = Yo
player-no-events = No estás en ningún torneo.
player-refused = No se pudo hacer
player-stale = La página no estaba al día y no se hizo nada. Ahora muestra el estado más reciente.
player-no-link = Este enlace no se abre
player-no-link-why = Se revocó, lo reemplazó uno más nuevo o le falta una letra. Pide uno nuevo al staff del torneo.

player-against = contra { $name }
player-bye = Tienes un bye: ganas esta ronda sin jugar.
player-loss = Tienes una derrota en esta ronda, sin oponente.
player-seat = Este es tu asiento.
player-both-lost = Los dos perdieron
player-all-lost = Perdieron todos
player-pod-won = Ganaste
player-pod-lost = Perdiste
player-pod-drew = Empataste
player-other-won = Ganó { $name }
player-outcome = { $kind ->
    [won] Ganaste { $score }
    [lost] Perdiste { $score }
   *[drew] Empataste { $score }
}
player-clock-left = { $minutes ->
    [0] Se acabó el tiempo
    [one] Queda { $minutes } minuto
   *[other] Quedan { $minutes } minutos
}
player-clock-ends = hasta las { $time }
player-result-confirmed = Este resultado está confirmado.
player-result-contested = Este resultado está impugnado. Un juez va a tu mesa.
player-result-yours = Tú registraste este resultado. Tu oponente puede confirmarlo.
player-result-yours-side = Tu lado registró este resultado. Tus oponentes pueden confirmarlo.
player-result-theirs = Tu oponente registró este resultado. ¿Es correcto?
player-result-yours-pod = Tú registraste este resultado. Otro jugador de tu mesa puede confirmarlo.
player-result-theirs-pod = Otro jugador de tu mesa registró este resultado. ¿Es correcto?
player-result-staffs = El staff del torneo registró este resultado. ¿Es correcto?
player-report = Registrar el resultado
player-report-again = Registrar otro resultado
player-own-score = Tus puntos
player-score-of = Puntos de { $name }
player-places-hint = 1 es el mejor puesto. Los jugadores empatados llevan el mismo número.
player-own-place = Tu puesto
player-place-of = Puesto de { $name }
player-do-confirm = Sí, confirmar
player-do-contest = No, impugnar
player-called = Se ha llamado a un juez.

player-next-round = La siguiente ronda todavía no está publicada. Tu mesa aparecerá aquí.
player-not-begun = Estás inscrito. El torneo no ha empezado. Tu mesa aparecerá aquí.
player-over = El torneo ha terminado.
player-event-canceled = El torneo está cancelado.
player-has-left = Has abandonado el torneo.
player-canceled = Tu inscripción está cancelada. Si es un error, pregunta al staff.
player-declined = El organizador no ha aceptado tu inscripción. Si tienes preguntas, habla con el staff.
player-on-waitlist = Eres el número { $position } de la lista de espera.
player-in-waiting-room = Aún no estás inscrito: el organizador debe confirmar tu inscripción. Hasta entonces tienes una plaza reservada.
player-offer = Hay una plaza libre para ti
player-offer-until = Reservada para ti hasta
player-offer-then = Después se ofrece a la siguiente persona.
player-do-accept = Aceptar la plaza
player-do-decline = Rechazar la plaza…
player-do-decline-now = Sí, rechazar la plaza
player-decline-why = La plaza pasa a la siguiente persona y tu inscripción se cancela.
player-eliminated = No pasaste a las eliminatorias.
player-out = Estás fuera de las eliminatorias.
player-lost-once = Has perdido una vez y sigues en el cuadro de perdedores. Tu próxima mesa aparecerá aquí.
player-pool-done = Tu grupo ha jugado todas sus rondas.
player-no-pool = No estás en ningún grupo y no tienes partida en estas rondas. Pregunta a la organización.

player-record = Récord { $record } (ganadas, perdidas, empatadas)
player-place = Puesto { $place }
player-checked-in = check-in hecho
player-earlier = Tus rondas

player-list = Lista de mazo
player-list-on-paper = Tu lista de mazo está en papel.
player-list-received = Se recibió la versión { $number } de tu lista:
player-list-missing = Todavía no has entregado ninguna lista de mazo.
player-list-deadline = Se aceptan listas de mazo hasta
player-list-closed = La lista ya no se puede cambiar. El staff del torneo puede desbloquearla.
player-list-picture = Mostrar la imagen de tu lista
player-list-text = Cartas, una por línea, por ejemplo «4 Island»
player-list-empty = La lista no tiene cartas. Pégala con una carta en cada línea.
player-list-no-cards = No se encontraron cartas.
player-do-check-list = Revisar la lista
player-do-hand-in = Entregar la lista

player-leave = Abandonar el torneo
player-leave-why = No se te volverá a emparejar. Tus resultados hasta ahora se conservan. Solo el staff del torneo puede devolverte al torneo.
player-do-leave = Abandonar el torneo…
player-do-drop = Sí, abandonar el torneo
player-stay = No, seguir

## Inscribirse

player-sign-up = Inscribirse
player-sign-up-shown = Tu nombre aparece en la página pública del torneo.
player-sign-up-closed = Ahora nadie puede inscribirse en este torneo. Si crees que es un error, pregunta al staff.
player-closed-since = La inscripción en este torneo se cerró: { $time }.
player-join-approval = El organizador confirma cada inscripción. Lo verás en tu página.
player-sign-up-event = Página del torneo
player-join-code = Código de inscripción
player-join-code-hint = Está en el cartel, por ejemplo 61-KXQF7M2P.
player-join-next = Siguiente
player-join-needs-code = Este torneo necesita su código de inscripción. Está en el cartel de la tienda.
player-join-wrong = Este código no lleva a ningún torneo. Puede estar mal escrito, o uno más nuevo lo ha sustituido.
player-join-name = Tu nombre
player-join-email-hint = Te enviamos el enlace a tu página.
player-join-places = { $count ->
    [one] Queda una plaza.
   *[other] Quedan { $count } plazas.
}
player-join-in-line = No quedan plazas. Serías el número { $number } en la lista de espera.
player-join-another = Inscribir a otra persona
player-join-forget = Este no es mi teléfono: olvidar aquí mi página e inscribir a la siguiente persona
player-join-several = Estas personas se inscribieron en este teléfono. Cada una tiene su página.
player-join-same = Ya hay una persona inscrita con el nombre { $name }. ¿Eres tú?
player-join-same-yes = Si eres tú: abre la página que recibiste al inscribirte, o pregunta al staff.
player-join-same-no = Si eres otra persona: añade algo que te distinga, como una inicial.
player-join-too-many = Se está inscribiendo muchísima gente. Prueba otra vez dentro de { $minutes } min.
player-join-mailbox = Esta dirección ya ha recibido hoy varios de estos correos. Déjala vacía: tu página funciona sin ella.
player-kept = Guarda esta página: es tu llave
player-kept-why = Aquí ves tu mesa e informas de resultados, sin cuenta. Este teléfono vuelve a la página si escaneas el cartel. Para abrirla en otro, escanea allí este código; no se lo enseñes a nadie más.

## Notificaciones

player-notifications = Notificaciones
player-notifications-sign-in = Tienes una cuenta. Inicia sesión para elegir de qué recibes avisos.
player-do-phone = Avísame en este teléfono
player-phone = Este teléfono
player-phone-why = Tu teléfono puede sonar cuando se publica tu mesa, cuando un oponente registra un resultado o cuando el staff te escribe. Tu navegador te lo pregunta una vez.
player-phone-needs-scripts = Para esto hacen falta scripts, que no funcionan en este navegador.
player-phone-off = Este navegador no puede mostrar notificaciones aquí: es demasiado antiguo o privado, o esta dirección no empieza por https.
player-phone-install = En un iPhone o iPad, añade primero esta página a la pantalla de inicio: toca «Compartir», luego «Añadir a pantalla de inicio», y ábrela desde allí.
player-phone-denied = Tu navegador bloquea las notificaciones de este sitio. Puedes permitirlas en sus ajustes.
player-phone-failed = No se pudieron activar las notificaciones. Inténtalo de nuevo en unos minutos.
player-phone-on = Este teléfono recibe avisos.
player-phones = Teléfonos y navegadores que reciben avisos
player-phone-remove-of = Quitar: teléfono { $number }
player-kinds = De qué recibes avisos
player-kind-by-phone = Teléfono
player-kind-by-mail = Correo
player-kind-pairings = Tu mesa en una ronda nueva
player-kind-reports = Resultados que tus oponentes registran o disputan
player-kind-judge = Llamadas a un juez
player-kind-clock = Fin del tiempo de la ronda
player-kind-list-missing = Una lista de mazo que falta
player-kind-registration = Tu inscripción
player-kind-offer = Una plaza libre cuando esperas
player-kind-event-changed = Torneos que se cambian o se cancelan
player-kind-message = Mensajes del staff
player-kind-digest = Inscripciones nuevas, en un resumen
player-mail-to = El correo va a { $address }.
player-mail-to-account = El correo va a la dirección de tu cuenta.
player-mail-no-address = No se conoce ninguna dirección de correo, así que no recibes correo.
player-mail-off = Este servidor no envía correo.
player-unsubscribe = Dejar de recibir estos correos
player-unsubscribe-why = Ya no recibirás correo sobre: { $kind }
player-unsubscribe-address = Esta dirección no recibirá más correos sobre inscripciones. Se borra de esta inscripción.
player-unsubscribed = Ya no recibes estos correos
player-unsubscribed-why = Desactivado: { $kind }. Puedes volver a activarlo en tu página «Notificaciones».
player-unsubscribed-address = Esta dirección ya no recibe correos sobre inscripciones.
player-unsubscribe-unknown = Al enlace le falta una letra o no es de este servidor. Puedes elegir tus correos en tu página «Notificaciones».

player-claim = Resultados para tu cuenta
player-claim-lead = ¿Eres { $name }? Entonces lleva los resultados a tu cuenta. Primero se pregunta a la organización, salvo que hayas confirmado el correo electrónico indicado aquí.
player-claim-do = Son mis resultados
player-claim-waits = Se pregunta a la organización si estos resultados son tuyos.
player-claim-sign-in = Una cuenta te guarda estos resultados. Cuando hayas iniciado sesión, esta página se abre de nuevo y los llevas a la cuenta.
player-claim-create = Crear una cuenta para conservar estos resultados
player-claims = Resultados anteriores a tu cuenta
player-claims-found = Hay resultados con tu correo electrónico. ¿Son tuyos?
player-claims-none = No hay más resultados con tu correo electrónico confirmado. Si tienes un enlace privado, ábrelo con la sesión iniciada.
player-claims-of = { $store }, { $count ->
    [one] un torneo
   *[other] { $count } torneos
}
player-claims-not-mine = No son míos

## Teams, and groups of friends

player-to-team = Ir al equipo
player-team-of = Equipo { $team }
player-team-none = Aún no tienes equipo.
player-team-why = Crea un equipo y comparte su enlace, o abre el enlace de un equipo. Solo juegan los equipos con todos los asientos ocupados.
player-team-open = { $free ->
    [one] Queda un asiento libre. El equipo solo juega con todos los asientos ocupados.
   *[other] Quedan { $free } asientos libres. El equipo solo juega con todos los asientos ocupados.
}
player-team-complete = El equipo está completo.
player-team-unconfirmed = Todos los asientos están ocupados, pero no todos los miembros tienen plaza en el torneo todavía.
player-team-captain = Capitán
player-team-name = Nombre del equipo
player-team-name-hint = Creas el equipo y recibes un enlace para los demás. Déjalo vacío si aún no tienes equipo.
player-do-found = Crear el equipo
player-team-link = Enlace para los demás
player-team-link-why = Quien abra este enlace o escanee el código puede unirse.
player-do-renew-link = Crear otro enlace; el anterior deja de funcionar
player-do-rename = Cambiar el nombre
player-do-remove = Quitar
player-do-make-captain = Nombrar capitán
player-do-seat-up = Un asiento arriba
player-do-leave-team = Dejar el equipo
player-team-fixed = Los equipos ya no pueden cambiar. La organización puede ayudar.
player-agents = Jugadores sin equipo
player-do-invite = Invitar
player-invited = Invitado
player-team-invites = El equipo { $team } te invita.
player-do-join-team = Unirme al equipo
player-do-decline-team = Rechazar
player-team-asked = ¿Quieres unirte al equipo { $team }?
player-group = Venir con amigos
player-to-group = Ir al grupo
player-group-members = Tu grupo
player-group-why = Los jugadores de un grupo reciben plazas de la lista de espera juntos. El grupo espera en el puesto de su último miembro.
player-group-asked = ¿Quieres unirte a este grupo de amigos?
player-do-begin-group = Crear un enlace para amigos
player-do-join-group = Unirme al grupo
player-do-leave-group = Dejar el grupo
player-join-team = Te unes al equipo { $team }.
player-join-group = Te unes a un grupo de amigos.
player-queue = La cola
player-queue-waits = Eres el número { $position } de la cola. Con { $size } jugadores empieza un evento.
player-queue-standby = Estás en reserva: se te llama solo si los demás no bastan. Posición: { $position }
player-queue-called = Tu mesa está lista. Ven ahora.
player-queue-here = Estás dentro. El evento empieza cuando estén { $size } jugadores.
player-queue-declined = No estás en la cola.
player-queue-timed-out = No respondiste a tiempo a la llamada y ya no estás en la cola.
player-queue-moved = Esta cola creó un evento para ti.
player-queue-plays = Juegas en { $event }. La cola te llamará cuando termines allí.
player-queue-called-elsewhere = Te llama { $event }.
player-queue-open = Abrir mi evento
player-queue-group = Una cola llama juntos a los jugadores de un grupo. El grupo está en el puesto de su último miembro.
player-do-queue-come = Voy
player-do-queue-no = No
player-do-queue-standby = Quedar en reserva
player-do-queue-wait = Volver a la cola
player-do-queue-leave = Salir de la cola
player-do-queue-return = Volver a ponerse en la cola
