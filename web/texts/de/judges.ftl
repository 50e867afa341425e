# Die Texte der Judges: Rufe, Strafen, Deckchecks, Zeitzugaben.

desk-tab-judges = Judges
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
desk-call-contested = Das gemeldete Ergebnis ist angefochten.
desk-call-note = Grund
desk-call-waiting = Wartet
desk-call-minutes = { $minutes } Min.
desk-call-taken = Übernommen von { $by }
desk-calls-closed = { $count ->
    [one] { $count } Ruf ist erledigt.
   *[other] { $count } Rufe sind erledigt.
}
desk-do-take = Übernehmen
desk-do-close = Erledigt
desk-do-call = Judge rufen

## Strafen

desk-penalties = Strafen
desk-no-penalties = Keine Strafen eingetragen.
desk-penalties-elsewhere = In anderen Turnieren
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
    Aggressives Verhalten
    Diebstahl von Turniermaterial
    Zeitschinden
    Betrug
desk-penalty = Strafe
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
desk-penalty-none = keine Strafe
desk-suggestion = { $infraction } – { $number ->
        [1] { $penalty }
       *[other] Nr. { $number } heute: { $penalty }
    }{ $at ->
        [0] { "" }
       *[other] ; Nr. { $at }: { $upgraded }
    }
desk-infraction-other = Anderes Vergehen
desk-penalties-today = Strafen heute

## Deckchecks und Zeitzugaben

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
desk-check-took = Der Deckcheck hat { $minutes } Min. gedauert. Üblich ist diese Zeit als Zugabe und drei Minuten zum Mischen.

## The floor

desk-floor = Saal
desk-to-floor = Alle Tische (Saal)
desk-floor-convention = Zur Convention
desk-floor-call = Ruf offen
desk-floor-contested = Angefochten
desk-floor-over = Zeit abgelaufen
desk-floor-reported = Gemeldet, nicht bestätigt
desk-floor-check = Deckcheck läuft
desk-floor-extension = Zeitzugabe
desk-floor-playing = Spielt
desk-floor-done = Ergebnis da
desk-floor-last = { $count ->
    [one] Letzter Tisch: { $count }
   *[other] Letzte Tische: { $count }
}
desk-floor-left = Restzeit
desk-floor-tables = Tische
desk-floor-none = Kein Turnier läuft. Tische erscheinen hier, sobald eine Runde beginnt.
desk-floor-go = Zum Tisch
desk-floor-states = Zustände der Tische
desk-floor-all = Alle Tische
desk-floor-no-table = Kein Tisch ist in diesem Zustand oder hat diese Nummer.
desk-floor-between = Keine Runde läuft.
desk-floor-list = Deckliste
desk-floor-whole-list = Ganze Liste zeigen
