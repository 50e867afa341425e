-- Where notifications go, and what people want of them. Channel 2 of deliveries is push (the recipient is the subscription), 3 is
-- Discord (the recipient is the channel). Backups have these rows; events, views and mirrors do not.

-- The browsers that receive a person's push messages. Ids are never used again, because messages name them.
CREATE TABLE push_subscriptions (
    subscription_id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id         BIGINT NOT NULL,
    endpoint        TEXT COLLATE "C" NOT NULL UNIQUE,
    public_key      TEXT COLLATE "C" NOT NULL,
    auth            TEXT COLLATE "C" NOT NULL,
    language        TEXT COLLATE "C" NOT NULL
);
CREATE INDEX push_subscriptions_of_users ON push_subscriptions (user_id, subscription_id);

-- The language of a person's letters, and the notifications that the person has turned off, separated by commas.
CREATE TABLE notification_choices (
    user_id    BIGINT PRIMARY KEY,
    language   TEXT COLLATE "C" NOT NULL,
    turned_off TEXT COLLATE "C" NOT NULL
);

-- Secrets of the sender itself.
CREATE TABLE sender_secrets (
    name   TEXT COLLATE "C" PRIMARY KEY,
    secret TEXT COLLATE "C" NOT NULL
);

-- The addresses of Discord channels. One without a tournament is for all of the organization's.
CREATE TABLE discord_channels (
    channel_id      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organization_id BIGINT NOT NULL,
    tournament_id   BIGINT,
    url             TEXT COLLATE "C" NOT NULL,
    language        TEXT COLLATE "C" NOT NULL
);
CREATE INDEX discord_channels_of_organizations ON discord_channels (organization_id, channel_id);

-- Finds what is due among messages for later. Webhooks are found one by one.
CREATE INDEX delivery_queues_by_time ON delivery_queues (channel, due_at, recipient) WHERE channel > 0;

-- Only the writer needs them: roles that may read the log, now or after later migrations, may not read these.
DO $$
DECLARE
    private TEXT;
    reader  TEXT;
BEGIN
    FOREACH private IN ARRAY ARRAY['push_subscriptions', 'notification_choices', 'sender_secrets', 'discord_channels'] LOOP
        FOR reader IN
            SELECT DISTINCT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END
            FROM pg_class, aclexplode(relacl) WHERE pg_class.oid = private::regclass AND grantee <> relowner
        LOOP
            EXECUTE format('REVOKE ALL ON %I FROM %s', private, reader);
        END LOOP;
    END LOOP;
END $$;

-- Lets a role read everything but secrets, messages, where they go, and attempts at passwords, now and after later migrations, and
-- do nothing else.
CREATE OR REPLACE FUNCTION grant_reading(reader TEXT) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    here    TEXT := current_schema();
    private TEXT;
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', here, reader);
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO %I', here, reader);
    FOREACH private IN ARRAY ARRAY['passwords', 'sign_in_attempts', 'sign_in_origins', 'webhook_secrets', 'webhook_progress',
                                   'webhook_endpoints', 'deliveries', 'delivery_queues', 'push_subscriptions',
                                   'notification_choices', 'sender_secrets', 'discord_channels'] LOOP
        EXECUTE format('REVOKE ALL ON %I.%I FROM %I', here, private, reader);
    END LOOP;
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT SELECT ON TABLES TO %I', here, reader);
END $$;
