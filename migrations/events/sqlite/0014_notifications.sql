-- Where notifications go, and what people want of them. Channel 2 of deliveries is push (the recipient is the subscription), 3 is
-- Discord (the recipient is the channel). Backups have these rows; events, views and mirrors do not.

-- The browsers that receive a person's push messages. Ids are never used again, because messages name them.
CREATE TABLE push_subscriptions (
    subscription_id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id         INTEGER NOT NULL,
    endpoint        TEXT    NOT NULL UNIQUE,
    public_key      TEXT    NOT NULL,
    auth            TEXT    NOT NULL,
    language        TEXT    NOT NULL
) STRICT;
CREATE INDEX push_subscriptions_of_users ON push_subscriptions (user_id, subscription_id);

-- The language of a person's letters, and the notifications that the person has turned off, separated by commas.
CREATE TABLE notification_choices (
    user_id    INTEGER PRIMARY KEY,
    language   TEXT    NOT NULL,
    turned_off TEXT    NOT NULL
) STRICT;

-- Secrets of the sender itself.
CREATE TABLE sender_secrets (
    name   TEXT PRIMARY KEY,
    secret TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The addresses of Discord channels. One without a tournament is for all of the organization's.
CREATE TABLE discord_channels (
    channel_id      INTEGER PRIMARY KEY AUTOINCREMENT,
    organization_id INTEGER NOT NULL,
    tournament_id   INTEGER,
    url             TEXT    NOT NULL,
    language        TEXT    NOT NULL
) STRICT;
CREATE INDEX discord_channels_of_organizations ON discord_channels (organization_id, channel_id);

-- Finds what is due among messages for later. Webhooks are found one by one.
CREATE INDEX delivery_queues_by_time ON delivery_queues (channel, due_at, recipient) WHERE channel > 0;
