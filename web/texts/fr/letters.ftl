# Notifications, as mail and on phones: short enough for a lock screen, and nothing secret.

letter-open = Ouvrir le tournoi
letter-round = { $event }, ronde { $round }
letter-pairings = Table { $table }, contre { $opponents }
letter-pairings-seat = Table nº { $table }
letter-pairings-none = Vous n’avez pas d’adversaire pour cette ronde.
letter-result-reported = { $opponents } a signalé le résultat de votre match.
letter-result-contested = { $opponents } conteste le résultat que vous avez signalé.
letter-judge-called = Un arbitre est demandé à la table { $table }.
letter-judge-called-elsewhere = Un arbitre est demandé.
letter-call-answered = Un arbitre arrive.
letter-clock-ended = Le temps de la ronde est écoulé.
letter-list-missing = Decklist manquante : { $event }
letter-list-missing-lead = Votre decklist pour { $event } manque. Remettez-la avant le { $time }.
letter-registered = Inscription : { $event }
letter-registered-lead = Vous êtes inscrit à { $event }.
letter-waitlisted = Sur liste d’attente : { $event }
letter-waitlisted-lead = Vous êtes sur la liste d’attente de { $event }.
letter-moved-up = Vous avez une place : { $event }
letter-moved-up-lead = Vous êtes sorti de la liste d’attente et avez une place à { $event }.
letter-registration-canceled = Inscription annulée : { $event }
letter-registration-canceled-lead = Votre inscription à { $event } a été annulée par l’organisateur.
letter-event-moved = Nouvelle heure ou nouveau lieu : { $event }
letter-event-moved-lead = { $event } a une nouvelle heure ou un nouveau lieu :
letter-event-canceled = Annulé : { $event }
letter-event-canceled-lead = { $event } n’aura pas lieu.
