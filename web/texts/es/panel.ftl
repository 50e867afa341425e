# El panel: iniciar sesión, miembros, claves, el historial y la cuenta propia.

panel-username = Nombre de usuario
panel-password = Contraseña
panel-created = Creación
panel-last-day = Último día
panel-first-name = Nombre
panel-last-name = Apellidos
panel-email = Correo electrónico
panel-pronouns = Pronombres
panel-none = ninguno
panel-never = nunca
panel-keep-it = Conservar
panel-saved-it = Ya lo guardé
panel-continue = Continuar
panel-already-sent = Este formulario ya se envió y se ejecutó. El valor se mostró en la respuesta y no se vuelve a mostrar.
panel-already-sent-value = Si no guardaste el valor, revócalo y crea uno nuevo.

## Iniciar y cerrar sesión

panel-waits-for-set-up = Esta instalación está por configurar. Crosstable mostró el enlace al arrancar; también está en el archivo set-up-link de la carpeta de datos.
panel-sign-in-wrong = El nombre de usuario y la contraseña no coinciden. En ambos cuentan las mayúsculas y minúsculas.
panel-sign-in-note = ¿Aún no tienes contraseña o la olvidaste? Pide a un administrador de tu organización un enlace para establecer una.
panel-sign-out = ¿Cerrar sesión?
panel-sign-out-means = Esto termina la sesión en este navegador. En la página de tu cuenta puedes terminarlas todas.
panel-stay-signed-in = Seguir con la sesión iniciada
panel-set-password = Establecer una contraseña
panel-do-set-password = Establecer la contraseña
panel-set-password-for = Para { $name }. La sesión se inicia enseguida.
panel-repeat-password = Repite la contraseña
panel-new-password = Contraseña nueva
panel-new-password-hint = De 10 a 128 caracteres. Varias palabras son más fáciles de recordar que símbolos y cifras.
panel-repeat-new-password = Repite la contraseña nueva
panel-passwords-differ = Las dos contraseñas son distintas. Escribe dos veces la misma.
panel-no-link = Este enlace ya no funciona
panel-no-link-why = Ya se usó, tiene más de un día, lo reemplazó un enlace más nuevo o le falta una letra. Pide uno nuevo a la persona que te lo dio.

## La configuración

panel-is-set-up = Esta instalación ya está configurada.
panel-set-up-title = Configurar Crosstable
panel-set-up-lead = Esta página crea tu tienda y tu cuenta. Después, el enlace deja de funcionar.
panel-set-up-do = Configurar
panel-set-up-organization = Nombre de tu tienda o club
panel-set-up-zone-hint = Basta una ciudad, como Madrid. Los torneos nuevos tienen esta zona.
panel-set-up-name = Tu nombre
panel-set-up-username-hint = Con él inicias sesión. Después no se puede cambiar.
panel-set-up-address = Dirección de este servidor
panel-set-up-address-hint = Los enlaces y los códigos QR empiezan por ella. Los móviles deben alcanzarla: la dirección de este equipo en tu red, o un nombre como https://events.example.
panel-set-up-mail-hint = Opcional: sin él no se envía correo
panel-set-up-smtp = Servidor de correo
panel-set-up-smtp-hint = smtps://mail.example, o smtp://mail.example:587
panel-set-up-from = Dirección del remitente
panel-set-up-smtp-user = Usuario en él
panel-set-up-smtp-password = Contraseña en él
panel-set-up-wrong = Esto no se puede usar. Revísalo o déjalo vacío.
panel-set-up-done = Tu servidor está configurado
panel-set-up-next = Siguientes pasos
panel-set-up-staff = Invitar al equipo
panel-set-up-demo = Para ver datos de ejemplo, ejecuta esto en otra carpeta:
panel-set-up-try = Pruébalo con un móvil
panel-set-up-only-here = Solo este equipo alcanza la dirección. Para los móviles, inicia Crosstable con --listen 0.0.0.0:8080 y --public-url con la dirección de este equipo en tu red.
panel-set-up-no-tls = Sin HTTPS, el equipo solo inicia sesión en este ordenador y los móviles no reciben avisos. Los enlaces de invitados funcionan.

## El resumen

