# Controls of forms, and messages about them.

form-error = Error:
form-optional = (optional)
form-actions = Actions
form-refused = This was not saved
form-choose = Choose one of these.
form-copy = Copy
form-copied = Copied.
form-selected = Selected: copy it with Ctrl+C or ⌘C.
form-once = It is shown only once. If you lose it, create a new one.
form-current-password = Your current password
form-not-your-password = This is not your password.
form-too-many-attempts = There were too many attempts. Wait { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
}, then try again.
form-plain-http = This page was opened over plain HTTP, where everyone in the network can read your password, and where your browser does not keep you signed in. { $login ->
    [none] Ask the operator for an address that begins with https://.
   *[other] Open { $login } instead.
} The operator may also allow it, with the option --allow-plain-http.
form-picture-now = Current picture
form-picture-file = New picture
form-picture-save = Save picture
form-picture-remove = Remove picture
