# Les textes des pages publiques.

public-canceled = Annulé
public-fee = Inscription : { $fee }
public-own-time = { $time } chez vous
public-time-utc = { $time } UTC
public-time = { $time } ({ $zone })

## La page d’accueil, et la page des adresses sans page

public-front-docs = Documentation de l’API (en anglais)
public-not-found-page = Il n’y a pas de page à cette adresse. Elle contient peut-être une faute de frappe.
public-not-found-event = Ce tournoi n’a pas de page publique. Il n’est peut-être pas répertorié, ou l’adresse contient une faute de frappe.
public-not-found-round = Ce tournoi n’a pas cette ronde.
public-not-found-list = Cette decklist n’est pas publique. Les listes sont visibles quand l’organisateur les publie.
public-not-found-player = Cette page de joueur n’existe pas. Chaque joueur choisit s’il montre la sienne.
public-not-found-store = Il n’y a pas de boutique à cette adresse.
public-not-found-convention = Il n’y a pas de convention publique à cette adresse. Elle n’est peut-être pas répertoriée, ou l’adresse est mal saisie.
public-to-events = Voir tous les tournois

## La liste des tournois

public-calendar = S’abonner à ces tournois (iCal)
public-filter = Filtrer les tournois
public-filter-store = Boutique
public-filter-after = Du
public-filter-before = Au
public-filter-all = Tous
public-filter-button = Afficher
public-filter-none = Afficher tous les tournois
public-owner = C’est votre installation ? Connectez-vous et créez un tournoi. Une nouvelle installation se configure avec le lien que Crosstable a affiché au démarrage ; il est aussi dans le fichier set-up-link du dossier de données.
public-empty = Pas encore de tournoi
public-to-desk = Gérer les tournois
public-running = En cours
public-running-none = Aucun tournoi ne se joue en ce moment.
public-upcoming = À venir
public-upcoming-none = Aucun tournoi n’est prévu pour le moment.
public-finished = Terminés
public-finished-none = Aucun tournoi n’est encore terminé.
public-none-chosen = Aucun tournoi ne correspond. Modifiez le filtre, ou affichez tous les tournois.
public-more-running = Plus de tournois en cours
public-more-upcoming = Tournois suivants
public-more-finished = Tournois précédents

## Tournois

public-playoff = Phase finale
public-standings = Classement
public-decks = Decks
public-more-pages = Suite de cette liste
public-now = En ce moment : { $round }
public-next = Ensuite : { $round }
public-to-pairings = Voir tous les appariements
public-place = { $place ->
    [1] 1er
   *[other] { $place }e
}
public-structure-swiss = { $rounds ->
    [one] { $rounds } ronde suisse
   *[other] { $rounds } rondes suisses
}
public-structure-cut = { $rounds ->
    [one] { $rounds } ronde suisse, puis top { $cut }
   *[other] { $rounds } rondes suisses, puis top { $cut }
}
public-structure-some = Rondes suisses, puis top { $cut }
public-structure-pools = Poules de { $size } au plus
public-structure-pools-cut = Poules de { $size } au plus, puis top { $cut }
public-structure-best-of = { $games ->
    [1] Une partie par match
   *[other] Matchs en BO{ $games }
}
public-structure-minutes = { $minutes } minutes par ronde
public-structure-teams = Équipes de { $size }
public-structure-together = Équipes de { $size } qui jouent un match ensemble
public-structure-pods = Tables de { $size }
public-all-standings = Classement complet ({ $count })
public-all-players = Les { $count } joueurs
public-cut-line = Le top { $cut } se qualifie pour la phase finale.
public-playoff-decides = La phase finale décide des rangs 1 à { $cut }. Les points et les bilans sont ceux des rondes précédentes.
public-not-listed = { $count ->
    [one] { $count } joueur inscrit n’a joué aucun match et ne figure pas dans la liste.
   *[other] { $count } joueurs inscrits n’ont joué aucun match et ne figurent pas dans la liste.
}
public-tiebreakers = { $count ->
    [0] À égalité de points, les joueurs sont départagés par tirage au sort.
   *[other] À égalité de points, les joueurs sont départagés par : { $list }. Puis par tirage au sort.
}
public-percent-of = % { $name }
public-rules = Règles : { $rules }
public-rules-changed = Règles : { $rules }, modifiées par l’organisateur
public-up = { $count ->
    [one] { $count } rang gagné
   *[other] { $count } rangs gagnés
}
public-down = { $count ->
    [one] { $count } rang perdu
   *[other] { $count } rangs perdus
}
public-no-standings = Le classement apparaîtra ici quand la première ronde commencera.
public-no-bracket = L’arbre apparaîtra ici quand la phase finale commencera.
public-no-lists = Aucune decklist n’est publiée.
public-no-players = Personne n’est encore inscrit.
public-standings-final = Classement final
public-standings-after = Classement après la ronde { $number }
public-standings-during = Classement pendant la ronde { $number }
public-rank = #
public-to-list = liste
public-dropped = abandon
public-players = { $count ->
    [one] { $count } joueur
   *[other] { $count } joueurs
}
public-places = { $left ->
    [0] Les { $capacity } places sont prises
    [one] { $left } place libre sur { $capacity }
   *[other] { $left } places libres sur { $capacity }
}
public-sign-up = S’inscrire
public-sign-up-waitlist = S’inscrire sur la liste d’attente
public-add-to-calendar = Ajouter à l’agenda
public-registered = Joueurs inscrits
public-about-event = À propos du tournoi
public-facts = Bon à savoir
public-map = Plan
public-rules-level = Niveau de règles
public-who-approved = { $who }. L’organisateur valide chaque inscription.
public-opens-at = Inscriptions dès : { $time }
public-winner = Vainqueur : { $name }
public-lower-places = Pour les rangs suivants
public-open-place = libre

