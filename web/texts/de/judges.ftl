# Die Texte der Judges: Rufe, Strafen, Deckchecks, Zeitzugaben.

desk-tab-judges = Judges
desk-actions = Aktionen
desk-judges-unknown = Das gibt es nicht mehr. Prüfen Sie die Seite und versuchen Sie es noch einmal.
desk-judges-busy = Jemand anders hat das Turnier gleichzeitig geändert, deshalb wurde nichts gespeichert. Bitte senden Sie es noch einmal.
desk-judges-no-player = In diesem Turnier gibt es keinen Spieler namens { $name }. Wählen Sie einen Namen aus der Liste.
desk-judges-two-players = Mehrere Spieler heißen { $name }. Tragen Sie die Strafe auf der Seite des Spielers ein.
desk-judges-minutes = Geben Sie die zusätzliche Zeit in Minuten ein, zum Beispiel 4.

## Rufe

desk-calls = Judge-Rufe
desk-no-calls = Keine offenen Rufe.
desk-bell-on = Ton einschalten
desk-bell-off = Ton ausschalten
desk-bell-hint = Klingelt bei neuen Rufen, solange diese Seite vorn geöffnet ist.
desk-call-place = Wo
desk-call-note = Grund
desk-call-waiting = Wartet
desk-call-minutes = { $minutes } Min.
desk-call-taken = Übernommen von { $by }
desk-calls-closed = { $count ->
    [one] { $count } Ruf ist erledigt.
   *[other] { $count } Rufe sind erledigt.
}
desk-call-table = Tisch
desk-call-reason = Grund
desk-do-take = Übernehmen
desk-do-close = Erledigt
desk-do-call = Judge rufen

## Strafen

desk-penalties = Strafen
desk-no-penalties = Keine Strafen eingetragen.
desk-penalties-elsewhere = In anderen Turnieren
desk-penalty-event = Turnier
desk-infraction = Vergehen
desk-infractions =
    Verspätung
    Langsames Spiel
    Ansehen zusätzlicher Karten
    Regelverstoß im Spiel
    Verpasste Auslösung
    Fehler mit verdeckten Karten
    Fehler beim Mulligan
    Versäumte Pflege des Spielzustands
    Problem mit der Deckliste
    Problem mit dem Deck
    Ablaufverstoß im Limited
    Verstoß gegen die Kommunikationsregeln
    Markierte Karten
    Unzureichendes Mischen
    Hilfe von außen
    Unsportliches Verhalten – leicht
    Unsportliches Verhalten – schwer
    Unzulässige Bestimmung des Siegers
    Bestechung und Wetten
    Zeitschinden
    Betrug
desk-penalty = Strafe
desk-penalty-round = Runde
desk-penalty-no-round = Keine Runde
desk-penalty-note = Notiz
desk-penalty-hint = Eine Strafe wird nur vermerkt. Tragen Sie ein verlorenes Spiel oder Match mit dem Ergebnis ein.
desk-do-penalty = Strafe eintragen
desk-do-withdraw = Zurückziehen
desk-do-restore = Wiederherstellen
desk-withdrawn = Zurückgezogen
desk-issued-recorded = { $penalty } für { $player } ist eingetragen.
desk-issued-loss = { $penalty } für { $player } ist eingetragen. Das Ergebnis ändert sich nicht von selbst: Tragen Sie den Verlust mit dem Ergebnis ein.
desk-issued-disqualification = { $penalty } für { $player } ist eingetragen. Der Spieler bleibt im Turnier, bis er auf seiner Seite disqualifiziert wird.
desk-issued-enter = Ergebnis eintragen

## Deckchecks und Zeitzugaben

desk-judging = Judges
desk-deck-checks = Deckchecks
desk-no-checks = Deckchecks und Zeitzugaben sind möglich, sobald eine Runde gepaart ist.
desk-check-count = { $round }: zufällige Tische für Deckchecks
desk-check-hint = Spieler, die am seltensten geprüft wurden, kommen zuerst. Um einen Tisch selbst zu wählen, öffnen Sie sein Match.
desk-check-done = Geprüft
desk-do-draw = Tische auslosen
desk-do-check = Deckcheck beginnen
desk-do-checked = Deckcheck ist fertig
desk-do-uncheck = Deckcheck abbrechen
desk-do-feature = Als Feature-Match markieren
desk-do-unfeature = Feature-Match aufheben
desk-extensions = Zeitzugaben
desk-no-extensions = Kein Tisch hat zusätzliche Zeit.
desk-extension-now = Zeitzugabe: { $minutes } Min.
desk-minutes = Zusätzliche Minuten
desk-do-extend = Zeit zugeben
