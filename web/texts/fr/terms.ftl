# Les mots pour les statuts, les rondes et les pénalités.

term-registration-open = Inscriptions ouvertes
term-waitlist-only = Liste d’attente uniquement
term-registration-closed = Inscriptions fermées
term-event-in-progress = Tournoi en cours
term-event-finished = Tournoi terminé
term-decklists-publishing = Publication des decklists en cours
term-decklists-published = Decklists publiées

term-in-progress = En cours
term-upcoming = À venir
term-complete = Clôturée

term-player-meeting = Réunion des joueurs
term-random-player-meeting = Réunion des joueurs, placement au hasard
term-draft-pod = Pod de draft
term-play-vs-opponent = Match contre un adversaire

term-swiss = Rondes suisses
term-single-elimination = Élimination directe
term-ranked-single-elimination = Élimination directe, têtes de série refaites à chaque ronde
term-double-elimination = Double élimination
term-round-robin = Chacun contre chacun en poules

term-playoff-single-elimination = Élimination directe
term-playoff-single-elimination-third-place = Élimination directe avec match pour la troisième place
term-playoff-double-elimination = Double élimination avec une seule finale
term-playoff-double-elimination-reset = Double élimination ; la finale est rejouée après une première défaite

term-round = Ronde { $number }
term-final = Finale
term-semifinals = Demi-finales
term-quarterfinals = Quarts de finale
term-round-of = Top { $players }
term-winners-bracket = Arbre des gagnants
term-losers-bracket = Arbre des perdants
term-winners-round = Ronde { $number } des gagnants
term-winners-final = Finale des gagnants
term-losers-round = Ronde { $number } des perdants
term-losers-final = Finale des perdants
term-grand-final = Grande finale
term-second-grand-final = Seconde grande finale
term-third-place = Match pour la troisième place
term-if-needed = { $round } (si nécessaire)
term-pool = Poule { $number }

term-entry-in-progress = Inscription en cours
term-entry-in-waiting-room = En attente de validation
term-entry-on-waitlist = Sur la liste d’attente
term-entry-moved-to-child-event = Passé dans un autre tournoi
term-entry-complete = Inscrit
term-entry-canceled = Inscription annulée
term-entry-dropped = A abandonné
term-entry-disqualified = Disqualifié
term-entry-eliminated = Éliminé

term-caution = Rappel
term-warning = Warning
term-game-loss = Game loss
term-match-loss = Match loss
term-disqualification = Disqualification

term-other-format = Autre

term-role-admin = Administrateur
term-role-organizer = Organisateur
term-role-scorekeeper = Scorekeeper
term-role-judge = Arbitre
term-role-read-only = Lecture seule

term-rules-casual = Casual
term-rules-regular = Convivial (Regular)
term-rules-competitive = Compétitif
term-rules-professional = Professionnel
term-policy-everyone = Tout le monde, avec ou sans compte
term-policy-join-code = Toute personne qui a le code d’inscription
term-policy-accounts = Les personnes qui ont un compte
term-policy-staff = L’équipe seule, pour les joueurs

term-hook-tournament-created = Un tournoi a été créé
term-hook-tournament-changed = Les informations, les réglages ou le statut d’un tournoi ont changé, ou il a été supprimé
term-hook-round-published = Les appariements d’une ronde ont été publiés, ou la ronde a commencé
term-hook-round-completed = Une ronde s’est terminée
term-hook-result-corrected = Un résultat a été corrigé
term-hook-standings-final = Un tournoi a été terminé
term-hook-lists-published = Les decklists d’un tournoi ont été publiées
term-hook-registration-added = Un joueur s’est inscrit, ou une inscription a été complétée
term-hook-registration-dropped = Un joueur ou une équipe a quitté un tournoi

## Rule sets and tiebreakers

term-tiebreaker-omw = Pourcentage de matchs gagnés des adversaires
term-tiebreaker-gw = Pourcentage de parties gagnées
term-tiebreaker-ogw = Pourcentage de parties gagnées des adversaires
term-tiebreaker-oomw = Pourcentage de matchs gagnés des adversaires des adversaires
term-tiebreaker-late = Pas en retard à la ronde 1
term-tiebreaker-score = Score
term-tiebreaker-margin = Marge de victoire
term-tiebreaker-sos = Force des adversaires
term-tiebreaker-esos = Force étendue des adversaires
term-tiebreaker-head-to-head = Confrontation directe
term-tiebreaker-wins = Matchs gagnés
term-tiebreaker-buchholz = Buchholz
term-tiebreaker-buchholz-cut-1 = Buchholz sans le plus faible adversaire
term-tiebreaker-sonneborn-berger = Sonneborn-Berger
term-tiebreaker-ctb = Départage cumulatif
term-rule-set-score = Score et marge
term-convention-scheduled = Programmée
term-convention-unlisted = Non listée
term-convention-details-pending = Détails à venir
term-convention-use-external-schedule = Programme ailleurs
term-convention-canceled = Annulée
term-convention-archived = Archivée
term-region-usa = États-Unis
term-region-canada = Canada
term-region-emea = Europe, Moyen-Orient et Afrique
term-region-aus-nz = Australie et Nouvelle-Zélande
term-region-china = Chine
term-region-jp-kr = Japon et Corée
term-region-sea = Asie du Sud-Est
term-region-chinese-taipei = Taipei chinois
term-region-brazil = Brésil
term-region-central-america = Amérique centrale
term-region-south-america = Amérique du Sud
