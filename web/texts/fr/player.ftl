# La page du joueur.

player-my-match = Mon match
player-me = Moi
player-own-events = Mes tournois
player-past-events = Tournois passés
player-no-events = Vous ne participez à aucun tournoi.
player-refused = Action impossible
player-stale = La page n’était plus à jour, et rien n’a été fait. Elle montre maintenant l’état le plus récent.
player-no-link = Ce lien ne s’ouvre pas
player-no-link-why = Il a été révoqué, un lien plus récent l’a remplacé, ou il manque un caractère. Demandez-en un nouveau à l’équipe du tournoi.

player-table = Table { $table }
player-against = contre { $name }
player-bye = Vous avez un bye : vous gagnez cette ronde sans jouer.
player-loss = Cette ronde compte comme une défaite : vous n’avez pas d’adversaire.
player-seat = C’est votre place.
player-both-lost = Double défaite
player-outcome = { $kind ->
    [won] Vous avez gagné { $score }
    [lost] Vous avez perdu { $score }
   *[drew] Vous avez fait nul { $score }
}
player-clock-left = { $minutes ->
    [0] Le temps est écoulé.
    [one] Encore { $minutes } minute.
   *[other] Encore { $minutes } minutes.
}
player-clock-ends = fin à { $time }
player-result-confirmed = Ce résultat est confirmé.
player-result-contested = Ce résultat est contesté. Un arbitre vient à votre table.
player-result-yours = Vous avez déclaré ce résultat. Votre adversaire peut le confirmer.
player-result-theirs = Votre adversaire a déclaré ce résultat. Est-il correct ?
player-result-staffs = L’équipe du tournoi a saisi ce résultat. Est-il correct ?
player-report = Déclarer le résultat
player-report-again = Déclarer un autre résultat
player-do-confirm = Oui, confirmer
player-do-contest = Non, contester
player-do-call = Appeler un arbitre
player-called = Un arbitre est appelé.

player-next-round = La prochaine ronde n’est pas encore publiée. Votre table s’affichera ici.
player-not-begun = Le tournoi n’a pas commencé. Votre table s’affichera ici.
player-over = Le tournoi est terminé.
player-event-canceled = Le tournoi est annulé.
player-has-left = Vous avez quitté le tournoi.
player-on-waitlist = Vous êtes sur la liste d’attente.
player-eliminated = Vous n’avez pas atteint la phase finale.

player-record = Bilan { $record } (victoires, défaites, nuls)
player-place = { $place ->
    [1] 1re place
   *[other] { $place }e place
}
player-checked-in = check-in fait
player-do-check-in = Faire le check-in
player-earlier = Vos rondes

player-list = Decklist
player-list-on-paper = Votre decklist est sur papier.
player-list-received = La version { $number } de votre liste a été reçue :
player-list-missing = Vous n’avez pas encore rendu de decklist.
player-list-deadline = Les decklists sont acceptées jusqu’au
player-list-closed = La liste ne peut plus être modifiée. L’équipe du tournoi peut la déverrouiller.
player-list-picture = Voir l’image de votre liste
player-list-name = Nom du deck
player-list-text = Cartes, une par ligne, par exemple « 4 Island »
player-list-empty = La liste n’a pas de cartes. Collez-la, une carte par ligne.
player-list-no-cards = Aucune carte n’a été trouvée.
player-list-unknown = { $count ->
    [one] { $count } ligne n’a pas été comprise
   *[other] { $count } lignes n’ont pas été comprises
}
player-list-line = Ligne { $number } :
player-board-maybeboard = Maybeboard
player-do-check-list = Vérifier la liste
player-do-hand-in = Rendre la liste

player-leave = Abandonner le tournoi
player-leave-why = Vous ne serez plus dans les appariements. Vos résultats jusqu’ici restent. Seule l’équipe du tournoi peut vous réintégrer.
player-do-leave = Abandonner le tournoi…
player-do-drop = Oui, abandonner le tournoi
player-stay = Non, rester

## S’inscrire

player-sign-up = S’inscrire
player-sign-up-waitlist = Il n’y a plus de place : vous allez sur la liste d’attente, et l’équipe du tournoi vous prévient si une place se libère.
player-sign-up-shown = Votre nom apparaît sur la page publique du tournoi.
player-sign-up-closed = Il n’est pas possible de s’inscrire à ce tournoi en ce moment. Si vous pensez que c’est une erreur, demandez à l’équipe du tournoi.
player-sign-up-event = Page du tournoi

## Notifications

player-notifications = Notifications
player-notifications-sign-in = Vous avez un compte. Connectez-vous pour choisir ce dont vous êtes prévenu.
player-do-phone = Me prévenir sur ce téléphone
player-phone = Ce téléphone
player-phone-why = Votre téléphone peut sonner quand votre table est annoncée, quand un adversaire déclare un résultat ou quand l’équipe vous écrit. Votre navigateur vous le demande une fois.
player-phone-needs-scripts = Il faut pour cela des scripts, qui ne s’exécutent pas dans ce navigateur.
player-phone-off = Ce navigateur ne peut pas afficher de notifications ici : il est trop ancien ou privé, ou cette adresse ne commence pas par https.
player-phone-install = Sur un iPhone ou un iPad, ajoutez d’abord cette page à l’écran d’accueil : touchez « Partager », puis « Sur l’écran d’accueil », et ouvrez-la de là.
player-phone-denied = Votre navigateur bloque les notifications de ce site. Vous pouvez les autoriser dans ses réglages.
player-phone-failed = Les notifications n’ont pas pu être activées. Réessayez dans quelques minutes.
player-phone-on = Ce téléphone est prévenu.
player-phones = Téléphones et navigateurs prévenus
player-phone-remove = Retirer
player-phone-remove-of = Retirer : téléphone { $number }
player-kinds = Ce dont vous êtes prévenu
player-kind-by-phone = Téléphone
player-kind-by-mail = E-mail
player-kind-pairings = Votre table dans une nouvelle ronde
player-kind-reports = Les résultats que vos adversaires déclarent ou contestent
player-kind-judge = Les appels d’arbitre
player-kind-clock = La fin du temps de la ronde
player-kind-list-missing = Une decklist manquante
player-kind-registration = Votre inscription
player-kind-event-changed = Les tournois déplacés ou annulés
player-kind-message = Les messages de l’équipe
player-kind-digest = Les nouvelles inscriptions, en résumé
player-mail-to = Les e-mails vont à { $address }.
player-mail-to-account = Les e-mails vont à l’adresse de votre compte.
player-mail-no-address = Aucune adresse e-mail n’est connue : vous ne recevez pas d’e-mails.
player-mail-off = Ce serveur n’envoie pas d’e-mails.
player-unsubscribe = Ne plus recevoir ces e-mails
player-unsubscribe-why = Vous ne recevrez plus d’e-mails à ce sujet : { $kind }
player-do-unsubscribe = Ne plus recevoir ces e-mails
player-unsubscribed = Vous ne recevez plus ces e-mails
player-unsubscribed-why = Désactivé : { $kind }. Vous pouvez les réactiver sur votre page « Notifications ».
player-unsubscribe-unknown = Il manque un caractère au lien, ou il ne vient pas de ce serveur. Vous pouvez choisir vos e-mails sur votre page « Notifications ».
