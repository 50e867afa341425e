# Les textes des réglages d’un tournoi et du chrono d’une ronde.

## Les groupes du formulaire, et leur sujet

desk-group-about = À propos du tournoi
desk-group-about-hint = Texte, lieu, lots, frais d’inscription
desk-group-registration = Inscription
desk-group-registration-hint = Check-in, qui voit le tournoi
desk-group-play = Rondes et matchs
desk-group-play-hint = Durée des rondes, BO3, équipes
desk-group-lists = Decklists
desk-group-lists-hint = Date limite
desk-group-other = Tables
desk-group-other-hint = Premier et dernier numéro de table
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
desk-regulars = Joueurs
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
desk-event-opens = Ouverture des inscriptions
desk-event-opens-hint = Après la clôture, la page publique ne propose plus d’inscription. Vous ouvrez et fermez toujours les inscriptions vous-même.
desk-event-closes = Clôture des inscriptions
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
desk-event-publish = Publier les appariements dès qu’ils sont faits
desk-event-publish-hint = Sinon, vous les regardez d’abord et les publiez vous-même.
desk-event-power = Apparier selon le classement la dernière ronde avant une phase finale
desk-event-power-hint = Premier contre deuxième, et ainsi de suite.
desk-event-ranked = Refaire les têtes de série avant chaque ronde de la phase finale
desk-event-ranked-hint = Sinon, l’arbre reste tel quel.
desk-event-pod = Joueurs par pod de draft
desk-event-grace = Secondes après la date limite
desk-event-grace-hint = Une decklist rendue dans ce délai est encore à temps.
desk-event-unlisted = Sans pages publiques
desk-event-unlisted-hint = Aucune liste destinée aux joueurs ne montre le tournoi.
desk-event-test = Tournoi d’essai
desk-event-test-hint = Il n’est jamais exporté et n’a pas de pages publiques.
desk-next-check-in = Faites le check-in des joueurs : il en faut au moins deux.
desk-next-checked-in = { $here } joueurs sur { $players } ont fait leur check-in.