panel-to-do = Pendientes
panel-newest-events = Torneos más recientes
panel-no-events = Todavía no hay torneos.
panel-event = Torneo
panel-begins = Comienzo
panel-public-page = Página pública
panel-public-page-of = Página pública de { $name }
panel-not-public = no es público
panel-no-date = sin fecha
panel-todo-results = { $count ->
    [one] { $count } partida todavía no tiene resultado
   *[other] { $count } partidas todavía no tienen resultado
}{ $round ->
    [-1] {""}
    [0] { " " }en la reunión de jugadores
   *[other] { " " }en la ronda { $round }
}
panel-todo-invited = { $name } te invita a ser miembro.
panel-todo-one-administrator = Solo hay un administrador. Si esa persona ya no puede iniciar sesión, aquí nadie puede ayudar: añade otro.
panel-todo-webhook-gone = El webhook «{ $name }» se desactivó: su dirección respondió 410 Gone.
panel-todo-webhook-given-up = El webhook «{ $name }» se desactivó: su dirección no aceptó nada durante cinco días.
panel-todo-webhook-fails = La dirección del webhook «{ $name }» no acepta mensajes.
panel-todo-key-ends = La clave «{ $name }» funciona hasta el final del { $day } (UTC).

## Miembros y personas

panel-new-account = Crear una cuenta
panel-to-invite = Invitar por nombre de usuario
panel-find-person = Buscar a una persona
panel-members-hint = Los miembros de esta organización y sus roles.
panel-signing-in = Acceso
panel-active-keys = Claves activas
panel-keys-count = { $count ->
    [one] { $count } clave
   *[other] { $count } claves
}
panel-you = Tú
panel-invitations = Invitaciones
panel-unanswered = Estas personas no han respondido. Inician sesión y aceptan o rechazan en { $address }.
panel-invited = Invitación enviada
panel-withdraw-of = Retirar la invitación de { $username }
panel-sign-in-alone = Gestiona su cuenta por sí misma
panel-sign-in-can = Puede iniciar sesión
panel-sign-in-no-username = Sin cuenta para iniciar sesión
panel-sign-in-link = Enlace sin usar
panel-sign-in-no-password = Sin contraseña todavía
panel-role-in-organization = Rol en la organización
panel-choose-role = Elige el rol
panel-do-change-role = Cambiar el rol
panel-do-change-profile = Cambiar el perfil
panel-new-link = Crear un enlace de contraseña
panel-account-alone = La persona gestiona esta cuenta. Si pierde la contraseña, puede ayudar quien administra el servicio.
panel-member-no-keys = Este miembro no tiene claves.
panel-remove-member = Quitar de la organización
panel-member-with-role = Ya es miembro, con el rol { $role }. Cambia el rol en la página del miembro.
panel-invited-with-role = Ya tiene una invitación, con el rol { $role }. Retira primero esa invitación.
panel-remove-title = ¿Quitar a { $name }?
panel-remove-means = { $name } dejará de ser miembro de { $organization }. Esto deja de funcionar enseguida:
panel-remove-key = la clave «{ $name }»
panel-remove-tokens = { $count ->
    [one] { $count } token
   *[other] { $count } tokens
} de esta persona para la organización
panel-remove-sessions = las sesiones de esta persona en la organización
panel-remove-yourself = eres tú: dejarás de ver estas páginas
panel-do-remove = Quitar al miembro
panel-keep-member = Conservar al miembro
panel-invite-title = Invitar a un miembro por nombre de usuario
panel-invite-hint = Para quien ya tiene una cuenta en este servicio. La persona pasa a ser miembro al aceptar la invitación. Para los demás, crea una cuenta.
panel-invite-username-hint = El nombre con el que la persona inicia sesión.
panel-no-such-username = Ninguna cuenta tiene este nombre de usuario. Cuentan las mayúsculas y minúsculas.
panel-do-invite = Invitar a la persona
panel-to-find-person = Buscar a una persona por nombre
panel-to-new-account = Crear una cuenta en su lugar
panel-withdraw-title = ¿Retirar esta invitación?
panel-withdraw-means = «{ $username }» tiene una invitación con el rol { $role } y no ha respondido.
panel-do-withdraw = Retirar la invitación
panel-do-create-account = Crear la cuenta
panel-new-account-hint = Recibes un enlace con el que la persona establece su contraseña. Tu organización gestiona la cuenta.
panel-account-was-created = Se creó la cuenta
panel-name-hint = Tal como aparece en los emparejamientos y la clasificación.
panel-username-hint = Para iniciar sesión. No se puede cambiar después; cuentan las mayúsculas y minúsculas.
panel-username-fixed = No se puede cambiar.
panel-email-hint = Para tu información; no se le envía nada.
panel-find-person-hint = Entre las cuentas que gestiona esta organización, sus miembros y los jugadores de sus torneos.
panel-find-field = Nombre o nombre de usuario
panel-found = { $count ->
    [one] { $count } persona encontrada.
   *[other] { $count } personas encontradas.
}
panel-find-elsewhere = A una persona de otra organización se la invita por su nombre de usuario.
panel-not-a-member = no es miembro
panel-show-member = Mostrar al miembro
panel-invite = Invitar
panel-profile-of = Perfil de { $name }
panel-link-for = ¿Crear un enlace de contraseña para { $name }?
panel-link-means = Con él, la persona establece una contraseña nueva, una sola vez y en el plazo de un día. El enlace anterior deja de funcionar.
panel-link-until = La contraseña actual vale hasta que se use el enlace; entonces terminan todas las sesiones.
panel-do-create-link = Crear el enlace
panel-link-was-created = Se creó el enlace
panel-link-title = Un enlace para establecer una contraseña
panel-link-give = Dáselo a { $name } de forma que nadie más pueda leerlo. El nombre de usuario es «{ $username }».
panel-link = Enlace
panel-link-works = Funciona una vez, hasta { $time }.
panel-link-first = La primera persona que lo abra establece la contraseña.

