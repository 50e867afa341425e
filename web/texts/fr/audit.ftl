# Annuler et supprimer un tournoi, son journal, sa fin, et ce que d’autres ont modifié entre-temps.

## Annuler et supprimer

desk-next-canceled = Le tournoi est annulé. Vous pouvez revenir là-dessus dans les réglages.
desk-end-title = Annuler ou supprimer
desk-end-hint = Un tournoi annulé reste visible. Un tournoi supprimé disparaît pour de bon.
desk-do-to-cancel = Annuler le tournoi
desk-do-to-resume = Maintenir finalement le tournoi
desk-do-to-delete = Supprimer le tournoi
desk-to-settings = Retour aux réglages
desk-cancel-title = Annuler ce tournoi
desk-cancel-visible = Le tournoi reste visible, avec la mention « Annulé ».
desk-cancel-closed = Personne ne peut s’inscrire, et aucune ronde ne peut être appariée ni jouée.
desk-cancel-players = { $players ->
    [0] Personne n’est inscrit.
    [one] { $players } joueur est inscrit et ne reçoit aucun message : prévenez-le vous-même.
   *[other] { $players } joueurs sont inscrits et ne reçoivent aucun message : prévenez-les vous-même.
}
desk-cancel-back = Vous pouvez revenir là-dessus à tout moment.
desk-cancel-over = Le tournoi a eu lieu, il ne peut donc plus être annulé. Vous pouvez le supprimer.
desk-resume-title = Maintenir finalement le tournoi
desk-resume-effect = Le tournoi est de nouveau ouvert, comme avant son annulation : les joueurs peuvent s’inscrire si les inscriptions sont ouvertes, et les rondes peuvent être jouées.
desk-do-resume-event = Maintenir le tournoi
desk-delete-title = Supprimer ce tournoi
desk-delete-what = { $players ->
    [one] { $players } inscription
   *[other] { $players } inscriptions
} et { $rounds ->
    [one] { $rounds } ronde
   *[other] { $rounds } rondes
} seront supprimées avec lui, ainsi que tous les résultats.
desk-delete-everywhere = Le tournoi disparaît de toutes les listes, de toutes les pages et de l’export. Son adresse ne fonctionne plus.
desk-delete-lists = Les decklists restent à leurs propriétaires.
desk-delete-for-ever = C’est irréversible.
desk-delete-name = Pour confirmer, saisissez le nom du tournoi
desk-delete-name-differs = Ce n’est pas le nom du tournoi. Saisissez : { $name }

## Decklists

desk-lists-deadline = Les joueurs peuvent rendre et modifier leurs listes jusqu’au
desk-lists-no-deadline = Aucune date limite n’est fixée : les joueurs peuvent rendre et modifier leurs listes jusqu’au début du tournoi.
desk-lists-closed = Aucune date limite n’était fixée : les joueurs pouvaient rendre et modifier leurs listes jusqu’au début du tournoi.
desk-lists-staff = Seule l’équipe du tournoi voit les listes.
desk-lists-public = Les listes sont publiées et définitives.
desk-deck = Deck
desk-cards = Cartes
desk-deck-count = { $board } : { $count }
desk-deck-elsewhere = Un lien
desk-board-commander = Commandant
desk-board-companion = Compagnon
desk-board-main = Deck principal
desk-board-sideboard = Réserve
desk-board-maybeboard = Non joué
desk-not-understood-count = { $count ->
    [one] { $count } ligne n’a pas été comprise
   *[other] { $count } lignes n’ont pas été comprises
}
desk-line = Ligne { $number } :
desk-deck-made = Rendue le
desk-deck-fixed = C’est cette version qui compte, même si le joueur modifie la liste plus tard.
desk-deck-on-paper = Ce joueur rend sa liste sur papier.
desk-deck-missing = Ce joueur n’a pas rendu de liste.
desk-deck-text = La liste telle qu’elle a été rendue
desk-do-lock-one = Verrouiller cette liste
desk-do-unlock-one = Déverrouiller cette liste
desk-to-lists = Toutes les decklists

## Le journal : qui a fait quoi. `by` est une personne, une clé ou le service.

