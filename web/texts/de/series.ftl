# Turnierserien am Turniertisch.

desk-series = Turnierserien
desk-series-none = Es gibt noch keine Serie. Öffnen Sie die Einstellungen eines Turniers, und wählen Sie „Wöchentlich wiederholen“.
desk-series-ended = Beendet
desk-series-rule = { $weekday ->
    [1] Montag
    [2] Dienstag
    [3] Mittwoch
    [4] Donnerstag
    [5] Freitag
    [6] Samstag
   *[other] Sonntag
}, { $time } ({ $zone }), { $weeks ->
    [1] jede Woche
   *[other] alle { $weeks } Wochen
}{ $until ->
    [never] { "" }
   *[other] { ", " }bis { $until }
}
desk-series-change = Plan ändern
desk-series-resume = Serie fortsetzen
desk-series-over = Diese Serie ist beendet. Setzen Sie sie zuerst fort.
desk-series-days = Kommende Tage
desk-series-no-days = Kein Tag dieser Serie steht bevor.
desk-series-day = Tag
desk-series-to-event = Turnier öffnen
desk-series-event-of = Turnier vom { $day } öffnen
desk-series-skipped = Kein Turnier
desk-series-not-made = Noch nicht angelegt
desk-series-players = { $count ->
    [one] { $count } Spieler
   *[other] { $count } Spieler
}
desk-series-has-players = Es hat Spieler: Entscheiden Sie, ob es abgesagt wird.
desk-series-skip = Ausfallen lassen
desk-series-skip-day = { $day } ausfallen lassen
desk-series-keep = Doch stattfinden lassen
desk-series-keep-day = { $day } doch stattfinden lassen
desk-series-end = Serie beenden
desk-series-end-means = Es werden keine Turniere mehr angelegt. Die angelegten bleiben.
desk-series-like = { $name } wiederholen
desk-series-means = Der Dienst legt die Turniere von selbst im Voraus an. Jedes bekommt die Einstellungen dieses Turniers und einen eigenen Beitrittscode. Seine Zeiten liegen so weit vom Beginn entfernt wie hier.
desk-series-change-means = Die Änderung gilt für Turniere, die noch nicht angelegt sind.
desk-series-plan = Serie planen
desk-series-first-day = Erster Tag
desk-series-first-day-hint = Er bestimmt den Wochentag.
desk-series-last-day = Letzter Tag
desk-series-last-day-hint = Lassen Sie das Feld leer, wenn die Serie kein Ende hat.
desk-series-every-weeks = Wochen von einem Turnier zum nächsten
desk-series-weeks-ahead = Wochen, für die Turniere im Voraus angelegt werden
desk-series-weeks-ahead-hint = 1 bis 26.
desk-series-one = Serie
desk-series-one-hint = Ein Turnier, das sich jede Woche oder alle paar Wochen wiederholt, legt der Dienst an.
desk-series-repeat = Wöchentlich wiederholen
desk-series-to-series = Zur Serie
desk-series-following = Dieses und alle folgenden
desk-series-following-hint = Was Sie hier ändern, ändert sich auch in allen späteren Turnieren der Serie, die noch nicht begonnen haben. Jedes bleibt an seinem Tag.
