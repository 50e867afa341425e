# Les textes sur les personnes : les joueurs d’un tournoi, les doublons, les listes de noms.

desk-player-hint = Commencez à taper pour trouver quelqu’un, ou saisissez un nom complet pour ajouter une nouvelle personne.
desk-people-title = Personnes
desk-people-find = Le nom commence par
desk-people-found = { $count ->
    [0] Aucune personne de ce nom.
    [one] { $count } personne trouvée.
   *[other] { $count } personnes trouvées.
}
desk-people-last = dernier tournoi : { $event }
desk-people-no-event = pas encore de tournoi
desk-offers-title = Vouliez-vous dire l’une de ces personnes ?
desk-offers-registered = { $name }, est-ce quelqu’un d’autre ? { $other } figure déjà parmi les inscrits.
desk-offers-question = { $name }, est-ce quelqu’un d’autre ? { $other } figure déjà parmi les inscrits. Appuyez sur Entrée pour ajouter { $name } comme nouvelle personne, ou saisissez un autre nom.
desk-do-add-person = Ajouter { $name }
desk-do-add-new = Ajouter { $name } comme nouvelle personne
desk-page-part = { $from } à { $to } sur { $all }
desk-page-before = Page précédente
desk-page-after = Page suivante
desk-approvals = { $count ->
    [one] Un joueur attend votre validation
   *[other] { $count } joueurs attendent votre validation
}
desk-next-waiting = { $players ->
    [one] Un joueur attend votre validation et ne sera pas apparié.
   *[other] { $players } joueurs attendent votre validation et ne seront pas appariés.
}
desk-do-to-waiting = Voir qui attend
desk-pair-waiting = Ils ne seront pas appariés dans la première ronde. L’apparier quand même ?
desk-do-pair-waiting = Oui, apparier sans eux
desk-approvals-none = Ce joueur n’attend plus de validation.
desk-do-approve-all = Tout accepter
desk-do-approve = Accepter
desk-do-decline = Refuser
desk-do-decline-all = Tout refuser
desk-do-approve-of = Accepter { $name }
desk-do-decline-of = Refuser { $name }
desk-door = Les joueurs s’inscrivent eux-mêmes
desk-door-hint = Ils scannent l’affichette, ou ouvrent :
desk-do-join-code = Créer un autre code
desk-do-join-code-hint = Le code des affichettes déjà imprimées ne fonctionne alors plus.
desk-to-paste = Coller une liste
desk-to-check-in = Check-in

desk-seating = Byes, table, notes
desk-rename = Renommer
desk-do-rename = Renommer

## Une liste collée

