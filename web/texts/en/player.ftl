# The player's page.

player-my-match = My match
player-me = Me
player-own-events = My events
player-past-events = Past events
player-no-events = You are not registered in any event.
player-refused = This was not possible
player-stale = The page was out of date, and nothing was done. It shows the newest state now.
player-no-link = This link does not open
player-no-link-why = It was revoked, a newer one replaced it, or a letter is missing. Ask the event's staff for a new one.

player-table = Table { $table }
player-against = against { $name }
player-bye = You have a bye: you win this round without playing.
player-loss = This round counts as a loss: you have no opponent.
player-seat = This is your seat.
player-both-lost = You both lost
player-outcome = { $kind ->
    [won] You won { $score }
    [lost] You lost { $score }
   *[drew] You drew { $score }
}
player-clock-left = { $minutes ->
    [0] The time is over.
    [one] { $minutes } minute left.
   *[other] { $minutes } minutes left.
}
player-clock-ends = until { $time }
player-result-confirmed = This result is confirmed.
player-result-contested = This result is contested. A judge comes to your table.
player-result-yours = You reported this. Your opponent can confirm it.
player-result-theirs = Your opponent reported this. Is it right?
player-result-staffs = The event's staff entered this. Is it right?
player-report = Report the result
player-report-again = Report another result
player-do-confirm = Yes, confirm
player-do-contest = No, contest it
player-do-call = Call a judge
player-called = A judge is called.

player-next-round = The next round is not published yet. Your table will be shown here.
player-not-begun = The event has not begun. Your table will be shown here.
player-over = The event is over.
player-event-canceled = The event is canceled.
player-has-left = You have left the event.
player-on-waitlist = You are on the waitlist.
player-eliminated = You did not advance to the playoff.

player-record = Record { $record } (won, lost, drawn)
player-place = Place { $place }
player-checked-in = checked in
player-do-check-in = Check in
player-earlier = Your rounds

player-list = Decklist
player-list-on-paper = Your decklist is on paper.
player-list-received = Version { $number } of your list was received:
player-list-missing = You have not handed in a decklist yet.
player-list-deadline = Decklists are accepted until
player-list-closed = The list can no longer be changed. The event's staff can unlock it.
player-list-picture = Show the picture of your list
player-list-name = Name of the deck
player-list-text = Cards, one line each, such as “4 Island”
player-list-empty = The list has no cards. Paste it, one card in each line.
player-list-no-cards = No cards were found.
player-list-unknown = { $count ->
    [one] { $count } line was not understood
   *[other] { $count } lines were not understood
}
player-list-line = Line { $number }:
player-board-maybeboard = Maybeboard
player-do-check-list = Check the list
player-do-hand-in = Hand in the list

player-leave = Leave the event
player-leave-why = You will not be paired again. Your results so far stay. Only the event's staff can take you back.
player-do-leave = Leave the event …
player-do-drop = Yes, leave the event
player-stay = No, stay

## Signing up

player-sign-up = Register
player-sign-up-waitlist = No place is free: you join the waitlist, and the staff tell you if you get a place.
player-sign-up-shown = Your name appears on the public page of the event.
player-sign-up-closed = Registration for this event is not open. If you think that this is a mistake, ask the staff.
player-sign-up-event = Page of the event

## Notifications

player-notifications = Notifications
player-notifications-sign-in = You have an account. Sign in to choose what you are notified of.
player-do-phone = Notify me on this phone
player-phone = This phone
player-phone-why = Your phone can ring when your table is up, when an opponent reports a result, or when the staff write to you. Your browser asks you once.
player-phone-needs-scripts = This needs scripts, which do not run in this browser.
player-phone-off = This browser cannot show notifications here: it is too old or private, or this address does not begin with https.
player-phone-install = On an iPhone or iPad, add this page to the home screen first: tap Share, then “Add to Home Screen”, and open it there.
player-phone-denied = Your browser blocks notifications of this site. You can allow them in its settings.
player-phone-failed = Notifications could not be turned on. Try again in a few minutes.
player-phone-on = This phone is notified.
player-phones = Phones and browsers that are notified
player-phone-remove = Remove
player-phone-remove-of = Remove: phone { $number }
player-kinds = What you are notified of
player-kind-by-phone = Phone
player-kind-by-mail = Mail
player-kind-pairings = Your table in a new round
player-kind-reports = Results that opponents report or contest
player-kind-judge = Judge calls
player-kind-clock = End of the round clock
player-kind-list-missing = A decklist that is missing
player-kind-registration = Your registration
player-kind-event-changed = Events that are moved or canceled
player-kind-message = Messages from the staff
player-kind-digest = New registrations, as a summary
player-mail-to = Mail goes to { $address }.
player-mail-to-account = Mail goes to the address of your account.
player-mail-no-address = No e-mail address is known, so you get no mail.
player-mail-off = This server sends no mail.
player-unsubscribe = Stop these mails
player-unsubscribe-why = You will get no more mail about: { $kind }
player-do-unsubscribe = Stop these mails
player-unsubscribed = You get no more of these mails
player-unsubscribed-why = Switched off: { $kind }. You can switch it on again on your page “Notifications”.
player-unsubscribe-unknown = A letter is missing in the link, or the link is not from this server. You can choose your mails on your page “Notifications”.
