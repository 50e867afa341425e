# Les textes des arbitres : appels, pénalités, deck checks, temps additionnel.

desk-tab-judges = Arbitres
desk-judges-unknown = Cela n’existe plus. Vérifiez la page et réessayez.
desk-judges-busy = Quelqu’un d’autre a modifié le tournoi au même moment, donc rien n’a été enregistré. Veuillez envoyer de nouveau.
desk-judges-no-player = Aucun joueur de ce tournoi ne s’appelle { $name }. Choisissez un nom dans la liste.
desk-judges-two-players = Plusieurs joueurs s’appellent { $name }. Enregistrez la pénalité sur la page du joueur.
desk-judges-minutes = Saisissez le temps additionnel en minutes, par exemple 4.

## Appels

desk-calls = Appels d’arbitre
desk-no-calls = Aucun appel en attente.
desk-bell-on = Activer le son
desk-bell-off = Couper le son
desk-bell-hint = Sonne à chaque nouvel appel tant que cette page est affichée.
desk-call-place = Où
desk-call-contested = Le résultat déclaré est contesté.
desk-call-note = Raison
desk-call-waiting = En attente
desk-call-minutes = { $minutes } min
desk-call-taken = Pris par { $by }
desk-calls-closed = { $count ->
    [one] { $count } appel clos.
   *[other] { $count } appels clos.
}
desk-do-take = Prendre
desk-do-close = Clore
desk-do-call = Appeler un arbitre

## Pénalités

desk-penalties = Pénalités
desk-no-penalties = Aucune pénalité enregistrée.
desk-penalties-elsewhere = Dans d’autres tournois
desk-infraction = Infraction
desk-infractions =
    Retard
    Jeu trop lent
    Observation de cartes supplémentaires
    Violation d’une règle du jeu
    Capacité déclenchée manquée
    Erreur liée à une carte cachée
    Erreur de procédure de mulligan
    Échec à conserver un état de la partie légal
    Problème de liste de deck
    Problème de deck
    Violation des procédures en format limité
    Violation des règles de communication
    Cartes marquées
    Mélange insuffisant
    Assistance extérieure
    Conduite antisportive – mineure
    Conduite antisportive – majeure
    Détermination inappropriée d’un vainqueur
    Corruption et paris
    Comportement agressif
    Vol de matériel de tournoi
    Abus de la limite de temps
    Triche
desk-penalty = Pénalité
desk-penalty-no-round = Aucune ronde
desk-penalty-note = Note
desk-penalty-hint = Une pénalité est seulement enregistrée. Saisissez un game loss ou un match loss avec le résultat.
desk-do-penalty = Enregistrer la pénalité
desk-do-withdraw = Retirer
desk-do-restore = Rétablir
desk-withdrawn = Retirée
desk-issued-recorded = { $penalty } pour { $player } : c’est enregistré.
desk-issued-loss = { $penalty } pour { $player } : c’est enregistré. Le résultat ne change pas tout seul : saisissez la défaite avec le résultat.
desk-issued-disqualification = { $penalty } pour { $player } : c’est enregistré. Le joueur reste dans le tournoi jusqu’à ce qu’il soit disqualifié sur sa page.
desk-issued-enter = Saisir le résultat
desk-penalty-none = aucune pénalité
desk-suggestion = { $infraction } – { $number ->
        [1] { $penalty }
       *[other] n° { $number } aujourd’hui : { $penalty }
    }{ $at ->
        [0] { "" }
       *[other] { " " }; n° { $at } : { $upgraded }
    }
desk-infraction-other = Autre infraction
desk-penalties-today = Pénalités du jour

## Deck checks et temps additionnel

desk-deck-checks = Deck checks
desk-no-checks = Les deck checks et le temps additionnel sont possibles quand une ronde est appariée.
desk-check-count = { $round } : tables à vérifier, au hasard
desk-check-hint = Les joueurs les moins souvent vérifiés passent en premier. Pour choisir vous-même une table, ouvrez son match.
desk-check-done = Vérifié
desk-do-draw = Tirer des tables au sort
desk-do-check = Commencer un deck check
desk-do-checked = Terminer le deck check
desk-do-uncheck = Annuler le deck check
desk-do-feature = Mettre en feature match
desk-do-unfeature = Retirer des feature matchs
desk-extensions = Temps additionnel
desk-no-extensions = Aucune table n’a de temps additionnel.
desk-extension-now = Temps additionnel : { $minutes } min
desk-minutes = Minutes additionnelles
desk-do-extend = Ajouter du temps
desk-check-took = Le deck check a duré { $minutes } min. Le temps additionnel habituel est cette durée et trois minutes pour mélanger.

## The floor

desk-floor = Salle
desk-to-floor = Toutes les tables (salle)
desk-floor-convention = Vers la convention
desk-floor-call = Appel ouvert
desk-floor-contested = Contesté
desk-floor-over = Temps écoulé
desk-floor-reported = Annoncé, non confirmé
desk-floor-check = Deck check en cours
desk-floor-extension = Temps additionnel
desk-floor-playing = En jeu
desk-floor-done = Résultat reçu
desk-floor-last = { $count ->
    [one] Dernière table : { $count }
   *[other] Dernières tables : { $count }
}
desk-floor-left = Temps restant
desk-floor-tables = Tables par tournoi
desk-floor-none = Aucun tournoi n’est en cours. Les tables apparaissent ici quand une ronde commence.
desk-floor-go = Aller à la table
desk-floor-states = États des tables
desk-floor-all = Toutes les tables
desk-floor-no-table = Aucune table n’est dans cet état ou ne porte ce numéro.
desk-floor-between = Aucune ronde n’est en cours.
desk-floor-list = Liste de deck
desk-floor-whole-list = Afficher toute la liste
