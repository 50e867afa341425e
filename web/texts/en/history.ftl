# A player's public page, and the page where the player shows or hides it.

history-none = There are no results to show yet.
history-rate = Matches won
history-best = Best place
history-points = Points after each round: { $points }
history-open-list = Open
history-place = Place { $place }
history-list = Decklist
history-list-of = Decklist of { $event }
history-how = Records are matches won–lost–drawn of the Swiss rounds, byes included. Only public events are shown.

history-pages = Player pages
history-pages-link = Show or hide your player pages
history-pages-why = A player page shows everyone your name, and your places, records and published decklists in the public events of one organization. It is hidden until you show it. Its address says nothing about you in other organizations.
history-pages-none = You have no player page: you are not registered in any event.
history-shown = Everyone can see your page.
history-hidden = Your page is hidden.
history-open = Open the page
history-show = Show the page
history-hide = Hide the page
history-open-of = Open the page for { $store }
history-show-of = Show the page for { $store }
history-hide-of = Hide the page for { $store }
