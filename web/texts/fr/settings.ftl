# Les textes des réglages d’un tournoi et du chrono d’une ronde.

## Les groupes du formulaire, et leur sujet

desk-group-about = À propos du tournoi
desk-group-about-hint = Texte, lieu, lots, frais d’inscription
desk-group-registration = Inscription
desk-group-registration-hint = Check-in, qui voit le tournoi
desk-group-play = Rondes et matchs
desk-group-play-hint = Durée des rondes, BO3, équipes
desk-group-rules = Points et départages
desk-group-rules-hint = Selon les règles
desk-group-lists = Decklists
desk-group-lists-hint = Date limite
desk-group-other = Tables et appariements
desk-group-other-hint = Numéros de table, byes, qui s’assied en premier
desk-event-value = { $label } : { $value }
desk-usual-rounds = { $cut ->
    [0] { $players } joueurs : { $rounds } rondes.
   *[other] { $players } joueurs : { $rounds } rondes, top { $cut }.
}
desk-do-usual-rounds = Prévoir ces rondes
desk-copy-day = Proposé pour le { $weekday ->
    [1] lundi
    [2] mardi
    [3] mercredi
    [4] jeudi
    [5] vendredi
    [6] samedi
   *[other] dimanche
} { $day }.
desk-regulars-hint = Cochez qui joue de nouveau : l’inscription se fait aussitôt.

## Réglages

