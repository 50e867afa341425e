-- Webhooks: secrets, and the messages to their addresses. Subscriptions are events; the rest here is derived from them, or is
-- operational data that is deleted after some time.

-- Secrets, which are in no event. The newest events of a webhook say which of its rows count.
CREATE TABLE webhook_secrets (
    secret_id  INTEGER PRIMARY KEY,
    webhook_id INTEGER NOT NULL,
    secret     TEXT    NOT NULL,
    checksum   INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_secrets_of_webhooks ON webhook_secrets (webhook_id);

-- The position up to which events have become messages. Events up to silent_until become none: they are older than all
-- webhooks, or come from a backup.
CREATE TABLE webhook_progress (
    id           INTEGER PRIMARY KEY CHECK (id = 1),
    position     INTEGER NOT NULL,
    silent_until INTEGER NOT NULL
) STRICT;
INSERT INTO webhook_progress (id, position, silent_until) SELECT 1, position, position FROM log_head;

-- The webhooks as of that position, and how their addresses answer.
CREATE TABLE webhook_endpoints (
    webhook_id         INTEGER PRIMARY KEY,
    organization_id    INTEGER NOT NULL,
    url                TEXT    NOT NULL,
    event_types        TEXT    NOT NULL,
    enabled            INTEGER NOT NULL,
    secret_id          INTEGER NOT NULL,
    previous_secret_id INTEGER,
    previous_until     INTEGER,
    failing_since      INTEGER,
    paused_until       INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX webhook_endpoints_of_organizations ON webhook_endpoints (organization_id);

-- The messages. State 0 is pending, 1 delivered, 2 undelivered.
CREATE TABLE webhook_deliveries (
    delivery_id     INTEGER PRIMARY KEY AUTOINCREMENT,
    webhook_id      INTEGER NOT NULL,
    organization_id INTEGER NOT NULL,
    tournament_id   INTEGER NOT NULL,
    position        INTEGER NOT NULL,
    event_type      TEXT    NOT NULL,
    message_id      TEXT    NOT NULL,
    occurred_at     INTEGER NOT NULL,
    recorded_at     INTEGER NOT NULL,
    round_id        INTEGER,
    match_id        INTEGER,
    registration_id INTEGER,
    state           INTEGER NOT NULL,
    attempts        INTEGER NOT NULL,
    failures        INTEGER NOT NULL,
    last_attempt_at INTEGER,
    last_status     INTEGER,
    last_error      TEXT,
    UNIQUE (webhook_id, position, event_type)
) STRICT;
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (webhook_id, tournament_id, delivery_id) WHERE state = 0;
CREATE INDEX webhook_deliveries_oldest ON webhook_deliveries (delivery_id) WHERE state = 0;
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, delivery_id);
CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (webhook_id, state, delivery_id);
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (webhook_id, recorded_at);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (recorded_at);

-- A row for each webhook and tournament with pending messages: when the oldest of them is sent, and until when a process has
-- taken the queue.
CREATE TABLE webhook_queues (
    webhook_id    INTEGER NOT NULL,
    tournament_id INTEGER NOT NULL,
    due_at        INTEGER NOT NULL,
    claimed_until INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (webhook_id, tournament_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_queues_due ON webhook_queues (webhook_id, due_at);