## Lo que pueden hacer los roles

panel-roles-may = Qué puede hacer cada rol
panel-may-read-events = leer convenciones, torneos, clasificaciones y listas de mazo
panel-may-read-own-keys = leer sus propias claves de API
panel-may-read-own-registrations = leer sus propias inscripciones
panel-may-manage-own-account = gestionar su propia cuenta y sus membresías
panel-may-read-registrations = leer las inscripciones, penalizaciones, configuración e historial de los torneos
panel-may-write-decklists = escribir listas de mazo
panel-may-judge = arbitrar partidas, poner penalizaciones y atender llamadas a un juez
panel-may-register = inscribir jugadores y gestionar inscripciones
panel-may-run-rounds = dirigir rondas y registrar resultados
panel-may-search-people = buscar personas
panel-may-manage-events = gestionar convenciones y torneos
panel-may-manage-store-page = cambiar la página de la tienda
panel-may-manage-members = gestionar miembros
panel-may-manage-webhooks = gestionar webhooks
panel-may-manage-keys = gestionar claves de API
panel-may-read-audit = leer el historial de la organización

## Claves

panel-keys-hint = Con una clave, un programa lee y escribe para esta organización: un overlay, una pantalla de emparejamientos, un sitio web.
panel-no-keys = Todavía no hay claves.
panel-last-use = Último uso
panel-key-number = N.º { $number }
panel-key-read-only = solo lectura
panel-revoke = Revocar
panel-revoke-key-of = Revocar la clave { $name }
panel-new-key = Crear una clave
panel-do-create-key = Crear la clave
panel-key-name-hint = Para qué sirve, por ejemplo «overlay del stream».
panel-make-read-only = Hacer que la clave sea de solo lectura
panel-make-read-only-hint = La clave no cambia nada, aunque su rol pueda.
panel-last-day-hint = Funciona hasta el final de ese día, en UTC.
panel-key-last-day-hint = Funciona hasta el final de ese día, en UTC. Sin día no caduca; un día pasado la termina enseguida.
panel-no-day = No es una fecha. Escribe año, mes y día: 2026-12-31.
panel-key-was-created = Se creó la clave
panel-your-key = Tu clave nueva
panel-key = Clave
panel-it-is-called = Se llama «{ $name }».
panel-key-header = Los programas la envían en la cabecera X-API-Key.
panel-key-role = Tiene el rol { $role }.
panel-key-role-read-only = Tiene el rol { $role } y es de solo lectura.
panel-key-tied = Está vinculada a { $name }: su rol cambia con el de ese miembro, y deja de funcionar cuando ese miembro se va.
panel-does-not-expire = No caduca; revócala cuando ya no haga falta.
panel-works-until = Funciona hasta el final del { $day } (UTC).
panel-key-title = Clave «{ $name }»
panel-to-keys = Volver a las claves
panel-to-revoke-key = Revocar esta clave
panel-key-fact = Tiene el rol { $role } y está vinculada a { $name }.
panel-key-fact-read-only = Tiene el rol { $role }, es de solo lectura y está vinculada a { $name }.
panel-key-made = Creación: { $created }. Último uso: { $used }.
panel-key-state = Estado: { $state }.
panel-state-revoked = Revocada
panel-state-member-left = El miembro se fue
panel-state-expired = Caducada
panel-state-ends-soon = Termina pronto
panel-state-active = Activa
panel-revoke-key-title = ¿Revocar «{ $name }»?
panel-revoke-key-means = Los programas que usan esta clave dejan de funcionar en un segundo. Esto no se puede deshacer.
panel-never-used = Nunca se usó.
panel-last-used = Último uso: { $time }.
panel-do-revoke-key = Revocar la clave

