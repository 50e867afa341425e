# Conventions at the desk.

desk-conventions = Convenciones
desk-convention-tabs = Partes de la convención
desk-convention-tab-schedule = Programa
desk-convention-tab-events = Torneos
desk-convention-tab-hall = Sala
desk-convention-tab-counter = Mostrador
desk-convention-tab-queues = Colas
desk-convention-tab-announcements = Avisos
desk-convention-tab-settings = Ajustes
desk-new-convention = Nueva convención
desk-no-conventions = Todavía no hay ninguna convención.
desk-convention-days = Días
desk-convention-place = Lugar

# The hall, the counter, and several players at once.
desk-hall-empty = Ningún torneo de la convención está por jugarse.
desk-hall-changed = { $count ->
    [one] Se cambiaron las mesas de { $count } torneo.
   *[other] Se cambiaron las mesas de { $count } torneos.
}
desk-hall-undo = Deshacer
desk-hall-proposal = Esto es una propuesta. Aún no se ha guardado nada: mira el plano, cambia lo que quieras y guarda.
desk-hall-plan = Plano de la sala
desk-hall-drawing = Las mesas de izquierda a derecha, el tiempo de arriba abajo. La tabla de abajo tiene los mismos números.
desk-hall-tables = Mesas de los torneos
desk-hall-time = Hora
desk-hall-needs = Mesas necesarias
desk-hall-shares = Comparte mesas
desk-hall-collides = Coincidencia
desk-hall-taken = Ocupa las mesas { $first } a { $last }
desk-hall-first-of = Primera mesa de { $event }
desk-hall-last-of = Última mesa de { $event }
desk-hall-shares-of = { $event } comparte mesas
desk-hall-hint = Un torneo ocupa sus mesas cuando se empareja y las conserva hasta que termina. Otro torneo a la misma hora no puede ocuparlas, salvo que uno de los dos comparta sus mesas. Un nuevo rango vale desde el próximo emparejamiento.
desk-hall-discard = Descartar la propuesta
desk-hall-propose = Proponer mesas
desk-hall-propose-hint = Da a cada torneo de este día mesas según su aforo, sin que coincidan. Las mesas ocupadas y los rangos sin coincidencia se mantienen.
desk-hall-from = Primera mesa de la sala
desk-hall-to = Última mesa de la sala
desk-hall-do-propose = Mostrar una propuesta
desk-hall-no-room = No hay mesas suficientes para { $events }. Indica más mesas de la sala o deja que un torneo comparta sus mesas.
desk-hall-collision = { $one } y { $other } prevén las mismas mesas a la misma hora.
desk-hall-undated = Sin fecha
desk-counter-hint = Escribe el principio de un nombre para encontrar las inscripciones de una persona en todos los torneos de la convención.
desk-counter-more = Hay más nombres que empiezan así. Escribe más letras.
desk-paid = Pagado
desk-not-paid = Sin pagar
desk-pays-later = Pidió pagar más tarde
desk-do-paid = Marcar como pagado
desk-do-unpaid = Marcar como no pagado
desk-do-check-out = Quitar el registro de llegada
desk-do-untag = Quitar la etiqueta { $tag }
desk-tag = Etiqueta
desk-do-tag = Añadir la etiqueta
desk-several = Varios jugadores
desk-several-all = Los { $count } jugadores
desk-several-none = Marca al menos un jugador.
desk-several-no-target = No se puede mover jugadores a ese torneo. Elige uno de la lista.
desk-several-moved = { $count ->
    [one] Se movió { $count } jugador.
   *[other] Se movieron { $count } jugadores.
}
desk-several-no-children = Se puede mover jugadores a torneos dependientes, cuyos ajustes nombran este torneo como principal, y a otros torneos de su convención. Ahora no hay ninguno.
desk-several-to = Mover a
desk-several-becomes-child = { $event } (pasa a ser torneo dependiente)
desk-do-move = Mover jugadores
desk-to-move = Mover a otro torneo
desk-payment-method = Forma de pago
desk-payment-any = Sin indicar
desk-payment-card = Tarjeta
desk-payment-wallet = Monedero digital
desk-tags = Etiquetas
desk-tags-hint = Separadas por comas. Solo las ve el personal.
desk-queue-empty = No hay ninguna cola abierta. Un evento lo es si sus ajustes indican los jugadores de una cola.
desk-queue-none = Elige a un jugador de una cola de esta convención.
desk-queue-fired = El evento está creado.
desk-queue-full = Ya hay suficientes jugadores. Si en unos segundos no se crea el evento, el botón dice por qué.
desk-queue-called = Llamados
desk-queue-here = Presentes
desk-queue-line = En la cola
desk-queue-out = Fuera de la cola
desk-queue-until = Responde antes de { $time }
desk-do-queue-call = Llamar ahora
desk-do-queue-here = Está aquí
desk-do-queue-wait = Poner en la cola
desk-do-queue-last = Al final
desk-do-queue-standby = En reserva
desk-do-queue-remove = Quitar
desk-do-queue-end = Terminar la llamada
desk-do-queue-fire = Empezar con los presentes
desk-convention-ends = Fin
desk-convention-url = Página web
desk-convention-url-hint = Con el estado «Programa en otro sitio», la página de la convención enlaza a ella.
desk-convention-hotel = Hoteles
desk-convention-ticket = Los visitantes necesitan entrada
desk-convention-filters = El programa se puede filtrar por tipo de juego
desk-convention-latitude = Latitud
desk-convention-latitude-hint = En grados, por ejemplo 52,52. Deja ambos campos vacíos si no los conoces.
desk-convention-longitude = Longitud
desk-convention-color = Color
desk-convention-color-hint = Seis cifras hexadecimales, por ejemplo 1f6feb.
desk-convention-second-color = Segundo color
desk-convention-header = Dirección de una imagen de cabecera
desk-convention-header-hint = Para programas que leen la convención. Estas páginas solo muestran una imagen subida.
desk-convention-slug = Nombre en la dirección
desk-convention-slug-hint = Letras, cifras y guiones. Si lo dejas vacío, se forma con el nombre. Si lo cambias, los enlaces antiguos dejan de funcionar.
desk-convention-region = Región de un campeonato regional
desk-convention-no-region = Ninguna
desk-convention-regional = Tiene un campeonato regional
desk-convention-buzzer = Identificador del avisador de jueces
desk-convention-hub-id = Identificador en otra plataforma
desk-convention-series = Número de su serie
desk-convention-products = Números de sus listas de productos
desk-convention-products-hint = Separados por comas.
desk-convention-visitors = Para los visitantes
desk-convention-visitors-hint = Texto, página web, hoteles, formatos principales
desk-convention-where = Lugar
desk-convention-where-hint = Dirección y posición en el mapa
desk-convention-look = Aspecto
desk-convention-look-hint = Colores e imagen de cabecera
desk-convention-elsewhere = Dirección y otros sistemas
desk-convention-elsewhere-hint = Nombre en la dirección, campeonato, números en otros sistemas
desk-convention-formats = Formatos principales
desk-convention-status-hint = No listada: sin página pública. Detalles pendientes: una página sin programa. Programa en otro sitio: un enlace en lugar del programa.
desk-convention-final = Una convención archivada se queda como está.
desk-convention-picture = Imagen de cabecera
desk-convention-do-create = Crear la convención
desk-convention-no-status = Elige un estado.
desk-convention-archive = ¿Archivar { $name }?
desk-convention-archive-effect = Su página se conserva entre las convenciones pasadas. Ya no se podrá cambiar, y esto no se puede deshacer.
desk-convention-do-archive = Archivar
desk-convention-made = { $count ->
    [one] Se ha creado un torneo. Se puede volver a borrar mientras no tenga jugadores.
   *[other] Se han creado { $count } torneos. Se pueden volver a borrar mientras no tengan jugadores.
}
desk-convention-players = Jugadores: { $players }
desk-convention-overlap = Sala ocupada dos veces
desk-convention-move = Mover
desk-convention-move-event = Mover { $event }
desk-convention-move-hint = El fin previsto, el cierre de inscripciones y el plazo de las listas se mueven también.
desk-convention-to-table = Torneos de una tabla
desk-convention-to-duplicate = Duplicar un día
desk-convention-no-events = Todavía no hay torneos. Crea uno o pega una tabla.
desk-convention-day = Día
desk-convention-room = Sala
desk-convention-no-room = Sin sala
desk-convention-tables = Mesas
desk-convention-no-time = Escribe un día y una hora.
desk-convention-no-day = Escribe dos días.
desk-convention-same-day = Elige un día distinto del que se duplica.
desk-convention-empty-day = Ese día no hay torneos que duplicar.
desk-convention-duplicate-hint = Los torneos se crean de nuevo, con los mismos ajustes y las mismas horas. Los jugadores no se copian.
desk-convention-target-day = Día de las copias
desk-convention-duplicate-preview = { $count ->
    [one] Se creará un torneo: { $day }.
   *[other] Se crearán { $count } torneos: { $day }.
}
desk-convention-is-there = Ya hay uno con ese nombre
desk-convention-do-create-events = { $count ->
    [one] Crear un torneo
   *[other] Crear { $count } torneos
}
desk-convention-other-day = Elegir otros días
desk-table-title = Torneos de una tabla
desk-table-field = Tabla
desk-table-hint = Pega desde una hoja de cálculo, 100 torneos como máximo. La primera fila nombra las columnas: Nombre, Formato, Día, Hora, Sala, Plazas, Mesas (1-40) o cualquier otro campo de un torneo. Verás una vista previa antes de crear nada.
desk-table-preview = { $count ->
    [one] Un torneo está listo para crearse.
   *[other] { $count } torneos están listos para crearse.
}
desk-table-do-change = Cambiar la tabla
desk-table-faults = Algunas líneas no se pueden leer. Corrígelas en el campo y vuelve a la vista previa.
desk-table-cells = Leído
desk-table-wrong = Errores
desk-table-no-name = Ninguna columna se llama «Nombre».
desk-table-too-long = Una tabla puede tener { $most } torneos como máximo. Pon el resto en otra tabla.
desk-table-no-day = Hay una hora, pero no un día.
desk-table-bad-day = «{ $day }» no es un día, como 24/10/2026.
desk-table-bad-time = «{ $time }» no es una hora, como 10:00.
desk-table-bad-tables = «{ $tables }» no es un intervalo de mesas, como 1-40.
desk-table-bad-format = «{ $format }» no es un formato conocido.
desk-table-bad-yes = «{ $value }» no es ni sí ni no.
desk-announcement-new = Nuevo aviso
desk-announcement-do-post = Publicar
desk-announcement-do-change = Cambiar el texto
desk-announcement-to-players = Enviarlo también a todos los jugadores de sus torneos
desk-announcement-to-players-hint = Cada persona recibe un solo mensaje, esté en los torneos que esté.
desk-announcement-posted = Avisos
desk-announcement-do-remove = Retirar
desk-announcement-empty = Escribe un texto.
desk-announcement-page = Aparece en la página de la convención.
desk-queue-timed-out = Sin respuesta
