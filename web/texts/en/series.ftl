# Series of events at the desk.

desk-series = Series of events
desk-series-none = There is no series yet. Open the settings of an event, and choose “Repeat weekly”.
desk-series-ended = Ended
desk-series-rule = { $weekday ->
    [1] Monday
    [2] Tuesday
    [3] Wednesday
    [4] Thursday
    [5] Friday
    [6] Saturday
   *[other] Sunday
}, { $time } ({ $zone }), { $weeks ->
    [1] every week
   *[other] every { $weeks } weeks
}{ $until ->
    [never] { "" }
   *[other] { ", " }until { $until }
}
desk-series-change = Change the plan
desk-series-resume = Take the series up again
desk-series-over = This series has ended. Take it up again first.
desk-series-days = Coming days
desk-series-no-days = No day of this series is coming.
desk-series-day = Day
desk-series-to-event = Open the event
desk-series-event-of = Open the event of { $day }
desk-series-skipped = No event
desk-series-not-made = Not made yet
desk-series-players = { $count ->
    [one] { $count } player
   *[other] { $count } players
}
desk-series-has-players = It has players: decide whether to cancel it.
desk-series-skip = Skip
desk-series-skip-day = Skip { $day }
desk-series-keep = Do not skip
desk-series-keep-day = Do not skip { $day }
desk-series-end = End the series
desk-series-end-means = It makes no more events. Those that it made stay.
desk-series-like = Repeat { $name }
desk-series-means = The service makes the events ahead by itself. Each gets the settings of this event, and its own join code. Its times are as far from the start as here.
desk-series-change-means = The change counts for events that are not made yet.
desk-series-plan = Plan the series
desk-series-first-day = First day
desk-series-first-day-hint = It says the day of the week.
desk-series-last-day = Last day
desk-series-last-day-hint = Leave empty if the series has no end.
desk-series-every-weeks = Weeks from one event to the next
desk-series-weeks-ahead = Weeks for which events are made ahead
desk-series-weeks-ahead-hint = 1 to 26.
desk-series-one = Series
desk-series-one-hint = An event that repeats every week, or every few weeks, is made by the service.
desk-series-repeat = Repeat weekly
desk-series-to-series = To the series
desk-series-following = This and all that follow
desk-series-following-hint = What you change here changes in all later events of the series that have not begun, too. Each stays on its day.
