# The player's page.

player-my-match = My match
player-me = Me
player-no-events = You are not registered in any event.
player-refused = This was not possible
player-stale = The page was out of date, and nothing was done. It shows the newest state now.
player-no-link = This link does not open
player-no-link-why = It was revoked, a newer one replaced it, or a letter is missing. Ask the event's staff for a new one.

player-against = against { $name }
player-bye = You have a bye: you win this round without playing.
player-loss = This round counts as a loss: you have no opponent.
player-seat = This is your seat.
player-both-lost = You both lost
player-all-lost = You all lost
player-pod-won = You won
player-pod-lost = You lost
player-pod-drew = You drew
player-other-won = { $name } won
player-outcome = { $kind ->
    [won] You won { $score }
    [lost] You lost { $score }
   *[drew] You drew { $score }
}
player-clock-left = { $minutes ->
    [0] The time is over
    [one] { $minutes } minute left
   *[other] { $minutes } minutes left
}
player-clock-ends = until { $time }
player-result-confirmed = This result is confirmed.
player-result-contested = This result is contested. A judge comes to your table.
player-result-yours = You reported this. Your opponent can confirm it.
player-result-yours-side = Your side reported this. Your opponents can confirm it.
player-result-theirs = Your opponent reported this. Is it right?
player-result-yours-pod = You reported this. Another player of your table can confirm it.
player-result-theirs-pod = Another player of your table reported this. Is it right?
player-result-staffs = The event's staff entered this. Is it right?
player-report = Report the result
player-report-again = Report another result
player-own-score = Your score
player-score-of = Score of { $name }
player-places-hint = 1 is the best place. Players who share a place get the same number.
player-own-place = Your place
player-place-of = Place of { $name }
player-do-confirm = Yes, confirm
player-do-contest = No, contest it
player-called = A judge is called.

player-next-round = The next round is not published yet. Your table will be shown here.
player-not-begun = You are registered. The event has not begun. Your table will be shown here.
player-over = The event is over.
player-event-canceled = The event is canceled.
player-has-left = You have left the event.
player-canceled = Your registration is canceled. If that is a mistake, ask the event’s staff.
player-declined = The organizer did not accept your registration. If you have questions, ask the event’s staff.
player-on-waitlist = You are number { $position } on the waitlist.
player-in-waiting-room = You are not registered yet: the organizer must confirm your registration. Until then, a place is kept for you.
player-offer = A place is free for you
player-offer-until = Kept for you until
player-offer-then = After that it goes to the next player in line.
player-do-accept = Take the place
player-do-decline = Decline the place …
player-do-decline-now = Yes, decline the place
player-decline-why = The place goes to the next player in line, and your registration is canceled.
player-eliminated = You did not advance to the playoff.
player-out = You are out of the playoff.
player-lost-once = You have lost once and play on in the losers’ bracket. Your next table will be shown here.
player-pool-done = Your pool has played all of its rounds.
player-no-pool = You are in no pool and have no match in these rounds. Ask the staff.

player-record = Record { $record } (won, lost, drawn)
player-place = Place { $place }
player-checked-in = checked in
player-earlier = Your rounds

player-list = Decklist
player-list-on-paper = Your decklist is on paper.
player-list-received = Version { $number } of your list was received:
player-list-missing = You have not handed in a decklist yet.
player-list-deadline = Decklists are accepted until
player-list-closed = The list can no longer be changed. The event's staff can unlock it.
player-list-picture = Show the picture of your list
player-list-text = Cards, one line each, such as “4 Island”
player-list-empty = The list has no cards. Paste it, one card in each line.
player-list-no-cards = No cards were found.
player-do-check-list = Check the list
player-do-hand-in = Hand in the list

player-leave = Leave the event
player-leave-why = You will not be paired again. Your results so far stay. Only the event's staff can take you back.
player-do-leave = Leave the event …
player-do-drop = Yes, leave the event
player-stay = No, stay

## Signing up

