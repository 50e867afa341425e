# La page du joueur.

player-my-match = Mon match
player-me = Moi
player-no-events = Vous ne participez à aucun tournoi.
player-refused = Action impossible
player-stale = La page n’était plus à jour, et rien n’a été fait. Elle montre maintenant l’état le plus récent.
player-no-link = Ce lien ne s’ouvre pas
player-no-link-why = Il a été révoqué, un lien plus récent l’a remplacé, ou il manque un caractère. Demandez-en un nouveau à l’équipe du tournoi.

player-against = contre { $name }
player-bye = Vous avez un bye : vous gagnez cette ronde sans jouer.
player-loss = Cette ronde compte comme une défaite : vous n’avez pas d’adversaire.
player-seat = C’est votre place.
player-both-lost = Double défaite
player-all-lost = Vous avez tous perdu
player-pod-won = Vous avez gagné
player-pod-lost = Vous avez perdu
player-pod-drew = Vous avez fait nul
player-other-won = { $name } a gagné
player-outcome = { $kind ->
    [won] Vous avez gagné { $score }
    [lost] Vous avez perdu { $score }
   *[drew] Vous avez fait nul { $score }
}
player-clock-left = { $minutes ->
    [0] Le temps est écoulé
    [one] Encore { $minutes } minute
   *[other] Encore { $minutes } minutes
}
player-clock-ends = fin à { $time }
player-result-confirmed = Ce résultat est confirmé.
player-result-contested = Ce résultat est contesté. Un arbitre vient à votre table.
player-result-yours = Vous avez déclaré ce résultat. Votre adversaire peut le confirmer.
player-result-yours-side = Votre côté a déclaré ce résultat. Vos adversaires peuvent le confirmer.
player-result-theirs = Votre adversaire a déclaré ce résultat. Est-il correct ?
player-result-yours-pod = Vous avez déclaré ce résultat. Un autre joueur de votre table peut le confirmer.
player-result-theirs-pod = Un autre joueur de votre table a déclaré ce résultat. Est-il correct ?
player-result-staffs = L’équipe du tournoi a saisi ce résultat. Est-il correct ?
player-report = Déclarer le résultat
player-report-again = Déclarer un autre résultat
player-own-score = Votre score
player-score-of = Score de { $name }
player-places-hint = 1 est le meilleur rang. Les joueurs ex æquo ont le même nombre.
player-own-place = Votre rang
player-place-of = Rang de { $name }
player-do-confirm = Oui, confirmer
player-do-contest = Non, contester
player-called = Un arbitre est appelé.

player-next-round = La prochaine ronde n’est pas encore publiée. Votre table s’affichera ici.
player-not-begun = Vous êtes inscrit. Le tournoi n’a pas commencé. Votre table s’affichera ici.
player-over = Le tournoi est terminé.
player-event-canceled = Le tournoi est annulé.
player-has-left = Vous avez quitté le tournoi.
player-canceled = Votre inscription est annulée. Si c’est une erreur, demandez à l’équipe du tournoi.
player-declined = L’organisateur n’a pas accepté votre inscription. Si vous avez des questions, demandez à l’équipe du tournoi.
player-on-waitlist = Vous êtes au numéro { $position } de la liste d’attente.
player-in-waiting-room = Vous n’êtes pas encore inscrit : l’organisateur doit valider votre inscription. D’ici là, une place vous est réservée.
player-offer = Une place est libre pour vous
player-offer-until = Réservée pour vous jusqu’au
player-offer-then = Ensuite, elle est proposée à la personne suivante.
player-do-accept = Prendre la place
player-do-decline = Refuser la place…
player-do-decline-now = Oui, refuser la place
player-decline-why = La place est proposée à la personne suivante, et votre inscription est annulée.
player-eliminated = Vous n’avez pas atteint la phase finale.
player-out = La phase finale est terminée pour vous.
player-lost-once = Vous avez perdu une fois et continuez dans l’arbre des perdants. Votre prochaine table s’affichera ici.
player-pool-done = Votre poule a joué toutes ses rondes.
player-no-pool = Vous n’êtes dans aucune poule et n’avez pas de match dans ces rondes. Demandez à l’organisation.

player-record = Bilan { $record } (victoires, défaites, nuls)
player-place = { $place ->
    [1] 1er rang
   *[other] { $place }e rang
}
player-checked-in = check-in fait
player-earlier = Vos rondes

