# La página del jugador.

player-my-match = Mi partida
player-me = Yo
player-own-events = Mis torneos
player-past-events = Torneos pasados
player-no-events = No estás en ningún torneo.
player-refused = No se pudo hacer
player-stale = La página no estaba al día y no se hizo nada. Ahora muestra el estado más reciente.
player-no-link = Este enlace no se abre
player-no-link-why = Se revocó, lo reemplazó uno más nuevo o le falta una letra. Pide uno nuevo al staff del torneo.

player-table = Mesa { $table }
player-against = contra { $name }
player-bye = Tienes un bye: ganas esta ronda sin jugar.
player-loss = Tienes una derrota en esta ronda, sin oponente.
player-seat = Este es tu asiento.
player-both-lost = Los dos perdieron
player-outcome = { $kind ->
    [won] Ganaste { $score }
    [lost] Perdiste { $score }
   *[drew] Empataste { $score }
}
player-clock-left = { $minutes ->
    [0] Se acabó el tiempo.
    [one] Queda { $minutes } minuto.
   *[other] Quedan { $minutes } minutos.
}
player-clock-ends = hasta las { $time }
player-result-confirmed = Este resultado está confirmado.
player-result-contested = Este resultado está impugnado. Un juez va a tu mesa.
player-result-yours = Tú registraste este resultado. Tu oponente puede confirmarlo.
player-result-theirs = Tu oponente registró este resultado. ¿Es correcto?
player-result-staffs = El staff del torneo registró este resultado. ¿Es correcto?
player-report = Registrar el resultado
player-report-again = Registrar otro resultado
player-do-confirm = Sí, confirmar
player-do-contest = No, impugnar
player-do-call = Llamar a un juez
player-called = Se ha llamado a un juez.

player-next-round = La siguiente ronda todavía no está publicada. Tu mesa aparecerá aquí.
player-not-begun = El torneo no ha empezado. Tu mesa aparecerá aquí.
player-over = El torneo ha terminado.
player-event-canceled = El torneo está cancelado.
player-has-left = Has abandonado el torneo.
player-on-waitlist = Estás en la lista de espera.
player-eliminated = No pasaste a las eliminatorias.

player-record = Récord { $record } (ganadas, perdidas, empatadas)
player-place = Puesto { $place }
player-checked-in = check-in hecho
player-do-check-in = Hacer check-in
player-earlier = Tus rondas

player-list = Lista de mazo
player-list-on-paper = Tu lista de mazo está en papel.
player-list-received = Se recibió la versión { $number } de tu lista:
player-list-missing = Todavía no has entregado ninguna lista de mazo.
player-list-deadline = Se aceptan listas de mazo hasta
player-list-closed = La lista ya no se puede cambiar. El staff del torneo puede desbloquearla.
player-list-picture = Mostrar la imagen de tu lista
player-list-name = Nombre del mazo
player-list-text = Cartas, una por línea, por ejemplo «4 Island»
player-list-empty = La lista no tiene cartas. Pégala con una carta en cada línea.
player-list-no-cards = No se encontraron cartas.
player-list-unknown = { $count ->
    [one] No se entendió { $count } línea
   *[other] No se entendieron { $count } líneas
}
player-list-line = Línea { $number }:
player-board-maybeboard = Maybeboard
player-do-check-list = Revisar la lista
player-do-hand-in = Entregar la lista

player-leave = Abandonar el torneo
player-leave-why = No se te volverá a emparejar. Tus resultados hasta ahora se conservan. Solo el staff del torneo puede devolverte al torneo.
player-do-leave = Abandonar el torneo…
player-do-drop = Sí, abandonar el torneo
player-stay = No, seguir

## Inscribirse

player-sign-up = Inscribirse
player-sign-up-waitlist = No quedan plazas: vas a la lista de espera, y el staff te avisa si consigues una.
player-sign-up-shown = Tu nombre aparece en la página pública del torneo.
player-sign-up-closed = Ahora nadie puede inscribirse en este torneo. Si crees que es un error, pregunta al staff.
player-sign-up-event = Página del torneo

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
player-phone-remove = Quitar
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
player-kind-event-changed = Torneos que se cambian o se cancelan
player-kind-message = Mensajes del staff
player-kind-digest = Inscripciones nuevas, en un resumen
player-mail-to = El correo va a { $address }.
player-mail-to-account = El correo va a la dirección de tu cuenta.
player-mail-no-address = No se conoce ninguna dirección de correo, así que no recibes correo.
player-mail-off = Este servidor no envía correo.
player-unsubscribe = Dejar de recibir estos correos
player-unsubscribe-why = Ya no recibirás correo sobre: { $kind }
player-do-unsubscribe = Dejar de recibir estos correos
player-unsubscribed = Ya no recibes estos correos
player-unsubscribed-why = Desactivado: { $kind }. Puedes volver a activarlo en tu página «Notificaciones».
player-unsubscribe-unknown = Al enlace le falta una letra o no es de este servidor. Puedes elegir tus correos en tu página «Notificaciones».
