# The clock of a round.

desk-clock = Clock
desk-clock-ends = Ends at
desk-clock-paused = The clock is paused.
desk-clock-minutes = Minutes
desk-clock-minutes-wrong = Type the minutes as a number, such as 50.
desk-do-clock-start = Start the clock
desk-do-clock-pause = Pause the clock
desk-do-clock-add = Add time for everyone
desk-do-clock-reset = Reset the clock