## El historial de la organización

panel-audit-hint = Acciones recientes, las más nuevas primero. Las entradas no se pueden cambiar.
panel-audit-none = No hay entradas más antiguas.
panel-audit-action = Acción
panel-audit-time = Hora
panel-audit-by = Autor
panel-audit-quoted = «{ $name }»
panel-organization-created = Se creó la organización «{ $name }»
panel-organization-renamed = La organización pasó a llamarse «{ $name }»
panel-organization-time-zone-set = La zona horaria es ahora { $time_zone }
panel-organization-store-texts-changed = Se cambiaron los textos de la página de la tienda
panel-organization-store-brand-changed = Se cambiaron la dirección y el color de la página de la tienda: /stores/{ $slug }/
panel-organization-logo-set = { $logo ->
    [none] Se quitó el logo
   *[some] Se puso el logo
}
panel-organization-member-added = { $name } pasó a ser miembro: { $role }
panel-organization-member-invited = Se invitó a «{ $name }»: { $role }
panel-organization-invitation-declined = «{ $name }» rechazó la invitación
panel-organization-invitation-withdrawn = Se retiró la invitación de «{ $name }»
panel-organization-member-role-changed = { $name } recibió el rol { $role }
panel-organization-member-role-provided = { $name } tiene este rol por iniciar sesión con { $provider }
panel-organization-member-removed = Se quitó a { $name }
panel-organization-api-key-issued = Se creó la clave { $key }
panel-organization-api-key-narrowed = La clave { $key } pasó a ser de solo lectura
panel-organization-api-key-renamed = La clave { $key_id } pasó a llamarse «{ $name }»
panel-organization-api-key-expiry-set = { $expires_at ->
    [none] La clave { $key } ya no caduca
   *[other] La clave { $key } caduca: { $time }
}
panel-organization-api-key-revoked = Se revocó la clave { $key }
panel-organization-webhook-added = Se añadió un webhook: { $webhook }
panel-organization-webhook-changed = { $enabled ->
    [yes] Se cambió un webhook: { $webhook }
   *[no] Se cambió un webhook, está apagado: { $webhook }
}
panel-organization-webhook-secret-rotated = Se renovó el secreto de un webhook: { $webhook }
panel-organization-webhook-disabled = Se desactivó un webhook porque su dirección no acepta mensajes: { $webhook }
panel-organization-webhook-removed = Se quitó un webhook: { $webhook }
panel-organization-series-planned = Serie de eventos planificada
panel-organization-series-ended = Serie de eventos terminada
panel-organization-api-key-used = Se usó la clave { $key }
panel-audit-member-number = miembro { $number }
panel-audit-event-number = torneo { $number }
panel-audit-convention-number = convención { $number }
panel-audit-decklist-number = lista de mazo { $number }
panel-audit-user-number = usuario { $number }

## La cuenta propia