player-list = Decklist
player-list-on-paper = Votre decklist est sur papier.
player-list-received = La version { $number } de votre liste a été reçue :
player-list-missing = Vous n’avez pas encore rendu de decklist.
player-list-deadline = Les decklists sont acceptées jusqu’au
player-list-closed = La liste ne peut plus être modifiée. L’équipe du tournoi peut la déverrouiller.
player-list-picture = Voir l’image de votre liste
player-list-text = Cartes, une par ligne, par exemple « 4 Island »
player-list-empty = La liste n’a pas de cartes. Collez-la, une carte par ligne.
player-list-no-cards = Aucune carte n’a été trouvée.
player-do-check-list = Vérifier la liste
player-do-hand-in = Rendre la liste

player-leave = Abandonner le tournoi
player-leave-why = Vous ne serez plus dans les appariements. Vos résultats jusqu’ici restent. Seule l’équipe du tournoi peut vous réintégrer.
player-do-leave = Abandonner le tournoi…
player-do-drop = Oui, abandonner le tournoi
player-stay = Non, rester

## S’inscrire

player-sign-up = S’inscrire
player-sign-up-shown = Votre nom apparaît sur la page publique du tournoi.
player-sign-up-closed = Il n’est pas possible de s’inscrire à ce tournoi en ce moment. Si vous pensez que c’est une erreur, demandez à l’équipe du tournoi.
player-closed-since = Les inscriptions à ce tournoi sont fermées depuis : { $time }.
player-join-approval = L’organisateur valide chaque inscription. Vous le verrez sur votre page.
player-sign-up-event = Page du tournoi
player-join-code = Code d’inscription
player-join-code-hint = Il est sur l’affichette, par exemple 61-KXQF7M2P.
player-join-next = Suivant
player-join-needs-code = Ce tournoi demande son code d’inscription. Il est sur l’affichette de la boutique.
player-join-wrong = Ce code ne mène à aucun tournoi. Il est peut-être mal saisi, ou un plus récent l’a remplacé.
player-join-name = Votre nom
player-join-email-hint = Nous vous envoyons le lien vers votre page.
player-join-places = { $count ->
    [one] Il reste { $count } place.
   *[other] Il reste { $count } places.
}
player-join-in-line = Il n’y a plus de place. Vous seriez numéro { $number } sur la liste d’attente.
player-join-another = Inscrire une autre personne
player-join-forget = Ce n’est pas mon téléphone : oublier ma page ici et inscrire la personne suivante
player-join-several = Ces personnes se sont inscrites sur ce téléphone. Chacune a sa page.
player-join-same = Une personne du nom de { $name } est déjà inscrite. Est-ce vous ?
player-join-same-yes = Si c’est vous : ouvrez la page reçue lors de l’inscription, ou demandez à l’équipe du tournoi.
player-join-same-no = Si vous êtes une autre personne : ajoutez de quoi vous distinguer, par exemple une initiale.
player-join-too-many = Énormément de personnes s’inscrivent. Réessayez dans { $minutes } min.
player-join-mailbox = Cette adresse a déjà reçu plusieurs de ces e-mails aujourd’hui. Laissez-la vide : votre page fonctionne sans elle.
player-kept = Gardez cette page : c’est votre clé
player-kept-why = Ici, vous voyez votre table et saisissez vos résultats, sans compte. Ce téléphone retrouve la page si vous scannez l’affichette. Pour l’ouvrir sur un autre téléphone, scannez-y ce code ; ne le montrez à personne d’autre.

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
player-kind-offer = Une place libre quand vous attendez
player-kind-event-changed = Les tournois déplacés ou annulés
player-kind-message = Les messages de l’équipe
player-kind-digest = Les nouvelles inscriptions, en résumé
player-mail-to = Les e-mails vont à { $address }.
player-mail-to-account = Les e-mails vont à l’adresse de votre compte.
player-mail-no-address = Aucune adresse e-mail n’est connue : vous ne recevez pas d’e-mails.
player-mail-off = Ce serveur n’envoie pas d’e-mails.
player-unsubscribe = Ne plus recevoir ces e-mails
player-unsubscribe-why = Vous ne recevrez plus d’e-mails à ce sujet : { $kind }
player-unsubscribe-address = Cette adresse ne recevra plus d’e-mails sur des inscriptions. Elle est retirée de cette inscription.
player-unsubscribed = Vous ne recevez plus ces e-mails
player-unsubscribed-why = Désactivé : { $kind }. Vous pouvez les réactiver sur votre page « Notifications ».
player-unsubscribed-address = Cette adresse ne reçoit plus d’e-mails sur des inscriptions.
player-unsubscribe-unknown = Il manque un caractère au lien, ou il ne vient pas de ce serveur. Vous pouvez choisir vos e-mails sur votre page « Notifications ».

