# The texts of the desk.

desk-tabs = Parts of the event
desk-tab-round = Round
desk-tab-settings = Settings
desk-refused = This did not work
desk-cancel = Cancel
desk-a-program = A program

## All events

desk-no-events = No events yet. Create the first one: a name and a format are enough.
desk-find-event = Find an event
desk-no-such-event = No event by that name.
desk-do-create = Create an event
desk-copy-of = Copy { $event }

## A new event, and settings

desk-new-event = New event
desk-copied-event = Copy of { $name }
desk-event-name = Name
desk-event-format = Format
desk-event-starts = Start
desk-event-rounds = Swiss rounds
desk-event-rounds-hint = Leave empty to decide after each round.
desk-event-cut = Playoff players
desk-event-cut-hint = 0 for none.
desk-event-capacity = Places
desk-event-capacity-hint = Further players join the waitlist. Leave empty for no limit.
desk-event-team-size = Team size
desk-event-team-size-hint = 1 for individual play.
desk-event-deadline = Decklist deadline
desk-event-deadline-hint = In the event’s time zone. Players are asked for a list only if there is a deadline.
desk-do-save = Save

## What is to be done next

desk-next-players = Add players: at least two are needed.
desk-next-teams = Form teams: at least two are needed.
desk-next-first-round = { $players ->
    [one] { $players } player is registered.
   *[other] { $players } players are registered. When everyone is here, pair the first round.
}
desk-next-later = Starts on { $day }. Registered so far: { $players }.
desk-next-publish = { $round }: the pairings are ready. Only staff can see them.
desk-next-planned = { $round } is planned and has no pairings yet.
desk-next-start = { $round }: the pairings are published. Start when the players are seated.
desk-next-results = { $open ->
    [one] { $open } table has not reported.
   *[other] { $open } tables have not reported.
}
desk-next-complete = { $round }: all results are in.
desk-next-third = { $round }: only the match for third place has no result. It may stay without one.
desk-next-meeting = { $round }: complete it when everyone is done.
desk-next-pair = Round { $number } comes next.
desk-next-pools = Pools: { $pools }, of up to { $size }. Rounds: { $rounds }.
desk-next-cut = All Swiss rounds are complete. The top { $size } advance.
desk-next-cut-pools = The pools are complete. { $size } advance: the best of each pool first, then the second of each.
desk-next-playoff = The next round of the playoff can be paired.
desk-next-finish = All rounds are complete.
desk-next-publish-lists = The event is finished. Publish the decklists when you want everyone to see them.
desk-next-over = The event is finished.
desk-next-nothing = The event is finished and its decklists are published.
desk-do-describe = Edit the event’s page
desk-do-results = Enter results
desk-do-pair = Pair Round { $number }
desk-do-publish = Publish the pairings
desk-do-publish-start = Publish and start { $round }
desk-do-seat = Seat players: { $round }
desk-do-start = Start { $round }
desk-do-complete = Complete { $round }
desk-do-complete-pair = Complete { $round } and pair the next round
desk-do-cut = Cut to the top { $size }
desk-do-playoff = Pair the playoff
desk-do-finish = Finish the event
desk-do-publish-lists = Publish the decklists

## What was done

desk-done-round-completed = { $title } completed.
desk-done-round-added = { $title } paired.
desk-done-pairings-discarded = { $title } paired again.
desk-done-pairings-published = { $title }: pairings published.
desk-done-round-started = { $title } started.
desk-done-round-removed = Round removed.
desk-done-player-registered = { $player }: { $status }.
desk-done-registration-status-changed = { $player }: { $status }.
desk-done-player-dropped = { $player } is dropped.
desk-done-lifecycle-changed = The event is now: { $status }.
desk-done-details-changed = { $known ->
    [yes] Saved: { $fields }.
   *[no] Saved.
}
desk-done-organizing-changed = { $known ->
    [yes] Saved: { $fields }.
   *[no] Saved.
}
desk-done-result-reported = Table { $table }: { $result } is saved. { $players }
desk-done-result-corrected = Table { $table }: { $result } is saved. { $players }
desk-done-several = { $count } changes are saved.
desk-do-undo = Undo
desk-do-undo-what = Undo: { $what }

## Players

desk-player-name = Name of a player
desk-do-add = Add
desk-players-no-name = Type a name.
desk-players-no-award = { $name } is registered, but the byes or losses were not given. { $why }
desk-players-count = { $count ->
    [one] { $count } player
   *[other] { $count } players
}
desk-players-others = { $count } not playing
desk-players-none = Type a name and press Enter to register the first player.
desk-name = Name
desk-status = Status
desk-record = Record
desk-checked-in = Checked in
desk-handed-in = Handed in
desk-do-check-in = Check in
desk-do-drop = Drop
desk-do-disqualify = Disqualify
desk-do-return = Bring back into the event
desk-byes = Byes
desk-byes-hint = Round numbers, such as 1, 2.
desk-seat = Fixed table
desk-seat-hint = The table where this player always sits. Optional.
desk-paper-list = Hands in the decklist on paper
desk-notes = Notes
desk-notes-hint = Only staff can see this.
desk-to-players = All players
desk-registered = Registered
desk-registering = Registration not finished
desk-offered = Place offered until { $time }

