# O relógio de uma rodada.

desk-clock = Relógio
desk-clock-ends = Termina às
desk-clock-paused = O relógio está pausado.
desk-clock-minutes = Minutos
desk-clock-minutes-wrong = Digite os minutos como um número, como 50.
desk-do-clock-start = Iniciar o relógio
desk-do-clock-pause = Pausar o relógio
desk-do-clock-add = Dar tempo a todos
desk-do-clock-reset = Reiniciar o relógio
