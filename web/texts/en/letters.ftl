# Notifications, as mail and on phones: short enough for a lock screen, and nothing secret.

letter-open = Open the event
letter-round = { $event }, round { $round }
letter-pairings = Table { $table }, against { $opponents }
letter-pairings-seat = Table { $table }
letter-pairings-none = You have no opponent in this round.
letter-result-reported = { $opponents } reported the result of your match.
letter-result-contested = { $opponents } contests the result that you reported.
letter-judge-called = A judge is needed at table { $table }.
letter-judge-called-elsewhere = A judge is needed.
letter-call-answered = A judge is on the way.
letter-clock-ended = The time of the round is over.
letter-list-missing = Decklist missing: { $event }
letter-list-missing-lead = Your decklist for { $event } is missing. Hand it in by { $time }.
letter-registered = Registered: { $event }
letter-registered-lead = You are registered for { $event }.
letter-waitlisted = On the waitlist: { $event }
letter-waitlisted-lead = You are on the waitlist of { $event }.
letter-moved-up = You have a place: { $event }
letter-moved-up-lead = You moved up from the waitlist and have a place in { $event }.
letter-registration-canceled = Registration canceled: { $event }
letter-registration-canceled-lead = Your registration for { $event } was canceled by the organizer.
letter-event-moved = New time or place: { $event }
letter-event-moved-lead = { $event } has a new time or place:
letter-event-canceled = Canceled: { $event }
letter-event-canceled-lead = { $event } does not take place.
