# The frame of the pages for people who sign in, and the pages about errors.

frame-skip = Skip to the content
frame-pages = Pages
frame-crumbs = Where you are
frame-tabs = Pages of this event
frame-desk = Desk
frame-administration = Administration
frame-sign-in = Sign in
frame-sign-out = Sign out
frame-overview = Overview
frame-events = Events
frame-store = Store page
frame-members = Members
frame-keys = Keys
frame-webhooks = Webhooks
frame-audit = Audit
frame-own-events = My events
frame-account = Account
frame-to-overview = To the overview
frame-to-account = To your account

## Errors

frame-error-not-signed-in = You are not signed in
frame-error-not-allowed = Not allowed
frame-error-not-found = Not found
frame-error-nothing-here = There is nothing at this address. It may be mistyped, or its content was removed.
frame-error-method = Method not allowed
frame-error-busy = Not available at the moment
frame-error-internal = Something went wrong
frame-error-not-understood = The request was not understood

## What was done

frame-done-saved = Saved.
frame-done-saved-link = Saved. We are sending a link to your e-mail address: open it to confirm the address.
frame-done-account-created = Your account was created. We are sending a link to your e-mail address: open it to confirm the address.
frame-done-link-sent = The link is on its way.
frame-done-email-confirmed = Your address is confirmed.
frame-done-member-added = The member was added.
frame-done-invited = The person is invited and becomes a member after accepting.
frame-done-invitation-withdrawn = The invitation was withdrawn.
frame-done-joined = You are a member now.
frame-done-declined = You declined the invitation.
frame-done-left = You left the organization. Your keys, tokens and sessions for it no longer work.
frame-done-role-changed = The role was changed. It also applies to the member's keys.
frame-done-member-removed = The member was removed. Keys, tokens and sessions of that membership no longer work.
frame-done-person-erased = The person is erased.
frame-done-claimed = The results are part of your account.
frame-done-claim-made = The organizer is asked whether these results are yours. You find them here once the organizer agrees.
frame-done-claim-answered = The claim is answered.
frame-done-key-revoked = The key was revoked. It no longer works.
frame-done-webhook-removed = The webhook was removed.
frame-done-messages-resent = The messages are being sent again.
frame-done-token-revoked = The token was revoked. It no longer works.
frame-done-password-set = Your password was set. Every other session was signed out.
frame-done-sessions-ended = Every other session was signed out.
frame-done-event-canceled = The event is canceled.
frame-done-event-resumed = The event takes place.
frame-done-taken-back = The change was taken back.
frame-done-event-deleted = The event was deleted.
frame-done-registered = The player is registered.
frame-done-some-registered = Some of the players could not be registered. Add them here.
frame-done-moved = You now work in this organization.

frame-person = person { $number }
frame-error-role = Your role in this organization, { $role }, may not { $what }. These roles may: { $roles }.
frame-error-no-member = Only members of an organization may { $what }. These roles may: { $roles }.
frame-done-events-created = The events were created.
frame-done-some-events-created = Some events were created, and others were refused. Compare the two days.
frame-done-events-removed = The events were deleted.
frame-done-some-events-kept = Events that have players or changed meanwhile were kept.
frame-done-announced = Announced.
frame-done-announcement-removed = The announcement was taken back.