desk-event-zone = Fuseau horaire
desk-event-zone-hint = Une ville comme Paris, ou un fuseau comme Europe/Paris. UTC si vide.
desk-event-description = Description
desk-event-description-hint = Tout le monde la voit. Markdown fonctionne : **gras**, [liens](https://example.org), listes qui commencent par « - ».
desk-event-prizes = Lots
desk-event-venue = Lieu
desk-event-address = Adresse
desk-event-address-hint = Les pages y mettent un lien vers un plan.
desk-event-rules = Niveau d’application des règles (REL)
desk-event-contact = Contact
desk-event-contact-hint = Une adresse e-mail, un lien ou quelques mots. Tout le monde le voit.
desk-event-policy = Qui peut s’inscrire
desk-event-policy-hint = L’équipe peut inscrire n’importe qui, quel que soit ce choix. Le code d’inscription figure sur la page Joueurs.
desk-event-approval = Valider chaque inscription vous-même
desk-event-approval-hint = Qui s’inscrit attend sur la page Joueurs et garde une place jusqu’à ce que vous acceptiez ou refusiez.
desk-event-opens = Ouverture des inscriptions
desk-event-opens-hint = Les inscriptions s’ouvrent et se ferment d’elles-mêmes à ces heures. Vous pouvez inscrire des joueurs à tout moment.
desk-event-closes = Clôture des inscriptions
desk-event-offer = Minutes pour répondre à une place proposée
desk-event-offer-hint = Une place libre est proposée pendant ce temps à la première personne de la liste d’attente, puis à la suivante. Vide : vous attribuez les places vous-même.
desk-event-fee = Frais d’inscription
desk-event-fee-hint = Par exemple « 10 €, à payer à la caisse ». Tout le monde le voit.
desk-event-check-in = N’apparier que les joueurs qui ont fait leur check-in
desk-event-check-in-hint = Les autres restent inscrits et sont appariés une fois leur check-in fait. Inutile en phase finale.
desk-event-best-of = Parties par match
desk-event-best-of-any = –
desk-event-best-of-3 = Deux parties gagnantes (BO3)
desk-event-best-of-1 = Une seule partie (BO1)
desk-event-minutes = Minutes par ronde
desk-event-minutes-hint = Le chrono démarre avec la ronde. Pas de chrono si vide.
desk-event-end-rule = Quand le temps est écoulé
desk-event-end-rule-hint = S’affiche quand le chrono arrive à zéro, par exemple « Encore cinq tours ».
desk-event-first-table = Première table
desk-event-first-table-hint = Le plus petit numéro de table. 1 si vide.
desk-event-last-table = Dernière table
desk-event-last-table-hint = Le plus grand numéro de table. Pas de limite si vide.
desk-event-attendance = Prévoir les rondes suisses selon le nombre de joueurs
desk-event-attendance-hint = Quand la ronde 1 est appariée, on prévoit le nombre de rondes habituel. Il remplace le nombre saisi plus haut. Pas avec des poules ou des pods de draft.
desk-event-lowest-bye = Le bye va au dernier du classement
desk-event-lowest-bye-hint = Sinon à un joueur tiré au sort parmi ceux qui ont le moins de points. Un second bye seulement quand tous en ont eu un.
desk-event-squares = Éviter d’abord les grands écarts de points
desk-event-squares-hint = La somme des carrés des écarts est la plus petite possible, comme à Netrunner. Sinon, c’est la somme des écarts.
desk-event-sides = Équilibrer qui s’assied en premier
desk-event-sides-hint = Dans un match, celui qui l’a été moins souvent est placé en premier. À Netrunner, le premier est la Corpo.
desk-event-row = Tables par rangée
desk-event-row-hint = Aucune rencontre par équipes ne dépasse le bout d’une rangée. Laissez vide si les rangées n’importent pas.
desk-event-ends = Fin prévue
desk-event-ends-hint = Laissez vide si elle découle du nombre de rondes.
desk-event-queue = File à la demande : joueurs par événement
desk-event-queue-hint = Dès que ce nombre est atteint, les joueurs sont appelés et un événement est créé pour eux. 0 pour aucune file.
desk-event-answer = Minutes pour répondre à un appel
desk-event-answer-hint = Cinq si le champ est vide. Ensuite, le joueur suivant de la file est appelé.
desk-event-shares-tables = Les tables peuvent être celles d’un autre événement en cours
desk-event-shares-tables-hint = Sinon, deux événements en cours d’une convention n’ont jamais la même table.
desk-event-publish = Publier les appariements dès qu’ils sont faits
desk-event-publish-hint = Sinon, vous les regardez d’abord et les publiez vous-même.
desk-event-power = Apparier selon le classement la dernière ronde avant une phase finale
desk-event-power-hint = Premier contre deuxième, et ainsi de suite.
desk-event-ranked = Refaire les têtes de série avant chaque ronde de la phase finale
desk-event-ranked-hint = Sinon, l’arbre reste tel quel.
desk-event-playoff = Type de phase finale
desk-event-pod = Joueurs par pod de draft
desk-event-pod-size = Joueurs par table
desk-event-pod-size-hint = 2 pour des matchs à deux, de 3 à 5 pour des pods, comme en Commander.
desk-event-short-pods = Tables incomplètes
desk-event-short-pods-last = En bas du classement
desk-event-short-pods-first = En haut du classement
desk-event-short-pods-byes = Aucune : les derniers ont un bye
desk-event-pool-size = Joueurs par poule
desk-event-pool-size-hint = Dans une poule, chacun rencontre chacun, au lieu de rondes suisses. 0 s’il n’y en a pas.
desk-event-together = Les membres d’une équipe jouent un match ensemble
desk-event-together-hint = Deux contre deux, comme au Troll à deux têtes. Seulement pour des équipes de 2.
desk-event-seat-formats = Formats des sièges d’une équipe
desk-event-seat-formats-hint = Un code par siège, comme STANDARD, PIONEER, MODERN. Laissez vide si tous jouent le format du tournoi.
desk-event-grace = Secondes après la date limite
desk-event-grace-hint = Une decklist rendue dans ce délai est encore à temps.
desk-event-unlisted = Sans pages publiques
desk-event-unlisted-hint = Aucune liste destinée aux joueurs ne montre le tournoi.
desk-event-test = Tournoi d’essai
desk-event-test-hint = Il n’est jamais exporté et n’a pas de pages publiques.
desk-next-check-in = Faites le check-in des joueurs : il en faut au moins deux.
desk-next-checked-in = { $here } joueurs sur { $players } ont fait leur check-in.
desk-event-rule-set = Règles du classement
desk-event-rule-set-hint = Elles ne peuvent plus changer une fois le jeu commencé.
desk-event-tiebreakers = Départages, dans l’ordre
desk-event-tiebreakers-hint = Noms séparés par des virgules : omw, gw, ogw, oomw, late, score, margin, sos, esos, head_to_head, wins, buchholz, buchholz_cut_1, sonneborn_berger, ctb. Si c’est vide, selon les règles.
desk-event-win = Points pour une victoire
desk-event-draw = Points pour un nul
desk-event-loss = Points pour une défaite
desk-event-by-place = Points selon le rang à la table
desk-event-by-place-hint = Un nombre par joueur à la table, par exemple 5, 3, 1, 0. Si c’est vide, victoire, nul et défaite comptent.
