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

term-round = Round { $number }
term-final = Final
term-semifinals = Semifinals
term-quarterfinals = Quarterfinals
term-round-of = Round of { $players }

term-entry-in-progress = In progress
term-entry-in-waiting-room = In waiting room
term-entry-on-waitlist = On waitlist
term-entry-moved-to-child-event = Moved to child event
term-entry-complete = Complete
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

term-hook-tournament-created = An event was created
term-hook-tournament-changed = An event's details, settings or status changed, or it was deleted
term-hook-round-published = The pairings of a round were published, or the round started
term-hook-round-completed = A round ended
term-hook-result-corrected = A result was corrected
term-hook-standings-final = An event was finished
term-hook-lists-published = The decklists of an event were published
term-hook-registration-added = A player registered, or a registration was completed
term-hook-registration-dropped = A player or a team left an event
