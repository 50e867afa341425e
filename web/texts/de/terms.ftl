# Die Wörter für Status, Runden und Strafen.

term-registration-open = Anmeldung offen
term-waitlist-only = Nur Warteliste
term-registration-closed = Anmeldung geschlossen
term-event-in-progress = Turnier läuft
term-event-finished = Turnier beendet
term-decklists-publishing = Decklisten werden veröffentlicht
term-decklists-published = Decklisten veröffentlicht

term-in-progress = Läuft
term-upcoming = Steht bevor
term-complete = Abgeschlossen

term-player-meeting = Spielerversammlung
term-random-player-meeting = Spielerversammlung mit zufälligen Plätzen
term-draft-pod = Draft-Pod
term-play-vs-opponent = Spiel gegen einen Gegner

term-swiss = Schweizer System
term-single-elimination = K.-o.-System
term-ranked-single-elimination = K.-o.-System, jede Runde neu gesetzt
term-double-elimination = Doppel-K.-o.-System
term-round-robin = Jeder gegen jeden in Gruppen

term-playoff-single-elimination = K.-o.-System
term-playoff-single-elimination-third-place = K.-o.-System mit Spiel um Platz 3
term-playoff-double-elimination = Doppel-K.-o. mit einem Finale
term-playoff-double-elimination-reset = Doppel-K.-o.; nach einer ersten Niederlage im Finale wird es wiederholt

term-round = Runde { $number }
term-final = Finale
term-semifinals = Halbfinale
term-quarterfinals = Viertelfinale
term-round-of = Runde der letzten { $players }
term-winners-bracket = Winner-Bracket
term-losers-bracket = Loser-Bracket
term-winners-round = Winner-Runde { $number }
term-winners-final = Winner-Finale
term-losers-round = Loser-Runde { $number }
term-losers-final = Loser-Finale
term-grand-final = Grand Final
term-second-grand-final = Zweites Grand Final
term-third-place = Spiel um Platz 3
term-if-needed = { $round } (falls nötig)
term-pool = Gruppe { $number }

term-entry-in-progress = Noch nicht abgeschlossen
term-entry-in-waiting-room = Wartet auf Bestätigung
term-entry-on-waitlist = Auf der Warteliste
term-entry-moved-to-child-event = In ein Folgeturnier gewechselt
term-entry-complete = Angemeldet
term-entry-canceled = Abgemeldet
term-entry-dropped = Ausgestiegen
term-entry-disqualified = Disqualifiziert
term-entry-eliminated = Ausgeschieden

term-caution = Ermahnung
term-warning = Verwarnung
term-game-loss = Spielverlust
term-match-loss = Matchverlust
term-disqualification = Disqualifikation

term-other-format = Anderes Format

term-role-admin = Administrator
term-role-organizer = Veranstalter
term-role-scorekeeper = Scorekeeper
term-role-judge = Judge
term-role-read-only = Nur Lesen

term-rules-casual = Casual
term-rules-regular = Regular
term-rules-competitive = Competitive
term-rules-professional = Professional
term-policy-everyone = Alle, mit oder ohne Konto
term-policy-join-code = Alle mit dem Beitrittscode
term-policy-accounts = Personen mit Konto
term-policy-staff = Nur das Team, für die Spieler

term-hook-tournament-created = Ein Turnier wurde angelegt
term-hook-tournament-changed = Angaben, Einstellungen oder Status eines Turniers wurden geändert, oder es wurde gelöscht
term-hook-round-published = Die Paarungen einer Runde wurden veröffentlicht, oder die Runde begann
term-hook-round-completed = Eine Runde endete
term-hook-result-corrected = Ein Ergebnis wurde berichtigt
term-hook-standings-final = Ein Turnier wurde beendet
term-hook-lists-published = Die Decklisten eines Turniers wurden veröffentlicht
term-hook-registration-added = Ein Spieler meldete sich an, oder eine Anmeldung wurde abgeschlossen
term-hook-registration-dropped = Ein Spieler oder ein Team verließ ein Turnier

## Rule sets and tiebreakers

term-tiebreaker-omw = Match-Gewinnquote der Gegner
term-tiebreaker-gw = Spiel-Gewinnquote
term-tiebreaker-ogw = Spiel-Gewinnquote der Gegner
term-tiebreaker-oomw = Match-Gewinnquote der Gegner der Gegner
term-tiebreaker-late = Nicht verspätet in Runde 1
term-tiebreaker-score = Punktestand
term-tiebreaker-margin = Siegvorsprung
term-tiebreaker-sos = Stärke der Gegner
term-tiebreaker-esos = Erweiterte Stärke der Gegner
term-tiebreaker-head-to-head = Direkter Vergleich
term-tiebreaker-wins = Gewonnene Matches
term-tiebreaker-buchholz = Buchholz
term-tiebreaker-buchholz-cut-1 = Buchholz ohne den schwächsten Gegner
term-tiebreaker-sonneborn-berger = Sonneborn-Berger
term-tiebreaker-ctb = Fortlaufende Wertung
term-rule-set-score = Punktestand und Vorsprung
term-convention-scheduled = Geplant
term-convention-unlisted = Nicht gelistet
term-convention-details-pending = Einzelheiten folgen
term-convention-use-external-schedule = Zeitplan anderswo
term-convention-canceled = Abgesagt
term-convention-archived = Archiviert
term-region-usa = USA
term-region-canada = Kanada
term-region-emea = Europa, Naher Osten und Afrika
term-region-aus-nz = Australien und Neuseeland
term-region-china = China
term-region-jp-kr = Japan und Korea
term-region-sea = Südostasien
term-region-chinese-taipei = Chinesisch Taipeh
term-region-brazil = Brasilien
term-region-central-america = Mittelamerika
term-region-south-america = Südamerika
