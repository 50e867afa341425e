# El reloj de una ronda.

desk-clock = Reloj
desk-clock-ends = Termina a las
desk-clock-paused = El reloj está en pausa.
desk-clock-minutes = Minutos
desk-clock-minutes-wrong = Escribe los minutos como un número, por ejemplo 50.
desk-do-clock-start = Iniciar el reloj
desk-do-clock-pause = Pausar el reloj
desk-do-clock-add = Añadir tiempo para todos
desk-do-clock-reset = Reiniciar el reloj
