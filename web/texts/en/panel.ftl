# The panel: signing in, members, keys, the audit and the own account.

panel-username = Username
panel-password = Password
panel-created = Created
panel-last-day = Last day
panel-first-name = First name
panel-last-name = Last name
panel-email = E-mail address
panel-pronouns = Pronouns
panel-none = none
panel-never = never
panel-keep-it = Keep it
panel-saved-it = I have saved it
panel-continue = Continue
panel-already-sent = This form was already sent and carried out. The value was shown in the answer, and is not shown again.
panel-already-sent-value = If you did not save the value, revoke it and create a new one.

## Signing in and out

panel-waits-for-set-up = This installation waits to be set up. Crosstable printed the link for that when it started; it is also in the file set-up-link in the data folder.
panel-sign-in-wrong = Username and password do not match. Upper and lower case matter in both.
panel-sign-in-note = No password yet, or forgotten? Ask an administrator of your organization for a link to set one.
panel-sign-out = Sign out?
panel-sign-out-means = This ends the session in this browser. On your account's page you can end all of them.
panel-stay-signed-in = Stay signed in
panel-set-password = Set a password
panel-do-set-password = Set the password
panel-set-password-for = For { $name }. You are signed in at once.
panel-repeat-password = Repeat the password
panel-new-password = New password
panel-new-password-hint = 10 to 128 characters. Several words are easier to remember than signs and digits.
panel-repeat-new-password = Repeat the new password
panel-passwords-differ = The two passwords differ. Type the same one twice.
panel-no-link = This link no longer works
panel-no-link-why = It was used, it is older than a day, a newer link replaced it, or a letter is missing. Ask the person who gave it to you for a new one.

## The set-up

panel-is-set-up = This installation is set up.
panel-set-up-title = Set up Crosstable
panel-set-up-lead = This page makes your store and your account. The link to it stops working then.
panel-set-up-do = Set up
panel-set-up-organization = Name of your store or club
panel-set-up-zone-hint = A city is enough, such as Berlin. Events begin with this zone.
panel-set-up-name = Your name
panel-set-up-username-hint = You sign in with it. It cannot be changed later.
panel-set-up-address = Address of this server
panel-set-up-address-hint = Links and QR codes begin with it. Phones must reach it: this machine’s address in your network, or a name such as https://events.example.
panel-set-up-mail-hint = Optional: without it, no mail is sent
panel-set-up-smtp = Mail server
panel-set-up-smtp-hint = smtps://mail.example, or smtp://mail.example:587
panel-set-up-from = Address that mail comes from
panel-set-up-smtp-user = Username there
panel-set-up-smtp-password = Password there
panel-set-up-wrong = This cannot be used. Check it, or leave it empty.
panel-set-up-done = Your server is set up
panel-set-up-next = Next steps
panel-set-up-staff = Invite staff
panel-set-up-demo = To look at example data, run this in another folder:
panel-set-up-try = Try it with a phone
panel-set-up-only-here = Only this machine reaches the address. For phones, start Crosstable with --listen 0.0.0.0:8080 and --public-url with this machine’s address in your network.
panel-set-up-no-tls = Without HTTPS, staff signs in only on this machine, and phones get no notifications. Links of guests work.

## The overview

panel-to-do = To do
panel-newest-events = Newest events
panel-no-events = There are no events yet.
panel-event = Event
panel-begins = Begins
panel-public-page = Public page
panel-public-page-of = Public page of { $name }
panel-not-public = not public
panel-no-date = no date set
panel-todo-results = { $count ->
    [one] { $count } match has no result yet
   *[other] { $count } matches have no result yet
}{ $round ->
    [-1] {""}
    [0] { " " }in the player meeting
   *[other] { " " }in round { $round }
}
panel-todo-invited = { $name } invites you to become a member.
panel-todo-one-administrator = There is only one administrator. If this person can no longer sign in, no one here can help: add another one.
panel-todo-webhook-gone = The webhook “{ $name }” was disabled: its address answered 410 Gone.
panel-todo-webhook-given-up = The webhook “{ $name }” was disabled: its address accepted nothing for five days.
panel-todo-webhook-fails = The address of the webhook “{ $name }” does not accept messages.
panel-todo-key-ends = The key “{ $name }” works until the end of { $day } (UTC).

