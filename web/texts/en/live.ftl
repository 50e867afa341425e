# The updates of pages that follow an event, and the page for the wall.

live-pause = Pause updates
live-resume = Resume updates
live-updated = Updated at
live-paused = Updates are paused.
live-resumed = The page is updated again.
live-news = Updates are paused. There is news.
live-gone = This page can no longer be opened, and is not updated any more.

## The page for the wall

live-screen = Big screen
live-screen-open = { $count ->
    [one] { $count } table still plays
   *[other] { $count } tables still play
}
live-screen-empty = Pairings will appear here.
live-screen-join = Register with your phone
live-screen-join-code = The join code is on the flyer.
live-screen-stop = Pause rotation
live-screen-turn = Resume rotation
live-screen-sound = Sound when time is up
live-clock-over = Time is up.
live-screen-called = Called: please come to the tables
