# Les textes de la gestion des tournois.

desk-tabs = Parties du tournoi
desk-tab-round = Ronde
desk-tab-settings = Réglages
desk-refused = Cela n’a pas fonctionné
desk-cancel = Annuler
desk-a-program = Un programme

## Tous les tournois

desk-no-events = Pas encore de tournoi. Créez le premier : un nom et un format suffisent.
desk-find-event = Chercher un tournoi
desk-no-such-event = Aucun tournoi de ce nom.
desk-do-create = Créer un tournoi
desk-copy-of = Copier { $event }

## Un nouveau tournoi, et les réglages

desk-new-event = Nouveau tournoi
desk-copied-event = Copie de { $name }
desk-event-name = Nom
desk-event-format = Format
desk-event-starts = Début
desk-event-rounds = Rondes suisses
desk-event-rounds-hint = Laissez vide pour décider après chaque ronde.
desk-event-cut = Joueurs en phase finale
desk-event-cut-hint = 0 s’il n’y en a pas.
desk-event-capacity = Places
desk-event-capacity-hint = Les joueurs suivants vont sur la liste d’attente. Laissez vide s’il n’y a pas de limite.
desk-event-team-size = Taille des équipes
desk-event-team-size-hint = 1 pour un tournoi individuel.
desk-event-deadline = Date limite des decklists
desk-event-deadline-hint = Dans le fuseau horaire du tournoi. Une liste n’est demandée aux joueurs que s’il y a une date limite.
desk-do-save = Enregistrer

## Ce qu’il faut faire ensuite

desk-next-players = Ajoutez des joueurs : il en faut au moins deux.
desk-next-teams = Formez des équipes : il en faut au moins deux.
desk-next-first-round = { $players ->
    [one] { $players } joueur est inscrit.
   *[other] { $players } joueurs sont inscrits. Quand tout le monde est là, appariez la première ronde.
}
desk-next-later = Débute le { $day }. Inscrits à ce jour : { $players }.
desk-next-publish = { $round } : les appariements sont prêts. Seule l’équipe du tournoi les voit.
desk-next-planned = { $round } : prévue, mais pas encore appariée.
desk-next-start = { $round } : les appariements sont publiés. Lancez quand les joueurs sont assis.
desk-next-results = { $open ->
    [one] { $open } table n’a pas encore de résultat.
   *[other] { $open } tables n’ont pas encore de résultat.
}
desk-next-complete = { $round } : tous les résultats sont là.
desk-next-third = { $round } : seul le match pour la troisième place n’a pas de résultat. Il peut rester sans résultat.
desk-next-meeting = { $round } : clôturez quand tout le monde a fini.
desk-next-pair = La ronde { $number } vient ensuite.
desk-next-pools = Poules : { $pools }, de { $size } au plus. Rondes : { $rounds }.
desk-next-cut = Toutes les rondes suisses sont clôturées. Le top { $size } se qualifie.
desk-next-cut-pools = Les poules sont terminées. { $size } se qualifient : d’abord les premiers de chaque poule, puis les deuxièmes.
desk-next-playoff = La prochaine ronde de la phase finale peut être appariée.
desk-next-finish = Toutes les rondes sont clôturées.
desk-next-publish-lists = Le tournoi est terminé. Publiez les decklists quand vous voulez que tout le monde les voie.
desk-next-over = Le tournoi est terminé.
desk-next-nothing = Le tournoi est terminé et ses decklists sont publiées.
desk-do-describe = Modifier la page du tournoi
desk-do-results = Saisir les résultats
desk-do-pair = Apparier la ronde { $number }
desk-do-publish = Publier les appariements
desk-do-publish-start = Publier et lancer : { $round }
desk-do-seat = Placer les joueurs : { $round }
desk-do-start = Lancer : { $round }
desk-do-complete = Clôturer : { $round }
desk-do-complete-pair = Clôturer ({ $round }) et apparier la ronde suivante
desk-do-cut = Faire le cut au top { $size }
desk-do-playoff = Apparier la phase finale
desk-do-finish = Terminer le tournoi
desk-do-publish-lists = Publier les decklists

## Ce qui a été fait

