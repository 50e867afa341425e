# Les textes des feuilles à imprimer.

desk-tab-paper = Papier
desk-paper-size = Format du papier
desk-paper-a4 = A4
desk-paper-letter = Letter
desk-paper-choose = Choisir
desk-paper-sheets = Feuilles à imprimer
desk-paper-none = Inscrivez d’abord des joueurs. Leurs feuilles seront alors ici.
desk-paper-nothing = Cette feuille est vide : rien dans la ronde choisie n’y a sa place.
desk-paper-back = Retour à toutes les feuilles
desk-paper-how = Imprimez cette page avec Ctrl+P ou ⌘P, à 100 %.
desk-paper-print = Imprimer

## Les feuilles

desk-paper-names = Appariements par nom
desk-paper-names-hint = À afficher : les joueurs trouvent leur table.
desk-paper-teams = Appariements par équipe
desk-paper-teams-hint = À afficher : les équipes trouvent leurs tables et leurs places.
desk-paper-tables = Appariements par table
desk-paper-tables-hint = Pour le scorekeeper et les arbitres.
desk-paper-slips = Feuilles de match
desk-paper-slips-hint = Une par match. Coupez toute la pile et empilez les paquets : les feuilles sont dans l’ordre.
desk-paper-seatings = Placement
desk-paper-seatings-hint = À afficher : les joueurs trouvent leur place pour la réunion ou le draft.
desk-paper-pods = Pods de draft
desk-paper-pods-hint = Chaque pod avec ses places, pour les arbitres.
desk-paper-standings-hint = À afficher, après la ronde.
desk-paper-players = Tous les joueurs
desk-paper-players-hint = Par nom, avec une case à cocher pour chaque joueur présent.
desk-paper-checks-hint = Les joueurs par table, avec leurs listes et des cases à cocher.
desk-paper-forms = Formulaires de decklist
desk-paper-forms-hint = Une page par joueur, avec le nom et la table.
desk-paper-cards = Cartes QR
desk-paper-cards-hint = Une carte par joueur, qui mène à la page du joueur par un lien privé, ou à la page du tournoi. Elles se coupent comme les feuilles de match.
desk-paper-flyer = Affichette
desk-paper-flyer-hint = Pour le comptoir : les joueurs le scannent et s’inscrivent sur leur téléphone.
desk-paper-flyer-scan = Scannez ce code avec l’appareil photo de votre téléphone.
desk-paper-flyer-name = Saisissez votre nom.
desk-paper-flyer-keep = Gardez la page qui s’ouvre : elle montre votre table.
desk-paper-flyer-type = Ou ouvrez { $address } et saisissez :
desk-paper-flyer-no-code = Ce tournoi n’a pas encore de code d’inscription. Créez-en un sur la page des joueurs.

## Les mots sur les feuilles

desk-paper-points = Pts
desk-paper-first = Joueur
desk-paper-team = Équipe
desk-paper-tables-number = Tables { $tables }
desk-paper-seats = Places
desk-paper-pod = Pod
desk-paper-pod-number = Pod { $pod }
desk-paper-seat = Place
desk-paper-games-won = Parties gagnées
desk-paper-won = Gagné
desk-paper-score = Score
desk-paper-seats-won = Places gagnées
desk-paper-drop = Abandon
desk-paper-draws = Parties nulles
desk-paper-signature = Signature
desk-paper-signature-player = Signature du joueur
desk-paper-list-checked = Liste
desk-paper-remark = Remarque
desk-paper-form-title = Decklist
desk-paper-deck-name = Nom du deck
desk-paper-main-deck-more = Deck principal, suite
desk-paper-total = Nombre de cartes
desk-paper-checked-by = Vérifié par
desk-paper-code = Code
desk-paper-links-why = Un lien privé ouvre la page du joueur sur un téléphone, sans compte. Toute personne qui a le lien agit à la place du joueur.
desk-do-make-links = Créer des liens privés pour tous les joueurs
desk-paper-link-secret = Ce lien n’est qu’à vous : il sert à déclarer vos résultats.
desk-paper-count = N°
desk-paper-present = Présent