## Trouver un nom

public-find = Trouver votre nom
public-found = Trouvé : { $name }
public-found-none = Aucun nom ne contient de mot commençant par « { $name } ». Vérifiez l’orthographe, ou saisissez moins de lettres.
public-found-more = Seuls les { $count } premiers sont affichés. Précisez le nom.
public-show-all = Afficher tout le monde

## Rondes

public-pairings = Appariements
public-results = Résultats
public-seats = Places
public-opponent = Adversaire
public-assigned-loss = Défaite attribuée
public-lost = perdu
public-against = contre { $name }
public-by-name = Par nom
public-by-table = Par table
public-letters = Initiales
public-at-pod-seat = Pod { $number }, place { $seat }
public-intentional-draw = ID
public-intentional-draw-means = ID : match nul intentionnel, convenu sans jouer.
public-won = gagné
public-both-lost = Double défaite
public-drawn = nul
public-unconfirmed = non confirmé
public-unconfirmed-means = Un résultat non confirmé compte dès qu’un adversaire le confirme, ou à la fin de la ronde.
public-clock-ends = Fin à { $time }.
public-then = Ensuite : { $rule }.
public-seating = Placement
public-at-table = Table { $number }
public-at-table-seat = Table { $number }, place { $seat }
public-at-pod = Pod { $number }
public-no-pairings = Il n’y a pas encore d’appariements.

## Decklists

public-decklist = Decklist
public-picture = La liste en image
public-lists-of-archetype = Autres listes { $archetype } de ce tournoi
public-list-text = Texte
public-list-elsewhere = La liste se trouve à l’adresse
public-cards = { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
}
public-cards-and-sideboard = { $cards }, { $sideboard } en réserve
public-more-cards = et { $count } de plus
public-no-cards = aucune carte à montrer
public-no-cards-here = Il n’y a aucune carte à montrer ici.
public-kept-elsewhere = Cette liste se trouve ailleurs :
public-nothing-read = Aucune ligne de la liste n’a pu être lue comme une carte.
public-lines-not-read = { $count ->
    [one] { $count } ligne n’a pas pu être lue comme une carte : ligne { $lines }.
   *[other] { $count } lignes n’ont pas pu être lues comme des cartes : { $lines }.
}

## La page d’une boutique

public-store-next = Prochains tournois
public-store-next-none = Aucun tournoi n’est prévu pour le moment.
public-store-past = Tournois passés
public-store-all = Tous les tournois

## Conventions

public-conventions-description = Conventions de jeux de cartes à collectionner : dates, lieux et programmes.
public-conventions-coming = En cours et à venir
public-conventions-none = Aucune convention n’est prévue pour le moment.
public-conventions-past = Passées
public-hub-pending = Les détails suivront.
public-hub-canceled = Cette convention est annulée.
public-hub-archived = Cette convention est terminée.
public-hub-external = Le programme est sur le site de la convention.
public-hub-external-link = Ouvrir le programme
public-hub-ticket = Un billet est nécessaire
public-hub-championship = Championnat régional
public-hub-announcements = Annonces
public-hub-about = À propos de la convention
public-hub-hotels = Hôtels
public-hub-zone = Toutes les heures sont celles de { $zone }.
public-hub-day = { $weekday ->
    [1] Lundi
    [2] Mardi
    [3] Mercredi
    [4] Jeudi
    [5] Vendredi
    [6] Samedi
   *[other] Dimanche
} { $day }
public-hub-undated = Sans date pour le moment
public-hub-empty = Le programme n’a pas encore de tournois.
public-hub-filter = Filtrer le programme
public-hub-filter-none = Afficher tout le programme
public-hub-headliner = Tournoi principal
public-hub-calendar = S’abonner à tout le programme (iCal)
public-agenda = Mon agenda
public-agenda-choose = Dans mon agenda : { $name }
public-agenda-hint = Cochez les étoiles des tournois pour composer votre agenda. Il reste sur cet appareil.
public-agenda-show = Afficher mon agenda
public-agenda-empty = Votre agenda est vide. Choisissez des tournois dans le programme.
public-agenda-overlap = { $first } et { $second } se chevauchent.
public-agenda-update = Mettre à jour mon agenda
public-agenda-calendar = S’abonner à mon agenda (iCal)

## Ce que les moteurs de recherche et les messageries montrent de la page d’accueil

public-description = Tournois de jeux de cartes à collectionner : dates et lieux, appariements, classements et decklists.
public-queues = Files d’attente à la demande
public-queues-why = Rejoignez une file. Quand assez de joueurs attendent, vous êtes appelé à une table.
public-queues-none = Aucune file n’est ouverte.
public-queue-line = Commence avec { $size } joueurs. Dans la file : { $waiting }
public-queue-begins = Début : { $time }
public-queue-join = Rejoindre la file
public-queue-join-name = Rejoindre la file : { $name }