player-claim = Résultats pour votre compte
player-claim-lead = Êtes-vous { $name } ? Alors prenez les résultats dans votre compte. L’organisation doit d’abord accepter, sauf si vous avez confirmé l’adresse e-mail donnée ici.
player-claim-do = Ce sont mes résultats
player-claim-waits = L’organisation doit confirmer que ces résultats sont les vôtres.
player-claim-sign-in = Un compte garde ces résultats pour vous. Une fois que vous êtes connecté, cette page s’ouvre de nouveau et vous les prenez dans le compte.
player-claim-create = Créer un compte pour garder ces résultats
player-claims = Résultats d’avant votre compte
player-claims-found = Des résultats portent votre adresse e-mail. Sont-ils les vôtres ?
player-claims-none = Aucun autre résultat ne porte votre adresse e-mail confirmée. Si vous avez un lien privé, ouvrez-le en étant connecté.
player-claims-of = { $store }, { $count ->
    [one] un tournoi
   *[other] { $count } tournois
}
player-claims-not-mine = Pas les miens

## Teams, and groups of friends

player-to-team = Vers l’équipe
player-team-of = Équipe { $team }
player-team-none = Vous n’avez pas encore d’équipe.
player-team-why = Créez une équipe et partagez son lien, ou ouvrez le lien d’une équipe. Seules les équipes complètes jouent.
player-team-open = { $free ->
    [one] Une place est libre. L’équipe ne joue que si toutes ses places sont prises.
   *[other] { $free } places sont libres. L’équipe ne joue que si toutes ses places sont prises.
}
player-team-complete = L’équipe est complète.
player-team-unconfirmed = Toutes les places sont prises, mais certains membres n’ont pas encore de place dans le tournoi.
player-team-captain = Capitaine
player-team-name = Nom de l’équipe
player-team-name-hint = Vous créez l’équipe et recevez un lien pour les autres. Laissez vide si vous n’avez pas encore d’équipe.
player-do-found = Créer l’équipe
player-team-link = Lien pour les autres
player-team-link-why = Ce lien ou ce code permet de vous rejoindre.
player-do-renew-link = Créer un nouveau lien ; l’ancien ne marche plus
player-do-rename = Renommer l’équipe
player-do-remove = Retirer
player-do-make-captain = Nommer capitaine
player-do-seat-up = Une place plus haut
player-do-leave-team = Quitter l’équipe
player-team-fixed = Les équipes ne peuvent plus changer. L’organisation peut vous aider.
player-agents = Joueurs sans équipe
player-do-invite = Inviter
player-invited = Invité
player-team-invites = L’équipe { $team } vous invite.
player-do-join-team = Rejoindre l’équipe
player-do-decline-team = Refuser
player-team-asked = Voulez-vous rejoindre l’équipe { $team } ?
player-group = Venir entre amis
player-to-group = Vers le groupe
player-group-members = Votre groupe
player-group-why = Les joueurs d’un groupe obtiennent leurs places de la liste d’attente ensemble. Le groupe attend au rang de son dernier membre.
player-group-asked = Voulez-vous rejoindre ce groupe d’amis ?
player-do-begin-group = Créer un lien pour des amis
player-do-join-group = Rejoindre le groupe
player-do-leave-group = Quitter le groupe
player-join-team = Vous rejoignez l’équipe { $team }.
player-join-group = Vous rejoignez un groupe d’amis.
player-queue = La file
player-queue-waits = Vous êtes numéro { $position } dans la file. Un tournoi commence avec { $size } joueurs.
player-queue-standby = Vous êtes en réserve : vous êtes appelé seulement si les autres ne suffisent pas. Position : { $position }
player-queue-called = Votre table est prête. Venez maintenant.
player-queue-here = C’est noté. Le tournoi commence quand { $size } joueurs sont là.
player-queue-declined = Vous n’êtes pas dans la file.
player-queue-timed-out = Vous n’avez pas répondu à temps à l’appel et n’êtes plus dans la file.
player-queue-moved = Cette file a créé un tournoi pour vous.
player-queue-plays = Vous jouez dans { $event }. La file vous appellera quand vous aurez fini.
player-queue-called-elsewhere = Vous êtes appelé par { $event }.
player-queue-open = Ouvrir mon tournoi
player-queue-group = Une file appelle ensemble les joueurs d’un groupe. Le groupe est à la place de son dernier membre.
player-do-queue-come = J’arrive
player-do-queue-no = Non
player-do-queue-standby = Rester en réserve
player-do-queue-wait = Revenir dans la file
player-do-queue-leave = Quitter la file
player-do-queue-return = Rejoindre la file à nouveau