desk-done-round-completed = { $title } : clôturée.
desk-done-round-added = { $title } : appariée.
desk-done-pairings-discarded = { $title } : appariée de nouveau.
desk-done-pairings-published = { $title } : appariements publiés.
desk-done-round-started = { $title } : lancée.
desk-done-round-removed = Ronde supprimée.
desk-done-player-registered = { $player } : { $status }.
desk-done-registration-status-changed = { $player } : { $status }.
desk-done-player-dropped = { $player } a abandonné.
desk-done-lifecycle-changed = Le tournoi est maintenant : { $status }.
desk-done-details-changed = { $known ->
    [yes] Enregistré : { $fields }.
   *[no] Enregistré.
}
desk-done-organizing-changed = { $known ->
    [yes] Enregistré : { $fields }.
   *[no] Enregistré.
}
desk-done-result-reported = Table { $table } : { $result } enregistré. { $players }
desk-done-result-corrected = Table { $table } : { $result } enregistré. { $players }
desk-done-several = { $count } changements enregistrés.
desk-do-undo = Annuler
desk-do-undo-what = Annuler : { $what }

## Joueurs

desk-player-name = Nom d’un joueur
desk-do-add = Ajouter
desk-players-no-name = Saisissez un nom.
desk-players-no-award = { $name } est dans le tournoi, mais les byes ou les défaites n’ont pas été donnés. { $why }
desk-players-count = { $count ->
    [one] { $count } joueur
   *[other] { $count } joueurs
}
desk-players-others = hors tournoi : { $count }
desk-players-none = Saisissez un nom et appuyez sur Entrée pour inscrire le premier joueur.
desk-name = Nom
desk-status = Statut
desk-record = Bilan
desk-checked-in = Check-in fait
desk-handed-in = Rendue
desk-do-check-in = Faire le check-in
desk-do-drop = Retirer du tournoi
desk-do-disqualify = Disqualifier
desk-do-return = Réintégrer dans le tournoi
desk-byes = Byes
desk-byes-hint = Numéros de rondes, par exemple 1, 2.
desk-seat = Table fixe
desk-seat-hint = La table où ce joueur est toujours assis. Facultatif.
desk-paper-list = Rend sa decklist sur papier
desk-notes = Notes
desk-notes-hint = Visible uniquement par l’équipe du tournoi.
desk-to-players = Tous les joueurs
desk-registered = Inscrit
desk-registering = Inscription non terminée
desk-offered = Place proposée jusqu’à { $time }

## Rondes et résultats

desk-rounds = Rondes
desk-no-round = Aucune ronde n’a encore été appariée.
desk-round-moved-on = Quelqu’un d’autre a été plus rapide, donc rien n’a été fait. Cette page montre l’état actuel.
desk-unpublished = Non publié
desk-table = Table
desk-table-number = Table { $table }
desk-players = Joueurs
desk-against = contre
desk-result = Résultat
desk-reported-by = Saisi par
desk-bye = Bye
desk-assigned-loss = Défaite
desk-unreported = Pas de résultat
desk-entry-hint = Table, puis parties gagnées : 12 2 1 ou 1221. Ajoutez un troisième nombre pour les parties nulles. 12 x : les deux joueurs perdent.
desk-entry-hint-pod = Table, puis place du vainqueur : 12 3 ou 123. 12 d : nul entre tous. 12 d 1 3 : nul entre les places 1 et 3. 12 x : tous perdent. Rangs par place : 12 1-3-2-4.
desk-entry-hint-places = Table, puis le rang de chaque place : 12 1-3-2-4. Des ex æquo ont le même rang : 12 1-2-2-2. 12 d : nul entre tous. 12 x : tous perdent.
desk-entry-hint-scores = Table, puis score de chaque joueur : 12 150-90. 12 x : les deux joueurs perdent.
desk-do-enter = Saisir
desk-entered = Table { $table } :
desk-do-correct = Corriger
desk-open-tables = { $count ->
    [one] { $count } table joue encore
   *[other] { $count } tables jouent encore
}
desk-do-swap = Échanger deux joueurs
desk-do-pair-again = Réapparier
desk-do-remove-round = Supprimer la ronde
desk-do-reopen = Rouvrir la ronde
desk-complete-early = Si vous clôturez la ronde maintenant, les résultats manquants comptent comme des nuls.
desk-do-complete-draws = Clôturer, résultats manquants comptés nuls
desk-contested-count = { $count ->
    [one] { $count } résultat est contesté
   *[other] { $count } résultats sont contestés
}
desk-contested = contesté
desk-contested-why = Un joueur dit que ce résultat est faux. Interrogez les joueurs de la table, puis saisissez le bon résultat.
desk-complete-contested = Clôturer quand même la ronde ? Les résultats contestés comptent tels qu’ils ont été déclarés.
desk-complete-missing = Les résultats manquants comptent comme des nuls. Cochez les tables où tous les joueurs perdent, par exemple parce que personne n’est venu.
desk-both-left = Tous les joueurs de la table { $table } ont quitté le tournoi.
desk-both-lose = Double défaite
desk-all-lose = Tous perdent
desk-pod-seat = Place { $seat }
desk-pod-draw = Nul
desk-pod-draw-of = Nul : places { $seats }
desk-choice-pod = Place { $seat } : { $player } gagne
desk-choice-won = { $player } { $score }
desk-choice-drawn = Nul { $score }
desk-do-complete-contested = Oui, clôturer la ronde
desk-to-round = Retour à la ronde
desk-result-unreadable = Ce n’est pas un résultat. Saisissez le numéro de la table, puis les parties gagnées par chaque joueur : 12 2 1.
desk-result-no-table = Il n’y a pas de match à la table { $table } dans cette ronde.
desk-result-other-table = Cette page concerne une autre table que { $table }. Saisissez ce résultat sur la page de la ronde.
desk-result-now = Résultat : { $result }
desk-by = saisi par { $by }
desk-result-conflict = { $by } a saisi { $result } à la table { $table }. Est-ce faux ?
desk-do-replace = Remplacer par { $entry }
desk-do-keep = Garder
desk-corrected = Le résultat a été corrigé.
desk-effect-standings = Le classement a changé après ces rondes : { $rounds }.
desk-effect-paired = Ces rondes ont été appariées avec l’ancien résultat et ont commencé : { $rounds }. Elles restent telles quelles.
desk-effect-pair-again = La ronde suivante a été appariée avec l’ancien résultat et n’a pas commencé.
desk-effect-to-pair = Ces rondes doivent être réappariées : { $rounds }.
desk-effect-cut = Le cut serait différent maintenant. Refaites-le si la ronde suivante n’a pas commencé.
desk-swap-title = { $round } : échanger deux joueurs
desk-swap-one = Ce joueur
desk-swap-other = échange avec
desk-swap-seat = Table { $table } : { $name }
desk-swap-two = Choisissez deux joueurs différents.
desk-swap-changed = Le tournoi a changé entre-temps. Vérifiez les appariements et choisissez de nouveau.

