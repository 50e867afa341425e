# Las palabras para estados, rondas y penalizaciones.

term-registration-open = Inscripción abierta
term-waitlist-only = Solo lista de espera
term-registration-closed = Inscripción cerrada
term-event-in-progress = Torneo en curso
term-event-finished = Torneo finalizado
term-decklists-publishing = Publicando listas de mazo
term-decklists-published = Listas de mazo publicadas

term-in-progress = En curso
term-upcoming = Próxima
term-complete = Terminada

term-player-meeting = Reunión de jugadores
term-random-player-meeting = Reunión de jugadores al azar
term-draft-pod = Pod de draft
term-play-vs-opponent = Juego contra un oponente

term-swiss = Suizo
term-single-elimination = Eliminación directa
term-ranked-single-elimination = Eliminación directa reordenada por clasificación
term-double-elimination = Doble eliminación
term-round-robin = Todos contra todos en grupos

term-playoff-single-elimination = Eliminación directa
term-playoff-single-elimination-third-place = Eliminación directa con partida por el tercer puesto
term-playoff-double-elimination = Doble eliminación con una sola final
term-playoff-double-elimination-reset = Doble eliminación; la final se repite tras una primera derrota

term-round = Ronda { $number }
term-final = Final
term-semifinals = Semifinales
term-quarterfinals = Cuartos de final
term-round-of = Ronda de { $players }
term-winners-bracket = Cuadro de ganadores
term-losers-bracket = Cuadro de perdedores
term-winners-round = Ronda { $number } de ganadores
term-winners-final = Final de ganadores
term-losers-round = Ronda { $number } de perdedores
term-losers-final = Final de perdedores
term-grand-final = Gran final
term-second-grand-final = Segunda gran final
term-third-place = Partida por el tercer puesto
term-if-needed = { $round } (si hace falta)
term-pool = Grupo { $number }

term-entry-in-progress = Sin completar
term-entry-in-waiting-room = Espera confirmación
term-entry-on-waitlist = En lista de espera
term-entry-moved-to-child-event = Pasó a otro torneo
term-entry-complete = Inscrito
term-entry-canceled = Cancelado
term-entry-dropped = Retirado
term-entry-disqualified = Descalificado
term-entry-eliminated = Eliminado

term-caution = Amonestación
term-warning = Advertencia
term-game-loss = Pérdida de juego
term-match-loss = Pérdida de partida
term-disqualification = Descalificación

term-other-format = Otro

term-role-admin = Administrador
term-role-organizer = Organizador
term-role-scorekeeper = Scorekeeper
term-role-judge = Juez
term-role-read-only = Solo lectura

term-rules-casual = Casual
term-rules-regular = Normal
term-rules-competitive = Competitivo
term-rules-professional = Profesional
term-policy-everyone = Todo el mundo, con o sin cuenta
term-policy-join-code = Quien tenga el código de inscripción
term-policy-accounts = Personas con una cuenta
term-policy-staff = Solo el personal, para los jugadores

term-hook-tournament-created = Se creó un torneo
term-hook-tournament-changed = Cambiaron los datos, la configuración o el estado de un torneo, o se borró
term-hook-round-published = Se publicaron los emparejamientos de una ronda, o la ronda empezó
term-hook-round-completed = Terminó una ronda
term-hook-result-corrected = Se corrigió un resultado
term-hook-standings-final = Finalizó un torneo
term-hook-lists-published = Se publicaron las listas de mazo de un torneo
term-hook-registration-added = Se inscribió un jugador, o se completó una inscripción
term-hook-registration-dropped = Un jugador o un equipo abandonó un torneo

## Rule sets and tiebreakers

term-tiebreaker-omw = Porcentaje de partidas ganadas de los oponentes
term-tiebreaker-gw = Porcentaje de juegos ganados
term-tiebreaker-ogw = Porcentaje de juegos ganados de los oponentes
term-tiebreaker-oomw = Porcentaje de partidas ganadas de los oponentes de los oponentes
term-tiebreaker-late = Sin retraso en la ronda 1
term-tiebreaker-score = Puntuación
term-tiebreaker-margin = Margen de victoria
term-tiebreaker-sos = Fuerza de los oponentes
term-tiebreaker-esos = Fuerza extendida de los oponentes
term-tiebreaker-head-to-head = Enfrentamiento directo
term-tiebreaker-wins = Partidas ganadas
term-tiebreaker-buchholz = Buchholz
term-tiebreaker-buchholz-cut-1 = Buchholz sin el peor oponente
term-tiebreaker-sonneborn-berger = Sonneborn-Berger
term-tiebreaker-ctb = Desempate acumulativo
term-rule-set-score = Puntuación y margen
term-convention-scheduled = Programada
term-convention-unlisted = No listada
term-convention-details-pending = Detalles pendientes
term-convention-use-external-schedule = Programa en otro sitio
term-convention-canceled = Cancelada
term-convention-archived = Archivada
term-region-usa = EE. UU.
term-region-canada = Canadá
term-region-emea = Europa, Oriente Medio y África
term-region-aus-nz = Australia y Nueva Zelanda
term-region-china = China
term-region-jp-kr = Japón y Corea
term-region-sea = Sudeste asiático
term-region-chinese-taipei = Taipéi Chino
term-region-brazil = Brasil
term-region-central-america = América Central
term-region-south-america = Sudamérica