panel-your-account = Tu cuenta
panel-profile = Perfil
panel-your-profile = Tu perfil
panel-password-and-sessions = Contraseña y sesiones
panel-signed-in-for = La sesión dura una semana.
panel-change-password = Cambiar tu contraseña
panel-do-change-password = Cambiar la contraseña
panel-change-password-ends = Esto termina todas tus sesiones; este navegador recibe una nueva.
panel-end-sessions = ¿Cerrar sesión en todas partes?
panel-do-end-sessions = Cerrar sesión en todas partes
panel-end-sessions-means = Terminan todas tus sesiones, en todos los navegadores. Este navegador recibe una nueva.
panel-end-sessions-tokens = Los tokens siguen siendo válidos; revócalos uno por uno.
panel-invitations-hint = Solo pasas a ser miembro si aceptas. Entonces la organización ve tu nombre en sus páginas.
panel-accept = Aceptar
panel-accept-of = Aceptar la invitación de { $name }
panel-decline = Rechazar
panel-decline-of = Rechazar la invitación de { $name }
panel-accept-title = ¿Aceptar la invitación de { $name }?
panel-accept-means = Pasas a ser miembro de { $name }: { $role }. Sus páginas mostrarán tu nombre.
panel-do-accept = Aceptar la invitación
panel-not-now = Ahora no
panel-organizations = Organizaciones
panel-organization-number = organización { $number }
panel-you-work-here = Trabajas aquí
panel-do-switch-here = Cambiar a esta
panel-end-account = Salir o borrar tus datos
panel-leave-of = Dejar { $name }
panel-leave-title = ¿Dejar { $name }?
panel-leave-means = Dejarás de ser miembro de { $name }. Esto deja de funcionar enseguida:
panel-leave-keys = tus claves de API de esta organización
panel-leave-tokens = tus tokens y sesiones para ella
panel-do-leave = Dejar la organización
panel-stay-member = Seguir siendo miembro
panel-you-are-last = Eres el único administrador. Primero nombra administrador a otro miembro.
panel-tokens = Tokens
panel-tokens-hint = Con un token, tus propios programas leen y escriben listas de mazo en tu nombre.
panel-no-tokens = No tienes tokens.
panel-acts-for = Actúa para
panel-me-only = solo yo
panel-revoke-token-of = Revocar el token { $name }
panel-new-token = Crear un token
panel-new-token-hint = Con un token, un programa tuyo puede actuar en tu nombre sin tu contraseña.
panel-do-create-token = Crear el token
panel-token-name-hint = Para qué sirve, por ejemplo «mi programa de mazos».
panel-only-me = Solo para mí
panel-only-me-hint = Lee y escribe mis propias listas de mazo.
panel-as-member = Como miembro de { $name }
panel-as-member-hint = Tiene allí mis permisos sobre las listas de mazo, con el rol { $role }.
panel-token-was-created = Se creó el token
panel-your-token = Tu token nuevo
panel-token = Token
panel-token-header = Los programas lo envían en la cabecera Authorization, después de la palabra Token.
panel-token-acts = Cualquiera que lo tenga puede actuar en tu nombre.
panel-revoke-token-title = ¿Revocar este token?
panel-revoke-token-means = Los programas que usan el token «{ $name }» dejan de funcionar enseguida. Esto no se puede deshacer.
panel-do-revoke-token = Revocar el token

