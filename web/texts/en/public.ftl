# The texts of the public pages.

public-canceled = Canceled
public-fee = Entry: { $fee }
public-time-utc = { $time } UTC
public-time = { $time } ({ $zone })

## The front page and the page for addresses without a page

public-front-what = Conventions, tournaments, standings and decklists of card-game stores, as data.
public-front-programs = Programs read under /api/v1/ with an API key in the header X-API-Key; results of finished tournaments are at /api/export-decklists/. The public page of an event is at /events/ followed by the id of the event.
public-front-docs = API documentation
public-front-document = The same as an OpenAPI document
public-not-found = Not found
public-not-found-why = There is no public page here. The event may be unlisted, or the address mistyped.

## The index of events

public-events = Events
public-account = Account and calendar
public-calendar = Calendar (iCal)
public-sign-in = Sign in
public-filter = Choose events
public-filter-store = Store
public-filter-format = Format
public-filter-after = From
public-filter-before = Until
public-filter-all = All
public-filter-button = Show
public-filter-none = Show all events
public-owner = Is this your installation? Sign in and create an event. Without an account, create one with your organization where Crosstable runs:
public-running = Running
public-running-none = No event is being played at the moment.
public-upcoming = Upcoming
public-upcoming-none = No event is announced. Staff create events at /desk/.
public-finished = Finished
public-finished-none = No event is finished yet.
public-none-chosen = No event matches. Change the choice above, or show all events.
public-more-running = More running events
public-more-upcoming = Later events
public-more-finished = Earlier events
public-about = About this service

## Events

public-rounds = Rounds
public-playoff = Playoff
public-standings-final = Final standings
public-standings-after = Standings after round { $number }
public-standings-during = Standings during round { $number }
public-rank = #
public-name = Name
public-points = Points
public-record = Record
public-omw = OMW %
public-gw = GW %
public-ogw = OGW %
public-to-list = list
public-dropped = dropped
public-players = { $count ->
    [one] { $count } player
   *[other] { $count } players
}
public-places = { $taken } of { $capacity } places are taken.
public-sign-up = Sign up
public-add-to-calendar = Add to a calendar (iCal)
public-registered = Registered players
public-lists = Decklists
public-lower-places = For lower places
public-open-place = open

## Finding a name

public-find = Find your name
public-find-button = Find
public-found = Found: { $name }
public-found-none = No name here has words that begin with “{ $name }”. Check the spelling, or type less of the name.
public-found-more = Only the first { $count } are shown. Type more of the name.
public-show-all = Show everybody

## Rounds

public-pairings = Pairings
public-results = Results
public-seats = Seats
public-table = Table
public-result = Result
public-opponent = Opponent
public-bye = Bye
public-assigned-loss = Assigned loss
public-lost = lost
public-against = against { $name }
public-by-name = By name
public-by-table = By table
public-letters = First letters
public-at-pod-seat = Pod { $number }, seat { $seat }
public-intentional-draw = ID
public-intentional-draw-means = ID: an intentional draw, agreed on without playing.
public-won = won
public-both-lost = Both lost
public-drawn = drawn
public-clock-ends = Time ends at { $time } ({ $zone }).
public-clock-paused = The clock is paused. Time left: { $left }.
public-then = Then: { $rule }.
public-seating = Seating
public-at-table = Table { $number }
public-at-pod = Pod { $number }
public-no-pairings = There are no pairings yet.

## Decklists

public-decklist = Decklist
public-picture = Picture of the list; its text follows
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