## Members and people

panel-new-account = Create an account
panel-to-invite = Invite by username
panel-find-person = Find a person
panel-members-hint = The members of this organization and their roles.
panel-signing-in = Signing in
panel-active-keys = Active keys
panel-keys-count = { $count ->
    [one] { $count } key
   *[other] { $count } keys
}
panel-you = You
panel-invitations = Invitations
panel-unanswered = These people have not answered. They sign in and accept or decline at { $address }.
panel-invited = Invited
panel-withdraw-of = Withdraw the invitation of { $username }
panel-sign-in-alone = Manages the account alone
panel-sign-in-can = Can sign in
panel-sign-in-no-username = No account to sign in with
panel-sign-in-link = Link not used yet
panel-sign-in-no-password = No password yet
panel-role-in-organization = Role in the organization
panel-choose-role = Choose the role
panel-do-change-role = Change the role
panel-do-change-profile = Change the profile
panel-new-link = Create a password link
panel-account-alone = The person manages this account. If the password is lost, the operator of the service can help.
panel-member-no-keys = This member has no keys.
panel-remove-member = Remove from the organization
panel-member-with-role = Is already a member, as { $role }. Change the role on the member's page.
panel-invited-with-role = Is already invited, as { $role }. Withdraw that invitation first.
panel-remove-title = Remove { $name }?
panel-remove-means = { $name } will no longer be a member of { $organization }. These stop working at once:
panel-remove-key = the key “{ $name }”
panel-remove-tokens = { $count ->
    [one] { $count } token
   *[other] { $count } tokens
} of this person for the organization
panel-remove-sessions = this person's sessions in the organization
panel-remove-yourself = this is you: you will no longer see these pages
panel-do-remove = Remove the member
panel-keep-member = Keep the member
panel-invite-title = Invite a member by username
panel-invite-hint = For a person who already has an account on this service. The person becomes a member by accepting the invitation. For anyone else, make an account.
panel-invite-username-hint = The name that the person signs in with.
panel-no-such-username = No account has this username. Upper and lower case matter.
panel-do-invite = Invite the person
panel-to-find-person = Find a person by name
panel-to-new-account = Create an account instead
panel-withdraw-title = Withdraw this invitation?
panel-withdraw-means = “{ $username }” is invited as { $role }, and has not answered.
panel-do-withdraw = Withdraw the invitation
panel-do-create-account = Create the account
panel-new-account-hint = You get a link where the person sets a password. Your organization manages the account.
panel-account-was-created = The account was created
panel-name-hint = As shown on pairings and standings.
panel-username-hint = For signing in. It cannot be changed later; upper and lower case matter.
panel-username-fixed = It cannot be changed.
panel-email-hint = For your information; nothing is sent to it.
panel-find-person-hint = Among the accounts that this organization manages, its members, and the players of its events.
panel-find-field = Name or username
panel-found = { $count ->
    [one] { $count } person found.
   *[other] { $count } people found.
}
panel-find-elsewhere = A person of another organization is invited by username.
panel-not-a-member = not a member
panel-show-member = Show the member
panel-invite = Invite
panel-profile-of = Profile of { $name }
panel-link-for = Create a password link for { $name }?
panel-link-means = With it, the person sets a new password, once, within a day. An earlier link stops working.
panel-link-until = The current password stays valid until the link is used; then every session ends.
panel-do-create-link = Create the link
panel-link-was-created = The link was created
panel-link-title = A link to set a password
panel-link-give = Give it to { $name } in a way that no one else can read. The username is “{ $username }”.
panel-link = Link
panel-link-works = It works once, until { $time }.
panel-link-first = The first person who opens it sets the password.

## What roles may do