panel-erase = Borrar a la persona
panel-erase-title = ¿Borrar a { $name }?
panel-erase-goes = Se borran el nombre, el nombre de usuario, el correo electrónico, la contraseña, los tokens, los enlaces privados y las membresías.
panel-erase-merged-too = También se borran las cuentas que se fusionaron con esta.
panel-erase-stays = Los resultados y las listas se quedan, con el nombre «Player { $number }».
panel-erase-for-ever = Si la persona vuelve, será con una cuenta nueva.
panel-do-erase = Borrar para siempre
# Webhooks.
panel-webhooks-hint = Un webhook envía un mensaje a tu propio programa cuando algo cambia en los torneos de la organización.
panel-no-webhooks = Todavía no hay webhooks.
panel-new-webhook = Añadir un webhook
panel-do-add-webhook = Añadir el webhook
panel-webhook-url = Dirección
panel-webhook-url-hint = Empieza con https:// y se puede alcanzar desde internet.
panel-webhook-description-hint = Para qué sirve, por ejemplo «pantallas de la sala».
panel-webhook-enabled = Enviar mensajes
panel-webhook-enabled-hint = Mientras esté apagado no se envía nada, y lo que ocurra entretanto tampoco se envía después.
panel-webhook-types-hint = Elige los tipos de mensajes. Si no eliges ninguno, se envían todos, también los de versiones futuras.
panel-webhook-types = Mensajes
panel-webhook-all-types = Todos
panel-webhook-on = Activado
panel-webhook-off = Desactivado
panel-webhook-fails = No acepta nada
panel-webhook-gone = Desactivado: 410 Gone
panel-webhook-given-up = Desactivado: no aceptó nada durante cinco días
panel-webhook-your-secret = El secreto de tu webhook
panel-webhook-secret-of = Firma los mensajes de «{ $name }». Solo se muestra ahora.
panel-webhook-secret = Secreto
panel-webhook-starts-now = El webhook envía lo que ocurra a partir de ahora.
panel-webhook-rotation = Durante 24 horas los mensajes llevan dos firmas: con este secreto y con el anterior.
panel-webhook-was-added = Se añadió el webhook
panel-webhook-was-rotated = Se renovó el secreto
panel-webhook-title = Webhook «{ $name }»
panel-to-webhooks = Volver a los webhooks
panel-to-rotate-secret = Renovar el secreto
panel-to-remove-webhook = Quitar este webhook
panel-webhook-fails-since = Su dirección no acepta nada desde { $time }.
panel-webhook-disabled-at = Se desactivó: { $time }. Actívalo para volver a enviar mensajes.
panel-webhook-two-secrets = Los mensajes llevan dos firmas hasta { $time }.
panel-rotate-webhook-title = ¿Renovar el secreto de «{ $name }»?
panel-rotate-webhook-means = Recibes un secreto nuevo. El actual también firma durante 24 horas; los anteriores dejan de firmar enseguida.
panel-remove-webhook-title = ¿Quitar «{ $name }»?
panel-remove-webhook-means = Ya no se le envía nada y sus entregas dejan de mostrarse. Esto no se puede deshacer.
panel-do-remove-webhook = Quitar el webhook
panel-deliveries = Entregas
panel-deliveries-of = Entregas de { $name }
panel-deliveries-title = Entregas de «{ $name }»
panel-deliveries-all = Mostrar todas
panel-deliveries-undelivered = Mostrar las no entregadas
panel-deliveries-hint = Los mensajes de los últimos 30 días. Un mensaje que no se entregó se puede reenviar.
panel-no-deliveries = Aquí no hay entregas.
panel-delivery-happened = Ocurrió
panel-delivery-last = Último intento
panel-delivery-answer = Última respuesta
panel-delivery-no-answer = ninguna
panel-delivery-pending = Pendiente
panel-delivery-delivered = Entregado
panel-delivery-undelivered = No entregado
panel-delivery-attempts = { $count ->
    [one] { $count } intento
   *[other] { $count } intentos
}
panel-resend-of = Reenviar: entrega { $number }
panel-do-resend = Reenviar
panel-resend-period = Reenviar un periodo
panel-resend-period-hint = Envía todos los mensajes sobre lo que ocurrió en este periodo (UTC), se hayan entregado o no.
panel-webhook-from = Desde
panel-webhook-to = Hasta
panel-do-resend-period = Reenviar el periodo
panel-webhook-no-time = No es una fecha con hora.

## El formulario de la página de la tienda

panel-store-means = Esta página la ve todo el mundo: muestra tus torneos públicos y lo que escribas aquí.
panel-store-show = Ver la página
panel-store-slug = Dirección de la página
panel-store-slug-hint = Letras minúsculas, cifras y guiones. Las direcciones anteriores siguen llevando aquí.
panel-store-about = Sobre la tienda
panel-store-about-hint = Markdown: **negrita**, listas con *, enlaces.
panel-store-address = Dirección postal
panel-store-website = Sitio web
panel-store-accent = Color de botones y enlaces

panel-logo = Logo
panel-logo-hint = JPEG, PNG o WebP, como máximo 5 MB. Mejor cuadrado, 512 × 512 píxeles. Todo el mundo puede verlo.

