# Die Texte über Personen: die Spieler eines Turniers, doppelte Personen, Namenslisten.

desk-player-hint = Geben Sie den Anfang eines Namens ein, um jemanden zu finden, oder einen ganzen Namen für eine neue Person.
desk-people-title = Personen
desk-people-find = Anfang eines Namens
desk-people-found = { $count ->
    [0] Niemand dieses Namens ist bekannt.
    [one] { $count } Person gefunden.
   *[other] { $count } Personen gefunden.
}
desk-people-last = letztes Turnier: { $event }
desk-people-no-event = noch kein Turnier
desk-offers-title = Meinen Sie eine dieser Personen?
desk-offers-registered = Ist { $name } jemand anders? { $other } ist bereits angemeldet.
desk-offers-question = Ist { $name } jemand anders? { $other } ist bereits angemeldet. Mit der Eingabetaste melden Sie { $name } als neue Person an; oder geben Sie einen anderen Namen ein.
desk-do-add-person = { $name } anmelden
desk-do-add-new = { $name } als neue Person anmelden
desk-to-paste = Liste einfügen
desk-to-check-in = Check-in

## Eine eingefügte Liste

desk-paste-title = Liste von Spielern einfügen
desk-paste-field = Namen
desk-paste-hint = Ein Name pro Zeile oder CSV, dessen erste Zeile die Spalten benennt: Name, oder Vorname und Nachname. Niemand wird angemeldet, bevor Sie eine Vorschau gesehen haben.
desk-paste-empty = Fügen Sie mindestens einen Namen ein.
desk-paste-too-long = Eine Liste darf höchstens { $most } Zeilen haben. Melden Sie die übrigen mit einer zweiten Liste an.
desk-paste-guess-whole = Die erste Zeile benennt die Spalten nicht. Die erste Spalte mit Wörtern wurde als Name gelesen. Stimmen die Namen? Wenn nicht, fügen Sie eine erste Zeile ein, etwa Name;Deck.
desk-paste-guess-parts = Die erste Zeile benennt die Spalten nicht. Die ersten beiden wurden als Vorname und Nachname gelesen. Stimmen die Namen? Wenn nicht, fügen Sie eine erste Zeile ein, etwa Vorname;Nachname.
desk-paste-addresses = E-Mail-Adressen wurden weggelassen: Namen sind öffentlich.
desk-paste-unread = Diese Spalten werden nicht gelesen: { $columns }.
desk-do-preview = Vorschau zeigen
desk-paste-preview = Vorschau
desk-paste-line = Zeile
desk-paste-found = Gefunden
desk-paste-register = Anmelden
desk-paste-register-line = Zeile { $line } anmelden
desk-paste-known = Bekannte Person, { $about }
desk-paste-several = { $count } bekannte Personen heißen so. Wählen Sie eine.
desk-paste-skip = Niemand
desk-paste-new = Neue Person
desk-paste-new-named = Neue Person { $name }
desk-paste-registered = Bereits angemeldet
desk-paste-similar = Ähnlich wie { $name }, bereits angemeldet
desk-paste-repeated = Die Liste enthält diesen Namen zweimal
desk-paste-dropped = Ausgestiegen
desk-do-register-lines = Anmelden
desk-do-change-list = Liste ändern
desk-paste-done = { $count ->
    [one] { $count } Spieler wurde angemeldet.
   *[other] { $count } Spieler wurden angemeldet.
}
desk-paste-not-done = { $count ->
    [one] { $count } Zeile wurde nicht angemeldet.
   *[other] { $count } Zeilen wurden nicht angemeldet.
}
desk-paste-line-refused = Zeile { $line }, { $name }: { $why }
desk-paste-at-line = Zeile { $line }: { $why }
desk-paste-in-column = Spalte „{ $column }“: { $why }

## Check-in

desk-check-in-count = { $in } von { $all } sind eingecheckt
desk-check-in-find = Spieler suchen
desk-do-find = Suchen
desk-do-show-all = Alle zeigen
desk-check-in-none = Kein Spieler dieses Namens ist im Turnier.
desk-check-in-empty = Noch ist kein Spieler im Turnier.
desk-check-in-hint = Drücken Sie auf einen Namen, um den Spieler einzuchecken, und noch einmal, um das zurückzunehmen.

## Ein Formular ohne Antwort

desk-unsent = Es kam keine Antwort
desk-unsent-why = Vielleicht wurde das gespeichert, vielleicht nicht: Laden Sie die Seite neu und prüfen Sie das, bevor Sie noch einmal senden. Ihre Eingabe ist noch da.
desk-do-send-again = Noch einmal senden

## Doppelte Personen

desk-doubles = Ist diese Person doppelt angelegt?
desk-doubles-hint = Führen Sie dieses Konto zusammen, wenn es für dieselbe Person zweimal angelegt wurde. Seine Turniere zeigen dann den anderen Namen, und neue Anmeldungen gehen an das andere Konto. Das lässt sich zurücknehmen.
desk-do-merge = Mit { $name } zusammenführen
desk-merged = Dieses Konto ist in einem anderen aufgegangen, dessen Name hier steht.
desk-do-unmerge = Zusammenführung zurücknehmen

## Private Links

desk-private-link = Privater Link
desk-private-link-hint = Er öffnet die Seite des Spielers auf dem Telefon, ohne Konto. Wer den Link hat, handelt als der Spieler.
desk-do-link = Privaten Link erstellen
desk-do-unlink = Privaten Link widerrufen
