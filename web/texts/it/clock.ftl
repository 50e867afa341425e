# Il timer di un turno.

desk-clock = Timer
desk-clock-ends = Fine alle
desk-clock-paused = Il timer è in pausa.
desk-clock-minutes = Minuti
desk-clock-minutes-wrong = Scrivi i minuti come numero, per esempio 50.
desk-do-clock-start = Avvia il timer
desk-do-clock-pause = Metti in pausa il timer
desk-do-clock-add = Aggiungi tempo per tutti
desk-do-clock-reset = Azzera il timer
