# The texts about people: the players of an event, doubles, lists of names.

desk-player-hint = Start typing to find someone, or type a full name to add a new person.
desk-people-title = People
desk-people-find = Name starts with
desk-people-found = { $count ->
    [0] No one by that name.
    [one] { $count } person found.
   *[other] { $count } people found.
}
desk-people-last = last event: { $event }
desk-people-no-event = no event yet
desk-offers-title = Did you mean one of these people?
desk-offers-registered = Is { $name } someone else? { $other } is registered already.
desk-offers-question = Is { $name } someone else? { $other } is registered already. Press Enter to add { $name } as a new person, or type another name.
desk-do-add-person = Add { $name }
desk-do-add-new = Add { $name } as a new person
desk-page-part = { $from }–{ $to } of { $all }
desk-page-before = Previous page
desk-page-after = Next page
desk-approvals = { $count ->
    [one] One player waits for your approval
   *[other] { $count } players wait for your approval
}
desk-next-waiting = { $players ->
    [one] One player waits for your approval and will not be paired.
   *[other] { $players } players wait for your approval and will not be paired.
}
desk-do-to-waiting = See who waits
desk-pair-waiting = They will not be paired in the first round. Pair it anyway?
desk-do-pair-waiting = Yes, pair without them
desk-approvals-none = This player does not wait for approval any more.
desk-do-approve-all = Approve all
desk-do-approve = Approve
desk-do-decline = Decline
desk-do-decline-all = Decline all
desk-do-approve-of = Approve { $name }
desk-do-decline-of = Decline { $name }
desk-door = Players register themselves
desk-door-hint = They scan the flyer, or open:
desk-do-join-code = Make another code
desk-do-join-code-hint = The code on flyers that are printed already stops working then.
desk-to-paste = Paste a list
desk-to-check-in = Check-in

desk-seating = Byes, table, notes
desk-rename = Rename
desk-do-rename = Rename

## A pasted list

desk-paste-title = Paste a list of players
desk-paste-field = Names
desk-paste-hint = One name per line, or CSV with a header row: Name, or First name and Last name. You see a preview before anyone is registered.
desk-paste-empty = Paste at least one name.
desk-paste-too-long = A list may have at most { $most } lines. Put the rest into a second list.
desk-paste-guess-whole = There is no header row, so the first column with words was read as the name. If the names are wrong, add a header row such as Name;Deck.
desk-paste-guess-parts = There is no header row, so the first two columns were read as first name and last name. If the names are wrong, add a header row such as First name;Last name.
desk-paste-header = Line { $line } was read as the header: { $names }.
desk-paste-addresses = E-mail addresses were left out, because names are public.
desk-paste-unread = Ignored columns: { $columns }.
desk-do-preview = Show a preview
desk-paste-preview = Preview
desk-paste-line = Line
desk-paste-found = Found
desk-paste-register = Register
desk-paste-register-line = Register line { $line }
desk-paste-known = Known person, { $about }
desk-paste-several = { $count } people have this name. Choose one.
desk-paste-skip = No one
desk-paste-new = New person
desk-paste-new-named = New person { $name }
desk-paste-registered = Registered already
desk-paste-similar = Similar to { $name }, who is registered already
desk-paste-repeated = Twice in the list
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
desk-to-messages = Write to players
desk-to-message = Write to this player
desk-message-to = To
desk-message-to-hint = Players who dropped, canceled or were disqualified get no message to all. To write to one player, open the player’s page.
desk-message-all = All players
desk-message-convention = Everyone at the convention
desk-message-tag = Players with the tag “{ $tag }”
desk-message-for = To: { $to }.
desk-message-to-others = Write to other players
desk-message-text = Message
desk-message-hint = At most { $most } characters of plain text. You see a preview before it is sent. Phones may show it while they are locked.
desk-message-reach = Players: { $count }. By mail: { $mail }. On their phones: { $phone }.
desk-do-send-message = Send the message
desk-do-change-message = Change the message
desk-messages-sent = Earlier messages
desk-failed = Messages that did not arrive
desk-failed-hint = Mail and push messages about this event from the last 30 days that were refused or could not be sent in time.
desk-failed-none = No message about this event has failed.
desk-failed-way = Sent by
desk-failed-link = Link to the player’s own page

## Check-in

desk-check-in-count = { $in } of { $all } checked in
desk-check-in-find = Find a player
desk-do-find = Find
desk-do-show-all = Show all
desk-check-in-none = No player by that name.
desk-check-in-empty = No players yet.
desk-check-in-hint = Tap a name to check the player in. Tap it again to undo.

## A form without an answer

desk-unsent = No answer arrived
desk-unsent-why = This may or may not have been saved: reload the page and check before you send it again. What you typed is still here.
desk-do-send-again = Send again

## Doubles

desk-doubles = Is this a duplicate?
desk-doubles-hint = Merge this account if the same person has another one. Its events then show the other name, and new registrations go to the other account. You can undo this.
desk-do-merge = Merge into { $name }
desk-merged = This account was merged into another one, whose name is shown here.
desk-do-unmerge = Undo the merge

## Private links

desk-private-link = Private link
desk-private-link-hint = Opens the player’s page on a phone, without an account. Anyone with the link acts as this player.
desk-do-link = Create a private link
desk-do-unlink = Revoke the private link