panel-roles-may = What each role may do
panel-may-read-events = read conventions, events, standings and decklists
panel-may-read-own-keys = read their own API keys
panel-may-read-own-registrations = read their own registrations
panel-may-manage-own-account = manage their own account and memberships
panel-may-read-registrations = read the registrations, penalties, settings and audit of events
panel-may-write-decklists = write decklists
panel-may-judge = judge matches, issue penalties and answer calls for a judge
panel-may-register = register players and manage registrations
panel-may-run-rounds = run rounds and report results
panel-may-search-people = search people
panel-may-manage-events = manage conventions and events
panel-may-manage-store-page = change the store page
panel-may-manage-members = manage members
panel-may-manage-webhooks = manage webhooks
panel-may-manage-keys = manage API keys
panel-may-read-audit = read the audit of the organization

## Keys

panel-keys-hint = With a key, a program reads and writes for this organization: an overlay, a pairing display, a website.
panel-no-keys = There are no keys yet.
panel-last-use = Last use
panel-key-number = No. { $number }
panel-key-read-only = read-only
panel-revoke = Revoke
panel-revoke-key-of = Revoke the key { $name }
panel-new-key = Create a key
panel-do-create-key = Create the key
panel-key-name-hint = What it is for, such as “stream overlay”.
panel-make-read-only = Make the key read-only
panel-make-read-only-hint = The key changes nothing, even if its role may.
panel-last-day-hint = It works until the end of that day, in UTC.
panel-key-last-day-hint = It works until the end of that day, in UTC. Without a day it does not expire; a past day ends it at once.
panel-no-day = Is not a date. Write year, month and day: 2026-12-31.
panel-key-was-created = The key was created
panel-your-key = Your new key
panel-key = Key
panel-it-is-called = It is called “{ $name }”.
panel-key-header = Programs send it in the header X-API-Key.
panel-key-role = It has the role { $role }.
panel-key-role-read-only = It has the role { $role } and is read-only.
panel-key-tied = It is tied to { $name }: its role changes with that member's role, and it stops working when that member leaves.
panel-does-not-expire = It does not expire; revoke it when it is no longer needed.
panel-works-until = It works until the end of { $day } (UTC).
panel-key-title = Key “{ $name }”
panel-to-keys = Back to the keys
panel-to-revoke-key = Revoke this key
panel-key-fact = It has the role { $role }, and is tied to { $name }.
panel-key-fact-read-only = It has the role { $role }, is read-only, and is tied to { $name }.
panel-key-made = Created { $created }. Last use: { $used }.
panel-key-state = State: { $state }.
panel-state-revoked = Revoked
panel-state-member-left = Member left
panel-state-expired = Expired
panel-state-ends-soon = Ends soon
panel-state-active = Active
panel-revoke-key-title = Revoke “{ $name }”?
panel-revoke-key-means = Programs that use this key stop working within a second. This cannot be undone.
panel-never-used = It was never used.
panel-last-used = It was last used { $time }.
panel-do-revoke-key = Revoke the key

## The audit of the organization

