# El marco de las páginas para quienes inician sesión y las páginas sobre errores.

frame-skip = Ir al contenido
frame-pages = Páginas
frame-crumbs = Dónde estás
frame-tabs = Páginas de este torneo
frame-desk = Mesa de control
frame-administration = Administración
frame-sign-in = Iniciar sesión
frame-sign-out = Cerrar sesión
frame-overview = Resumen
frame-events = Torneos
frame-store = Página de la tienda
frame-members = Miembros
frame-keys = Claves
frame-webhooks = Webhooks
frame-audit = Historial
frame-own-events = Mis torneos
frame-account = Cuenta
frame-to-overview = Ir al resumen
frame-to-account = Ir a tu cuenta

## Errores

frame-error-not-signed-in = No has iniciado sesión
frame-error-not-allowed = No está permitido
frame-error-not-found = No encontrado
frame-error-nothing-here = No hay nada en esta dirección. Quizá está mal escrita o se quitó su contenido.
frame-error-method = Método no permitido
frame-error-busy = No disponible por el momento
frame-error-internal = Algo salió mal
frame-error-not-understood = No se entendió la petición

## Lo que se hizo

frame-done-saved = Guardado.
frame-done-saved-link = Guardado. Enviamos un enlace a tu dirección de correo: ábrelo para confirmarla.
frame-done-account-created = Tu cuenta está creada. Enviamos un enlace a tu dirección de correo: ábrelo para confirmar la dirección.
frame-done-link-sent = El enlace está en camino.
frame-done-email-confirmed = Tu dirección está confirmada.
frame-done-member-added = Se añadió al miembro.
frame-done-invited = Se invitó a la persona; será miembro cuando acepte.
frame-done-invitation-withdrawn = Se retiró la invitación.
frame-done-joined = Ya eres miembro.
frame-done-declined = Rechazaste la invitación.
frame-done-left = Dejaste la organización. Tus claves, tokens y sesiones para ella ya no funcionan.
frame-done-role-changed = Se cambió el rol. También vale para las claves del miembro.
frame-done-member-removed = Se quitó al miembro. Las claves, los tokens y las sesiones de esa membresía ya no funcionan.
frame-done-person-erased = Se borró a la persona.
frame-done-claimed = Los resultados ya forman parte de tu cuenta.
frame-done-claim-made = Se pregunta a la organización si estos resultados son tuyos. Cuando acepte, los encontrarás aquí.
frame-done-claim-answered = La reclamación está respondida.
frame-done-key-revoked = Se revocó la clave. Ya no funciona.
frame-done-webhook-removed = Se quitó el webhook.
frame-done-messages-resent = Los mensajes se están reenviando.
frame-done-token-revoked = Se revocó el token. Ya no funciona.
frame-done-password-set = Tu contraseña está establecida. Se cerraron todas las demás sesiones.
frame-done-sessions-ended = Se cerraron todas las demás sesiones.
frame-done-event-canceled = El torneo está cancelado.
frame-done-event-resumed = El torneo sigue adelante.
frame-done-taken-back = Se deshizo el cambio.
frame-done-event-deleted = Se borró el torneo.
frame-done-registered = Se inscribió al jugador.
frame-done-some-registered = No se pudo inscribir a algunos jugadores. Añádelos aquí.
frame-done-moved = Ahora trabajas en esta organización.

frame-person = persona { $number }
frame-error-role = Tu rol en esta organización, { $role }, no puede { $what }. Estos roles pueden: { $roles }.
frame-error-no-member = Solo los miembros de una organización pueden { $what }. Estos roles pueden: { $roles }.
frame-done-events-created = Los torneos se han creado.
frame-done-some-events-created = Algunos torneos se han creado y otros se han rechazado. Compara los dos días.
frame-done-events-removed = Los torneos se han borrado.
frame-done-some-events-kept = Se han conservado los torneos que tienen jugadores o que han cambiado entretanto.
frame-done-announced = Publicado.
frame-done-announcement-removed = El aviso se ha retirado.