## Rounds and results

desk-rounds = Rounds
desk-no-round = No round has been paired yet.
desk-round-moved-on = Someone else took the next step first, so nothing was done. This page shows the current state.
desk-unpublished = Not published
desk-table = Table
desk-table-number = Table { $table }
desk-players = Players
desk-against = vs
desk-result = Result
desk-reported-by = Entered by
desk-bye = Bye
desk-assigned-loss = Loss
desk-unreported = Not reported
desk-entry-hint = Table, then games won: 12 2 1 or 1221. Add a third number for drawn games. 12 x: both players lose.
desk-entry-hint-pod = Table, then the winner’s seat: 12 3 or 123. 12 d: a draw of all. 12 d 1 3: a draw of seats 1 and 3. 12 x: all lose. Places by seat: 12 1-3-2-4.
desk-entry-hint-places = Table, then the place of each seat: 12 1-3-2-4. A shared place has the same number: 12 1-2-2-2. 12 d: a draw of all. 12 x: all lose.
desk-entry-hint-scores = Table, then the score of each player: 12 150-90. 12 x: both players lose.
desk-do-enter = Enter
desk-entered = Table { $table }:
desk-do-correct = Correct
desk-open-tables = { $count ->
    [one] { $count } table still playing
   *[other] { $count } tables still playing
}
desk-do-swap = Swap two players
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
desk-contested-why = A player says that this result is wrong. Ask the players at the table, then enter the right result.
desk-complete-contested = Complete the round anyway? Contested results count as reported.
desk-complete-missing = Missing results count as draws. Tick the tables where all players lose, for example because none of them showed up.
desk-both-left = All players at table { $table } have left the event.
desk-both-lose = Both lose
desk-all-lose = All lose
desk-pod-seat = Seat { $seat }
desk-pod-draw = Draw
desk-pod-draw-of = Draw: seats { $seats }
desk-choice-pod = Seat { $seat }: { $player } wins
desk-choice-won = { $player } { $score }
desk-choice-drawn = Draw { $score }
desk-do-complete-contested = Yes, complete the round
desk-to-round = Back to the round
desk-result-unreadable = This is not a result. Type the table number, then the games won by each player: 12 2 1.
desk-result-no-table = There is no match at table { $table } in this round.
desk-result-other-table = This page is about another table than { $table }. Enter that result on the page of the round.
desk-result-now = Result: { $result }
desk-by = entered by { $by }
desk-result-conflict = { $by } has entered { $result } at table { $table }. Is that wrong?
desk-do-replace = Replace it with { $entry }
desk-do-keep = Keep it
desk-corrected = The result has been corrected.
desk-effect-standings = The standings changed after these rounds: { $rounds }.
desk-effect-paired = These rounds were paired with the old result and have begun: { $rounds }. They stay as they are.
desk-effect-pair-again = The next round was paired with the old result and has not started.
desk-effect-to-pair = These rounds must be paired again: { $rounds }.
desk-effect-cut = The cut would be different now. Make it again if the next round has not started.
desk-swap-title = { $round }: swap two players
desk-swap-one = This player
desk-swap-other = swaps with
desk-swap-seat = Table { $table }: { $name }
desk-swap-two = Choose two different players.
desk-swap-changed = The event has changed in the meantime. Check the pairings and choose again.

## Standings

desk-no-standings = Standings appear after the first round.
desk-recompute = Standings under other rules
desk-recompute-hint = The same results, ordered as { $rules } would. Nothing is changed.
desk-recompute-real = Real rank
desk-do-recompute = Show
desk-standings-after = Standings after { $round }
desk-rank = Rank
desk-points = Points

## Decklists

desk-lists-count = { $handed } of { $all } decklists handed in
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

desk-picture-of = Picture of { $event }
desk-picture-hint = JPEG, PNG or WebP, at most 5 MB. Best in landscape format, 1600 × 900 pixels. Everyone can see it.
desk-picture = Picture
desk-do-to-picture = Choose a picture
desk-staff = Staff of this event
desk-staff-hint = Members of your organization who may do more in this event than elsewhere. The better of both roles counts. The role ends here, or when the person leaves the organization.
desk-staff-none = No member has a role for this event alone.
desk-staff-role = Role
desk-staff-left = no longer a member
desk-staff-end-of = End the role of { $name }
desk-staff-assign = Give a member a role
desk-staff-member = Member
desk-do-end-staff = End the role
desk-do-assign-staff = Assign
desk-do-to-staff = Choose the staff
desk-do-to-settings = To the settings
desk-next-incomplete = { $teams ->
    [one] One team lacks players and will not play.
   *[other] { $teams } teams lack players and will not play.
}
desk-next-agents = { $players ->
    [one] One player has no team.
   *[other] { $players } players have no team.
}