panel-audit-hint = Recent actions, newest first. Entries cannot be changed.
panel-audit-none = There are no older entries.
panel-audit-action = Action
panel-audit-time = Time
panel-audit-by = By
panel-audit-quoted = “{ $name }”
panel-organization-created = Organization “{ $name }” was created
panel-organization-renamed = Organization renamed to “{ $name }”
panel-organization-time-zone-set = The time zone is now { $time_zone }
panel-organization-store-texts-changed = The texts of the store page were changed
panel-organization-store-brand-changed = Address and colour of the store page were changed: /stores/{ $slug }/
panel-organization-logo-set = { $logo ->
    [none] The logo was removed
   *[some] The logo was set
}
panel-organization-member-added = { $name } became a member: { $role }
panel-organization-member-invited = “{ $name }” was invited: { $role }
panel-organization-invitation-declined = “{ $name }” declined the invitation
panel-organization-invitation-withdrawn = The invitation of “{ $name }” was withdrawn
panel-organization-member-role-changed = { $name } got the role { $role }
panel-organization-member-role-provided = { $name } has this role through the sign-in with { $provider }
panel-organization-member-removed = { $name } was removed
panel-organization-api-key-issued = Key { $key } created
panel-organization-api-key-narrowed = Key { $key } became read-only
panel-organization-api-key-renamed = Key { $key_id } renamed to “{ $name }”
panel-organization-api-key-expiry-set = { $expires_at ->
    [none] Key { $key } no longer expires
   *[other] Key { $key } expires on { $time }
}
panel-organization-api-key-revoked = Key { $key } revoked
panel-organization-webhook-added = Webhook added: { $webhook }
panel-organization-webhook-changed = { $enabled ->
    [yes] Webhook changed: { $webhook }
   *[no] Webhook changed, it is switched off: { $webhook }
}
panel-organization-webhook-secret-rotated = Secret of a webhook rotated: { $webhook }
panel-organization-webhook-disabled = Webhook disabled because its address accepts no messages: { $webhook }
panel-organization-webhook-removed = Webhook removed: { $webhook }
panel-organization-series-planned = Series of events planned
panel-organization-series-ended = Series of events ended
panel-organization-api-key-used = Key { $key } used
panel-audit-member-number = member { $number }
panel-audit-event-number = event { $number }
panel-audit-convention-number = convention { $number }
panel-audit-decklist-number = decklist { $number }
panel-audit-user-number = user { $number }

## The own account

panel-your-account = Your account
panel-profile = Profile
panel-your-profile = Your profile
panel-password-and-sessions = Password and sessions
panel-signed-in-for = You stay signed in for a week.
panel-change-password = Change your password
panel-do-change-password = Change the password
panel-change-password-ends = This ends all your sessions; this browser gets a new one.
panel-end-sessions = Sign out everywhere?
panel-do-end-sessions = Sign out everywhere
panel-end-sessions-means = All your sessions end, in every browser. This browser gets a new one.
panel-end-sessions-tokens = Tokens stay valid; revoke them one by one.
panel-invitations-hint = You become a member only when you accept. The organization then sees your name on its pages.
panel-accept = Accept
panel-accept-of = Accept the invitation of { $name }
panel-decline = Decline
panel-decline-of = Decline the invitation of { $name }
panel-accept-title = Accept the invitation of { $name }?
panel-accept-means = You become a member of { $name }: { $role }. Its pages then show your name.
panel-do-accept = Accept the invitation
panel-not-now = Not now
panel-organizations = Organizations
panel-organization-number = organization { $number }
panel-you-work-here = You work here
panel-do-switch-here = Switch to this one
panel-end-account = Leave or delete
panel-leave-of = Leave { $name }
panel-leave-title = Leave { $name }?
panel-leave-means = You will no longer be a member of { $name }. These stop working at once:
panel-leave-keys = your API keys of this organization
panel-leave-tokens = your tokens and sessions for it
panel-do-leave = Leave the organization
panel-stay-member = Stay a member
panel-you-are-last = You are the only administrator. Make another member an administrator first.
panel-tokens = Tokens
panel-tokens-hint = With a token, your own programs read and write decklists as you.
panel-no-tokens = You have no tokens.
panel-acts-for = Acts for
panel-me-only = me only
panel-revoke-token-of = Revoke the token { $name }
panel-new-token = Create a token
panel-new-token-hint = With a token, a program of yours can act as you without your password.
panel-do-create-token = Create the token
panel-token-name-hint = What it is for, such as “my deck tool”.
panel-only-me = Only for me
panel-only-me-hint = It reads and writes my own decklists.
panel-as-member = As a member of { $name }
panel-as-member-hint = It has my rights on decklists there, as { $role }.
panel-token-was-created = The token was created
panel-your-token = Your new token
panel-token = Token
panel-token-header = Programs send it in the header Authorization, after the word Token.
panel-token-acts = Anyone who has it can act as you.
panel-revoke-token-title = Revoke this token?
panel-revoke-token-means = Programs that use the token “{ $name }” stop working at once. This cannot be undone.
panel-do-revoke-token = Revoke the token

