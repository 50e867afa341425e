# Series de torneos en la mesa de organización.

desk-series = Series de torneos
desk-series-none = Aún no hay ninguna serie. Abre los ajustes de un torneo y elige «Repetir cada semana».
desk-series-ended = Terminada
desk-series-rule = { $weekday ->
    [1] Lunes
    [2] Martes
    [3] Miércoles
    [4] Jueves
    [5] Viernes
    [6] Sábado
   *[other] Domingo
}, { $time } ({ $zone }), { $weeks ->
    [1] cada semana
   *[other] cada { $weeks } semanas
}{ $until ->
    [never] { "" }
   *[other] { ", " }hasta el { $until }
}
desk-series-change = Cambiar el plan
desk-series-resume = Retomar la serie
desk-series-over = Esta serie ha terminado. Primero, retómela.
desk-series-days = Próximos días
desk-series-no-days = Esta serie no tiene días próximos.
desk-series-day = Día
desk-series-to-event = Abrir el torneo
desk-series-event-of = Abrir el torneo del { $day }
desk-series-skipped = Sin torneo
desk-series-not-made = Aún no creado
desk-series-players = { $count ->
    [one] { $count } jugador
   *[other] { $count } jugadores
}
desk-series-has-players = Tiene jugadores: decide si se cancela.
desk-series-skip = Saltar
desk-series-skip-day = Saltar el { $day }
desk-series-keep = No saltar
desk-series-keep-day = No saltar el { $day }
desk-series-end = Terminar la serie
desk-series-end-means = No se crean más torneos. Los ya creados se quedan.
desk-series-like = Repetir { $name }
desk-series-means = El servicio crea los torneos con antelación por sí solo. Cada uno recibe los ajustes de este torneo y su propio código de inscripción. Sus horas están tan lejos del inicio como aquí.
desk-series-change-means = El cambio vale para los torneos que aún no se han creado.
desk-series-plan = Planear la serie
desk-series-first-day = Primer día
desk-series-first-day-hint = Determina el día de la semana.
desk-series-last-day = Último día
desk-series-last-day-hint = Déjalo vacío si la serie no tiene fin.
desk-series-every-weeks = Semanas de un torneo al siguiente
desk-series-weeks-ahead = Semanas para las que se crean torneos con antelación
desk-series-weeks-ahead-hint = De 1 a 26.
desk-series-one = Serie
desk-series-one-hint = El servicio crea los torneos que se repiten cada semana o cada varias semanas.
desk-series-repeat = Repetir cada semana
desk-series-to-series = Ir a la serie
desk-series-following = Este y todos los siguientes
desk-series-following-hint = Lo que cambies aquí cambia también en todos los torneos posteriores de la serie que no hayan empezado. Cada uno se queda en su día.
