# Conventions at the desk.

desk-conventions = Conventions
desk-convention-tabs = Teile der Convention
desk-convention-tab-schedule = Zeitplan
desk-convention-tab-events = Turniere
desk-convention-tab-hall = Halle
desk-convention-tab-counter = Schalter
desk-convention-tab-queues = Warteschlangen
desk-convention-tab-announcements = Durchsagen
desk-convention-tab-settings = Einstellungen
desk-new-convention = Neue Convention
desk-no-conventions = Es gibt noch keine Convention.
desk-convention-days = Tage
desk-convention-place = Ort

# The hall, the counter, and several players at once.
desk-hall-empty = Kein Turnier der Convention steht noch aus.
desk-hall-changed = { $count ->
    [one] Die Tische von { $count } Turnier wurden geändert.
   *[other] Die Tische von { $count } Turnieren wurden geändert.
}
desk-hall-undo = Rückgängig machen
desk-hall-proposal = Das ist ein Vorschlag. Noch ist nichts gespeichert: Sehen Sie sich den Plan an, ändern Sie, was Sie wollen, und speichern Sie.
desk-hall-plan = Hallenplan
desk-hall-drawing = Tische von links nach rechts, Zeit von oben nach unten. Die Tabelle darunter hat dieselben Zahlen.
desk-hall-tables = Tische der Turniere
desk-hall-time = Zeit
desk-hall-needs = Nötige Tische
desk-hall-shares = Teilt Tische
desk-hall-collides = Überschneidung
desk-hall-taken = Belegt die Tische { $first } bis { $last }
desk-hall-first-of = Erster Tisch von { $event }
desk-hall-last-of = Letzter Tisch von { $event }
desk-hall-shares-of = { $event } teilt Tische
desk-hall-hint = Ein Turnier belegt seine Tische, wenn es gepaart wird, und behält sie bis zu seinem Ende. Ein anderes Turnier zur selben Zeit kann sie nicht belegen, es sei denn, eines der beiden teilt seine Tische. Ein neuer Bereich gilt ab der nächsten Paarung.
desk-hall-discard = Vorschlag verwerfen
desk-hall-propose = Tische vorschlagen
desk-hall-propose-hint = Gibt jedem Turnier dieses Tages Tische nach seiner Teilnehmerzahl, so dass sich keine überschneiden. Belegte Tische und Bereiche ohne Überschneidung bleiben.
desk-hall-from = Erster Tisch der Halle
desk-hall-to = Letzter Tisch der Halle
desk-hall-do-propose = Vorschlag zeigen
desk-hall-no-room = Für { $events } reichen die Tische nicht. Nennen Sie mehr Tische der Halle, oder lassen Sie ein Turnier seine Tische teilen.
desk-hall-collision = { $one } und { $other } planen zur selben Zeit dieselben Tische.
desk-hall-undated = Ohne Datum
desk-counter-hint = Tippen Sie den Anfang eines Namens, um die Anmeldungen einer Person in allen Turnieren der Convention zu finden.
desk-counter-more = Weitere Namen beginnen so. Tippen Sie mehr vom Namen.
desk-paid = Bezahlt
desk-not-paid = Nicht bezahlt
desk-pays-later = Möchte später zahlen
desk-do-paid = Als bezahlt markieren
desk-do-unpaid = Als nicht bezahlt markieren
desk-do-check-out = Check-in zurücknehmen
desk-do-untag = Tag { $tag } entfernen
desk-tag = Tag
desk-do-tag = Tag hinzufügen
desk-several = Mehrere Spieler
desk-several-all = Alle { $count } Spieler
desk-several-none = Wählen Sie mindestens eine Person aus.
desk-several-no-target = In dieses Turnier lässt sich niemand verschieben. Wählen Sie eines aus der Liste.
desk-several-moved = { $count ->
    [one] { $count } Person wurde verschoben.
   *[other] { $count } Personen wurden verschoben.
}
desk-several-no-children = Spieler lassen sich in untergeordnete Turniere verschieben, deren Einstellungen dieses Turnier als übergeordnet nennen, und in andere Turniere der Convention. Zurzeit gibt es keine.
desk-several-to = Verschieben nach
desk-several-becomes-child = { $event } (wird untergeordnetes Turnier)
desk-do-move = Spieler verschieben
desk-to-move = In ein anderes Turnier verschieben
desk-payment-method = Zahlungsart
desk-payment-any = Nicht angegeben
desk-payment-card = Karte
desk-payment-wallet = Wallet
desk-tags = Tags
desk-tags-hint = Mit Kommas dazwischen. Nur das Team sieht sie.
desk-queue-empty = Keine Warteschlange ist offen. Ein Turnier wird mit der Einstellung für Personen einer Warteschlange zu einer.
desk-queue-none = Wählen Sie eine Person aus einer Warteschlange dieser Convention.
desk-queue-fired = Das Turnier ist erstellt.
desk-queue-full = Genug Personen sind da. Entsteht in wenigen Sekunden kein Turnier, sagt die Schaltfläche, warum.
desk-queue-called = Aufgerufen
desk-queue-here = Da
desk-queue-line = In der Schlange
desk-queue-out = Nicht in der Schlange
desk-queue-until = Antwortet bis { $time }
desk-do-queue-call = Jetzt aufrufen
desk-do-queue-here = Ist da
desk-do-queue-wait = In die Schlange stellen
desk-do-queue-last = Ans Ende
desk-do-queue-standby = Bereithalten
desk-do-queue-remove = Herausnehmen
desk-do-queue-end = Aufruf beenden
desk-do-queue-fire = Mit den Anwesenden beginnen
desk-convention-ends = Ende
desk-convention-url = Webseite
desk-convention-url-hint = Mit dem Status „Zeitplan anderswo“ verweist die Seite der Convention darauf.
desk-convention-hotel = Hotels
desk-convention-ticket = Besucher brauchen eine Eintrittskarte
desk-convention-filters = Der Zeitplan lässt sich nach Spielart filtern
desk-convention-latitude = Breite
desk-convention-latitude-hint = In Grad, etwa 52,52. Lassen Sie beide Felder leer, wenn Sie sie nicht kennen.
desk-convention-longitude = Länge
desk-convention-color = Farbe
desk-convention-color-hint = Sechs hexadezimale Ziffern, etwa 1f6feb.
desk-convention-second-color = Zweite Farbe
desk-convention-header = Adresse eines Titelbilds
desk-convention-header-hint = Für Programme, die die Convention lesen. Die Seiten hier zeigen nur ein hochgeladenes Bild.
desk-convention-slug = Name in der Adresse
desk-convention-slug-hint = Buchstaben, Ziffern und Bindestriche. Leer wird er aus dem Namen gebildet. Wenn Sie ihn ändern, führen alte Links ins Leere.
desk-convention-region = Region einer Regionalmeisterschaft
desk-convention-no-region = Keine
desk-convention-regional = Mit einer Regionalmeisterschaft
desk-convention-buzzer = Kennung des Rufgeräts für Judges
desk-convention-hub-id = Kennung auf einer anderen Plattform
desk-convention-series = Nummer ihrer Reihe
desk-convention-products = Nummern ihrer Produktlisten
desk-convention-products-hint = Durch Kommas getrennt.
desk-convention-visitors = Für Besucher
desk-convention-visitors-hint = Text, Webseite, Hotels, Hauptformate
desk-convention-where = Ort
desk-convention-where-hint = Adresse und Lage auf der Karte
desk-convention-look = Aussehen
desk-convention-look-hint = Farben und Titelbild
desk-convention-elsewhere = Adresse und andere Systeme
desk-convention-elsewhere-hint = Name in der Adresse, Meisterschaft, Nummern anderswo
desk-convention-formats = Hauptformate
desk-convention-status-hint = Nicht gelistet: keine öffentliche Seite. Einzelheiten folgen: eine Seite ohne Zeitplan. Zeitplan anderswo: ein Link statt des Zeitplans.
desk-convention-final = Eine archivierte Convention bleibt, wie sie ist.
desk-convention-picture = Titelbild
desk-convention-do-create = Convention anlegen
desk-convention-no-status = Wählen Sie einen Status.
desk-convention-archive = { $name } archivieren?
desk-convention-archive-effect = Ihre Seite bleibt und steht bei den vergangenen Conventions. Sie lässt sich nicht mehr ändern; das ist endgültig.
desk-convention-do-archive = Archivieren
desk-convention-made = { $count ->
    [one] Ein Turnier wurde angelegt. Solange es keine Spieler hat, lässt es sich wieder löschen.
   *[other] { $count } Turniere wurden angelegt. Solange sie keine Spieler haben, lassen sie sich wieder löschen.
}
desk-convention-players = Spieler: { $players }
desk-convention-overlap = Raum doppelt belegt
desk-convention-move = Verschieben
desk-convention-move-event = { $event } verschieben
desk-convention-move-hint = Das geplante Ende, das Ende der Anmeldung und die Frist für Decklisten rücken mit.
desk-convention-to-table = Turniere aus einer Tabelle
desk-convention-to-duplicate = Einen Tag kopieren
desk-convention-no-events = Noch keine Turniere. Legen Sie eines an, oder fügen Sie eine Tabelle ein.
desk-convention-day = Tag
desk-convention-room = Raum
desk-convention-no-room = Ohne Raum
desk-convention-tables = Tische
desk-convention-no-time = Geben Sie Tag und Uhrzeit ein.
desk-convention-no-day = Geben Sie zwei Tage ein.
desk-convention-same-day = Wählen Sie einen anderen Tag als den, der kopiert wird.
desk-convention-empty-day = An diesem Tag gibt es keine Turniere zu kopieren.
desk-convention-duplicate-hint = Die Turniere werden neu angelegt, mit denselben Einstellungen und Uhrzeiten. Spieler werden nicht kopiert.
desk-convention-target-day = Tag der Kopien
desk-convention-duplicate-preview = { $count ->
    [one] Ein Turnier wird angelegt: { $day }.
   *[other] { $count } Turniere werden angelegt: { $day }.
}
desk-convention-is-there = Eines dieses Namens gibt es dort schon
desk-convention-do-create-events = { $count ->
    [one] Ein Turnier anlegen
   *[other] { $count } Turniere anlegen
}
desk-convention-other-day = Andere Tage wählen
desk-table-title = Turniere aus einer Tabelle
desk-table-field = Tabelle
desk-table-hint = Aus einer Tabellenkalkulation einfügen, höchstens 100 Turniere. Die erste Zeile benennt die Spalten: Name, Format, Tag, Uhrzeit, Raum, Plätze, Tische (1-40) oder jedes andere Feld eines Turniers. Bevor etwas angelegt wird, sehen Sie eine Vorschau.
desk-table-preview = { $count ->
    [one] Ein Turnier kann angelegt werden.
   *[other] { $count } Turniere können angelegt werden.
}
desk-table-do-change = Tabelle ändern
desk-table-faults = Einige Zeilen sind nicht lesbar. Korrigieren Sie sie im Feld und rufen Sie die Vorschau erneut auf.
desk-table-cells = Gelesen
desk-table-wrong = Fehler
desk-table-no-name = Keine Spalte heißt „Name“.
desk-table-too-long = Eine Tabelle darf höchstens { $most } Turniere haben. Nehmen Sie für den Rest eine zweite.
desk-table-no-day = Es gibt eine Uhrzeit, aber keinen Tag.
desk-table-bad-day = „{ $day }“ ist kein Tag, wie etwa 24.10.2026.
desk-table-bad-time = „{ $time }“ ist keine Uhrzeit, wie etwa 10:00.
desk-table-bad-tables = „{ $tables }“ ist kein Bereich von Tischen, wie etwa 1-40.
desk-table-bad-format = „{ $format }“ ist kein bekanntes Format.
desk-table-bad-yes = „{ $value }“ ist weder Ja noch Nein.
desk-announcement-new = Neue Durchsage
desk-announcement-do-post = Durchsagen
desk-announcement-do-change = Text ändern
desk-announcement-to-players = Auch an alle Spieler ihrer Turniere schicken
desk-announcement-to-players-hint = Jede Person bekommt eine Nachricht, in wie vielen Turnieren sie auch ist.
desk-announcement-posted = Durchsagen
desk-announcement-do-remove = Zurücknehmen
desk-announcement-empty = Schreiben Sie einen Text.
desk-announcement-page = Sie steht auf der Seite der Convention.
desk-queue-timed-out = Keine Antwort