panel-erase = Erase the person
panel-erase-title = Erase { $name }?
panel-erase-goes = The name, the username, the e-mail address, the password, tokens, private links and memberships are erased.
panel-erase-merged-too = Accounts that were merged into this one are erased too.
panel-erase-stays = Results and lists stay, under “Player { $number }”.
panel-erase-for-ever = If the person comes back, it is with a new account.
panel-do-erase = Erase for ever
# Webhooks.
panel-webhooks-hint = A webhook sends a message to your own program when something changes in the organization's events.
panel-no-webhooks = There are no webhooks yet.
panel-new-webhook = Add a webhook
panel-do-add-webhook = Add the webhook
panel-webhook-url = Address
panel-webhook-url-hint = It begins with https:// and can be reached from the internet.
panel-webhook-description-hint = What it is for, such as “screens in the hall”.
panel-webhook-enabled = Send messages
panel-webhook-enabled-hint = While this is off, nothing is sent, and what happens meanwhile is not sent later.
panel-webhook-types-hint = Choose the types of messages. If none is chosen, all are sent, also those of later versions.
panel-webhook-types = Messages
panel-webhook-all-types = All
panel-webhook-on = On
panel-webhook-off = Off
panel-webhook-fails = Accepts nothing
panel-webhook-gone = Disabled: 410 Gone
panel-webhook-given-up = Disabled: accepted nothing for five days
panel-webhook-your-secret = The secret of your webhook
panel-webhook-secret-of = It signs the messages of “{ $name }”. It is shown only now.
panel-webhook-secret = Secret
panel-webhook-starts-now = The webhook sends what happens from now on.
panel-webhook-rotation = For 24 hours, messages have two signatures: with this secret, and with the one before it.
panel-webhook-was-added = The webhook was added
panel-webhook-was-rotated = The secret was rotated
panel-webhook-title = Webhook “{ $name }”
panel-to-webhooks = Back to the webhooks
panel-to-rotate-secret = Rotate the secret
panel-to-remove-webhook = Remove this webhook
panel-webhook-fails-since = Its address accepts nothing since { $time }.
panel-webhook-disabled-at = It was disabled on { $time }. Switch it on to send messages again.
panel-webhook-two-secrets = Messages have two signatures until { $time }.
panel-rotate-webhook-title = Rotate the secret of “{ $name }”?
panel-rotate-webhook-means = You get a new secret. The current one signs as well for 24 hours; secrets from before that stop signing at once.
panel-remove-webhook-title = Remove “{ $name }”?
panel-remove-webhook-means = Nothing is sent to it any more, and its deliveries are no longer shown. This cannot be undone.
panel-do-remove-webhook = Remove the webhook
panel-deliveries = Deliveries
panel-deliveries-of = Deliveries of { $name }
panel-deliveries-title = Deliveries of “{ $name }”
panel-deliveries-all = Show all
panel-deliveries-undelivered = Show undelivered ones
panel-deliveries-hint = The messages of the last 30 days. A message that was not delivered can be sent again.
panel-no-deliveries = There are no deliveries here.
panel-delivery-happened = Happened
panel-delivery-last = Last attempt
panel-delivery-answer = Last answer
panel-delivery-no-answer = none
panel-delivery-pending = Pending
panel-delivery-delivered = Delivered
panel-delivery-undelivered = Undelivered
panel-delivery-attempts = { $count ->
    [one] { $count } attempt
   *[other] { $count } attempts
}
panel-resend-of = Send again: delivery { $number }
panel-do-resend = Send again
panel-resend-period = Send a period again
panel-resend-period-hint = Sends all messages about what happened in this period (UTC), whether they were delivered or not.
panel-webhook-from = From
panel-webhook-to = To
panel-do-resend-period = Send the period again
panel-webhook-no-time = This is not a date with a time.

## The form of the store's page

