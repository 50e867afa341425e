# Canceling and deleting an event, its audit, its end, and what others changed in the meantime.

## Cancel and delete

desk-canceled = Canceled
desk-next-canceled = The event is canceled. Settings take that back.
desk-end-title = Cancel or delete
desk-end-hint = A canceled event stays visible. A deleted event is gone.
desk-do-to-cancel = Cancel the event
desk-do-to-resume = Take the cancellation back
desk-do-to-delete = Delete the event
desk-to-settings = Back to the settings
desk-cancel-title = Cancel this event
desk-cancel-visible = The event stays visible, with the word “Canceled”.
desk-cancel-closed = No one can register, and no round can be paired or played.
desk-cancel-players = { $players ->
    [0] No one is registered.
    [one] { $players } player is registered and gets no message: tell this person yourself.
   *[other] { $players } players are registered and get no message: tell them yourself.
}
desk-cancel-back = You can take this back here at any time.
desk-cancel-over = The event has taken place, so it cannot be canceled. You can delete it.
desk-do-cancel-event = Cancel the event
desk-resume-title = The event takes place after all
desk-resume-effect = The event is open again, as it was before it was canceled: players can register if registration is open, and rounds can be played.
desk-do-resume-event = Take the cancellation back
desk-delete-title = Delete this event
desk-delete-what = { $players ->
    [one] { $players } registration
   *[other] { $players } registrations
} and { $rounds ->
    [one] { $rounds } round
   *[other] { $rounds } rounds
} are deleted with it, with all results.
desk-delete-everywhere = The event disappears from every list, every page and the export. Its address no longer exists.
desk-delete-lists = Decklists stay with the people who own them.
desk-delete-for-ever = Nothing brings it back.
desk-delete-name = To delete it, type the name of the event
desk-delete-name-differs = This is not the name of the event. Type: { $name }
desk-do-delete-event = Delete the event
