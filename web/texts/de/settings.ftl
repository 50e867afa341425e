# Die Texte der Einstellungen eines Turniers und der Uhr einer Runde.

## Gruppen des Formulars und worum es in ihnen geht

desk-group-about = Über das Turnier
desk-group-about-hint = Text, Ort, Preise, Startgeld
desk-group-registration = Anmeldung
desk-group-registration-hint = Check-in, wer das Turnier sieht
desk-group-play = Runden und Matches
desk-group-play-hint = Länge der Runden, Best of Three, Teams
desk-group-rules = Punkte und Feinwertung
desk-group-rules-hint = Wie im Regelwerk
desk-group-lists = Decklisten
desk-group-lists-hint = Abgabeschluss
desk-group-other = Tische und Paarungen
desk-group-other-hint = Tischnummern, Freilose, wer vorn sitzt
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
desk-event-policy = Wer sich anmelden kann
desk-event-policy-hint = Das Team kann jeden anmelden, was auch immer hier steht. Den Beitrittscode zeigt die Seite „Spieler“.
desk-event-approval = Jede Anmeldung selbst bestätigen
desk-event-approval-hint = Wer sich anmeldet, wartet auf der Seite „Spieler“ und behält einen Platz, bis Sie zustimmen oder ablehnen.
desk-event-opens = Anmeldung ab
desk-event-opens-hint = Die Anmeldung öffnet und schließt zu diesen Zeiten von selbst. Sie können Spieler jederzeit anmelden.
desk-event-closes = Anmeldung bis
desk-event-offer = Minuten für die Antwort auf einen angebotenen Platz
desk-event-offer-hint = Ein freier Platz wird so lange der ersten Person auf der Warteliste angeboten, dann der nächsten. Leer: Sie rücken selbst Spieler nach.
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
desk-event-attendance = Schweizer Runden nach der Spielerzahl planen
desk-event-attendance-hint = Wenn Runde 1 gepaart wird, werden so viele Runden geplant, wie üblich sind. Das ersetzt die Zahl weiter oben. Nicht bei Gruppen und Draft-Pods.
desk-event-lowest-bye = Das Freilos geht an den Letzten der Tabelle
desk-event-lowest-bye-hint = Sonst an einen zufälligen Spieler mit den wenigsten Punkten. Ein zweites Freilos erst, wenn alle eines hatten.
desk-event-squares = Große Punktunterschiede zuerst vermeiden
desk-event-squares-hint = Die Summe der quadrierten Unterschiede ist so klein wie möglich, wie in Netrunner. Sonst die Summe der Unterschiede.
desk-event-sides = Ausgleichen, wer vorn sitzt
desk-event-sides-hint = Im Match sitzt vorn, wer seltener vorn saß. In Netrunner ist das die Corp.
desk-event-row = Tische pro Reihe
desk-event-row-hint = Kein Teammatch geht über das Ende einer Reihe. Leer lassen, wenn Reihen egal sind.
desk-event-ends = Geplantes Ende
desk-event-ends-hint = Leer lassen, wenn es sich aus der Zahl der Runden ergibt.
desk-event-queue = Warteschlange auf Abruf: Spieler pro Event
desk-event-queue-hint = Immer wenn so viele beigetreten sind, werden sie aufgerufen und bekommen ein Event. 0 für keine Warteschlange.
desk-event-answer = Minuten für die Antwort auf einen Aufruf
desk-event-answer-hint = Fünf, wenn leer. Danach wird der nächste Spieler der Warteschlange aufgerufen.
desk-event-shares-tables = Tische dürfen die eines anderen laufenden Events sein
desk-event-shares-tables-hint = Sonst bekommen zwei laufende Events einer Convention nie denselben Tisch.
desk-event-publish = Paarungen sofort veröffentlichen
desk-event-publish-hint = Sonst sehen Sie sie zuerst an und veröffentlichen sie selbst.
desk-event-power = Letzte Runde vor einem Playoff nach der Tabelle paaren
desk-event-power-hint = Erster gegen Zweiten und so weiter.
desk-event-ranked = Playoff vor jeder Runde neu setzen
desk-event-ranked-hint = Sonst bleibt der Turnierbaum, wie er ist.
desk-event-playoff = Art des Playoffs
desk-event-pod = Spieler pro Draft-Pod
desk-event-pod-size = Spieler an einem Tisch
desk-event-pod-size-hint = 2 für Partien zu zweit, 3 bis 5 für Pods wie in Commander.
desk-event-short-pods = Kleinere Tische, wenn nicht alle voll werden
desk-event-short-pods-last = Am Ende der Tabelle
desk-event-short-pods-first = An der Spitze der Tabelle
desk-event-short-pods-byes = Keine: Die Letzten erhalten Freilose
desk-event-pool-size = Spieler pro Gruppe
desk-event-pool-size-hint = In einer Gruppe spielt jeder gegen jeden, statt Schweizer Runden. 0 für keine.
desk-event-together = Ein Team spielt ein gemeinsames Match
desk-event-together-hint = Zwei gegen zwei, wie bei Two-Headed Giant. Nur für Teams zu 2.
desk-event-seat-formats = Formate der Sitze eines Teams
desk-event-seat-formats-hint = Ein Kürzel je Sitz, etwa STANDARD, PIONEER, MODERN. Leer lassen, wenn alle das Format des Turniers spielen.
desk-event-grace = Sekunden nach dem Abgabeschluss
desk-event-grace-hint = Eine Deckliste, die in dieser Zeit abgegeben wird, ist noch pünktlich.
desk-event-unlisted = Ohne öffentliche Seiten
desk-event-unlisted-hint = Das Turnier steht in keiner Liste für Spieler.
desk-event-test = Probelauf
desk-event-test-hint = Er wird nie exportiert und hat keine öffentlichen Seiten.
desk-next-check-in = Checken Sie Spieler ein: Mindestens zwei sind nötig.
desk-next-checked-in = { $here } von { $players } Spielern sind eingecheckt.
desk-event-rule-set = Regeln der Tabelle
desk-event-rule-set-hint = Sie lassen sich nicht mehr ändern, sobald das Spiel begonnen hat.
desk-event-tiebreakers = Feinwertung, der Reihe nach
desk-event-tiebreakers-hint = Namen mit Kommas: omw, gw, ogw, oomw, late, score, margin, sos, esos, head_to_head, wins, buchholz, buchholz_cut_1, sonneborn_berger, ctb. Ohne Angabe wie die Regeln.
desk-event-win = Punkte für einen Sieg
desk-event-draw = Punkte für ein Unentschieden
desk-event-loss = Punkte für eine Niederlage
desk-event-by-place = Punkte nach Platzierung am Tisch
desk-event-by-place-hint = Eine Zahl für jeden Spieler am Tisch, etwa 5, 3, 1, 0. Ohne Angabe zählen Sieg, Unentschieden und Niederlage.