## Classement

desk-no-standings = Le classement apparaît après la première ronde.
desk-recompute = Classement selon d’autres règles
desk-recompute-hint = Les mêmes résultats, classés selon { $rules }. Rien n’est modifié.
desk-recompute-real = Rang réel
desk-do-recompute = Afficher
desk-standings-after = Classement – { $round }
desk-rank = Rang
desk-points = Points

## Decklists

desk-lists-count = { $handed ->
    [one] { $handed } decklist rendue sur { $all }
   *[other] { $handed } decklists rendues sur { $all }
}
desk-do-lock = Tout verrouiller
desk-do-unlock = Tout déverrouiller
desk-lock = Modifications
desk-locked = Verrouillées
desk-unlocked = Permises
desk-by-deadline = Jusqu’à la date limite
desk-by-start = Jusqu’au début
desk-closed-by-start = Fermées depuis le début
desk-on-paper = Sur papier
desk-missing = Manquante

desk-picture-of = Image de { $event }
desk-picture-hint = JPEG, PNG ou WebP, 5 Mo au plus. De préférence au format paysage, 1600 × 900 pixels. Tout le monde peut la voir.
desk-picture = Image
desk-do-to-picture = Choisir une image
desk-staff = Équipe de ce tournoi
desk-staff-hint = Membres de votre organisation qui peuvent faire plus dans ce tournoi qu’ailleurs. Le meilleur des deux rôles compte. Le rôle prend fin ici, ou quand la personne quitte l’organisation.
desk-staff-none = Aucun membre n’a de rôle pour ce seul tournoi.
desk-staff-role = Rôle
desk-staff-left = n’est plus membre
desk-staff-end-of = Retirer le rôle de { $name }
desk-staff-assign = Donner un rôle à un membre
desk-staff-member = Membre
desk-do-end-staff = Retirer le rôle
desk-do-assign-staff = Attribuer
desk-do-to-staff = Choisir l’équipe
desk-do-to-settings = Aller aux réglages
desk-next-incomplete = { $teams ->
    [one] Une équipe n’est pas complète et ne jouera pas.
   *[other] { $teams } équipes ne sont pas complètes et ne joueront pas.
}
desk-next-agents = { $players ->
    [one] Un joueur n’a pas d’équipe.
   *[other] { $players } joueurs n’ont pas d’équipe.
}
