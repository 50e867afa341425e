# The words for statuses, rounds and penalties. A test compares them with those of the interface.

term-registration-open = Registration open
term-waitlist-only = Waitlist only
term-registration-closed = Registration closed
term-event-in-progress = Event in progress
term-event-finished = Event finished
term-decklists-publishing = Decklists publishing
term-decklists-published = Decklists published

term-in-progress = In progress
term-upcoming = Upcoming
term-complete = Complete

term-player-meeting = Player meeting
term-random-player-meeting = Random player meeting
term-draft-pod = Draft pod
term-play-vs-opponent = Play against an opponent

term-swiss = Swiss
term-single-elimination = Single elimination
term-ranked-single-elimination = Ranked single elimination
term-double-elimination = Double elimination
term-round-robin = Round robin in pools

term-playoff-single-elimination = Single elimination
term-playoff-single-elimination-third-place = Single elimination with a match for third place
term-playoff-double-elimination = Double elimination with one final
term-playoff-double-elimination-reset = Double elimination; the final is played again after a first defeat

term-round = Round { $number }
term-final = Final
term-semifinals = Semifinals
term-quarterfinals = Quarterfinals
term-round-of = Round of { $players }
term-winners-bracket = Winners’ bracket
term-losers-bracket = Losers’ bracket
term-winners-round = Winners’ round { $number }
term-winners-final = Winners’ final
term-losers-round = Losers’ round { $number }
term-losers-final = Losers’ final
term-grand-final = Grand final
term-second-grand-final = Second grand final
term-third-place = Match for third place
term-if-needed = { $round } (if needed)
term-pool = Pool { $number }

term-entry-in-progress = In progress
term-entry-in-waiting-room = Waits for approval
term-entry-on-waitlist = On waitlist
term-entry-moved-to-child-event = Moved to child event
term-entry-complete = Registered
term-entry-canceled = Canceled
term-entry-dropped = Dropped
term-entry-disqualified = Disqualified
term-entry-eliminated = Eliminated

term-caution = Caution
term-warning = Warning
term-game-loss = Game loss
term-match-loss = Match loss
term-disqualification = Disqualification

term-other-format = Other

term-role-admin = Administrator
term-role-organizer = Organizer
term-role-scorekeeper = Scorekeeper
term-role-judge = Judge
term-role-read-only = Read only

term-rules-casual = Casual
term-rules-regular = Regular
term-rules-competitive = Competitive
term-rules-professional = Professional
term-policy-everyone = Everyone, with or without an account
term-policy-join-code = Everyone who has the join code
term-policy-accounts = People with an account
term-policy-staff = Only the staff, for players

term-hook-tournament-created = An event was created
term-hook-tournament-changed = An event's details, settings or status changed, or it was deleted
term-hook-round-published = The pairings of a round were published, or the round started
term-hook-round-completed = A round ended
term-hook-result-corrected = A result was corrected
term-hook-standings-final = An event was finished
term-hook-lists-published = The decklists of an event were published
term-hook-registration-added = A player registered, or a registration was completed
term-hook-registration-dropped = A player or a team left an event

## Rule sets and tiebreakers

term-tiebreaker-omw = Opponents’ match-win percentage
term-tiebreaker-gw = Game-win percentage
term-tiebreaker-ogw = Opponents’ game-win percentage
term-tiebreaker-oomw = Opponents’ opponents’ match-win percentage
term-tiebreaker-late = Not late in round 1
term-tiebreaker-score = Score
term-tiebreaker-margin = Margin of victory
term-tiebreaker-sos = Strength of schedule
term-tiebreaker-esos = Extended strength of schedule
term-tiebreaker-head-to-head = Head-to-head result
term-tiebreaker-wins = Matches won
term-tiebreaker-buchholz = Buchholz
term-tiebreaker-buchholz-cut-1 = Buchholz without the lowest opponent
term-tiebreaker-sonneborn-berger = Sonneborn-Berger
term-tiebreaker-ctb = Cumulative tiebreaker
term-rule-set-score = Score and margin
term-convention-scheduled = Scheduled
term-convention-unlisted = Unlisted
term-convention-details-pending = Details follow
term-convention-use-external-schedule = Schedule elsewhere
term-convention-canceled = Canceled
term-convention-archived = Archived
term-region-usa = USA
term-region-canada = Canada
term-region-emea = Europe, Middle East and Africa
term-region-aus-nz = Australia and New Zealand
term-region-china = China
term-region-jp-kr = Japan and Korea
term-region-sea = Southeast Asia
term-region-chinese-taipei = Chinese Taipei
term-region-brazil = Brazil
term-region-central-america = Central America
term-region-south-america = South America
