# Notifications, as mail and on phones: short enough for a lock screen, and nothing secret.

letter-open = Apri il torneo
letter-round = { $event }, turno { $round }
letter-pairings = Tavolo { $table }, contro { $opponents }
letter-pairings-seat = Tavolo { $table }
letter-pairings-none = In questo turno non hai un avversario.
letter-result-reported = { $opponents } ha comunicato il risultato della tua partita.
letter-result-contested = { $opponents } contesta il risultato che hai comunicato.
letter-judge-called = Serve un arbitro al tavolo { $table }.
letter-judge-called-elsewhere = Serve un arbitro.
letter-call-answered = Un arbitro sta arrivando.
letter-clock-ended = Il tempo del turno è scaduto.
letter-list-missing = Manca la decklist: { $event }
letter-list-missing-lead = Manca la tua decklist per { $event }. Consegnala entro { $time }.
letter-registered = Iscrizione: { $event }
letter-registered-lead = La tua iscrizione a { $event } è confermata.
letter-waitlisted = In lista d’attesa: { $event }
letter-waitlisted-lead = Sei in lista d’attesa per { $event }.
letter-moved-up = Hai un posto: { $event }
letter-moved-up-lead = Sei passato dalla lista d’attesa e hai un posto a { $event }.
letter-registration-canceled = Iscrizione annullata: { $event }
letter-registration-canceled-lead = L’organizzatore ha annullato la tua iscrizione a { $event }.
letter-event-moved = Nuovo orario o nuovo luogo: { $event }
letter-event-moved-lead = { $event } ha un nuovo orario o un nuovo luogo:
letter-event-canceled = Annullato: { $event }
letter-event-canceled-lead = { $event } non si terrà.
