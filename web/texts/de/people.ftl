# Die Texte über Personen: die Spieler eines Turniers, doppelte Personen, Namenslisten.

desk-player-hint = Tippen Sie, um jemanden zu finden, oder geben Sie einen ganzen Namen für eine neue Person ein.
desk-people-title = Personen
desk-people-find = Name beginnt mit
desk-people-found = { $count ->
    [0] Niemand mit diesem Namen.
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
desk-page-part = { $from }–{ $to } von { $all }
desk-page-before = Vorherige Seite
desk-page-after = Nächste Seite
desk-approvals = { $count ->
    [one] Ein Spieler wartet auf Ihre Bestätigung
   *[other] { $count } Spieler warten auf Ihre Bestätigung
}
desk-next-waiting = { $players ->
    [one] Ein Spieler wartet auf Ihre Bestätigung und wird nicht gepaart.
   *[other] { $players } Spieler warten auf Ihre Bestätigung und werden nicht gepaart.
}
desk-do-to-waiting = Zeigen, wer wartet
desk-pair-waiting = In der ersten Runde werden sie nicht gepaart. Trotzdem paaren?
desk-do-pair-waiting = Ja, ohne sie paaren
desk-approvals-none = Dieser Spieler wartet nicht mehr auf eine Bestätigung.
desk-do-approve-all = Alle bestätigen
desk-do-approve = Bestätigen
desk-do-decline = Ablehnen
desk-do-decline-all = Alle ablehnen
desk-do-approve-of = { $name } bestätigen
desk-do-decline-of = { $name } ablehnen
desk-door = Spieler melden sich selbst an
desk-door-hint = Sie scannen den Aushang oder öffnen:
desk-do-join-code = Neuen Code erstellen
desk-do-join-code-hint = Der Code auf schon gedruckten Aushängen gilt dann nicht mehr.
desk-to-paste = Liste einfügen
desk-to-check-in = Check-in

desk-seating = Byes, Tisch, Notizen
desk-rename = Umbenennen
desk-do-rename = Umbenennen

## Eine eingefügte Liste

desk-paste-title = Liste von Spielern einfügen
desk-paste-field = Namen
desk-paste-hint = Ein Name pro Zeile oder CSV mit Kopfzeile: Name, oder Vorname und Nachname. Vor der Anmeldung sehen Sie eine Vorschau.
desk-paste-empty = Fügen Sie mindestens einen Namen ein.
desk-paste-too-long = Eine Liste darf höchstens { $most } Zeilen haben. Nehmen Sie für den Rest eine zweite Liste.
desk-paste-guess-whole = Die Kopfzeile fehlt, deshalb wurde die erste Spalte mit Wörtern als Name gelesen. Wenn die Namen nicht stimmen, ergänzen Sie eine Kopfzeile, etwa Name;Deck.
desk-paste-guess-parts = Die Kopfzeile fehlt, deshalb wurden die ersten beiden Spalten als Vorname und Nachname gelesen. Wenn die Namen nicht stimmen, ergänzen Sie eine Kopfzeile, etwa Vorname;Nachname.
desk-paste-header = Zeile { $line } wurde als Kopfzeile gelesen: { $names }.
desk-paste-addresses = E-Mail-Adressen wurden weggelassen, weil Namen öffentlich sind.
desk-paste-unread = Nicht gelesene Spalten: { $columns }.
desk-do-preview = Vorschau zeigen
desk-paste-preview = Vorschau
desk-paste-line = Zeile
desk-paste-found = Gefunden
desk-paste-register = Anmelden
desk-paste-register-line = Zeile { $line } anmelden
desk-paste-known = Bekannte Person, { $about }
desk-paste-several = { $count } Personen heißen so. Wählen Sie eine.
desk-paste-skip = Niemand
desk-paste-new = Neue Person
desk-paste-new-named = Neue Person { $name }
desk-paste-registered = Bereits angemeldet
desk-paste-similar = Ähnlich wie { $name }, bereits angemeldet
desk-paste-repeated = Zweimal in der Liste
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
desk-to-messages = Spielern schreiben
desk-to-message = Diesem Spieler schreiben
desk-message-to = An
desk-message-to-hint = Wer ausgestiegen, abgemeldet oder disqualifiziert ist, bekommt keine Nachricht an alle. Um nur einem Spieler zu schreiben, öffnen Sie seine Seite.
desk-message-all = Alle Spieler
desk-message-convention = Alle auf der Convention
desk-message-tag = Spieler mit der Markierung „{ $tag }“
desk-message-for = An: { $to }.
desk-message-to-others = Anderen Spielern schreiben
desk-message-text = Nachricht
desk-message-hint = Höchstens { $most } Zeichen, ohne Formatierung. Vor dem Senden sehen Sie eine Vorschau. Handys zeigen den Text vielleicht auch gesperrt.
desk-message-reach = Spieler: { $count }. Per E-Mail: { $mail }. Auf dem Handy: { $phone }.
desk-do-send-message = Nachricht senden
desk-do-change-message = Nachricht ändern
desk-messages-sent = Frühere Nachrichten
desk-failed = Nachrichten, die nicht ankamen
desk-failed-hint = E-Mails und Push-Nachrichten zu diesem Turnier aus den letzten 30 Tagen, die abgelehnt wurden oder nicht rechtzeitig gesendet werden konnten.
desk-failed-none = Keine Nachricht zu diesem Turnier ist fehlgeschlagen.
desk-failed-way = Gesendet per
desk-failed-link = Link zur eigenen Seite des Spielers

## Check-in

desk-check-in-count = { $in } von { $all } eingecheckt
desk-check-in-find = Spieler suchen
desk-do-find = Suchen
desk-do-show-all = Alle zeigen
desk-check-in-none = Kein Spieler mit diesem Namen.
desk-check-in-empty = Noch keine Spieler.
desk-check-in-hint = Tippen Sie auf einen Namen, um den Spieler einzuchecken. Noch einmal tippen nimmt es zurück.

## Ein Formular ohne Antwort

desk-unsent = Es kam keine Antwort
desk-unsent-why = Vielleicht wurde das gespeichert, vielleicht nicht: Laden Sie die Seite neu und prüfen Sie das, bevor Sie noch einmal senden. Ihre Eingabe ist noch da.
desk-do-send-again = Noch einmal senden

## Doppelte Personen

desk-doubles = Ist diese Person doppelt angelegt?
desk-doubles-hint = Führen Sie dieses Konto zusammen, wenn dieselbe Person ein zweites hat. Seine Turniere zeigen dann den anderen Namen, und neue Anmeldungen gehen an das andere Konto. Sie können das zurücknehmen.
desk-do-merge = Mit { $name } zusammenführen
desk-merged = Dieses Konto ist in einem anderen aufgegangen, dessen Name hier steht.
desk-do-unmerge = Zusammenführung zurücknehmen

## Private Links

desk-private-link = Privater Link
desk-private-link-hint = Öffnet die Seite des Spielers auf dem Telefon, ohne Konto. Wer den Link hat, handelt als dieser Spieler.
desk-do-link = Privaten Link erstellen
desk-do-unlink = Privaten Link widerrufen
