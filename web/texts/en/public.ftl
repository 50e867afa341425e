# The texts of the public pages.

public-canceled = Canceled
public-fee = Entry: { $fee }
public-own-time = { $time } your time
public-time-utc = { $time } UTC
public-time = { $time } ({ $zone })

## The front page and the page for addresses without a page

public-front-docs = API documentation
public-not-found-page = There is no page at this address. It may be mistyped.
public-not-found-event = There is no public page of this event. It may be unlisted, or the address mistyped.
public-not-found-round = This event has no such round.
public-not-found-list = This decklist is not public. Lists are shown once the organizer publishes them.
public-not-found-player = There is no such player’s page. Players choose whether to show theirs.
public-not-found-store = There is no store at this address.
public-not-found-convention = There is no public convention at this address. It may be unlisted, or the address mistyped.
public-to-events = See all events

## The index of events

public-calendar = Subscribe to these events (iCal)
public-filter = Filter events
public-filter-store = Store
public-filter-after = From
public-filter-before = Until
public-filter-all = All
public-filter-button = Show
public-filter-none = Show all events
public-owner = Is this your installation? Sign in and create an event. A new installation is set up with the link that Crosstable printed when it started; it is also in the file set-up-link in the data folder.
public-empty = No events yet
public-to-desk = Go to the desk
public-running = Running
public-running-none = No event is being played at the moment.
public-upcoming = Upcoming
public-upcoming-none = No event is planned at the moment.
public-finished = Finished
public-finished-none = No event is finished yet.
public-none-chosen = No event matches. Change the filter, or show all events.
public-more-running = More running events
public-more-upcoming = Later events
public-more-finished = Earlier events

## Events

public-playoff = Playoff
public-standings = Standings
public-decks = Decks
public-more-pages = More of this list
public-now = Now: { $round }
public-next = Next: { $round }
public-to-pairings = See all pairings
public-place = #{ $place }
public-structure-swiss = { $rounds ->
    [one] { $rounds } Swiss round
   *[other] { $rounds } Swiss rounds
}
public-structure-cut = { $rounds ->
    [one] { $rounds } Swiss round, then top { $cut }
   *[other] { $rounds } Swiss rounds, then top { $cut }
}
public-structure-some = Swiss rounds, then top { $cut }
public-structure-pools = Pools of up to { $size }
public-structure-pools-cut = Pools of up to { $size }, then top { $cut }
public-structure-best-of = { $games ->
    [1] One game per match
   *[other] Best of { $games }
}
public-structure-minutes = { $minutes } minutes per round
public-structure-teams = Teams of { $size }
public-structure-together = Teams of { $size } that play one match together
public-structure-pods = Tables of { $size }
public-all-standings = Full standings ({ $count })
public-all-players = All { $count } players
public-cut-line = The top { $cut } advance to the playoff.
public-playoff-decides = The playoff decides places 1 to { $cut }. Points and records are those of the rounds before it.
public-not-listed = { $count ->
    [one] One registered player has no match and is not listed.
   *[other] { $count } registered players have no match and are not listed.
}
public-tiebreakers = { $count ->
    [0] Players with equal points are ordered by lot.
   *[other] Players with equal points are ordered by: { $list }. Then by lot.
}
public-percent-of = { $name } %
public-rules = Rules: { $rules }
public-rules-changed = Rules: { $rules }, changed by the organizer
public-up = { $count ->
    [one] up { $count } place
   *[other] up { $count } places
}
public-down = { $count ->
    [one] down { $count } place
   *[other] down { $count } places
}
public-no-standings = Standings appear here when the first round begins.
public-no-bracket = The bracket appears here when the playoff begins.
public-no-lists = No decklists are published.
public-no-players = No players are registered yet.
public-standings-final = Final standings
public-standings-after = Standings after round { $number }
public-standings-during = Standings during round { $number }
public-rank = #
public-to-list = list
public-dropped = dropped
public-players = { $count ->
    [one] { $count } player
   *[other] { $count } players
}
public-places = { $left ->
    [0] All { $capacity } places are taken
    [one] { $left } of { $capacity } places left
   *[other] { $left } of { $capacity } places left
}
public-sign-up = Register
public-sign-up-waitlist = Join the waitlist
public-add-to-calendar = Add to calendar
public-registered = Registered players
public-about-event = About this event
public-facts = Good to know
public-map = Map
public-rules-level = Rules
public-who-approved = { $who }. The store confirms each registration.
public-opens-at = Registration opens: { $time }
public-winner = Winner: { $name }
public-lower-places = For lower places
public-open-place = open