# Mail, and a password link by mail.
panel-mail = Correo
panel-mail-off = No se envían correos: no hay ningún servidor de correo configurado. El operador lo configura con --smtp-url y --mail-from.
panel-mail-on = Los correos se envían desde { $address }.
panel-mail-no-address = Tu cuenta no tiene dirección de correo, así que no se te puede enviar un mensaje de prueba.
panel-mail-to = El mensaje de prueba se envía a tu propia dirección, { $address }. Tus últimos mensajes:
panel-mail-test = Enviar un mensaje de prueba
panel-forgotten = ¿Has olvidado tu contraseña?
panel-forgotten-lead = Escribe tu nombre de usuario. Enviaremos un enlace a la dirección de correo de la cuenta.
panel-forgotten-do = Enviar el enlace
panel-forgotten-sent = Si esta cuenta tiene una dirección de correo, el enlace está en camino. No se envía a una dirección que haya cambiado en los últimos siete días y no esté confirmada. ¿No llega? Pide un enlace a un administrador de tu organización.
panel-letter-password = Alguien ha pedido un enlace para elegir una nueva contraseña para «{ $username }» en { $site }.
panel-letter-password-note = El enlace funciona una sola vez, durante 24 horas. Si no fuiste tú, no hagas nada: tu contraseña no cambia.
panel-confirm-email = Confirma tu dirección de correo
panel-confirm-email-do = Confirmar la dirección
panel-letter-email = Se ha indicado esta dirección para «{ $username }» en { $site }. Cuando esté confirmada, podrás recibir aquí un enlace si olvidas tu contraseña.
panel-letter-email-note = El enlace funciona una sola vez, durante 24 horas. Si no fuiste tú, no hagas nada.
panel-email-confirmed = La dirección está confirmada.
panel-letter-email-changed = Tu dirección de correo ha cambiado
panel-letter-email-changed-lead = La dirección de correo de «{ $username }» en { $site } ha cambiado. Los mensajes ya no llegan a esta.
panel-letter-email-changed-note = Si no fuiste tú, elige ahora mismo una nueva contraseña, lo que cierra la sesión en los demás dispositivos. Después vuelve a escribir tu dirección. Si ya no puedes iniciar sesión, pide ayuda a un administrador de tu organización.
panel-create-account = Crear una cuenta
panel-create-account-do = Crear la cuenta
panel-create-account-lead = Con una cuenta te inscribes en eventos, comunicas resultados y encuentras tu historial.
panel-create-account-email = Enviamos un enlace allí. Ábrelo para confirmar la dirección.
panel-create-account-off = Este servidor no envía correo, por eso nadie puede crear su propia cuenta. La tienda crea una para ti.
panel-create-account-have = Ya tengo una cuenta
panel-email-state = Estado de la dirección
panel-email-is-confirmed = confirmada
panel-email-is-not = sin confirmar
panel-email-again = Enviar el enlace otra vez
panel-unproven = Abre el enlace del correo para confirmar tu dirección. Hasta entonces no puedes inscribirte en eventos, y la cuenta se elimina a las 48 horas. ¿No hay correo? Mira en el correo no deseado o corrige la dirección en tu perfil.
panel-download-data = Descargar mis datos
panel-delete-account = Eliminar mi cuenta
panel-deleted = Tu cuenta está eliminada
panel-letter-account = Ya tienes una cuenta
panel-letter-account-lead = Alguien, probablemente tú, creó una cuenta en { $site } con esta dirección. Ya tienes una: «{ $username }». Inicia sesión con ella.
panel-letter-account-note = El enlace sirve si olvidaste la contraseña. Si quieres una segunda cuenta, inicia sesión en ella y elige «Enviar el enlace otra vez». Si no, no hagas nada: se elimina a las 48 horas.
panel-letter-codes = Códigos erróneos al iniciar tu sesión
panel-letter-codes-lead = Alguien introdujo en { $site } la contraseña correcta de { $username } y después muchos códigos erróneos. La cuenta sigue protegida: durante 24 horas, un navegador nuevo necesita un código de recuperación.
panel-letter-codes-note = Si no fuiste tú, cambia tu contraseña ahora.
panel-letter-invitation = Invitación a { $name }
panel-letter-invitation-lead = { $name } te invita a unirte a su equipo en { $site }. Inicia sesión como «{ $username }» para aceptar o rechazar.
panel-mail-answer = el servidor de correo respondió { $status }
panel-mail-why = el motivo está en el registro del servicio
panel-letter-test = Mensaje de prueba
panel-letter-test-lead = Los correos de { $site } llegan.

# Channels at Discord, and posts there.
panel-discord = Discord
panel-discord-lead = Los emparejamientos, los resultados de las primeras mesas y las clasificaciones finales de los torneos públicos se publican en estos canales, en el idioma en el que añades el canal.
panel-discord-url = Dirección del webhook
panel-discord-url-hint = En Discord: ajustes del canal, Integraciones, Webhooks, Copiar URL del webhook. La dirección es secreta y no se vuelve a mostrar. Al añadirla se envía una primera publicación.
panel-discord-event-hint = El número de la dirección del torneo, si el canal es para un solo torneo.
panel-discord-all-events = todos los torneos
panel-discord-add = Añadir el canal
panel-discord-hello = Aquí se publicarán los emparejamientos, los resultados y las clasificaciones de { $site }.
panel-discord-remove = Quitar { $name }
panel-discord-more = y { $count } más