desk-audit-title = Ce qui s’est passé
desk-audit-hint = Le plus récent en premier. Certaines actions peuvent être annulées ici.
desk-audit-none = Rien de plus ancien.
desk-audit-older = Plus ancien
desk-audit-newest = Le plus récent
desk-audit-moved-on = Cette action ne peut plus être annulée : le tournoi a changé entre-temps. Cette page montre l’état actuel.
desk-by-service = Le service
desk-by-operator = L’exploitant du serveur
desk-by-private-link = { $player } (par le lien privé)
desk-by-key = La clé « { $key } »
desk-audit-round = ronde { $number }
desk-audit-meeting = réunion des joueurs
desk-audit-created = { $by } a créé le tournoi.
desk-audit-imported = { $by } a importé le tournoi, tel qu’il a été joué sur { $platform }.
desk-audit-deleted = { $by } a supprimé le tournoi.
desk-audit-details-changed = { $known ->
    [yes] { $by } a modifié les réglages : { $fields }.
   *[no] { $by } a modifié les réglages.
}
desk-audit-picture-set = { $picture ->
    [none] { $by } a retiré l’image.
   *[some] { $by } a choisi une image.
}
desk-audit-staff-assigned = { $role ->
    [none] { $by } a retiré le rôle de { $person } pour ce tournoi.
   *[other] { $by } a donné à { $person } le rôle « { $role_name } » pour ce tournoi.
}
desk-audit-organizing-changed = { $known ->
    [yes] { $by } a modifié les réglages : { $fields }.
   *[no] { $by } a modifié les réglages.
}
desk-audit-lifecycle-changed = { $by } a changé le statut du tournoi en « { $status } ».
desk-audit-lists-locked = { $by } a verrouillé toutes les decklists.
desk-audit-lists-unlocked = { $by } a déverrouillé toutes les decklists.
desk-audit-list-revisions-fixed = { $count ->
    [one] La version qui compte a été fixée pour { $count } decklist.
   *[other] Les versions qui comptent ont été fixées pour { $count } decklists.
}
desk-audit-team-formed = { $by } a formé l’équipe { $team_name }.
desk-audit-team-dropped = { $by } a retiré du tournoi l’équipe { $team }.
desk-audit-player-registered = { $own ->
    [yes] { $by } a fait son inscription.
   *[no] { $by } a inscrit { $player }.
}
desk-audit-registration-status-changed = { $own ->
    [yes] { $by } a changé sa propre inscription en « { $status } ».
   *[no] { $by } a changé l’inscription de { $player } en « { $status } ».
}
desk-audit-player-dropped = { $own ->
    [yes] { $by } a abandonné.
   *[no] { $by } a retiré { $player } du tournoi (drop).
}
desk-audit-player-disqualified = { $by } a disqualifié { $player }.
desk-audit-place-offered = { $by } a proposé une place à { $player }.
desk-audit-place-declined = { $own ->
    [yes] { $by } a refusé la place proposée.
   *[no] { $by } a refusé la place proposée à { $player }.
}
desk-audit-offer-expired = { $player } n’a pas accepté à temps la place proposée.
desk-audit-payment-changed = { $by } a modifié le paiement de { $player }.
desk-audit-check-in-changed = { $status ->
    [CHECKED_IN] { $own ->
        [yes] { $by } a fait son check-in.
       *[no] { $by } a fait le check-in de { $player }.
    }
    [DECLINED] { $by } a noté que { $player } ne fera pas son check-in.
    [TIMED_OUT] { $by } a noté que { $player } n’a pas répondu à temps.
    [WAITING_FOR_PLAYER_RESPONSE] { $by } a appelé { $player } au check-in.
    [none] { $by } a annulé le check-in de { $player }.
   *[other] { $by } a mis { $player } dans la file du check-in.
}
desk-audit-queue-group-changed = { $role ->
    [some] { $by } a mis { $player } dans un groupe.
   *[none] { $by } a retiré { $player } du groupe.
}
desk-audit-tags-changed = { $count ->
    [0] { $by } a retiré les étiquettes de { $player }.
   *[other] { $by } a étiqueté { $player } : { $tags }.
}
desk-audit-notes-changed = { $by } a modifié la note sur { $player }.
desk-audit-seat-fixed = { $fixed_seat ->
    [none] { $by } a retiré la table fixe de { $player }.
   *[other] { $by } a donné à { $player } la table fixe { $fixed_seat }.
}
desk-audit-byes-awarded = { $count ->
    [0] { $by } a repris les byes de { $player }.
   *[other] { $by } a donné à { $player } des byes pour ces rondes : { $round_numbers }.
}
desk-audit-paper-decklist-marked = { $using_paper_decklist ->
    [yes] { $by } a noté que { $player } rend sa decklist sur papier.
   *[no] { $by } a noté que { $player } ne rend pas sa decklist sur papier.
}
desk-audit-decklist-attached = { $decklist_id ->
    [none] { $own ->
        [yes] { $by } a repris sa decklist.
       *[no] { $by } a retiré la decklist de { $player }.
    }
   *[some] { $own ->
        [yes] { $by } a rendu une decklist.
       *[no] { $by } a rendu une decklist pour { $player }.
    }
}
desk-audit-list-locked = { $by } a verrouillé la decklist de { $player }.
desk-audit-list-unlocked = { $by } a déverrouillé la decklist de { $player }.
desk-audit-private-link-made = { $by } a créé un lien privé pour { $player }.
desk-audit-private-link-revoked = { $by } a révoqué le lien privé de { $player }.
desk-audit-join-code-made = { $by } a créé un nouveau code d’inscription.
desk-audit-phase-added = Une nouvelle partie du tournoi a commencé : { $round_type }.
desk-audit-round-added = { $by } a ajouté une ronde : { $round }.
desk-audit-matches-paired = { $count ->
    [one] { $by } a apparié { $count } table ({ $round }).
   *[other] { $by } a apparié { $count } tables ({ $round }).
}
desk-audit-teams-paired = { $count ->
    [one] { $by } a apparié { $count } match par équipes ({ $round }).
   *[other] { $by } a apparié { $count } matchs par équipes ({ $round }).
}
desk-audit-pairings-completed = Les appariements étaient complets ({ $round }).
desk-audit-pairings-hidden = Seule l’équipe du tournoi voyait les appariements ({ $round }).
desk-audit-pairings-published = { $by } a publié les appariements ({ $round }).
desk-audit-pairings-discarded = { $by } a supprimé les appariements ({ $round }).
desk-audit-round-removed = { $by } a supprimé une ronde : { $round }.
desk-audit-round-started = { $by } a lancé une ronde : { $round }.
desk-audit-round-completed = { $by } a clôturé une ronde : { $round }.
desk-audit-clock-changed = { $runs ->
    [yes] { $by } a réglé le chrono ({ $round }) : il tourne, avec { $minutes } minutes.
   *[no] { $by } a réglé le chrono ({ $round }) : il est en pause, reste { $left }.
}
desk-audit-cut-made = { $by } a fait le cut : { $count } qualifiés.
desk-audit-ties-drawn = L’ordre des joueurs à égalité parfaite a été tiré au sort.
desk-audit-game-wins-stated = { $by } a saisi des pourcentages de parties gagnées.
desk-audit-places-stated = { $by } a saisi les places finales publiées.
desk-audit-result-reported = { $by } a saisi { $result } à la table { $table } ({ $round }) : { $players }.
desk-audit-result-corrected = { $by } a corrigé le résultat de la table { $table } en { $result } ({ $round }) : { $players }.
desk-audit-result-confirmed = { $by } a confirmé le résultat de la table { $table } ({ $round }).
desk-audit-result-contested = { $by } a contesté le résultat de la table { $table } ({ $round }).
desk-audit-team-result-reported = { $by } a saisi { $result } ({ $round }) : { $teams }.
desk-audit-match-featured = { $is_feature_match ->
    [yes] { $by } a mis la table { $table } en feature match ({ $round }).
   *[no] { $by } a retiré la table { $table } des feature matchs ({ $round }).
}
desk-audit-judge-assigned = { $judge_user_id ->
    [none] { $by } a retiré l’arbitre de la table { $table } ({ $round }).
   *[some] { $by } a affecté { $judge } à la table { $table } ({ $round }).
}
desk-audit-time-extended = { $minutes ->
    [0] { $by } a repris le temps additionnel de la table { $table } ({ $round }).
    [one] { $by } a donné { $minutes } minute de temps additionnel à la table { $table } ({ $round }).
   *[other] { $by } a donné { $minutes } minutes de temps additionnel à la table { $table } ({ $round }).
}
desk-audit-deck-check-marked = { $completed ->
    [yes] { $by } a terminé le deck check à la table { $table } ({ $round }).
   *[no] { $started ->
        [yes] { $by } a commencé un deck check à la table { $table } ({ $round }).
       *[no] { $by } a annulé le deck check à la table { $table } ({ $round }).
    }
}
desk-audit-penalty-issued = { $by } a donné une pénalité à { $player } : { $penalty } pour { $infraction }.
desk-audit-penalty-withdrawn = { $by } a retiré une pénalité de { $player } : { $penalty } pour { $infraction }.
desk-audit-penalty-restored = { $by } a rétabli une pénalité de { $player } : { $penalty } pour { $infraction }.
desk-audit-judge-called = { $table ->
    [0] { $by } a appelé un arbitre.
   *[other] { $by } a appelé un arbitre à la table { $table }.
}
desk-audit-call-answered = { $table ->
    [0] { $by } a pris un appel d’arbitre.
   *[other] { $by } a pris l’appel d’arbitre de la table { $table }.
}
desk-audit-call-closed = { $table ->
    [0] { $by } a clos un appel d’arbitre.
   *[other] { $by } a clos l’appel d’arbitre de la table { $table }.
}
desk-audit-staff-message-sent = { $to ->
    [all] { $by } a écrit à tous les joueurs : { $text }
    [tag] { $by } a écrit aux joueurs qui ont l’étiquette « { $tag } » : { $text }
    [convention] { $by } a écrit à tous les joueurs de la convention : { $text }
   *[other] { $by } a écrit à { $player } : { $text }
}

