# The texts about people: the players of an event, doubles, lists of names.

desk-player-hint = Type the beginning of a name to find someone, or a whole name to add a new person.
desk-people-found = { $count ->
    [0] No one of this name is known.
    [one] { $count } person found. Choose with the arrow keys.
   *[other] { $count } people found. Choose with the arrow keys.
}
desk-people-last = last event: { $event }
desk-people-no-event = no event yet
desk-offers-title = Do you mean one of these people?
desk-offers-registered = { $name } is registered already.
desk-do-add-person = Add { $name }
desk-do-add-new = Add { $name } as a new person