desk-paste-title = Coller une liste de joueurs
desk-paste-field = Noms
desk-paste-hint = Un nom par ligne, ou du CSV avec une ligne d’en-tête : Nom, ou Prénom et Nom. Vous voyez un aperçu avant toute inscription.
desk-paste-empty = Collez au moins un nom.
desk-paste-too-long = Une liste peut avoir au plus { $most } lignes. Mettez le reste dans une deuxième liste.
desk-paste-guess-whole = Il n’y a pas de ligne d’en-tête, donc la première colonne contenant des mots a été lue comme le nom. Si les noms sont faux, ajoutez une ligne d’en-tête, par exemple Nom;Deck.
desk-paste-guess-parts = Il n’y a pas de ligne d’en-tête, donc les deux premières colonnes ont été lues comme le prénom et le nom. Si les noms sont faux, ajoutez une ligne d’en-tête, par exemple Prénom;Nom.
desk-paste-header = La ligne { $line } a été lue comme en-tête : { $names }.
desk-paste-addresses = Les adresses e-mail ont été laissées de côté, car les noms sont publics.
desk-paste-unread = Colonnes ignorées : { $columns }.
desk-do-preview = Afficher un aperçu
desk-paste-preview = Aperçu
desk-paste-line = Ligne
desk-paste-found = Trouvé
desk-paste-register = Inscrire
desk-paste-register-line = Inscrire la ligne { $line }
desk-paste-known = Personne connue, { $about }
desk-paste-several = { $count } personnes portent ce nom. Choisissez-en une.
desk-paste-skip = Aucune de ces personnes
desk-paste-new = Nouvelle personne
desk-paste-new-named = Nouvelle personne : { $name }
desk-paste-registered = Figure déjà parmi les inscrits
desk-paste-similar = Ressemble à { $name }, déjà parmi les inscrits
desk-paste-repeated = Deux fois dans la liste
desk-do-register-lines = Inscrire ces joueurs
desk-do-change-list = Modifier la liste
desk-paste-done = { $count ->
    [one] { $count } joueur a été inscrit.
   *[other] { $count } joueurs ont été inscrits.
}
desk-paste-not-done = { $count ->
    [one] { $count } ligne n’a pas été inscrite.
   *[other] { $count } lignes n’ont pas été inscrites.
}
desk-paste-line-refused = Ligne { $line }, { $name } : { $why }
desk-paste-at-line = Ligne { $line } : { $why }
desk-paste-in-column = Colonne « { $column } » : { $why }
desk-to-messages = Écrire aux joueurs
desk-to-message = Écrire à ce joueur
desk-message-to = À
desk-message-to-hint = Les joueurs qui ont abandonné, annulé ou été disqualifiés ne reçoivent pas les messages à tous. Pour écrire à un seul joueur, ouvrez sa page.
desk-message-all = Tous les joueurs
desk-message-convention = Tous les joueurs de la convention
desk-message-tag = Joueurs avec l’étiquette « { $tag } »
desk-message-for = À : { $to }.
desk-message-to-others = Écrire à d’autres joueurs
desk-message-text = Message
desk-message-hint = { $most } caractères au plus, sans mise en forme. Un aperçu s’affiche avant l’envoi. Les téléphones peuvent l’afficher même verrouillés.
desk-message-reach = Joueurs : { $count }. Par e-mail : { $mail }. Sur leur téléphone : { $phone }.
desk-do-send-message = Envoyer le message
desk-do-change-message = Modifier le message
desk-messages-sent = Messages précédents
desk-failed = Messages non remis
desk-failed-hint = E-mails et notifications push de ce tournoi, des 30 derniers jours, qui ont été refusés ou n’ont pas pu être envoyés à temps.
desk-failed-none = Aucun message de ce tournoi n’a échoué.
desk-failed-way = Envoyé par
desk-failed-link = Lien vers la page du joueur

## Check-in

desk-check-in-count = { $in } check-ins faits sur { $all }
desk-check-in-find = Chercher un joueur
desk-do-find = Chercher
desk-do-show-all = Tout afficher
desk-check-in-none = Aucun joueur de ce nom.
desk-check-in-empty = Pas encore de joueurs.
desk-check-in-hint = Touchez un nom pour faire le check-in du joueur. Touchez-le de nouveau pour annuler.

## Un formulaire sans réponse

desk-unsent = Aucune réponse n’est arrivée
desk-unsent-why = Cela a peut-être été enregistré, peut-être pas : rechargez la page et vérifiez avant d’envoyer de nouveau. Votre saisie est toujours là.
desk-do-send-again = Envoyer de nouveau

## Doublons

desk-doubles = Est-ce un doublon ?
desk-doubles-hint = Fusionnez ce compte si la même personne en a un autre. Ses tournois affichent alors l’autre nom, et les nouvelles inscriptions vont à l’autre compte. Vous pouvez revenir là-dessus.
desk-do-merge = Fusionner avec { $name }
desk-merged = Ce compte a été fusionné dans un autre, dont le nom est affiché ici.
desk-do-unmerge = Annuler la fusion

## Liens privés

desk-private-link = Lien privé
desk-private-link-hint = Ouvre la page du joueur sur un téléphone, sans compte. Toute personne qui a le lien agit à la place de ce joueur.
desk-do-link = Créer un lien privé
desk-do-unlink = Révoquer le lien privé