## Les réglages par leur nom

desk-setting-name = nom
desk-setting-event-format = format
desk-setting-start-datetime = début
desk-setting-convention-id = convention
desk-setting-is-test = tournoi d’essai
desk-setting-is-unlisted = page publique
desk-setting-is-canceled = annulation
desk-setting-team-size = joueurs par équipe
desk-setting-pod-size = joueurs par table
desk-setting-short-pods = tables incomplètes
desk-setting-capacity = places
desk-setting-swiss-rounds = rondes suisses
desk-setting-top-cut = joueurs en phase finale
desk-setting-rules = points et départages
desk-setting-decklist-deadline = date limite des decklists
desk-setting-decklist-grace-seconds = date limite des decklists
desk-setting-power-pair-last-round = appariements
desk-setting-ranked-playoff = appariements
desk-setting-draft-pod-size = appariements
desk-setting-parent-id = tournoi parent
desk-setting-publish-when-paired = publication des appariements
desk-setting-fee-note = frais d’inscription
desk-setting-time-zone = fuseau horaire
desk-setting-best-of = parties par match
desk-setting-end-of-round-rule = fin de ronde
desk-setting-check-in-required = check-in
desk-setting-first-table = numéros de table
desk-setting-last-table = numéros de table
desk-setting-round-minutes = durée d’une ronde
desk-setting-offer-minutes = délai de réponse pour une place proposée
desk-setting-description = description
desk-setting-venue-name = lieu
desk-setting-venue-address = lieu
desk-setting-prizes = lots
desk-setting-rules-level = niveau d’application des règles
desk-setting-contact = contact
desk-setting-registration-opens = période d’inscription
desk-setting-registration-closes = période d’inscription
desk-setting-registration-policy = qui peut s’inscrire
desk-setting-needs-approval = validation par l’équipe
desk-setting-playoff = type de phase finale
desk-setting-pool-size = joueurs par poule
desk-setting-plays-together = jeu des équipes
desk-setting-seat-formats = formats des sièges
desk-setting-lowest-gets-bye = appariements
desk-setting-squares-first = appariements
desk-setting-balanced-sides = appariements
desk-setting-tables-per-row = numéros de table
desk-setting-rounds-by-attendance = rondes suisses
desk-setting-end-datetime = la fin prévue
desk-setting-queue-size = la taille de la file
desk-setting-answer-minutes = le délai de réponse à un appel
desk-setting-shares-tables = tables partagées avec d’autres événements
desk-setting-series = la série
desk-setting-is-from-queue = la file d’attente

