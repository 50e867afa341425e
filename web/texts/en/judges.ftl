# The texts of judges: calls, penalties, deck checks, extra time.

desk-tab-judges = Judges
desk-judges-unknown = This no longer exists. Check the page and try again.
desk-judges-busy = Someone else changed the event at the same moment, so nothing was saved. Please send it again.
desk-judges-no-player = No player of this event is named { $name }. Choose a name from the list.
desk-judges-two-players = Several players are named { $name }. Record the penalty on the player’s page.
desk-judges-minutes = Type the extra time in minutes, such as 4.

## Calls

desk-calls = Judge calls
desk-no-calls = No open calls.
desk-bell-on = Turn on sound
desk-bell-off = Turn off sound
desk-bell-hint = Rings for new calls while this page is open in front.
desk-call-place = Where
desk-call-contested = The reported result is contested.
desk-call-note = Reason
desk-call-waiting = Waiting
desk-call-minutes = { $minutes } min
desk-call-taken = Taken by { $by }
desk-calls-closed = { $count ->
    [one] { $count } call closed.
   *[other] { $count } calls closed.
}
desk-do-take = Take
desk-do-close = Close
desk-do-call = Call a judge

## Penalties

desk-penalties = Penalties
desk-no-penalties = No penalties recorded.
desk-penalties-elsewhere = At other events
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
    Aggressive Behavior
    Theft of Tournament Material
    Stalling
    Cheating
desk-penalty = Penalty
desk-penalty-no-round = No round
desk-penalty-note = Note
desk-penalty-hint = A penalty is only recorded. Enter a game or match loss with the result.
desk-do-penalty = Record the penalty
desk-do-withdraw = Withdraw
desk-do-restore = Restore
desk-withdrawn = Withdrawn
desk-issued-recorded = { $penalty } for { $player } is recorded.
desk-issued-loss = { $penalty } for { $player } is recorded. The result does not change by itself: enter the loss with the result.
desk-issued-disqualification = { $penalty } for { $player } is recorded. The player is still in the event until they are disqualified on their page.
desk-issued-enter = Enter the result
desk-penalty-none = no penalty
desk-suggestion = { $infraction } – { $number ->
        [1] { $penalty }
       *[other] no. { $number } today: { $penalty }
    }{ $at ->
        [0] { "" }
       *[other] ; no. { $at }: { $upgraded }
    }
desk-infraction-other = Another infraction
desk-penalties-today = Penalties today

## Deck checks and extra time

desk-deck-checks = Deck checks
desk-no-checks = Deck checks and extra time become available when a round is paired.
desk-check-count = { $round }: random tables to check
desk-check-hint = Players checked least often come first. To pick a table yourself, open its match.
desk-check-done = Checked
desk-do-draw = Draw tables
desk-do-check = Start a deck check
desk-do-checked = Deck check done
desk-do-uncheck = Cancel the deck check
desk-do-feature = Mark as feature match
desk-do-unfeature = Remove feature match
desk-extensions = Extra time
desk-no-extensions = No table has extra time.
desk-extension-now = Extra time: { $minutes } min
desk-minutes = Extra minutes
desk-do-extend = Add extra time
desk-check-took = The deck check took { $minutes } min. The usual extra time is that time and three minutes to shuffle.

## The floor

desk-floor = Floor
desk-to-floor = All tables (floor)
desk-floor-convention = Convention
desk-floor-call = Call open
desk-floor-contested = Contested
desk-floor-over = Time is over
desk-floor-reported = Reported, not confirmed
desk-floor-check = Deck check running
desk-floor-extension = Extra time
desk-floor-playing = Playing
desk-floor-done = Result in
desk-floor-last = { $count ->
    [one] Last table: { $count }
   *[other] Last tables: { $count }
}
desk-floor-left = Time left
desk-floor-tables = Tables
desk-floor-none = No event is running. Tables appear here when a round starts.
desk-floor-go = Go to table
desk-floor-states = States of tables
desk-floor-all = All tables
desk-floor-no-table = No table is in this state, or has this number.
desk-floor-between = No round is in progress.
desk-floor-list = Decklist
desk-floor-whole-list = Show the whole list
