# Équipes, drafts, phases finales, joueurs en retard et appariements à la main.

desk-tab-teams = Équipes

## Équipes

desk-do-to-teams = Former des équipes
desk-next-first-round-teams = { $players ->
    [one] { $players } équipe est formée.
   *[other] { $players } équipes sont formées. Quand elles sont toutes là, appariez la première ronde.
}
desk-team-name = Nom de l’équipe
desk-team-hint = Puis ses joueurs, dans l’ordre de leurs places. Les nouveaux joueurs sont inscrits avec l’équipe.
desk-team-seat = Place { $seat }
desk-do-form-team = Former l’équipe
desk-do-drop-team = Retirer l’équipe { $team } du tournoi
desk-teams-count = { $count ->
    [one] { $count } équipe
   *[other] { $count } équipes
}
desk-teams-none = Saisissez la première équipe et ses joueurs.
desk-teams-without = { $count ->
    [one] { $count } joueur n’a pas d’équipe
   *[other] { $count } joueurs n’ont pas d’équipe
}
desk-teams-incomplete = Saisissez un nom d’équipe et un joueur pour chaque place.
desk-teams-twice = { $name } apparaît deux fois. Une personne ne peut pas occuper deux places.
desk-teams-taken = { $name } a une inscription et se trouve dans une équipe, ou ne joue plus. S’il s’agit d’une autre personne du même nom, inscrivez-la d’abord dans l’onglet Joueurs.
desk-teams-several = Plusieurs joueurs sans équipe s’appellent { $name }. Choisissez-en un dans la liste : { $choices }.
desk-teams-known = { $name } est peut-être une personne que vous connaissez déjà : { $people }. Inscrivez-la d’abord dans l’onglet Joueurs, puis formez l’équipe.
desk-teams-new = Si { $name } est une autre personne, formez l’équipe avec de nouvelles personnes.
desk-do-form-team-new = Former l’équipe avec de nouvelles personnes
desk-teams-unknown = Cette équipe n’est pas dans le tournoi.
desk-team-matches = Matchs des équipes
desk-tables = Tables
desk-seats-won = Places gagnées
desk-team-open = En cours
desk-team-decided = Décidé

## Drafts, réunions des joueurs et autres façons de continuer

desk-draft = Draft
desk-no-tables = Personne n’est apparié dans cette ronde.
desk-ways = Autres options
desk-do-pods = Placer les pods de draft
desk-do-pair-swiss = Apparier la ronde { $number } sans pods
desk-do-pair-in-pods = Apparier la ronde { $number } dans les pods
desk-do-meeting = Réunion des joueurs, placement par nom
desk-do-random-meeting = Réunion des joueurs, placement au hasard
desk-next-pods = Les pods ont joué toutes leurs rondes. Placez de nouveaux pods pour la ronde { $number }, ou continuez sans pods.

## Le cut et la phase finale

desk-do-to-cut = Examiner le cut
desk-cut = Cut
desk-cut-size = Nombre de qualifiés
desk-do-show-cut = Afficher
desk-cut-preview = Aperçu du cut
desk-cut-pools = D’abord les premiers de chaque poule, puis les deuxièmes, et ainsi de suite. À place égale, sauf pour les premiers, les têtes de série sont échangées pour que deux joueurs d’une même poule se rencontrent tard.
desk-cut-seed = Tête de série
desk-cut-advances = Se qualifie
desk-cut-out = Éliminé
desk-cut-by-lot = Aucune ronde n’a été jouée. Un tirage au sort décide des qualifiés et des têtes de série.
desk-cut-changed = Le tournoi a changé depuis l’affichage de cette page, donc rien n’a été fait. Regardez de nouveau l’aperçu.
desk-cut-later = Le cut est possible quand toutes les rondes sont clôturées.
desk-cut-means = Tous les autres sont éliminés. Le cut peut être refait jusqu’au lancement de la ronde suivante.
desk-cut-again = Le cut est fait. Après une correction ou un abandon, il peut être refait ; la ronde suivante doit alors être réappariée.
desk-do-cut-again = Refaire le cut au top { $size }
desk-cut-tie = { $last } et { $next } ont le même nombre de points, et les départages décident ({ $heads }). { $last } : { $of_last }. { $next } : { $of_next }.
desk-cut-lot = { $last } et { $next } sont à égalité de points et à tous les départages. Un tirage au sort décide.
desk-cut-equal = { $last } et { $next } sont à égalité de points et à tous les départages chiffrés. Les autres départages décident, puis un tirage au sort.
desk-bracket = Arbre
desk-bracket-open = À jouer
desk-bracket-won = gagné
desk-bracket-wins = { $name } gagne { $score }
desk-do-win = Gagne
desk-places = Rangs finaux

## Joueurs en retard

desk-missed = Byes ou défaites pour les rondes manquées
desk-missed-title = Rondes manquées : { $name }
desk-missed-none = Ce joueur n’a manqué aucune ronde qui puisse être complétée.
desk-missed-hint = Désormais, un bye compte comme un match gagné et une défaite comme un match perdu. Les classements des rondes déjà terminées restent tels quels.
desk-missed-nothing = Rien
desk-missed-each = Pour chaque ronde manquée

## Appariements à la main

desk-do-by-hand = Apparier à la main
desk-by-hand-title = Joueurs sans match : { $round }
desk-by-hand-none = Tous les joueurs ont un match.
desk-by-hand-one = Ce joueur
desk-by-hand-other = joue contre
desk-by-hand-bye = Aucun adversaire : un bye
desk-by-hand-loss = Aucun adversaire : une défaite
desk-do-pair-by-hand = Apparier
desk-by-hand-matches = Matchs de la ronde
desk-by-hand-two = Choisissez deux joueurs différents sans match dans cette ronde.
desk-do-remove = Retirer
desk-do-remove-table = Retirer le match de la table { $table }
desk-warnings = L’appariement automatique ferait autrement
desk-warn-rematch = { $names } se sont déjà rencontrés.
desk-warn-another-bye = { $names } a déjà eu un bye.
desk-warn-bye-missing = { $names } devait avoir un bye pour cette ronde et n’en a pas.
desk-warn-left-out = { $names } n’a pas de match.
desk-warn-fixed-seat = { $names } a une table fixe et se trouve à une autre.
desk-warn-never-meet = { $names } ne se rencontrent pas : les deux sont seuls à la première ronde de leur poule.
desk-team-lacks = { $free ->
    [one] Une place libre
   *[other] { $free } places libres
}
desk-team-waits = Des membres n’ont pas de place
desk-do-dissolve = Dissoudre
desk-do-dissolve-team = Dissoudre { $team }
