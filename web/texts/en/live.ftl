# The updates of pages that follow an event, and the page for the wall.

live-pause = Pause updates
live-resume = Resume updates
live-updated = Updated at
live-paused = Updates are paused.
live-resumed = The page is updated again.
live-news = Updates are paused. There is news.
live-gone = This page can no longer be opened, and is not updated any more.
