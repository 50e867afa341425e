-- Webhooks: secrets, and the messages to their addresses. Subscriptions are events; the rest here is derived from them, or is
-- operational data that is deleted after some time.

-- Secrets, which are in no event. The newest events of a webhook say which of its rows count.
CREATE TABLE webhook_secrets (
    secret_id  BIGINT PRIMARY KEY,
    webhook_id BIGINT NOT NULL,
    secret     TEXT COLLATE "C" NOT NULL,
    checksum   BIGINT NOT NULL
);
CREATE INDEX webhook_secrets_of_webhooks ON webhook_secrets (webhook_id);

-- The position up to which events have become messages. Events up to silent_until become none: they are older than all
-- webhooks, or come from a backup.
CREATE TABLE webhook_progress (
    id           BIGINT PRIMARY KEY CHECK (id = 1),
    position     BIGINT NOT NULL,
    silent_until BIGINT NOT NULL
);
INSERT INTO webhook_progress (id, position, silent_until) SELECT 1, position, position FROM log_head;

-- The webhooks as of that position, and how their addresses answer.
CREATE TABLE webhook_endpoints (
    webhook_id         BIGINT PRIMARY KEY,
    organization_id    BIGINT NOT NULL,
    url                TEXT COLLATE "C" NOT NULL,
    event_types        TEXT COLLATE "C" NOT NULL,
    enabled            BIGINT NOT NULL,
    secret_id          BIGINT NOT NULL,
    previous_secret_id BIGINT,
    previous_until     BIGINT,
    failing_since      BIGINT,
    paused_until       BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX webhook_endpoints_of_organizations ON webhook_endpoints (organization_id);

-- The messages. State 0 is pending, 1 delivered, 2 undelivered.
CREATE TABLE webhook_deliveries (
    delivery_id     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    webhook_id      BIGINT NOT NULL,
    organization_id BIGINT NOT NULL,
    tournament_id   BIGINT NOT NULL,
    position        BIGINT NOT NULL,
    event_type      TEXT COLLATE "C" NOT NULL,
    message_id      TEXT COLLATE "C" NOT NULL,
    occurred_at     BIGINT NOT NULL,
    recorded_at     BIGINT NOT NULL,
    round_id        BIGINT,
    match_id        BIGINT,
    registration_id BIGINT,
    state           BIGINT NOT NULL,
    attempts        BIGINT NOT NULL,
    failures        BIGINT NOT NULL,
    last_attempt_at BIGINT,
    last_status     BIGINT,
    last_error      TEXT COLLATE "C",
    UNIQUE (webhook_id, position, event_type)
);
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (webhook_id, tournament_id, delivery_id) WHERE state = 0;
CREATE INDEX webhook_deliveries_oldest ON webhook_deliveries (delivery_id) WHERE state = 0;
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, delivery_id);
CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (webhook_id, state, delivery_id);
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (webhook_id, recorded_at);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (recorded_at);

-- A row for each webhook and tournament with pending messages: when the oldest of them is sent, and until when a process has
-- taken the queue.
CREATE TABLE webhook_queues (
    webhook_id    BIGINT NOT NULL,
    tournament_id BIGINT NOT NULL,
    due_at        BIGINT NOT NULL,
    claimed_until BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (webhook_id, tournament_id)
);
CREATE INDEX webhook_queues_due ON webhook_queues (webhook_id, due_at);

-- Only the writer needs them: roles that may read the log, now or after later migrations, may not read these.
DO $$
DECLARE
    private TEXT;
    reader  TEXT;
BEGIN
    FOREACH private IN ARRAY ARRAY['webhook_secrets', 'webhook_progress', 'webhook_endpoints', 'webhook_deliveries', 'webhook_queues'] LOOP
        FOR reader IN
            SELECT DISTINCT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END
            FROM pg_class, aclexplode(relacl) WHERE pg_class.oid = private::regclass AND grantee <> relowner
        LOOP
            EXECUTE format('REVOKE ALL ON %I FROM %s', private, reader);
        END LOOP;
    END LOOP;
END $$;

-- Lets a role read everything but secrets and attempts at passwords, now and after later migrations, and do nothing else.
CREATE OR REPLACE FUNCTION grant_reading(reader TEXT) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    here    TEXT := current_schema();
    private TEXT;
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', here, reader);
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO %I', here, reader);
    FOREACH private IN ARRAY ARRAY['passwords', 'sign_in_attempts', 'sign_in_origins', 'webhook_secrets', 'webhook_progress',
                                   'webhook_endpoints', 'webhook_deliveries', 'webhook_queues'] LOOP
        EXECUTE format('REVOKE ALL ON %I.%I FROM %I', here, private, reader);
    END LOOP;
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT SELECT ON TABLES TO %I', here, reader);
END $$;
