# Controles de formularios y mensajes sobre ellos.

form-error = Error:
form-optional = (opcional)
form-actions = Acciones
form-refused = Esto no se guardó
form-choose = Elige una de estas opciones.
form-copy = Copiar
form-copied = Copiado.
form-selected = Seleccionado: cópialo con Ctrl+C o ⌘C.
form-once = Se muestra solo una vez. Si lo pierdes, crea uno nuevo.
form-current-password = Tu contraseña actual
form-not-your-password = Esta no es tu contraseña.
form-too-many-attempts = Hubo demasiados intentos. Espera { $minutes ->
    [one] { $minutes } minuto
   *[other] { $minutes } minutos
} e inténtalo de nuevo.
form-plain-http = Esta página se abrió por HTTP sin cifrar: cualquiera en la red puede leer tu contraseña, y tu navegador no mantiene la sesión iniciada. { $login ->
    [none] Pide a quien administra el servicio una dirección que empiece con https://.
   *[other] Abre { $login } en su lugar.
} Quien administra el servicio también puede permitirlo con la opción --allow-plain-http.
form-picture-now = Imagen actual
form-picture-file = Imagen nueva
form-picture-save = Guardar imagen
form-picture-remove = Quitar imagen
