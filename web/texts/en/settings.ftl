# The texts of an event's settings and of the clock of a round.

## Groups of the form, and what they are about

desk-group-about = About the event
desk-group-about-hint = Text, place, prizes, entry fee
desk-group-registration = Registration
desk-group-registration-hint = Check-in, who sees the event
desk-group-play = Rounds and matches
desk-group-play-hint = Length of rounds, best of three, teams
desk-group-rules = Points and tiebreakers
desk-group-rules-hint = As the rules say
desk-group-lists = Decklists
desk-group-lists-hint = Deadline
desk-group-other = Tables and pairings
desk-group-other-hint = Table numbers, byes, who sits first
desk-event-value = { $label }: { $value }
desk-usual-rounds = { $cut ->
    [0] { $players } players: { $rounds } rounds.
   *[other] { $players } players: { $rounds } rounds, top { $cut }.
}
desk-do-usual-rounds = Plan these rounds
desk-copy-day = Proposed for { $weekday ->
    [1] Monday
    [2] Tuesday
    [3] Wednesday
    [4] Thursday
    [5] Friday
    [6] Saturday
   *[other] Sunday
}, { $day }.
desk-regulars-hint = Tick who plays again: they are registered at once.

## Settings

desk-event-zone = Time zone
desk-event-zone-hint = A city such as Berlin, or a zone such as Europe/Berlin. UTC if empty.
desk-event-description = Description
desk-event-description-hint = Everyone sees it. Markdown works: **bold**, [links](https://example.org), lists that begin with “-”.
desk-event-prizes = Prizes
desk-event-venue = Venue
desk-event-address = Address
desk-event-address-hint = Pages link it to a map.
desk-event-rules = Rules enforcement level
desk-event-contact = Contact
desk-event-contact-hint = An e-mail address, a link or a few words. Everyone sees it.
desk-event-policy = Who can register
desk-event-policy-hint = Staff can register anyone, whatever is chosen here. A join code is shown on the page Players.
desk-event-approval = Confirm each registration yourself
desk-event-approval-hint = Players who register wait on the page Players, and hold a place, until you approve or decline them.
desk-event-opens = Registration opens
desk-event-opens-hint = Registration opens and closes by itself at these times. You can register players at any time.
desk-event-closes = Registration closes
desk-event-offer = Minutes to answer an offered place
desk-event-offer-hint = A free place is offered to the first on the waitlist for this time, then to the next. Empty: you promote players yourself.
desk-event-fee = Entry fee
desk-event-fee-hint = Such as “10 €, paid at the counter”. Everyone sees it.
desk-event-check-in = Pair only players who have checked in
desk-event-check-in-hint = Others stay registered, and are paired once they have checked in. Not needed in playoffs.
desk-event-best-of = Games in a match
desk-event-best-of-any = –
desk-event-best-of-3 = Best of three
desk-event-best-of-1 = Best of one
desk-event-minutes = Minutes in a round
desk-event-minutes-hint = The clock starts with the round. No clock if empty.
desk-event-end-rule = When the time is over
desk-event-end-rule-hint = Shown when the clock reaches zero, such as “Five more turns”.
desk-event-first-table = First table
desk-event-first-table-hint = The lowest table number. 1 if empty.
desk-event-last-table = Last table
desk-event-last-table-hint = The highest table number. No limit if empty.
desk-event-attendance = Plan the Swiss rounds by the number of players
desk-event-attendance-hint = When round 1 is paired, as many rounds are planned as are usual. That replaces a number typed above. Not in pools and draft pods.
desk-event-lowest-bye = The bye goes to the lowest standing
desk-event-lowest-bye-hint = Otherwise to a random player with the lowest points. A second bye only after all have had one.
desk-event-squares = Avoid large differences of points first
desk-event-squares-hint = Pairings have the least sum of squared differences, as in Netrunner. Otherwise the least sum of differences.
desk-event-sides = Balance who sits first
desk-event-sides-hint = In a match, the player who sat first less often sits first. In Netrunner, first is the Corp.
desk-event-row = Tables in a row
desk-event-row-hint = No team match is split across the end of a row. Leave empty if rows do not matter.
desk-event-ends = Planned end
desk-event-ends-hint = Leave empty if it follows from the number of rounds.
desk-event-queue = On-demand queue: players per event
desk-event-queue-hint = Each time so many have joined, they are called, and an event is made for them. 0 for no queue.
desk-event-answer = Minutes to answer a call
desk-event-answer-hint = Five if left empty. After that, the next player in the queue is called.
desk-event-shares-tables = Tables may be those of another running event
desk-event-shares-tables-hint = Otherwise no two running events of a convention get the same table.
desk-event-publish = Publish pairings as soon as they are made
desk-event-publish-hint = Otherwise you look at them first and publish them yourself.
desk-event-power = Pair the last round before a playoff by standing
desk-event-power-hint = First against second, and so on.
desk-event-ranked = Seed the playoff again before each of its rounds
desk-event-ranked-hint = Otherwise the bracket stays as it is.
desk-event-playoff = Kind of playoff
desk-event-pod = Players in a draft pod
desk-event-pod-size = Players at a table
desk-event-pod-size-hint = 2 for matches of two. 3 to 5 for pods, as in Commander.
desk-event-short-pods = Smaller tables, if the players do not fill all
desk-event-short-pods-last = Of the lowest standing
desk-event-short-pods-first = Of the best standing
desk-event-short-pods-byes = None: the lowest get byes
desk-event-pool-size = Players in a pool
desk-event-pool-size-hint = In a pool each meets each, instead of Swiss rounds. 0 for none.
desk-event-together = Team members play one match together
desk-event-together-hint = Two against two, as in two-headed giant. Needs teams of 2.
desk-event-seat-formats = Formats of the seats of a team
desk-event-seat-formats-hint = One code for each seat, such as STANDARD, PIONEER, MODERN. Leave empty if all play the format of the event.
desk-event-grace = Seconds after the deadline
desk-event-grace-hint = A decklist handed in during this time is still in time.
desk-event-unlisted = Without public pages
desk-event-unlisted-hint = No list for players shows the event.
desk-event-test = Trial run
desk-event-test-hint = It is never exported and has no public pages.
desk-next-check-in = Check players in: at least two are needed.
desk-next-checked-in = { $here } of { $players } players have checked in.
desk-event-rule-set = Rules of the standings
desk-event-rule-set-hint = They cannot change once play has begun.
desk-event-tiebreakers = Tiebreakers, in order
desk-event-tiebreakers-hint = Names with commas: omw, gw, ogw, oomw, late, score, margin, sos, esos, head_to_head, wins, buchholz, buchholz_cut_1, sonneborn_berger, ctb. As the rules say if empty.
desk-event-win = Points for a win
desk-event-draw = Points for a draw
desk-event-loss = Points for a loss
desk-event-by-place = Points by place at a table
desk-event-by-place-hint = One number for each player at a table, such as 5, 3, 1, 0. If empty, win, draw and loss decide.