player-sign-up = Register
player-sign-up-shown = Your name appears on the public page of the event.
player-sign-up-closed = Registration for this event is not open. If you think that this is a mistake, ask the staff.
player-closed-since = Registration for this event closed: { $time }.
player-join-approval = The organizer confirms each registration. You see it on your page.
player-sign-up-event = Page of the event
player-join-code = Join code
player-join-code-hint = It is on the flyer, such as 61-KXQF7M2P.
player-join-next = Next
player-join-needs-code = This event needs its join code. It is on the flyer in the store.
player-join-wrong = This code leads to no event. It may be mistyped, or a newer one replaced it.
player-join-name = Your name
player-join-email-hint = We send you the link to your page.
player-join-places = { $count ->
    [one] One place is left.
   *[other] { $count } places are left.
}
player-join-in-line = No place is free. You would be number { $number } on the waitlist.
player-join-another = Register another person
player-join-forget = This is not my phone: forget my page here, and register the next person
player-join-several = These people registered on this phone. Each has a page.
player-join-same = A player named { $name } is registered already. Is that you?
player-join-same-yes = If it is you: open the page that you got when you registered, or ask the staff.
player-join-same-no = If you are another person: add something that tells you apart, such as an initial.
player-join-too-many = Very many people are registering. Try again in { $minutes } min.
player-join-mailbox = This address got several of these mails today. Leave it out: your page works without it.
player-kept = Keep this page: it is your key
player-kept-why = Here you see your table and report results, without an account. This phone finds the page again if you scan the flyer. To open it on another phone, scan this code there; do not show it to others.

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
player-kind-offer = A free place when you wait for one
player-kind-event-changed = Events that are moved or canceled
player-kind-message = Messages from the staff
player-kind-digest = New registrations, as a summary
player-mail-to = Mail goes to { $address }.
player-mail-to-account = Mail goes to the address of your account.
player-mail-no-address = No e-mail address is known, so you get no mail.
player-mail-off = This server sends no mail.
player-unsubscribe = Stop these mails
player-unsubscribe-why = You will get no more mail about: { $kind }
player-unsubscribe-address = This address will get no more mail about registrations. It is removed from this registration.
player-unsubscribed = You get no more of these mails
player-unsubscribed-why = Switched off: { $kind }. You can switch it on again on your page “Notifications”.
player-unsubscribed-address = This address gets no more mail about registrations.
player-unsubscribe-unknown = A letter is missing in the link, or the link is not from this server. You can choose your mails on your page “Notifications”.

player-claim = Results for your account
player-claim-lead = Are you { $name }? Then take the results into your account. The organizer is asked first, unless you have confirmed the e-mail address that was given here.
player-claim-do = These are my results
player-claim-waits = The organizer is asked whether these results are yours.
player-claim-sign-in = An account keeps these results for you. Once you are signed in, this page opens again, and you take them into the account.
player-claim-create = Create an account to keep these results
player-claims = Results from before your account
player-claims-found = Results with your e-mail address were found. Are they yours?
player-claims-none = No further results have your confirmed e-mail address. If you have a private link, open it while you are signed in.
player-claims-of = { $store }, { $count ->
    [one] one event
   *[other] { $count } events
}
player-claims-not-mine = Not mine

## Teams, and groups of friends

player-to-team = To the team
player-team-of = Team { $team }
player-team-none = You have no team yet.
player-team-why = Found a team and share its link, or open the link of a team. Only teams with all seats taken play.
player-team-open = { $free ->
    [one] One seat is free. The team plays only when all seats are taken.
   *[other] { $free } seats are free. The team plays only when all seats are taken.
}
player-team-complete = The team is complete.
player-team-unconfirmed = All seats are taken, but not all members have a place in the event yet.
player-team-captain = Captain
player-team-name = Name of the team
player-team-name-hint = You found the team and get a link for the others. Leave it empty if you have no team yet.
player-do-found = Found the team
player-team-link = Link for others
player-team-link-why = People who open this link or scan the code can join you.
player-do-renew-link = Make a new link; the old one stops working
player-do-rename = Rename the team
player-do-remove = Take out
player-do-make-captain = Make captain
player-do-seat-up = One seat up
player-do-leave-team = Leave the team
player-team-fixed = Teams can no longer change. The event’s staff can help.
player-agents = Players without a team
player-do-invite = Invite
player-invited = Invited
player-team-invites = The team { $team } invites you.
player-do-join-team = Join the team
player-do-decline-team = Decline
player-team-asked = Do you want to join the team { $team }?
player-group = Come with friends
player-to-group = To the group
player-group-members = Your group
player-group-why = Players of a group get places from the waitlist together. The group waits at the position of its last member.
player-group-asked = Do you want to join this group of friends?
player-do-begin-group = Make a link for friends
player-do-join-group = Join the group
player-do-leave-group = Leave the group
player-join-team = You join the team { $team }.
player-join-group = You join a group of friends.
player-queue = The queue
player-queue-waits = You are number { $position } in line. { $size } players start an event.
player-queue-standby = You stand by: you are called only if the others in line do not suffice. Position: { $position }
player-queue-called = Your table is ready. Come now.
player-queue-here = You are in. The event begins when { $size } players are there.
player-queue-declined = You are not in line.
player-queue-timed-out = You did not answer the call in time, and are not in line any more.
player-queue-moved = This queue made an event for you.
player-queue-plays = You play in { $event }. The queue calls you when you are done there.
player-queue-called-elsewhere = You are called by { $event }.
player-queue-open = Open my event
player-queue-group = A queue calls the players of a group together. The group stands where its last member came.
player-do-queue-come = I am coming
player-do-queue-no = No
player-do-queue-standby = Stand by
player-do-queue-wait = Back to the line
player-do-queue-leave = Leave the line
player-do-queue-return = Join the queue again