## Annuler des modifications

desk-undo-left = Réintégrer dans le tournoi
desk-undo-left-waitlist = Remettre sur la liste d’attente
desk-undo-disqualified = Annuler la disqualification
desk-undo-registered = Annuler l’inscription
desk-undo-check-in = Annuler le check-in
desk-undo-locked = Déverrouiller
desk-undo-unlocked = Verrouiller
desk-undo-extension = Reprendre le temps additionnel
desk-undo-penalty = Retirer la pénalité
desk-undo-withdrawn = Rétablir la pénalité
desk-undo-closed = Rouvrir les inscriptions
desk-undo-waitlist = Revenir à « Liste d’attente uniquement »
desk-undo-begun = Revenir à « Inscriptions fermées »
desk-undo-finished = Reprendre le tournoi
desk-undo-publishing = Masquer les decklists
desk-undo-published = Revenir à la publication

## Ce que d’autres ont modifié entre-temps

desk-someone = Quelqu’un d’autre
desk-conflict = { $by } a changé « { $field } » en { $theirs }. Vous avez saisi : { $mine }.
desk-conflict-again = Rien n’a été enregistré. Enregistrez de nouveau pour remplacer l’autre modification, ou rechargez cette page pour la garder.
desk-conflict-status = Le statut de ce joueur a changé depuis que vous avez ouvert cette page, donc rien n’a été fait. Cette page montre l’état actuel.
desk-value-yes = oui
desk-value-no = non
desk-value-none = rien

