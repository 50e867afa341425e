# Mensajes de las páginas, por sus códigos.

problem-account-not-managed = Tu organización no gestiona esta cuenta, o la persona también es miembro de otra organización. Puede cambiarla la propia persona o quien administra el servicio.
problem-empty = No puede quedar vacío.
problem-no-such-picture = Esa imagen no existe.
problem-page-form-from-other-site = Este formulario vino de una página de otro sitio.
problem-page-form-not-whole = El formulario no llegó completo. Envíalo otra vez.
problem-page-form-of-another-type = Los formularios de estas páginas se envían como { $most }.
problem-page-form-of-other-session = Este formulario es de otra sesión: entretanto iniciaste sesión de nuevo o cambiaste de organización. No se hizo nada. Vuelve atrás, recarga la página y envíalo otra vez.
problem-page-form-too-large = Este formulario es demasiado grande.
problem-not-a-member-there = No eres miembro de la organización elegida.
problem-not-signed-in = No has iniciado sesión.
problem-page-not-found = No hay nada en esta dirección. Quizá está mal escrita o se quitó su contenido.
problem-page-write-uncertain = Hubo un error al guardar. Quizá esto se hizo y quizá no: compruébalo antes de intentarlo de nuevo.
problem-stopping = El servicio se está deteniendo. Vuelve a conectarte.
