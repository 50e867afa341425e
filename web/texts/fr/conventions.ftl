# Conventions at the desk.

desk-conventions = Conventions
desk-convention-tabs = Parties de la convention
desk-convention-tab-schedule = Programme
desk-convention-tab-events = Tournois
desk-convention-tab-hall = Salle
desk-convention-tab-counter = Guichet
desk-convention-tab-queues = Files d’attente
desk-convention-tab-announcements = Annonces
desk-convention-tab-settings = Réglages
desk-new-convention = Nouvelle convention
desk-no-conventions = Il n’y a pas encore de convention.
desk-convention-days = Jours
desk-convention-place = Lieu

# The hall, the counter, and several players at once.
desk-hall-empty = Aucun tournoi de la convention n’est encore à jouer.
desk-hall-changed = { $count ->
    [one] Les tables de { $count } tournoi ont été modifiées.
   *[other] Les tables de { $count } tournois ont été modifiées.
}
desk-hall-undo = Annuler la modification
desk-hall-proposal = Ceci est une proposition. Rien n’est encore enregistré : regardez le plan, changez ce que vous voulez, puis enregistrez.
desk-hall-plan = Plan de la salle
desk-hall-drawing = Les tables de gauche à droite, le temps de haut en bas. Le tableau ci-dessous contient les mêmes nombres.
desk-hall-tables = Tables des tournois
desk-hall-time = Horaire
desk-hall-needs = Tables nécessaires
desk-hall-shares = Partage des tables
desk-hall-collides = Chevauchement
desk-hall-taken = Occupe les tables { $first } à { $last }
desk-hall-first-of = Première table de { $event }
desk-hall-last-of = Dernière table de { $event }
desk-hall-shares-of = { $event } partage des tables
desk-hall-hint = Un tournoi occupe ses tables quand il est apparié et les garde jusqu’à sa fin. Un autre tournoi en même temps ne peut pas les occuper, sauf si l’un des deux partage ses tables. De nouveaux numéros valent à partir du prochain appariement.
desk-hall-discard = Rejeter la proposition
desk-hall-propose = Proposer des tables
desk-hall-propose-hint = Donne à chaque tournoi de ce jour des tables selon sa capacité, sans chevauchement. Les tables occupées et les numéros sans chevauchement restent.
desk-hall-from = Première table de la salle
desk-hall-to = Dernière table de la salle
desk-hall-do-propose = Afficher une proposition
desk-hall-no-room = Il n’y a pas assez de tables pour { $events }. Indiquez plus de tables de la salle, ou laissez un tournoi partager ses tables.
desk-hall-collision = { $one } et { $other } prévoient les mêmes tables en même temps.
desk-hall-undated = Sans date
desk-counter-hint = Tapez le début d’un nom pour trouver les inscriptions d’une personne dans tous les tournois de la convention.
desk-counter-more = D’autres noms commencent ainsi. Tapez plus de lettres.
desk-paid = Payé
desk-not-paid = Non payé
desk-pays-later = A demandé à payer plus tard
desk-do-paid = Marquer comme payé
desk-do-unpaid = Marquer comme non payé
desk-do-check-out = Annuler le pointage
desk-do-untag = Retirer l’étiquette { $tag }
desk-tag = Étiquette
desk-do-tag = Ajouter l’étiquette
desk-several = Plusieurs joueurs
desk-several-all = Les { $count } joueurs
desk-several-none = Cochez au moins un joueur.
desk-several-no-target = On ne peut pas déplacer de joueurs vers ce tournoi. Choisissez-en un dans la liste.
desk-several-moved = { $count ->
    [one] { $count } joueur a été déplacé.
   *[other] { $count } joueurs ont été déplacés.
}
desk-several-no-children = On peut déplacer des joueurs vers des tournois rattachés, dont les réglages nomment ce tournoi comme parent, et vers d’autres tournois de sa convention. Il n’y en a pas pour l’instant.
desk-several-to = Déplacer vers
desk-several-becomes-child = { $event } (devient un tournoi rattaché)
desk-do-move = Déplacer les joueurs
desk-to-move = Déplacer vers un autre tournoi
desk-payment-method = Moyen de paiement
desk-payment-any = Non précisé
desk-payment-card = Carte
desk-payment-wallet = Portefeuille numérique
desk-tags = Étiquettes
desk-tags-hint = Séparées par des virgules. Seul le personnel les voit.
desk-queue-empty = Aucune file n’est ouverte. Un tournoi en est une si ses réglages indiquent les joueurs d’une file.
desk-queue-none = Choisissez un joueur d’une file de cette convention.
desk-queue-fired = Le tournoi est créé.
desk-queue-full = Assez de joueurs sont là. Si aucun tournoi n’est créé en quelques secondes, le bouton dit pourquoi.
desk-queue-called = Appelés
desk-queue-here = Présents
desk-queue-line = Dans la file
desk-queue-out = Hors de la file
desk-queue-until = Répond avant { $time }
desk-do-queue-call = Appeler maintenant
desk-do-queue-here = Est là
desk-do-queue-wait = Mettre dans la file
desk-do-queue-last = À la fin
desk-do-queue-standby = En réserve
desk-do-queue-remove = Retirer
desk-do-queue-end = Terminer l’appel
desk-do-queue-fire = Commencer avec les présents
desk-convention-ends = Fin
desk-convention-url = Page web
desk-convention-url-hint = Avec le statut « Programme ailleurs », la page de la convention y renvoie.
desk-convention-hotel = Hôtels
desk-convention-ticket = Les visiteurs ont besoin d’un billet
desk-convention-filters = Le programme se filtre par type de jeu
desk-convention-latitude = Latitude
desk-convention-latitude-hint = En degrés, par exemple 52,52. Laissez les deux champs vides si vous ne les connaissez pas.
desk-convention-longitude = Longitude
desk-convention-color = Couleur
desk-convention-color-hint = Six chiffres hexadécimaux, par exemple 1f6feb.
desk-convention-second-color = Deuxième couleur
desk-convention-header = Adresse d’une image d’en-tête
desk-convention-header-hint = Pour les programmes qui lisent la convention. Ces pages ne montrent qu’une image téléversée.
desk-convention-slug = Nom dans l’adresse
desk-convention-slug-hint = Lettres, chiffres et traits d’union. Vide, il est formé à partir du nom. Si vous le changez, les anciens liens ne fonctionnent plus.
desk-convention-region = Région d’un championnat régional
desk-convention-no-region = Aucune
desk-convention-regional = Avec un championnat régional
desk-convention-buzzer = Identifiant du bipeur des arbitres
desk-convention-hub-id = Identifiant sur une autre plateforme
desk-convention-series = Numéro de sa série
desk-convention-products = Numéros de ses listes de produits
desk-convention-products-hint = Séparés par des virgules.
desk-convention-visitors = Pour les visiteurs
desk-convention-visitors-hint = Texte, page web, hôtels, formats principaux
desk-convention-where = Emplacement
desk-convention-where-hint = Adresse et position sur la carte
desk-convention-look = Apparence
desk-convention-look-hint = Couleurs et image d’en-tête
desk-convention-elsewhere = Adresse et autres systèmes
desk-convention-elsewhere-hint = Nom dans l’adresse, championnat, numéros ailleurs
desk-convention-formats = Formats principaux
desk-convention-status-hint = Non listée : pas de page publique. Détails à venir : une page sans programme. Programme ailleurs : un lien à la place du programme.
desk-convention-final = Une convention archivée reste telle quelle.
desk-convention-picture = Image d’en-tête
desk-convention-do-create = Créer la convention
desk-convention-no-status = Choisissez un statut.
desk-convention-archive = Archiver { $name } ?
desk-convention-archive-effect = Sa page reste, parmi les conventions passées. Elle ne pourra plus être modifiée, et c’est définitif.
desk-convention-do-archive = Archiver
desk-convention-made = { $count ->
    [one] Un tournoi a été créé. Il peut être supprimé tant qu’il n’a pas de joueurs.
   *[other] { $count } tournois ont été créés. Ils peuvent être supprimés tant qu’ils n’ont pas de joueurs.
}
desk-convention-players = Joueurs : { $players }
desk-convention-overlap = Salle prise deux fois
desk-convention-move = Déplacer
desk-convention-move-event = Déplacer { $event }
desk-convention-move-hint = La fin prévue, la fin des inscriptions et la date limite des decklists suivent.
desk-convention-to-table = Tournois d’un tableau
desk-convention-to-duplicate = Dupliquer un jour
desk-convention-no-events = Pas encore de tournoi. Créez-en un, ou collez un tableau.
desk-convention-day = Jour
desk-convention-room = Salle
desk-convention-no-room = Sans salle
desk-convention-tables = Tables
desk-convention-no-time = Saisissez un jour et une heure.
desk-convention-no-day = Saisissez deux jours.
desk-convention-same-day = Choisissez un autre jour que celui qui est dupliqué.
desk-convention-empty-day = Ce jour n’a aucun tournoi à dupliquer.
desk-convention-duplicate-hint = Les tournois sont créés à nouveau, avec les mêmes réglages et les mêmes heures. Les joueurs ne sont pas copiés.
desk-convention-target-day = Jour des copies
desk-convention-duplicate-preview = { $count ->
    [one] Un tournoi sera créé : { $day }.
   *[other] { $count } tournois seront créés : { $day }.
}
desk-convention-is-there = Il y en a déjà un de ce nom
desk-convention-do-create-events = { $count ->
    [one] Créer un tournoi
   *[other] Créer { $count } tournois
}
desk-convention-other-day = Choisir d’autres jours
desk-table-title = Tournois d’un tableau
desk-table-field = Tableau
desk-table-hint = Collez depuis un tableur, 100 tournois au plus. La première ligne nomme les colonnes : Nom, Format, Jour, Heure, Salle, Places, Tables (1-40), ou tout autre champ d’un tournoi. Vous voyez un aperçu avant que rien ne soit créé.
desk-table-preview = { $count ->
    [one] Un tournoi est prêt à être créé.
   *[other] { $count } tournois sont prêts à être créés.
}
desk-table-do-change = Modifier le tableau
desk-table-faults = Certaines lignes sont illisibles. Corrigez-les dans le champ, puis relancez l’aperçu.
desk-table-cells = Lu
desk-table-wrong = Erreurs
desk-table-no-name = Aucune colonne ne s’appelle « Nom ».
desk-table-too-long = Un tableau peut avoir au plus { $most } tournois. Mettez le reste dans un deuxième tableau.
desk-table-no-day = Il y a une heure, mais pas de jour.
desk-table-bad-day = « { $day } » n’est pas un jour, comme 24/10/2026.
desk-table-bad-time = « { $time } » n’est pas une heure, comme 10:00.
desk-table-bad-tables = « { $tables } » n’est pas une plage de tables, comme 1-40.
desk-table-bad-format = « { $format } » n’est pas un format connu.
desk-table-bad-yes = « { $value } » n’est ni oui ni non.
desk-announcement-new = Nouvelle annonce
desk-announcement-do-post = Publier
desk-announcement-do-change = Modifier le texte
desk-announcement-to-players = L’envoyer aussi à tous les joueurs de ses tournois
desk-announcement-to-players-hint = Chaque personne reçoit un seul message, quel que soit le nombre de ses tournois.
desk-announcement-posted = Annonces
desk-announcement-do-remove = Retirer
desk-announcement-empty = Écrivez un texte.
desk-announcement-page = Elle apparaît sur la page de la convention.
desk-queue-timed-out = Sans réponse
