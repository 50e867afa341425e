# Notifications, as mail and on phones: short enough for a lock screen, and nothing secret.

letter-open = Turnier öffnen
letter-round = { $event }, Runde { $round }
letter-pairings = Tisch { $table }, gegen { $opponents }
letter-pairings-seat = Tisch { $table }
letter-pairings-none = In dieser Runde haben Sie keinen Gegner.
letter-result-reported = { $opponents } hat das Ergebnis Ihres Matches gemeldet.
letter-result-contested = { $opponents } widerspricht dem Ergebnis, das Sie gemeldet haben.
letter-judge-called = An Tisch { $table } wird ein Judge gebraucht.
letter-judge-called-elsewhere = Ein Judge wird gebraucht.
letter-call-answered = Ein Judge ist unterwegs.
letter-clock-ended = Die Zeit der Runde ist um.
letter-list-missing = Deckliste fehlt: { $event }
letter-list-missing-lead = Ihre Deckliste für { $event } fehlt. Reichen Sie sie bis { $time } ein.
letter-registered = Angemeldet: { $event }
letter-registered-lead = Sie sind für { $event } angemeldet.
letter-waitlisted = Auf der Warteliste: { $event }
letter-waitlisted-lead = Sie stehen auf der Warteliste von { $event }.
letter-moved-up = Sie haben einen Platz: { $event }
letter-moved-up-lead = Sie sind von der Warteliste aufgerückt und haben einen Platz bei { $event }.
letter-registration-canceled = Anmeldung storniert: { $event }
letter-registration-canceled-lead = Ihre Anmeldung für { $event } wurde vom Veranstalter storniert.
letter-event-moved = Neue Zeit oder neuer Ort: { $event }
letter-event-moved-lead = { $event } hat eine neue Zeit oder einen neuen Ort:
letter-event-canceled = Abgesagt: { $event }
letter-event-canceled-lead = { $event } findet nicht statt.
