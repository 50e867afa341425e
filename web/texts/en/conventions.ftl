# Conventions at the desk.

desk-conventions = Conventions
desk-convention-tabs = Parts of the convention
desk-convention-tab-schedule = Schedule
desk-convention-tab-events = Events
desk-convention-tab-hall = Hall
desk-convention-tab-counter = Counter
desk-convention-tab-queues = Queues
desk-convention-tab-announcements = Announcements
desk-convention-tab-settings = Settings
desk-new-convention = New convention
desk-no-conventions = There is no convention yet.
desk-convention-days = Days
desk-convention-place = Venue

# The hall, the counter, and several players at once.
desk-hall-empty = No event of the convention is still to be played.
desk-hall-changed = { $count ->
    [one] The tables of { $count } event were changed.
   *[other] The tables of { $count } events were changed.
}
desk-hall-undo = Undo
desk-hall-proposal = This is a proposal. Nothing is saved yet: look at the plan, change what you want, and save.
desk-hall-plan = Plan of the hall
desk-hall-drawing = Tables from left to right, time from top to bottom. The table below has the same numbers.
desk-hall-tables = Tables of the events
desk-hall-time = Time
desk-hall-needs = Tables needed
desk-hall-shares = Shares tables
desk-hall-collides = Collision
desk-hall-taken = Has tables { $first } to { $last }
desk-hall-first-of = First table of { $event }
desk-hall-last-of = Last table of { $event }
desk-hall-shares-of = { $event } shares tables
desk-hall-hint = An event takes its tables when it is paired, and keeps them until it is over. Another event at the same time cannot take them unless one of the two shares its tables. A new range counts from the next pairing.
desk-hall-discard = Discard the proposal
desk-hall-propose = Propose tables
desk-hall-propose-hint = Gives every event of this day tables by its capacity, so that none collide. Tables that an event has taken, and ranges without a collision, stay.
desk-hall-from = First table of the hall
desk-hall-to = Last table of the hall
desk-hall-do-propose = Show a proposal
desk-hall-no-room = There are not enough tables for { $events }. Make the hall larger, or let an event share its tables.
desk-hall-collision = { $one } and { $other } plan the same tables at the same time.
desk-hall-undated = Without a date
desk-counter-hint = Type the beginning of a name to find a person’s registrations in all events of the convention.
desk-counter-more = More people have names that begin like this. Type more of the name.
desk-paid = Paid
desk-not-paid = Not paid
desk-pays-later = Asked to pay later
desk-do-paid = Mark as paid
desk-do-unpaid = Mark as not paid
desk-do-check-out = Take check-in back
desk-do-untag = Remove tag { $tag }
desk-tag = Tag
desk-do-tag = Add the tag
desk-several = Several players
desk-several-all = All { $count } players
desk-several-none = Tick at least one player.
desk-several-no-target = Players cannot be moved to this event. Choose one of the list.
desk-several-moved = { $count ->
    [one] { $count } player was moved.
   *[other] { $count } players were moved.
}
desk-several-no-children = Players can be moved to child events, whose settings name this event as their parent, and to other events of its convention. There are none now.
desk-several-to = Move to
desk-several-becomes-child = { $event } (becomes a child event)
desk-do-move = Move players
desk-to-move = Move to another event
desk-payment-method = Payment method
desk-payment-any = Not stated
desk-payment-card = Card
desk-payment-wallet = Wallet
desk-tags = Tags
desk-tags-hint = With commas between them. Only staff sees them.
desk-queue-empty = No queue is open. An event with players of a queue in its settings is one.
desk-queue-none = Choose a player of a queue of this convention.
desk-queue-fired = The event is made.
desk-queue-full = Enough players are here. If no event is made within a few seconds, the button says why.
desk-queue-called = Called
desk-queue-here = Here
desk-queue-line = In line
desk-queue-out = Out of the line
desk-queue-until = Answers by { $time }
desk-do-queue-call = Call now
desk-do-queue-here = Is here
desk-do-queue-wait = Put in line
desk-do-queue-last = To the end
desk-do-queue-standby = Stand by
desk-do-queue-remove = Take out
desk-do-queue-end = End the call
desk-do-queue-fire = Begin with those who are here
desk-convention-ends = Ends
desk-convention-url = Web page
desk-convention-url-hint = With the status “Schedule elsewhere”, the convention’s page links to it.
desk-convention-hotel = Hotels
desk-convention-ticket = Visitors need a ticket
desk-convention-filters = The schedule has filters by kind of game
desk-convention-latitude = Latitude
desk-convention-latitude-hint = In degrees, such as 52.52. Leave both fields empty if you do not know them.
desk-convention-longitude = Longitude
desk-convention-color = Colour
desk-convention-color-hint = Six hexadecimal digits, such as 1f6feb.
desk-convention-second-color = Second colour
desk-convention-header = Address of a header image
desk-convention-header-hint = For programs that read the convention. The pages here show only an uploaded image.
desk-convention-slug = Name in the address
desk-convention-slug-hint = Letters, digits and hyphens. It is made from the name if you leave it empty. If you change it, old links no longer work.
desk-convention-region = Region of a regional championship
desk-convention-no-region = None
desk-convention-regional = It has a regional championship
desk-convention-buzzer = Identifier of the buzzer for floor judges
desk-convention-hub-id = Id on another platform
desk-convention-series = Number of its series
desk-convention-products = Numbers of its product lists
desk-convention-products-hint = With commas between them.
desk-convention-visitors = For visitors
desk-convention-visitors-hint = Text, web page, hotels, headlining formats
desk-convention-where = Place
desk-convention-where-hint = Address and position on the map
desk-convention-look = Look
desk-convention-look-hint = Colours and header image
desk-convention-elsewhere = Address and other systems
desk-convention-elsewhere-hint = Name in the address, championship, numbers elsewhere
desk-convention-formats = Headlining formats
desk-convention-status-hint = Unlisted: no public page. Details follow: a page without schedule. Schedule elsewhere: a link instead of the schedule.
desk-convention-final = An archived convention stays as it is.
desk-convention-picture = Header image
desk-convention-do-create = Create convention
desk-convention-no-status = Choose a status.
desk-convention-archive = Archive { $name }?
desk-convention-archive-effect = Its page stays, listed with past conventions. It can no longer be changed, and nothing takes this back.
desk-convention-do-archive = Archive
desk-convention-made = { $count ->
    [one] One event was created. It can be deleted again while it has no players.
   *[other] { $count } events were created. They can be deleted again while they have no players.
}
desk-convention-players = Players: { $players }
desk-convention-overlap = Room taken twice
desk-convention-move = Move
desk-convention-move-event = Move { $event }
desk-convention-move-hint = The planned end, the end of registration and the deadline for decklists move along.
desk-convention-to-table = Events from a table
desk-convention-to-duplicate = Duplicate a day
desk-convention-no-events = There are no events yet. Create one, or paste a table.
desk-convention-day = Day
desk-convention-room = Room
desk-convention-no-room = Without a room
desk-convention-tables = Tables
desk-convention-no-time = Enter a day and a time.
desk-convention-no-day = Enter two days.
desk-convention-same-day = Choose another day than the one that is duplicated.
desk-convention-empty-day = This day has no events to duplicate.
desk-convention-duplicate-hint = The events are created anew, with the same settings and the same times on the clock. Players are not copied.
desk-convention-target-day = Day of the copies
desk-convention-duplicate-preview = { $count ->
    [one] One event will be created on { $day }.
   *[other] { $count } events will be created on { $day }.
}
desk-convention-is-there = One of this name is there already
desk-convention-do-create-events = { $count ->
    [one] Create one event
   *[other] Create { $count } events
}
desk-convention-other-day = Choose other days
desk-table-title = Events from a table
desk-table-field = Table
desk-table-hint = Paste from a spreadsheet, at most 100 events. The first row names the columns: Name, Format, Day, Time, Room, Capacity, Tables (1-40), or any other field of an event. You see a preview before anything is created.
desk-table-preview = { $count ->
    [one] One event is ready to be created.
   *[other] { $count } events are ready to be created.
}
desk-table-do-change = Change the table
desk-table-faults = Some lines cannot be read. Correct them in the field, then preview again.
desk-table-cells = Read
desk-table-wrong = Faults
desk-table-no-name = No column is named Name.
desk-table-too-long = A table may have at most { $most } events. Put the rest into a second table.
desk-table-no-day = There is a time but no day.
desk-table-bad-day = “{ $day }” is not a day, such as 2026-10-24.
desk-table-bad-time = “{ $time }” is not a time, such as 10:00.
desk-table-bad-tables = “{ $tables }” is not a range of tables, such as 1-40.
desk-table-bad-format = “{ $format }” is not a known format.
desk-table-bad-yes = “{ $value }” is neither yes nor no.
desk-announcement-new = New announcement
desk-announcement-do-post = Announce
desk-announcement-do-change = Change the text
desk-announcement-to-players = Send it to all players of its events, too
desk-announcement-to-players-hint = Each person gets one message, in however many events they are.
desk-announcement-posted = Announcements
desk-announcement-do-remove = Take back
desk-announcement-empty = Write a text.
desk-announcement-page = It is shown on the convention’s page.
desk-queue-timed-out = No answer
