# Mensajes de las partes comunes del servicio, por sus códigos.

problem-address-too-large = La dirección y las cabeceras pueden tener { $limit } bytes en total, y tienen { $size }: la dirección tiene { $own } bytes.
problem-answer-too-late = La respuesta tardó demasiado. Inténtalo de nuevo.
problem-authorization-not-understood = No se entiende la cabecera Authorization. Envía un token como «Authorization: Token ut_…».
problem-body-incomplete = El cuerpo está incompleto.
problem-body-too-large = El cuerpo puede tener como máximo { $most } bytes.
problem-body-too-large-as-declared = El cuerpo puede tener como máximo { $most } bytes; este tiene { $bytes }.
problem-body-too-late = El cuerpo de la petición no llegó a tiempo.
problem-change-from-other-site = Una página de otro sitio no puede hacer cambios en tu nombre.
problem-consistency-token-not-issued-here = La cabecera Consistency-Token no la emitió este servicio.
problem-consistency-token-of-other-organization = La cabecera Consistency-Token se emitió para otra organización.
problem-consistency-token-of-replaced-log = La cabecera Consistency-Token es anterior a la copia de seguridad desde la que se restauró el servicio, y quizá se perdió su cambio. Lee sin ella.
problem-credential-expired = { $what ->
    [token] Este token
   *[other] Esta clave
} caducó el { $expiry }.
problem-credential-revoked = { $what ->
    [token] Este token está revocado
   *[other] Esta clave está revocada
}.
problem-data-away = Los datos guardados no están disponibles ahora. Inténtalo de nuevo.
problem-data-being-restored = Una parte de los datos estaba dañada y se está restaurando. Inténtalo de nuevo.
problem-data-damaged = Los datos guardados están dañados y el servicio no acepta cambios hasta que se reparen. No se guardó nada.
problem-given-twice = Esto se indicó más de una vez.
problem-header-too-large = La dirección y las cabeceras pueden tener { $limit } bytes en total, y tienen { $size }: la cabecera { $name } tiene { $own } bytes.
problem-internal = Algo falló por nuestra parte. Quedó registrado; inténtalo de nuevo más tarde.
problem-invalid-host = La cabecera Host debe indicar un host, por ejemplo events.example o events.example:8080.
problem-little-room = El almacenamiento está casi lleno, y lo que queda está reservado para el staff de los torneos. No se guardó nada.
problem-malformed-api-key = El valor de { $header } no es una clave de API: está mal escrito o cortado. Una clave es «sk_» y 36 letras y cifras.
problem-malformed-consistency-token = La cabecera Consistency-Token no es un token válido: envíala tal como vino en la respuesta a un cambio.
problem-malformed-token = El valor de Authorization no es un token: está mal escrito o cortado. Un token es «ut_» y 36 letras y cifras.
problem-members-only = Esto solo pueden hacerlo los miembros de una organización.
problem-membership-ended = Ya no eres miembro de la organización para la que vale esto.
problem-method-not-allowed = Aquí solo es posible { $allow }.
problem-missing-host = Falta la cabecera Host. HTTP/1.1 la exige.
problem-no-api-key = No se envió ninguna clave de API. Envía una en la cabecera X-API-Key.
problem-no-credential = No se enviaron credenciales. Envía una clave de API en la cabecera X-API-Key o un token como «Authorization: Token ut_…», o inicia sesión en /login/.
problem-no-room = No queda espacio para guardar esto. No se guardó nada.
problem-no-session = No has iniciado sesión. Hazlo en /login/.
problem-no-token = No se envió ningún token. Envía uno como «Authorization: Token ut_…». No basta con una sesión; la página de tu cuenta en /admin/account/ pide en su lugar tu contraseña.
problem-not-by-private-link = Un enlace privado no permite esto.
problem-not-found = { $what ->
    [announcement] No hay ningún aviso
    [call] No hay ninguna llamada
    [convention] No hay ninguna convención
    [decklist] No hay ninguna lista de mazo
    [delivery] No hay ninguna entrega
    [event] No hay ningún torneo
    [invitation] No hay ninguna invitación
    [match] No hay ninguna partida
    [member] No hay ningún miembro
    [membership] No hay ninguna membresía
    [organization] No hay ninguna organización
    [penalty] No hay ninguna penalización
    [registration] No hay ninguna inscripción
    [round] No hay ninguna ronda
    [team] No hay ningún equipo
    [token] No hay ningún token
    [user] No hay ninguna persona
    [webhook] No hay ningún webhook
   *[other] No hay nada
} con el número «{ $id }».
problem-not-ready = No está listo: { $parts }.
problem-not-stored = Ahora no se puede guardar nada. No se guardó nada. Inténtalo de nuevo.
problem-part-not-ready = { $reason }
problem-quota-of-writes-used = Has gastado tus { $most } cambios por minuto. Inténtalo de nuevo en { $seconds } segundos.
problem-read-only-key = Esta clave de API es de solo lectura.
problem-role-of-key = El rol de esta clave de API, «{ $role ->
    [ADMIN] Administrador
    [ORGANIZER] Organizador
    [SCOREKEEPER] Scorekeeper
    [JUDGE] Juez
    [READ_ONLY] Solo lectura
   *[other] { $role }
}», no puede hacer esto. Estos roles pueden: { $roles }.
problem-role-of-member = Tu rol en esta organización, «{ $role ->
    [ADMIN] Administrador
    [ORGANIZER] Organizador
    [SCOREKEEPER] Scorekeeper
    [JUDGE] Juez
    [READ_ONLY] Solo lectura
   *[other] { $role }
}», no puede hacer esto. Estos roles pueden: { $roles }.
problem-role-of-members-only = Esto solo pueden hacerlo los miembros de una organización. Estos roles pueden: { $roles }.
problem-session-over = Tu sesión ha terminado. Inicia sesión de nuevo en /login/.
problem-several-hosts = La petición tiene varias cabeceras Host; debe tener exactamente una.
problem-stored-but-unanswered = El cambio está guardado, pero su respuesta no se puede leer ahora. Repite la petición con la misma Idempotency-Key para recibirla.
problem-too-many-answers = Ya se están enviando { $already } { $what ->
    [lists] listas
    [exports] exportaciones
    [streams] streams
   *[other] respuestas
}, y ese es el límite. Inténtalo de nuevo.
problem-too-many-requests-in-progress = Tienes { $most } peticiones a la vez, y ese es el límite. Espera a que se respondan algunas.
problem-too-many-writes-wait = Hay demasiados cambios esperando a guardarse. No se guardó nada. Inténtalo de nuevo.
problem-too-much-data = El servicio está recibiendo demasiados datos. Inténtalo de nuevo.
problem-two-credentials = Se enviaron X-API-Key y Authorization: Token, quizá de personas distintas. Envía solo uno de los dos.
problem-unknown-api-key-value = Esta clave de API no se conoce aquí.
problem-unknown-name = { $kind ->
    [field] Campo desconocido
   *[other] Parámetro desconocido
} «{ $sent }».
problem-unknown-name-with-a-similar-one = { $kind ->
    [field] Campo desconocido
   *[other] Parámetro desconocido
} «{ $sent }». ¿Querías decir «{ $near }»?
problem-unknown-part = Este proceso no tiene ese rol. Todos los roles están en «parts», en /readyz.
problem-unknown-token-value = Este token no se conoce aquí.
problem-unused-parameter = { $name }: { $fault } { $taken }
problem-unused-parameters = { $several } parámetros no son válidos, consulta «errors». { $taken }
problem-write-too-late = La respuesta tardó demasiado. Quizá el cambio se hizo y quizá no. Repite la petición con la misma Idempotency-Key: se hace una sola vez.
problem-write-uncertain = Hubo un error al guardar. Quizá esto se hizo y quizá no. Repite la petición con la misma Idempotency-Key: se hace una sola vez.
