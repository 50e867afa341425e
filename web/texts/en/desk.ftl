# The texts of the desk.

desk-title = Events
desk-tabs = Parts of the event
desk-tab-players = Players
desk-tab-round = Round
desk-tab-standings = Standings
desk-tab-lists = Decklists
desk-tab-settings = Settings
desk-refused = This was not done
desk-cancel = Cancel
desk-a-program = A program

## All events

desk-no-events = There is no event yet. Create the first one: a name and a format are enough to begin.
desk-do-create = Create an event
desk-do-copy = Create another one like it
desk-copy-of = Create another one like it: { $event }

## A new event, and settings

desk-new-event = New event
desk-copied-event = New event like { $name }
desk-event-name = Name
desk-event-format = Format
desk-event-starts = Start
desk-event-rounds = Swiss rounds
desk-event-rounds-hint = If it stays empty, you decide after each round whether another one follows.
desk-event-cut = Players in the playoff
desk-event-cut-hint = 0 for no playoff.
desk-event-capacity = Places
desk-event-capacity-hint = Further players join the waitlist. If it stays empty, there is no limit.
desk-event-team-size = Players in a team
desk-event-team-size-hint = 1 for single players.
desk-event-deadline = Deadline for decklists
desk-event-deadline-hint = In the time zone of the event. If it stays empty, decklists are due when the first round starts.
desk-do-save = Save

## What is to be done next

desk-next-players = Add players: at least two are needed.
desk-next-teams = Form teams: at least two are needed.
desk-next-first-round = { $players ->
    [one] { $players } player is registered.
   *[other] { $players } players are registered. When all are here, pair the first round.
}
desk-next-publish = { $round } is paired. Players do not see it yet: look at the pairings, then publish them.
desk-next-start = { $round } is published. Start it when the players are seated.
desk-next-results = { $open ->
    [one] { $open } table has not reported.
   *[other] { $open } tables have not reported.
}
desk-next-complete = All results of { $round } are in.
desk-next-pair = The round is complete. Round { $number } comes next.
desk-next-cut = All Swiss rounds are complete. The best { $size } play on.
desk-next-playoff = Pair the next round of the playoff.
desk-next-finish = All rounds are complete.
desk-next-publish-lists = The event is finished. Publish the decklists when you want everyone to see them.
desk-next-nothing = The event is finished and its decklists are published.
desk-do-pair = Pair Round { $number }
desk-do-publish = Publish the pairings
desk-do-start = Start { $round }
desk-do-complete = Complete { $round }
desk-do-cut = Cut to the best { $size }
desk-do-playoff = Pair the playoff
desk-do-finish = Finish the event
desk-do-publish-lists = Publish the decklists

## Players

desk-player-name = Name of a player
desk-do-add = Add
desk-players-no-name = Type a name.
desk-players-no-award = { $name } is registered, but the byes or losses were not given. { $why }
desk-players-count = { $count ->
    [one] { $count } player
   *[other] { $count } players
}
desk-players-none = Type a name and press Enter to register the first player.
desk-name = Name
desk-status = Status
desk-record = Record
desk-checked-in = Checked in
desk-handed-in = Handed in
desk-do-check-in = Check in
desk-do-drop = Drop
desk-do-disqualify = Disqualify
desk-do-return = Back into the event
desk-byes = Byes
desk-byes-hint = Numbers of the rounds, such as 1, 2.
desk-seat = Fixed table
desk-seat-hint = The number of the table where this player always sits. It may stay empty.
desk-paper-list = Hands in the decklist on paper
desk-notes = Notes
desk-notes-hint = Only staff see it.
desk-to-players = All players
desk-registered = Registered

## Rounds and results

desk-rounds = Rounds
desk-no-round = No round is paired yet.
desk-round-moved-on = Someone else took the next step in the meantime, so nothing was done. The page shows the current state.
desk-unpublished = Not published
desk-table = Table
desk-table-number = Table { $table }
desk-players = Players
desk-against = against
desk-result = Result
desk-reported-by = Entered by
desk-bye = Bye
desk-assigned-loss = Loss
desk-unreported = Not reported
desk-entry = Result
desk-entry-hint = Table and games, such as 12 2 1 or 1221. A third number is for drawn games; 12 x says that both lose.
desk-do-enter = Enter
desk-entered = Table { $table }:
desk-do-correct = Correct
desk-open-tables = { $count ->
    [one] { $count } table still plays
   *[other] { $count } tables still play
}
desk-do-swap = Exchange two players
desk-do-pair-again = Pair again
desk-do-remove-round = Remove the round
desk-do-reopen = Reopen the round
desk-complete-early = If you complete the round now, missing results count as draws.
desk-do-complete-draws = Complete, missing results as draws
desk-contested-count = { $count ->
    [one] { $count } result is contested
   *[other] { $count } results are contested
}
desk-contested = contested
desk-contested-why = A player says that the result is wrong. Ask both players, then enter the right result or confirm it.
desk-complete-contested = Complete the round all the same? Contested results then count as they were reported.
desk-complete-missing = Missing results count as draws. Mark the tables whose players both lose, for example because neither came.
desk-both-left = Both players of table { $table } have left the event.
desk-both-lose = Both lose
desk-choice-won = { $player } { $score }
desk-choice-drawn = Draw { $score }
desk-do-complete-contested = Yes, complete the round
desk-to-round = Back to the round
desk-result-unreadable = This is not a result. Type the number of the table, then the games of both players: 12 2 1.
desk-result-no-table = No match is played at table { $table } in this round.
desk-result-busy = Others changed the event at the same time, and the result was not entered. Send it again.
desk-result-now = Result: { $result }
desk-by = entered by { $by }
desk-result-conflict = { $by } has entered { $result } at table { $table }. Is that wrong?
desk-do-replace = Replace it with { $entry }
desk-do-keep = Keep it
desk-corrected = The result is corrected.
desk-effect-standings = The standings changed after these rounds: { $rounds }.
desk-effect-paired = These rounds were paired with the wrong result and stay as they are: { $rounds }.
desk-effect-to-pair = These rounds must be paired again: { $rounds }.
desk-effect-cut = The cut would be different now. Make it again if the next round has not started.
desk-swap-title = Exchange two players in { $round }
desk-swap-one = This player
desk-swap-other = changes places with
desk-swap-seat = Table { $table }: { $name }
desk-swap-two = Choose two players.
desk-swap-changed = The event has changed in the meantime. Look at the pairings and choose again.

## Standings

desk-no-standings = Standings begin with the first round.
desk-standings-after = Standings after { $round }
desk-rank = Rank
desk-points = Points
desk-omw = Opponents’ match wins %
desk-gw = Game wins %
desk-ogw = Opponents’ game wins %

## Decklists

desk-lists-count = { $handed } of { $all } decklists are handed in
desk-do-lock = Lock all
desk-do-unlock = Unlock all
desk-lock = Changes
desk-locked = Locked
desk-unlocked = Allowed
desk-by-deadline = Until the deadline
desk-by-start = Until the start
desk-closed-by-start = Closed since the start
desk-on-paper = On paper
desk-missing = Missing
