# Die Texte der Einstellungen eines Turniers und der Uhr einer Runde.

## Gruppen des Formulars und worum es in ihnen geht

desk-group-about = Über das Turnier
desk-group-about-hint = Text, Ort, Preise, Startgeld
desk-group-registration = Anmeldung
desk-group-registration-hint = Check-in, wer das Turnier sieht
desk-group-play = Runden und Matches
desk-group-play-hint = Länge der Runden, Best of Three, Teams
desk-group-lists = Decklisten
desk-group-lists-hint = Abgabeschluss
desk-group-other = Tische
desk-group-other-hint = Erste und letzte Tischnummer
desk-event-value = { $label }: { $value }
desk-usual-rounds = { $cut ->
    [0] { $players } Spieler: { $rounds } Runden.
   *[other] { $players } Spieler: { $rounds } Runden, Top { $cut }.
}
desk-do-usual-rounds = So planen
desk-copy-day = Vorgeschlagen: { $weekday ->
    [1] Montag
    [2] Dienstag
    [3] Mittwoch
    [4] Donnerstag
    [5] Freitag
    [6] Samstag
   *[other] Sonntag
}, { $day }.
desk-regulars = Spieler
desk-regulars-hint = Wählen Sie, wer wieder mitspielt: Diese Spieler werden gleich angemeldet.

## Einstellungen

desk-event-zone = Zeitzone
desk-event-zone-hint = Eine Stadt wie Berlin oder eine Zone wie Europe/Berlin. UTC, wenn leer.
desk-event-description = Beschreibung
desk-event-description-hint = Alle sehen sie. Markdown geht: **fett**, [Links](https://example.org), Listen, die mit „-“ beginnen.
desk-event-prizes = Preise
desk-event-venue = Ort
desk-event-address = Adresse
desk-event-address-hint = Die Seiten verlinken sie mit einer Karte.
desk-event-rules = Regelstufe
desk-event-contact = Kontakt
desk-event-contact-hint = Eine E-Mail-Adresse, ein Link oder ein paar Worte. Alle sehen es.
desk-event-opens = Anmeldung ab
desk-event-opens-hint = Nach dem Ende bietet die öffentliche Seite keine Anmeldung mehr an. Die Anmeldung öffnen und schließen Sie weiterhin selbst.
desk-event-closes = Anmeldung bis
desk-event-fee = Startgeld
desk-event-fee-hint = Zum Beispiel „10 €, an der Kasse zu zahlen“. Alle sehen es.
desk-event-check-in = Nur eingecheckte Spieler paaren
desk-event-check-in-hint = Andere bleiben angemeldet und werden gepaart, sobald sie eingecheckt sind. Nicht nötig im Playoff.
desk-event-best-of = Spiele pro Match
desk-event-best-of-any = –
desk-event-best-of-3 = Best of Three
desk-event-best-of-1 = Best of One
desk-event-minutes = Minuten pro Runde
desk-event-minutes-hint = Die Uhr startet mit der Runde. Keine Uhr, wenn leer.
desk-event-end-rule = Wenn die Zeit abgelaufen ist
desk-event-end-rule-hint = Erscheint, wenn die Uhr auf null steht, zum Beispiel „Noch fünf Züge“.
desk-event-first-table = Erster Tisch
desk-event-first-table-hint = Die kleinste Tischnummer. 1, wenn leer.
desk-event-last-table = Letzter Tisch
desk-event-last-table-hint = Die größte Tischnummer. Keine Grenze, wenn leer.
desk-event-publish = Paarungen sofort veröffentlichen
desk-event-publish-hint = Sonst sehen Sie sie zuerst an und veröffentlichen sie selbst.
desk-event-power = Letzte Runde vor einem Playoff nach der Tabelle paaren
desk-event-power-hint = Erster gegen Zweiten und so weiter.
desk-event-ranked = Playoff vor jeder Runde neu setzen
desk-event-ranked-hint = Sonst bleibt der Turnierbaum, wie er ist.
desk-event-pod = Spieler pro Draft-Pod
desk-event-grace = Sekunden nach dem Abgabeschluss
desk-event-grace-hint = Eine Deckliste, die in dieser Zeit abgegeben wird, ist noch pünktlich.
desk-event-unlisted = Ohne öffentliche Seiten
desk-event-unlisted-hint = Das Turnier steht in keiner Liste für Spieler.
desk-event-test = Probelauf
desk-event-test-hint = Er wird nie exportiert und hat keine öffentlichen Seiten.
desk-next-check-in = Checken Sie Spieler ein: Mindestens zwei sind nötig.
desk-next-checked-in = { $here } von { $players } Spielern sind eingecheckt.
