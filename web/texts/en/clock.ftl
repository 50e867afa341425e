# The clock of a round.

desk-clock = Clock
desk-clock-ends = Time ends at
desk-clock-paused = The clock is paused.
desk-clock-minutes = Minutes
desk-clock-minutes-wrong = Give the minutes as a number, such as 50.
desk-do-clock-start = Start the clock
desk-do-clock-pause = Pause the clock
desk-do-clock-add = Add minutes for everyone
desk-do-clock-reset = Back to the whole length
