# Notifications, as mail and on phones: short enough for a lock screen, and nothing secret.

letter-open = Abrir el torneo
letter-round = { $event }, ronda { $round }
letter-pairings = Mesa { $table }, contra { $opponents }
letter-pairings-seat = Mesa { $table }
letter-pairings-none = En esta ronda no tienes oponente.
letter-result-reported = { $opponents } ha registrado el resultado de tu partida.
letter-result-contested = { $opponents } impugna el resultado que registraste.
letter-judge-called = Se necesita un juez en la mesa { $table }.
letter-judge-called-elsewhere = Se necesita un juez.
letter-call-answered = Un juez está de camino.
letter-clock-ended = El tiempo de la ronda ha terminado.
letter-list-missing = Falta la lista: { $event }
letter-list-missing-lead = Falta tu lista para { $event }. Entrégala antes del { $time }.
letter-registered = Inscripción: { $event }
letter-registered-lead = Tienes tu inscripción en { $event }.
letter-waitlisted = En la lista de espera: { $event }
letter-waitlisted-lead = Estás en la lista de espera de { $event }.
letter-moved-up = Tienes plaza: { $event }
letter-moved-up-lead = Has salido de la lista de espera y tienes plaza en { $event }.
letter-registration-canceled = Inscripción cancelada: { $event }
letter-registration-canceled-lead = El organizador ha cancelado tu inscripción en { $event }.
letter-event-moved = Nueva hora o nuevo lugar: { $event }
letter-event-moved-lead = { $event } tiene una nueva hora o un nuevo lugar:
letter-event-canceled = Cancelado: { $event }
letter-event-canceled-lead = { $event } no se celebrará.
