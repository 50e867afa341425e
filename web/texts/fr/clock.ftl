# Le chrono d’une ronde.

desk-clock = Chrono
desk-clock-ends = Fin :
desk-clock-paused = Le chrono est en pause.
desk-clock-minutes = Minutes
desk-clock-minutes-wrong = Saisissez les minutes en chiffres, par exemple 50.
desk-do-clock-start = Démarrer le chrono
desk-do-clock-pause = Mettre le chrono en pause
desk-do-clock-add = Ajouter du temps pour tous
desk-do-clock-reset = Remettre le chrono à zéro
