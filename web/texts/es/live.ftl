# Las actualizaciones de las páginas que siguen un torneo y la página para la pared.

live-pause = Pausar actualizaciones
live-resume = Reanudar actualizaciones
live-updated = Actualizado a las
live-paused = Las actualizaciones están en pausa.
live-resumed = La página vuelve a actualizarse.
live-news = Las actualizaciones están en pausa. Hay novedades.
live-gone = Esta página ya no se puede abrir y no se actualiza más.

## La página para la pared

live-screen = Pantalla grande
live-screen-open = { $count ->
    [one] { $count } mesa sigue jugando
   *[other] { $count } mesas siguen jugando
}
live-screen-empty = Aquí aparecerán los emparejamientos.
live-screen-join = Inscríbete con el teléfono
live-screen-join-code = El código de inscripción está en el cartel.
live-screen-stop = Pausar la rotación
live-screen-turn = Reanudar la rotación
live-screen-sound = Sonido cuando se acaba el tiempo
live-clock-over = Se acabó el tiempo.
live-screen-called = Llamados: venid a las mesas, por favor