## La fin d’un tournoi

desk-tab-finish = Fin
desk-finish-title = Terminer le tournoi
desk-point-done = Fait
desk-point-open = À faire
desk-finish-rounds = { $count ->
    [one] { $count } ronde est clôturée.
   *[other] Les { $count } rondes sont clôturées.
}
desk-finish-round-open = Pas encore clôturée : { $round }.
desk-finish-no-rounds = Aucune ronde n’a été jouée.
desk-finish-playoff = La phase finale du top { $size } est jouée.
desk-finish-playoff-open = La phase finale du top { $size } n’est pas terminée.
desk-finish-lists = { $missing ->
    [0] Toutes les decklists sont rendues.
    [one] Il manque { $missing } decklist.
   *[other] Il manque { $missing } decklists.
}
desk-finish-not-begun = Le tournoi n’a pas commencé. Vous pourrez le terminer quand toutes les rondes seront clôturées.
desk-finish-effect = Un tournoi terminé a un classement final et fait partie de l’export. Vous pouvez le terminer quand toutes les rondes sont clôturées. Les résultats peuvent encore être corrigés ensuite.
desk-publish-effect = Une fois publiées, tout le monde peut lire les decklists, chacune dans la version qui compte, et les résultats ne peuvent plus être corrigés.
desk-finish-seen = Page publique et export
desk-public-page = Page publique du tournoi
desk-no-public-page = Le tournoi n’a pas de page publique.
desk-exported = Le tournoi fait partie de l’export.
desk-export-at = Les programmes le lisent avec une clé à l’adresse { $path }
desk-not-exported = Le tournoi ne fait pas partie de l’export : seuls les tournois terminés en font partie, sauf les tournois d’essai.
desk-finish-back = Un pas en arrière
desk-finish-back-hint = Si vous avez franchi une étape par erreur. Rien d’autre n’est perdu.

## Inscriptions et durée des rondes

desk-figures-link = Inscriptions et durée des rondes en graphiques
desk-figures-registrations = Inscriptions au fil du temps
desk-figures-rounds = Durée de chaque ronde
desk-figures-when = Moment
desk-figures-players = Inscriptions
desk-figures-table = En tableau
desk-figures-none = Il n’y a encore rien à montrer.
desk-figures-how = Les minutes vont du lancement d’une ronde à sa clôture. La durée de chaque match n’est pas enregistrée.
desk-audit-team-changed = { $by } a modifié l’équipe { $team }.