panel-store-means = Everyone sees this page: it shows your public events, and what you write here.
panel-store-show = See the page
panel-store-slug = Address of the page
panel-store-slug-hint = Lower-case letters, digits and hyphens. Earlier addresses still lead here.
panel-store-about = About the store
panel-store-about-hint = Markdown: **bold**, lists with *, links.
panel-store-address = Postal address
panel-store-website = Website
panel-store-accent = Colour of buttons and links

panel-logo = Logo
panel-logo-hint = JPEG, PNG or WebP, at most 5 MB. Best square, 512 × 512 pixels. Everyone can see it.

# Mail, and a password link by mail.
panel-mail = Mail
panel-mail-off = No mail is sent: no mail server is set up. The operator sets one with --smtp-url and --mail-from.
panel-mail-on = Mail comes from { $address }.
panel-mail-no-address = Your account has no e-mail address, so no test message can be sent to you.
panel-mail-to = A test message goes to your own address, { $address }. Your last messages:
panel-mail-test = Send a test message
panel-forgotten = Forgotten your password?
panel-forgotten-lead = Enter your username. We send a link to the account’s e-mail address.
panel-forgotten-do = Send the link
panel-forgotten-sent = If this account has an e-mail address, a link is on its way. An address that was changed in the last seven days and is not confirmed gets none. No mail? Ask an administrator of your organization for a link.
panel-letter-password = We were asked for a link to set a new password for “{ $username }” at { $site }.
panel-letter-password-note = The link works once, within 24 hours. If it was not you, do nothing: your password stays as it is.
panel-confirm-email = Confirm your e-mail address
panel-confirm-email-do = Confirm the address
panel-letter-email = This address was entered for “{ $username }” at { $site }. Once it is confirmed, you can get a link here if you forget your password.
panel-letter-email-note = The link works once, within 24 hours. If it was not you, do nothing.
panel-email-confirmed = The address is confirmed.
panel-letter-email-changed = Your e-mail address was changed
panel-letter-email-changed-lead = The e-mail address of “{ $username }” at { $site } was changed. Messages no longer come to this one.
panel-letter-email-changed-note = If it was not you, set a new password at once, which signs out all other devices. Then enter your address again. If you can no longer sign in, ask an administrator of your organization.
panel-create-account = Create an account
panel-create-account-do = Create the account
panel-create-account-lead = With an account you register for events, report results and find your history.
panel-create-account-email = We send a link there. Open it to confirm the address.
panel-create-account-off = This server sends no mail, so people cannot create accounts themselves. The store creates one for you.
panel-create-account-have = I have an account
panel-email-state = State of the address
panel-email-is-confirmed = confirmed
panel-email-is-not = not confirmed
panel-email-again = Send the link again
panel-unproven = Open the link in the mail to confirm your address. Until then you cannot register for events, and after 48 hours the account is deleted. No mail? Look for it among the spam, or correct the address in your profile.
panel-download-data = Download my data
panel-delete-account = Delete my account
panel-deleted = Your account is deleted
panel-letter-account = You have an account already
panel-letter-account-lead = Someone, probably you, created an account at { $site } with this address. You have one already: “{ $username }”. Sign in with it.
panel-letter-account-note = The link is for a forgotten password. If you want a second account, sign in to it and choose “Send the link again”. Otherwise do nothing: it is deleted after 48 hours.
panel-letter-codes = Wrong codes at your sign-in
panel-letter-codes-lead = Someone gave the right password of { $username } at { $site }, and then many wrong codes. The account is still protected: for 24 hours, a browser that is new to it needs a recovery code.
panel-letter-codes-note = If it was not you, change your password now.
panel-letter-invitation = Invitation to { $name }
panel-letter-invitation-lead = { $name } invites you to join its team at { $site }. Sign in as “{ $username }” to accept or decline.
panel-mail-answer = the mail server answered { $status }
panel-mail-why = the reason is in the service’s log
panel-letter-test = Test message
panel-letter-test-lead = Mail from { $site } arrives.