panel-claims = Reclamaciones de resultados
panel-claims-hint = Una persona con cuenta dice que los resultados de un invitado son suyos. Acepta si sabes que es cierto: esos torneos muestran entonces el nombre de la cuenta. Puedes deshacerlo en la mesa, en la página del jugador. Una reclamación rechazada no se puede repetir.
panel-claims-none = Nadie reclama resultados.
panel-claim-guest = Invitado
panel-claim-by = Cuenta
panel-claim-agree = Aceptar
panel-claim-refuse = Rechazar
panel-claim-agree-of = Aceptar que { $guest } es { $account }
panel-claim-refuse-of = Rechazar que { $guest } es { $account }
panel-todo-staff = { $count ->
    [one] Formas parte del personal de un torneo
   *[other] Formas parte del personal de { $count } torneos
}
panel-todo-claims = { $count ->
    [one] Se reclaman los resultados de un invitado
   *[other] Se reclaman los resultados de { $count } invitados
}

panel-two-step = Inicio de sesión en dos pasos
panel-two-step-hint = Después de la contraseña se pide entonces un código de una aplicación de autenticación. Escanea esto con la aplicación y escribe las seis cifras que muestra.
panel-two-step-secret = Si no puedes escanear, escribe esto en la aplicación: { $secret }
panel-two-step-code = Código
panel-two-step-on = Activar
panel-two-step-off = Desactivar
panel-two-step-is-on = El inicio de sesión en dos pasos está activado. { $count ->
    [one] Queda un código de recuperación.
   *[other] Quedan { $count } códigos de recuperación.
} Para desactivarlo hace falta un código.
panel-recovery-codes = Códigos de recuperación
panel-recovery-codes-lead = El inicio de sesión en dos pasos está activado. Imprime o anota estos códigos: cada uno sirve una vez si no tienes el teléfono.
panel-recovery-codes-once = Solo se muestran una vez. Guárdalos donde otros no los encuentren. Si los pierdes, desactiva y vuelve a activar el inicio de sesión en dos pasos: recibirás otros nuevos.
panel-code-lead = Escribe el código que muestra tu aplicación de autenticación o un código de recuperación.
panel-code-wrong = Este código es incorrecto o ya se usó. Prueba con el siguiente.
panel-code-recovery = En las últimas 24 horas hubo demasiados códigos erróneos. Usa un código de recuperación o un navegador en el que ya hayas iniciado sesión.
panel-two-step-off-of = Desactivar el inicio de sesión en dos pasos de { $name }
panel-two-step-off-means = { $name } inicia sesión entonces solo con la contraseña. Hazlo solo si sabes con seguridad quién ha perdido el teléfono.
panel-sign-in-with = Iniciar sesión con { $name }
panel-no-passwords = Aquí se inicia sesión con una cuenta de otro servicio, no con contraseña.
panel-create-account-provider = Tu cuenta se crea aquí cuando inicias sesión por primera vez.
panel-providers = Iniciar sesión con otras cuentas
panel-providers-none = También puedes iniciar sesión aquí con una cuenta de otro servicio.
panel-providers-linked = También inicias sesión con
panel-link-provider = Vincular { $name }
panel-link-provider-lead = ¿Vincular { $account } de { $name } con tu cuenta de aquí? Entonces también podrás iniciar sesión con ella.
panel-link-provider-do = Vincular la cuenta
panel-unlink-provider = Desvincular
panel-provider-again = Este inicio de sesión no empezó en este navegador, ya se usó o tardó demasiado. Empieza de nuevo.
panel-provider-denied = No diste tu acuerdo en { $name }, por eso no se ha iniciado la sesión.
panel-provider-failed = { $name } no dio una respuesta válida. Empieza de nuevo. Si se repite, avisa a quien opera este servicio.
panel-provider-down = { $name } no responde. Inténtalo más tarde.
panel-provider-clock = El inicio de sesión en { $name } tardó demasiado, o el reloj de este servidor está mal. Empieza de nuevo.
panel-provider-no-email = Una cuenta nueva necesita una dirección de correo que { $name } haya verificado. Verifica allí tu dirección e inicia sesión de nuevo.
panel-provider-known = Ya tienes una cuenta aquí. Inicia sesión con tu contraseña y vincula { $name } en la página de tu cuenta.
panel-provider-known-link = Ya tienes una cuenta aquí. Pide a un administrador de tu organización un enlace para iniciar sesión y vincula { $name } en la página de tu cuenta.
