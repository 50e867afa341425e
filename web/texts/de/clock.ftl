# Die Uhr einer Runde.

desk-clock = Uhr
desk-clock-ends = Ende um
desk-clock-paused = Die Uhr ist angehalten.
desk-clock-minutes = Minuten
desk-clock-minutes-wrong = Geben Sie die Minuten als Zahl an, zum Beispiel 50.
desk-do-clock-start = Uhr starten
desk-do-clock-pause = Uhr anhalten
desk-do-clock-add = Zeit für alle zugeben
desk-do-clock-reset = Uhr zurücksetzen
