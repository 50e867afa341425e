# The updates of pages that follow an event, and the page for the wall.

live-pause = Pause updates
live-resume = Resume updates
live-updated = Updated at
live-paused = Updates are paused.
live-resumed = The page is updated again.
live-news = Updates are paused. There is news.
live-gone = This page can no longer be opened, and is not updated any more.

## The page for the wall

live-screen = Screen
live-to-screen = Show on the wall
live-screen-open = { $count ->
    [one] { $count } table still plays
   *[other] { $count } tables still play
}
live-screen-empty = The pairings will be shown here.
live-screen-stop = Stop turning pages
live-screen-turn = Turn pages
live-screen-sound = Sound at zero
live-clock-over = The time is over.
