# Die Texte der Blätter zum Ausdrucken.

desk-tab-paper = Papier
desk-paper-size = Papierformat
desk-paper-a4 = A4
desk-paper-letter = Letter
desk-paper-choose = Wählen
desk-paper-sheets = Blätter zum Ausdrucken
desk-paper-none = Melden Sie zuerst Spieler an. Dann gibt es hier ihre Blätter.
desk-paper-nothing = Dieses Blatt ist leer: Nichts aus der gewählten Runde gehört darauf.
desk-paper-back = Zurück zu allen Blättern
desk-paper-how = Drucken Sie diese Seite mit Strg+P oder ⌘P, in 100 %.
desk-paper-print = Drucken

## Die Blätter

desk-paper-names = Paarungen nach Namen
desk-paper-names-hint = Zum Aushängen: Spieler finden ihren Tisch.
desk-paper-teams = Paarungen nach Teams
desk-paper-teams-hint = Zum Aushängen: Teams finden ihre Tische und Plätze.
desk-paper-tables = Paarungen nach Tischen
desk-paper-tables-hint = Für die Turnierleitung und die Judges.
desk-paper-slips = Ergebniszettel
desk-paper-slips-hint = Einer für jedes Match. Schneiden Sie den ganzen Stapel und legen Sie die Teile aufeinander: Die Zettel liegen in der richtigen Reihenfolge.
desk-paper-seatings = Sitzplan
desk-paper-seatings-hint = Zum Aushängen: Spieler finden ihren Platz bei der Versammlung oder im Draft.
desk-paper-pods = Draft-Pods
desk-paper-pods-hint = Jeder Pod mit seinen Plätzen, für die Judges.
desk-paper-standings-hint = Zum Aushängen, nach der Runde.
desk-paper-players = Alle Spieler
desk-paper-players-hint = Nach Namen, mit einem Kästchen zum Abhaken für jeden anwesenden Spieler.
desk-paper-checks-hint = Spieler nach Tischen, mit ihren Listen und Kästchen zum Abhaken.
desk-paper-forms = Formulare für Decklisten
desk-paper-forms-hint = Eine Seite für jeden Spieler, mit Name und Tisch.
desk-paper-cards = QR-Karten
desk-paper-cards-hint = Eine Karte für jeden Spieler, die über einen privaten Link zur Seite des Spielers führt oder sonst zur Seite des Turniers. Sie werden wie Ergebniszettel geschnitten.
desk-paper-flyer = Aushang
desk-paper-flyer-hint = Für die Theke: Spielende scannen ihn und melden sich auf dem Telefon an.
desk-paper-flyer-scan = Scannen Sie diesen Code mit der Kamera Ihres Telefons.
desk-paper-flyer-name = Geben Sie Ihren Namen ein.
desk-paper-flyer-keep = Behalten Sie die Seite, die sich öffnet: Sie zeigt Ihren Tisch.
desk-paper-flyer-type = Oder öffnen Sie { $address } und geben Sie ein:
desk-paper-flyer-no-code = Dieses Turnier hat noch keinen Beitrittscode. Erstellen Sie einen auf der Seite der Spielenden.

## Wörter auf den Blättern

desk-paper-points = Pkt.
desk-paper-first = Spieler
desk-paper-team = Team
desk-paper-tables-number = Tische { $tables }
desk-paper-seats = Plätze
desk-paper-pod = Pod
desk-paper-pod-number = Pod { $pod }
desk-paper-seat = Platz
desk-paper-games-won = Siege
desk-paper-won = Sieg
desk-paper-score = Punkte
desk-paper-seats-won = Plätze gew.
desk-paper-drop = Steigt aus
desk-paper-draws = Unentsch.
desk-paper-signature = Unterschrift
desk-paper-signature-player = Unterschrift des Spielers
desk-paper-list-checked = Liste
desk-paper-remark = Bemerkung
desk-paper-form-title = Deckliste
desk-paper-deck-name = Name des Decks
desk-paper-main-deck-more = Hauptdeck, Fortsetzung
desk-paper-total = Zahl der Karten
desk-paper-checked-by = Geprüft von
desk-paper-code = Code
desk-paper-links-why = Ein privater Link öffnet die Seite des Spielers auf dem Telefon, ohne Konto. Wer den Link hat, handelt als der Spieler.
desk-do-make-links = Private Links für alle Spieler erstellen
desk-paper-link-secret = Dieser Link gehört nur Ihnen: Mit ihm werden Ihre Ergebnisse gemeldet.
desk-paper-count = Zahl
desk-paper-present = Da
