# Die Uhr einer Runde.

desk-clock = Uhr
desk-clock-ends = Die Zeit endet
desk-clock-paused = Die Uhr ist angehalten.
desk-clock-minutes = Minuten
desk-clock-minutes-wrong = Geben Sie die Minuten als Zahl an, zum Beispiel 50.
desk-do-clock-start = Uhr starten
desk-do-clock-pause = Uhr anhalten
desk-do-clock-add = Minuten für alle zugeben
desk-do-clock-reset = Zurück auf die volle Länge