## Finding a name

public-find = Find your name
public-found = Found: { $name }
public-found-none = No name here has words that begin with “{ $name }”. Check the spelling, or type less of the name.
public-found-more = Only the first { $count } are shown. Type more of the name.
public-show-all = Show everybody

## Rounds

public-pairings = Pairings
public-results = Results
public-seats = Seats
public-opponent = Opponent
public-assigned-loss = Assigned loss
public-lost = lost
public-against = vs { $name }
public-by-name = By name
public-by-table = By table
public-letters = First letters
public-at-pod-seat = Pod { $number }, seat { $seat }
public-intentional-draw = ID
public-intentional-draw-means = ID: an intentional draw, agreed on without playing.
public-won = won
public-both-lost = Both lost
public-drawn = drawn
public-unconfirmed = unconfirmed
public-unconfirmed-means = An unconfirmed result counts once an opponent confirms it, or when the round ends.
public-clock-ends = Ends at { $time }.
public-then = Then: { $rule }.
public-seating = Seating
public-at-table = Table { $number }
public-at-table-seat = Table { $number }, seat { $seat }
public-at-pod = Pod { $number }
public-no-pairings = There are no pairings yet.

## Decklists

public-decklist = Decklist
public-picture = The list as a picture
public-lists-of-archetype = More { $archetype } lists from this event
public-list-text = Text
public-list-elsewhere = The list can be read at
public-cards = { $count ->
    [one] { $count } card
   *[other] { $count } cards
}
public-cards-and-sideboard = { $cards }, { $sideboard } in the sideboard
public-more-cards = and { $count } more
public-no-cards = no cards to show
public-no-cards-here = There are no cards to show here.
public-kept-elsewhere = This list is kept elsewhere:
public-nothing-read = No line of the list could be read as a card.
public-lines-not-read = { $count ->
    [one] { $count } line could not be read as a card: line { $lines }.
   *[other] { $count } lines could not be read as cards: { $lines }.
}

## The page of a store

public-store-next = Next events
public-store-next-none = No events are planned at the moment.
public-store-past = Past events
public-store-all = All events

## Conventions

public-conventions-description = Conventions of trading card games: when and where they take place, and their schedules.
public-conventions-coming = Running and coming
public-conventions-none = No convention is planned at the moment.
public-conventions-past = Past
public-hub-pending = Details follow.
public-hub-canceled = This convention is canceled.
public-hub-archived = This convention is over.
public-hub-external = The schedule is on the convention’s own page.
public-hub-external-link = Open the schedule
public-hub-ticket = Visitors need a ticket
public-hub-championship = Regional championship
public-hub-announcements = Announcements
public-hub-about = About the convention
public-hub-hotels = Hotels
public-hub-zone = All times are those of { $zone }.
public-hub-day = { $weekday ->
    [1] Monday
    [2] Tuesday
    [3] Wednesday
    [4] Thursday
    [5] Friday
    [6] Saturday
   *[other] Sunday
}, { $day }
public-hub-undated = No date yet
public-hub-empty = There are no events in the schedule yet.
public-hub-filter = Filter the schedule
public-hub-filter-none = Show the whole schedule
public-hub-headliner = Main event
public-hub-calendar = Subscribe to the whole schedule (iCal)
public-agenda = My agenda
public-agenda-choose = In my agenda: { $name }
public-agenda-hint = Tick the stars of events to make your agenda. It stays on this device.
public-agenda-show = Show my agenda
public-agenda-empty = Your agenda is empty. Choose events in the schedule.
public-agenda-overlap = { $first } and { $second } overlap.
public-agenda-update = Update my agenda
public-agenda-calendar = Subscribe to my agenda (iCal)

## What search engines and chats show of the front page

public-description = Tournaments of trading card games: when and where they take place, pairings, standings and decklists.
public-queues = On-demand queues
public-queues-why = Join a line. When enough players wait, you are called to a table.
public-queues-none = No queue is open.
public-queue-line = Starts with { $size } players. In line: { $waiting }
public-queue-begins = Begins: { $time }
public-queue-join = Join the queue
public-queue-join-name = Join the queue: { $name }
