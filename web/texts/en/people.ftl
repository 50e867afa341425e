# The texts about people: the players of an event, doubles, lists of names.

desk-player-hint = Type the beginning of a name to find someone, or a whole name to add a new person.
desk-people-title = People
desk-people-find = Beginning of a name
desk-people-found = { $count ->
    [0] No one of this name is known.
    [one] { $count } person found.
   *[other] { $count } people found.
}
desk-people-last = last event: { $event }
desk-people-no-event = no event yet
desk-offers-title = Do you mean one of these people?
desk-offers-registered = Is { $name } another person? { $other } is registered already.
desk-offers-question = Is { $name } another person? { $other } is registered already. Press Enter to add { $name } as a new person, or type another name.
desk-do-add-person = Add { $name }
desk-do-add-new = Add { $name } as a new person
desk-to-paste = Paste a list
desk-to-check-in = Check-in

## A pasted list

desk-paste-title = Paste a list of players
desk-paste-field = Names
desk-paste-hint = One name per line, or CSV whose first row names the columns: Name, or First name and Last name. Nothing is registered before you have seen a preview.
desk-paste-empty = Paste at least one name.
desk-paste-too-long = A list may have at most { $most } lines. Register the others in a second list.
desk-paste-guess-whole = The first row does not name the columns. The first column with words was read as the name. Are the names right? If not, add a first row, such as Name;Deck.
desk-paste-guess-parts = The first row does not name the columns. The first two were read as first name and last name. Are the names right? If not, add a first row, such as First name;Last name.
desk-paste-addresses = E-mail addresses were left out: names are public.
desk-paste-unread = These columns are not read: { $columns }.
desk-do-preview = Show a preview
desk-paste-preview = Preview
desk-paste-line = Line
desk-paste-found = Found
desk-paste-register = Register
desk-paste-register-line = Register line { $line }
desk-paste-known = Known person, { $about }
desk-paste-several = { $count } known people have this name. Choose one.
desk-paste-skip = Nobody
desk-paste-new = New person
desk-paste-new-named = New person { $name }
desk-paste-registered = Registered already
desk-paste-similar = Similar to { $name }, who is registered
desk-paste-repeated = The list has this name twice
desk-paste-dropped = Dropped
desk-do-register-lines = Register them
desk-do-change-list = Change the list
desk-paste-done = { $count ->
    [one] { $count } player was registered.
   *[other] { $count } players were registered.
}
desk-paste-not-done = { $count ->
    [one] { $count } line was not registered.
   *[other] { $count } lines were not registered.
}
desk-paste-line-refused = Line { $line }, { $name }: { $why }
desk-paste-at-line = Line { $line }: { $why }
desk-paste-in-column = Column “{ $column }”: { $why }

## Check-in

desk-check-in-count = { $in } of { $all } are checked in
desk-check-in-find = Find a player
desk-do-find = Find
desk-do-show-all = Show all
desk-check-in-none = No player of this name is in the event.
desk-check-in-empty = No player is in the event yet.
desk-check-in-hint = Press a name to check the player in, and again to take it back.

## A form without an answer

desk-unsent = No answer arrived
desk-unsent-why = This may or may not have been saved: reload the page and check before you send it again. What you typed is still here.
desk-do-send-again = Send again

## Doubles

desk-doubles = Is this a double?
desk-doubles-hint = Merge this account if it was made twice for one person. Its events then show the other name, and new registrations go to the other account. It can be taken back.
desk-do-merge = Merge into { $name }
desk-merged = This account is merged into another one, whose name is shown here.
desk-do-unmerge = Take the merge back

## Private links

desk-private-link = Private link
desk-private-link-hint = It opens the player's page on a phone, without an account. A person who has the link acts as the player.
desk-do-link = Make a private link
desk-do-unlink = Revoke the private link
