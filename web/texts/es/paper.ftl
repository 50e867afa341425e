# Los textos de las hojas para imprimir.

desk-tab-paper = Papel
desk-paper-size = Tamaño del papel
desk-paper-a4 = A4
desk-paper-letter = Carta
desk-paper-choose = Elegir
desk-paper-sheets = Hojas para imprimir
desk-paper-none = Inscribe primero a los jugadores. Entonces sus hojas aparecen aquí.
desk-paper-nothing = Esta hoja está vacía: en la ronda elegida no hay nada para ella.
desk-paper-back = Volver a todas las hojas
desk-paper-how = Imprime esta página con Ctrl+P o ⌘P, al 100 %.
desk-paper-print = Imprimir

## Las hojas

desk-paper-names = Emparejamientos por nombre
desk-paper-names-hint = Para la pared: los jugadores encuentran su mesa.
desk-paper-teams = Emparejamientos por equipo
desk-paper-teams-hint = Para la pared: los equipos encuentran sus mesas y asientos.
desk-paper-tables = Emparejamientos por mesa
desk-paper-tables-hint = Para el scorekeeper y los jueces.
desk-paper-slips = Hojas de resultado
desk-paper-slips-hint = Una por partida. Corta todo el montón y pon las pilas una sobre otra: las hojas quedan en orden.
desk-paper-seatings = Distribución de asientos
desk-paper-seatings-hint = Para la pared: los jugadores encuentran su asiento en la reunión o en el draft.
desk-paper-pods = Pods de draft
desk-paper-pods-hint = Cada pod con sus asientos, para los jueces.
desk-paper-standings-hint = Para la pared, después de la ronda.
desk-paper-players = Todos los jugadores
desk-paper-players-hint = Por nombre, con una casilla para marcar a cada jugador presente.
desk-paper-checks-hint = Jugadores por mesa, con sus listas y casillas para marcar.
desk-paper-forms = Formularios de lista de mazo
desk-paper-forms-hint = Una página por jugador, con nombre y mesa.
desk-paper-cards = Tarjetas QR
desk-paper-cards-hint = Una tarjeta por jugador que lleva a la página del jugador con un enlace privado, o a la página del torneo. Se cortan como las hojas de resultado.
desk-paper-flyer = Cartel
desk-paper-flyer-hint = Para el mostrador: los jugadores lo escanean y se inscriben con el teléfono.
desk-paper-flyer-scan = Escanea este código con la cámara del teléfono.
desk-paper-flyer-name = Escribe tu nombre.
desk-paper-flyer-keep = Guarda la página que se abre: muestra tu mesa.
desk-paper-flyer-type = O abre { $address } y escribe:
desk-paper-flyer-no-code = Este torneo aún no tiene código de inscripción. Créalo en la página de jugadores.

## Palabras de las hojas

desk-paper-points = Ptos.
desk-paper-first = Jugador
desk-paper-team = Equipo
desk-paper-tables-number = Mesas { $tables }
desk-paper-seats = Asientos
desk-paper-pod = Pod
desk-paper-pod-number = Pod { $pod }
desk-paper-seat = Asiento
desk-paper-games-won = Juegos ganados
desk-paper-won = Gana
desk-paper-score = Puntos
desk-paper-seats-won = Asientos ganados
desk-paper-drop = Abandona
desk-paper-draws = Juegos empatados
desk-paper-signature = Firma
desk-paper-signature-player = Firma del jugador
desk-paper-list-checked = Lista
desk-paper-remark = Observaciones
desk-paper-form-title = Lista de mazo
desk-paper-deck-name = Nombre del mazo
desk-paper-main-deck-more = Mazo principal, continuación
desk-paper-total = Número de cartas
desk-paper-checked-by = Revisado por
desk-paper-code = Código
desk-paper-links-why = Un enlace privado abre la página del jugador en un teléfono, sin cuenta. Quien tiene el enlace actúa como el jugador.
desk-do-make-links = Crear enlaces privados para todos los jugadores
desk-paper-link-secret = Este enlace es solo tuyo: con él se registran tus resultados.
desk-paper-count = N.º
desk-paper-present = Presente
