-- One queue and one log of deliveries for every channel. Channel 0 is webhooks (the recipient is the webhook, the subject the
-- tournament), 1 is mail (the recipient is the user). A recipient gets one message for a cause. State 0 is pending, 1 delivered,
-- 2 undelivered. The tables are those of webhooks, so that the roles that may not read them still may not.
-- In the order in which running processes lock them.
LOCK TABLE webhook_queues, webhook_deliveries IN ACCESS EXCLUSIVE MODE;
ALTER TABLE webhook_deliveries RENAME TO deliveries;
ALTER TABLE deliveries RENAME COLUMN webhook_id TO recipient;
ALTER TABLE deliveries RENAME COLUMN tournament_id TO subject;
ALTER TABLE deliveries RENAME COLUMN message_id TO cause;
ALTER TABLE deliveries
    ADD COLUMN channel    BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN expires_at BIGINT,
    ADD COLUMN payload    TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE deliveries SET payload = json_build_object('position', position, 'event_type', event_type, 'occurred_at', occurred_at,
                                                  'round_id', round_id, 'match_id', match_id,
                                                  'registration_id', registration_id)::text;
-- The unique columns and the indexes of columns that are dropped go with them.
ALTER TABLE deliveries
    ALTER COLUMN channel DROP DEFAULT,
    ALTER COLUMN payload DROP DEFAULT,
    DROP COLUMN position,
    DROP COLUMN event_type,
    DROP COLUMN occurred_at,
    DROP COLUMN round_id,
    DROP COLUMN match_id,
    DROP COLUMN registration_id,
    ADD UNIQUE (channel, recipient, cause);
DROP INDEX webhook_deliveries_pending, webhook_deliveries_oldest, webhook_deliveries_log, webhook_deliveries_by_state,
           webhook_deliveries_by_time, webhook_deliveries_by_age;
CREATE INDEX deliveries_pending ON deliveries (channel, recipient, subject, delivery_id) WHERE state = 0;
CREATE INDEX deliveries_oldest ON deliveries (channel, delivery_id) WHERE state = 0;
CREATE INDEX deliveries_log ON deliveries (channel, recipient, delivery_id);
CREATE INDEX deliveries_by_state ON deliveries (channel, recipient, state, delivery_id);
CREATE INDEX deliveries_by_time ON deliveries (channel, recipient, recorded_at);
CREATE INDEX deliveries_by_age ON deliveries (recorded_at);

-- A row for each recipient and subject with pending messages: when the oldest of them is sent, and until when a process has
-- taken the queue.
ALTER TABLE webhook_queues RENAME TO delivery_queues;
ALTER TABLE delivery_queues RENAME COLUMN webhook_id TO recipient;
ALTER TABLE delivery_queues RENAME COLUMN tournament_id TO subject;
ALTER TABLE delivery_queues ADD COLUMN channel BIGINT NOT NULL DEFAULT 0;
ALTER TABLE delivery_queues
    ALTER COLUMN channel DROP DEFAULT,
    DROP CONSTRAINT webhook_queues_pkey,
    ADD PRIMARY KEY (channel, recipient, subject);
DROP INDEX webhook_queues_due;
CREATE INDEX delivery_queues_due ON delivery_queues (channel, recipient, due_at);

-- Lets a role read everything but secrets, messages and attempts at passwords, now and after later migrations, and do nothing
-- else.
CREATE OR REPLACE FUNCTION grant_reading(reader TEXT) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    here    TEXT := current_schema();
    private TEXT;
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', here, reader);
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO %I', here, reader);
    FOREACH private IN ARRAY ARRAY['passwords', 'sign_in_attempts', 'sign_in_origins', 'webhook_secrets', 'webhook_progress',
                                   'webhook_endpoints', 'deliveries', 'delivery_queues'] LOOP
        EXECUTE format('REVOKE ALL ON %I.%I FROM %I', here, private, reader);
    END LOOP;
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT SELECT ON TABLES TO %I', here, reader);
END $$;