# Channels at Discord, and posts there.
panel-discord = Discord
panel-discord-lead = Pairings, results of the first tables and final standings of public events are posted in these channels, in the language in which you add a channel.
panel-discord-url = Address of the webhook
panel-discord-url-hint = In Discord: settings of the channel, Integrations, Webhooks, Copy Webhook URL. The address is a secret and is not shown again. A first post is sent when you add it.
panel-discord-event-hint = The number in the event’s address, if the channel is for one event.
panel-discord-all-events = all events
panel-discord-add = Add the channel
panel-discord-hello = Pairings, results and standings from { $site } will be posted here.
panel-discord-remove = Remove { $name }
panel-discord-more = and { $count } more

panel-claims = Claims of results
panel-claims-hint = A person with an account says that a guest’s results are the person’s own. Agree if you know that it is true: these events then show the name of the account. You can undo it at the desk, on the player’s page. A refused claim cannot be made again.
panel-claims-none = No results are claimed.
panel-claim-guest = Guest
panel-claim-by = Account
panel-claim-agree = Agree
panel-claim-refuse = Refuse
panel-claim-agree-of = Agree that { $guest } is { $account }
panel-claim-refuse-of = Refuse that { $guest } is { $account }
panel-todo-staff = { $count ->
    [one] You are staff of one event
   *[other] You are staff of { $count } events
}
panel-todo-claims = { $count ->
    [one] One person claims a guest’s results
   *[other] { $count } guests’ results are claimed
}

panel-two-step = Two-step sign-in
panel-two-step-hint = Signing in then asks for a code of an authenticator app after the password. Scan this with the app, and type the six digits that it shows.
panel-two-step-secret = If you cannot scan it, type this into the app: { $secret }
panel-two-step-code = Code
panel-two-step-on = Switch on
panel-two-step-off = Switch off
panel-two-step-is-on = Two-step sign-in is on. { $count ->
    [one] One recovery code is left.
   *[other] { $count } recovery codes are left.
} Switching it off needs a code.
panel-recovery-codes = Recovery codes
panel-recovery-codes-lead = Two-step sign-in is on. Print these codes or write them down: each signs you in once, if you do not have your phone.
panel-recovery-codes-once = They are shown only once. Keep them where others do not find them. If you lose them, switch two-step sign-in off and on again: you get new ones.
panel-code-lead = Type the code that your authenticator app shows now, or a recovery code.
panel-code-wrong = This code is wrong or was used before. Try the next one.
panel-code-recovery = Too many codes were wrong in the last 24 hours. Use a recovery code, or a browser in which you have signed in before.
panel-two-step-off-of = Switch two-step sign-in of { $name } off
panel-two-step-off-means = { $name } then signs in with the password alone. Do this only if you are sure who has lost the phone.
panel-sign-in-with = Sign in with { $name }
panel-no-passwords = People sign in with an account that they have elsewhere, and not with passwords.
panel-create-account-provider = You get an account here when you sign in for the first time.
panel-providers = Sign in with other accounts
panel-providers-none = You can also sign in here with an account that you have elsewhere.
panel-providers-linked = You also sign in with
panel-link-provider = Link { $name }
panel-link-provider-lead = Link { $account } at { $name } with your account here? You can then also sign in with it.
panel-link-provider-do = Link the account
panel-unlink-provider = Unlink
panel-provider-again = This sign-in was not begun in this browser, was used before, or took too long. Please start again.
panel-provider-denied = You did not agree at { $name }, so you are not signed in.
panel-provider-failed = { $name } did not give a valid answer. Please start again. If this repeats, tell the operator of this service.
panel-provider-down = { $name } does not answer. Please try again later.
panel-provider-clock = The sign-in at { $name } took too long, or the clock of this server is wrong. Please start again.
panel-provider-no-email = A new account needs an e-mail address that { $name } has verified. Verify your address there, and sign in again.
panel-provider-known = You have an account here already. Sign in to it with your password, and link { $name } on the page of your account.
panel-provider-known-link = You have an account here already. Ask an administrator of your organization for a link to sign in, and link { $name } on the page of your account.
