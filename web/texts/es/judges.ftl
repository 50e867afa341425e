# Los textos de los jueces: llamadas, penalizaciones, deck checks, tiempo extra.

desk-tab-judges = Jueces
desk-judges-unknown = Esto ya no existe. Revisa la página e inténtalo de nuevo.
desk-judges-busy = Otra persona cambió el torneo en el mismo momento, así que no se guardó nada. Envíalo otra vez.
desk-judges-no-player = Ningún jugador de este torneo se llama { $name }. Elige un nombre de la lista.
desk-judges-two-players = Varios jugadores se llaman { $name }. Registra la penalización en la página del jugador.
desk-judges-minutes = Escribe el tiempo extra en minutos, por ejemplo 4.

## Llamadas

desk-calls = Llamadas a un juez
desk-no-calls = No hay llamadas abiertas.
desk-bell-on = Activar sonido
desk-bell-off = Desactivar sonido
desk-bell-hint = Suena con cada llamada nueva mientras esta página esté a la vista.
desk-call-place = Dónde
desk-call-contested = El resultado registrado está impugnado.
desk-call-note = Motivo
desk-call-waiting = Espera
desk-call-minutes = { $minutes } min
desk-call-taken = La atiende { $by }
desk-calls-closed = { $count ->
    [one] { $count } llamada cerrada.
   *[other] { $count } llamadas cerradas.
}
desk-do-take = Atender
desk-do-close = Cerrar
desk-do-call = Llamar a un juez

## Penalizaciones

desk-penalties = Penalizaciones
desk-no-penalties = No hay penalizaciones registradas.
desk-penalties-elsewhere = En otros torneos
desk-infraction = Infracción
desk-infractions =
    Tardanza
    Juego lento
    Mirar cartas adicionales
    Violación de regla de juego
    Disparo olvidado
    Error de carta oculta
    Error de procedimiento de mulligan
    No mantener el estado de juego
    Problema de lista de mazo
    Problema de mazo
    Violación de procedimiento de Limitado
    Violación de política de comunicación
    Cartas marcadas
    Barajado insuficiente
    Ayuda externa
    Conducta antideportiva – Menor
    Conducta antideportiva – Mayor
    Determinar un ganador de forma inapropiada
    Sobornos y apuestas
    Comportamiento agresivo
    Robo de material del torneo
    Demorar
    Hacer trampa
desk-penalty = Penalización
desk-penalty-no-round = Sin ronda
desk-penalty-note = Nota
desk-penalty-hint = Una penalización solo se anota. Registra una pérdida de juego o de partida con el resultado.
desk-do-penalty = Registrar la penalización
desk-do-withdraw = Retirar
desk-do-restore = Restaurar
desk-withdrawn = Retirada
desk-issued-recorded = Penalización registrada: { $penalty } para { $player }.
desk-issued-loss = Penalización registrada: { $penalty } para { $player }. El resultado no cambia por sí solo: registra la pérdida con el resultado.
desk-issued-disqualification = Penalización registrada: { $penalty } para { $player }. El jugador sigue en el torneo hasta que lo descalifiques en su página.
desk-issued-enter = Registrar el resultado
desk-penalty-none = sin penalización
desk-suggestion = { $infraction } – { $number ->
        [1] { $penalty }
       *[other] n.º { $number } de hoy: { $penalty }
    }{ $at ->
        [0] { "" }
       *[other] ; n.º { $at }: { $upgraded }
    }
desk-infraction-other = Otra infracción
desk-penalties-today = Penalizaciones de hoy

## Deck checks y tiempo extra

desk-deck-checks = Deck checks
desk-no-checks = Los deck checks y el tiempo extra están disponibles cuando hay una ronda emparejada.
desk-check-count = { $round }: mesas al azar para revisar
desk-check-hint = Primero van los jugadores con menos revisiones. Para elegir tú una mesa, abre su partida.
desk-check-done = Revisado
desk-do-draw = Sortear mesas
desk-do-check = Iniciar un deck check
desk-do-checked = Deck check terminado
desk-do-uncheck = Cancelar el deck check
desk-do-feature = Marcar como partida destacada
desk-do-unfeature = Quitar la marca de partida destacada
desk-extensions = Tiempo extra
desk-no-extensions = Ninguna mesa tiene tiempo extra.
desk-extension-now = Tiempo extra: { $minutes } min
desk-minutes = Minutos extra
desk-do-extend = Añadir tiempo extra
desk-check-took = El deck check duró { $minutes } min. El tiempo extra habitual es ese tiempo y tres minutos para barajar.

## The floor

desk-floor = Sala
desk-to-floor = Todas las mesas (sala)
desk-floor-convention = Convención
desk-floor-call = Llamada abierta
desk-floor-contested = Impugnado
desk-floor-over = Tiempo agotado
desk-floor-reported = Comunicado, sin confirmar
desk-floor-check = Deck check en curso
desk-floor-extension = Tiempo extra
desk-floor-playing = Jugando
desk-floor-done = Con resultado
desk-floor-last = { $count ->
    [one] Última mesa: { $count }
   *[other] Últimas mesas: { $count }
}
desk-floor-left = Tiempo restante
desk-floor-tables = Mesas
desk-floor-none = No hay ningún torneo en curso. Las mesas aparecen aquí cuando empieza una ronda.
desk-floor-go = Ir a la mesa
desk-floor-states = Estados de las mesas
desk-floor-all = Todas las mesas
desk-floor-no-table = Ninguna mesa está en este estado ni tiene este número.
desk-floor-between = No hay ninguna ronda en curso.
desk-floor-list = Lista de mazo
desk-floor-whole-list = Mostrar la lista completa
