# Messages as pages say them, where those of the API have its names. Keyed by their codes.

problem-account-last-administrator = This person is the only administrator of organization { $value }. Make another member one first.
problem-account-no-erasure-list = Accounts cannot be deleted here yet: no list of erasures is set up. Ask the operator of the service.
problem-account-not-a-member = You are no longer a member of this organization.
problem-clock-change-empty = Say what to do with the clock, or give a length or extra time.
problem-convention-final = The convention is archived: it can no longer be changed.
problem-end-before-from = The end must not be before the beginning.
problem-end-before-start = The end must not be before the start.
problem-event-canceled = The event is canceled. Take the cancellation back first.
problem-event-has-child = Players who were moved to an event that belongs to this one: { $count }. Set them to “Registered” first, or keep the event.
problem-event-not-running = The event { $lifecycle ->
    [REGISTRATION_OPEN] has not begun
    [WAITLIST_ONLY] has not begun
    [REGISTRATION_CLOSED] has not begun
   *[other] is over
}; it must be in progress.
problem-event-registration-stays-closed = Play has begun: registration cannot be opened or closed any more.
problem-event-rounds-open = An event is finished when every round is complete, and these are not: { $rounds }. Complete them first.
problem-event-teams-formed = Teams were formed: the team size cannot be changed any more.
problem-event-took-place = The event has taken place and cannot be canceled.
problem-judging-over = The event is over: no judge can be called.
problem-list-published = The lists are published or being published, and cannot be unlocked.
problem-list-too-large = Stored, the list would take { $bytes } bytes; the limit is { $most }. Shorten it.
problem-malformed-parameter = The parameter “{ $name }” of the address is malformed: it { $form }.
problem-match-at-another-table = The match is played at another table: give the match or the table, not both.
problem-match-of-a-complete-round = Round { $number } is complete; this can be changed only before that.
problem-match-of-an-upcoming-round = Round { $number } has not begun.
problem-match-played-on = Another player would advance, but round { $number } of the playoff has begun.
problem-match-tied = A playoff match needs a winner. If the scores are equal, say who won: at the desk with the seat, 1 or 2, after the scores, such as 12 3 3 1.
problem-match-wrong-moment = Round { $number } { $status ->
    [UPCOMING] has not begun
   *[other] is complete
}; results are reported while it is in progress.
problem-member-last-administrator = This is the only administrator. Make another member one first.
problem-no-games = Say how many games each player has won, or how many were drawn: 0-0 alone is no result. If both players lost, report that.
problem-no-line-of-player = The standings of this round have no line of a player { $player }.
problem-not-a-day = Must be a day such as 2026-03-20.
problem-not-a-time-of-day = Must be a time of the day such as 18:30.
problem-not-a-time-zone = “{ $name }” is not a time zone. Give the IANA name, such as Europe/Berlin.
problem-not-found = There is no { $what } with the id { $id }.
problem-pairing-too-few-tables = { $needed } tables are needed, and the event has tables { $first } to { $last }. Change its first or last table.
problem-pods-of-teams = Teams play matches of two: set the players at a table to 2, or the team size to 1.
problem-pods-without-scores = A pod has places, not scores: set the players at a table to 2, or take the scores out of the rules.
problem-points-by-place = Give { $pod_size } numbers, one for each place at a table, the highest first.
problem-pools-of-pods = Pools play matches of two: set the players at a table to 2, or the players in a pool to 0.
problem-queue-of-teams = A queue is for single players: set the team size to 1.
problem-registration-check-in-closed = The event is over: check-in is closed.
problem-registration-closed = { $value ->
    [REGISTRATION_CLOSED] Registration is closed.
    [EVENT_IN_PROGRESS] The event is in progress: you cannot register for it now.
   *[other] The event is over: you cannot register for it any more.
}
problem-registration-no-place = This registration has no place in the event.
problem-registration-not-in-play = Only a player who is registered gets byes or losses for missed rounds.
problem-registration-over = The event is over: its registrations can no longer change.
problem-registration-queue-convention-over = The convention is { $value ->
    [CANCELED] canceled
   *[other] archived
}: its queues call no players and make no events.
problem-registration-queue-none = This event is no queue.
problem-registration-queue-own-address = This event is a queue: answer calls and change places in line at the queue.
problem-registration-registered = This person is registered already. The event’s staff can change the registration.
problem-registration-round-not-begun = Round { $value } has not begun. Byes for rounds to come are awarded on the player’s page.
problem-result-of-other-form = This match is reported in another form; leave this out.
problem-round-begun = Round { $number } has begun; its pairings can be changed only before that.
problem-round-clock-over = Round { $number } is complete; its clock cannot be changed any more.
problem-round-clock-stands = Round { $number } is not in progress. This change of its clock is possible only while it is.
problem-round-followed = Round { $number } is complete, and round { $next } followed it; correct its results instead.
problem-round-followed-by-a-cut = Round { $number } is complete, and a cut followed it; correct its results instead.
problem-round-no-clock = The round has no clock. Give a length, or set the minutes in a round in the event’s settings.
problem-round-not-removable = Round { $number } has begun; it can be removed only before that.
problem-round-of-other-kind = Before a cut, the rounds of this event are of another kind: the players in a pool decide that.
problem-round-open = Round { $number } is not complete; complete it first.
problem-round-too-late-to-check = Round { $number } is complete; decks are checked only before that.
problem-size-or-match-points = Give either the size of the cut or its match points.
problem-team-name-or-invite = Give only one: the name of a new team, an invitation, or a team.
problem-team-no-teams = This is not a team event: its team size is 1.
problem-team-over = The event is over: its teams can no longer change.
problem-teams-without-scores = Teams win matches, not scores: set the team size to 1, or take the scores out of the rules.
problem-tiebreaker-without-scores = The tiebreaker “{ $tiebreaker }” needs scores: set scores in the rules, with a margin for the margin of victory, or remove it.
problem-together-without-pairs = Only teams of 2 play together: set the team size to 2.
problem-unknown-slug = There is no convention with the short name “{ $slug }”.
problem-user-id-or-username = Give either the number or the username of the person.
problem-user-id-username-or-name = Give only one: the number, the username or the name of the person.
problem-username-needed-without-id = Required if no number is given.
problem-username-needed-without-id-and-name = Required if neither a number nor a name is given.
