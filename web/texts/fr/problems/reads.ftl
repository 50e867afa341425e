# Messages de la lecture, par code.

problem-archetypes-not-public = Le tournoi { $id } n’a pas publié ses decklists, donc ses archétypes ne sont pas publics.
problem-dumps-being-replaced = Les extractions sont en train d’être remplacées par de plus récentes. Veuillez réessayer.
problem-export-not-accepted = L’export est en { $json } ou { $ndjson } ; l’en-tête Accept exclut les deux.
problem-export-table-not-accepted = L’export est en { $ndjson }, { $json } ou { $csv } ; l’en-tête Accept les exclut tous.
problem-for-api-keys-only = Cette adresse est réservée aux clés API.
problem-media-type-not-accepted = Cette adresse répond en { $media_type }, que l’en-tête Accept exclut.
problem-no-dumps = Ce service n’offre pas d’extractions.
problem-no-line-of-player = Le classement de cette ronde n’a pas de ligne pour le joueur « { $player } ».
problem-no-such-dump = Ce fichier ne figure pas parmi les extractions ; le manifeste les nomme toutes.
problem-no-such-page = Il n’y a pas de page { $number } : à cette taille, les pages vont de 1 à { $pages }.
problem-no-such-public-file = Les pages publiques n’ont pas ce fichier.
problem-not-a-valid-format = Il faut un format valide.
problem-page-after-the-end = Il n’y a pas de page { $number } : la liste se termine avant.
problem-part-not-readable = Il manque peut-être à cette réponse ce qui va avec ce Consistency-Token, car une partie des données est illisible. Sans ce jeton, vous recevez la réponse telle qu’elle est.
problem-standings-being-replaced = La ronde en cours vient d’être supprimée. Veuillez réessayer dans une seconde.
problem-start-again-without-since = { $why } Recommencez sans since.
problem-starting = Le service est en train de démarrer. Veuillez réessayer dans un instant.
problem-team-matches-for-staff = Seule l’équipe du tournoi peut lire les matchs des équipes.
problem-too-many-drawings = Beaucoup de pages sont en cours de préparation. Veuillez réessayer dans une seconde.
problem-unknown-event-format = « { $format } » n’est pas un format valide. Les valeurs possibles sont { $valid }.
problem-write-not-readable-yet = Ce qui va avec ce Consistency-Token est enregistré, mais pas encore lisible. Veuillez réessayer ; avec « Prefer: wait=5 », la requête attend plus longtemps.
