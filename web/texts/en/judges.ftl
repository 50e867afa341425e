# The texts of judges: calls, penalties, deck checks, extensions.

desk-tab-judges = Judges
desk-actions = Actions
desk-judges-unknown = This is not there any more. Look at the page and try again.
desk-judges-busy = Others changed the event at the same time, and this was not done. Send it again.
desk-judges-no-player = No player of this event is named { $name }. Choose a name from the list.
desk-judges-two-players = Several players are named { $name }. Issue the penalty on the page of the player.
desk-judges-minutes = Type the extra time in minutes, such as 4.

## Calls

desk-calls = Calls for a judge
desk-no-calls = No table waits for a judge.
desk-call-place = Place
desk-call-note = Reason
desk-call-waiting = Waiting
desk-call-minutes = { $minutes } min
desk-call-taken = Taken by { $by }
desk-calls-closed = { $count ->
    [one] { $count } call is closed.
   *[other] { $count } calls are closed.
}
desk-call-table = Table
desk-call-reason = Reason or place
desk-do-take = Take
desk-do-close = Close
desk-do-call = Call a judge

## Penalties

desk-penalties = Penalties
desk-no-penalties = No penalty is recorded.
desk-penalties-elsewhere = In other events
desk-penalty-event = Event
desk-infraction = Infraction
desk-infractions =
    Tardiness
    Slow Play
    Looking at Extra Cards
    Game Rule Violation
    Missed Trigger
    Hidden Card Error
    Mulligan Procedure Error
    Failure to Maintain Game State
    Decklist Problem
    Deck Problem
    Limited Procedure Violation
    Communication Policy Violation
    Marked Cards
    Insufficient Shuffling
    Outside Assistance
    Unsporting Conduct – Minor
    Unsporting Conduct – Major
    Improperly Determining a Winner
    Bribery and Wagering
    Stalling
    Cheating
desk-penalty = Penalty
desk-penalty-round = Round
desk-penalty-no-round = Outside of rounds
desk-penalty-note = Note
desk-penalty-hint = A penalty is only recorded. Enter a lost game or match with the result.
desk-do-penalty = Record the penalty
desk-do-withdraw = Withdraw
desk-do-restore = Restore
desk-withdrawn = Withdrawn
desk-issued-recorded = { $penalty } for { $player } is recorded.
desk-issued-loss = { $penalty } for { $player } is recorded. The result does not change by itself: enter the loss with the result.
desk-issued-disqualification = { $penalty } for { $player } is recorded. The player is still in the event: the scorekeeper disqualifies the player on the player’s page.
desk-issued-enter = Enter the result

## Deck checks and extensions

desk-judging = For judges
desk-deck-checks = Deck checks
desk-no-checks = Decks are checked and times are extended while a round is paired or in progress.
desk-check-count = Random tables of { $round } to check
desk-check-hint = Players who were checked least often come first. To choose a table yourself, open its match.
desk-check-done = Checked
desk-do-draw = Draw tables
desk-do-check = Start a deck check
desk-do-checked = Deck check is done
desk-do-uncheck = Undo the deck check
desk-do-feature = Make it a feature match
desk-do-unfeature = No feature match
desk-extensions = Time extensions
desk-extension-now = Extra time: { $minutes } min
desk-minutes = Extra minutes
desk-do-extend = Add extra time
