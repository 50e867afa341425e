-- One queue and one log of deliveries for every channel. Channel 0 is webhooks (the recipient is the webhook, the subject the
-- tournament), 1 is mail (the recipient is the user). A recipient gets one message for a cause. State 0 is pending, 1 delivered,
-- 2 undelivered.
CREATE TABLE deliveries (
    delivery_id     INTEGER PRIMARY KEY AUTOINCREMENT,
    channel         INTEGER NOT NULL,
    recipient       INTEGER NOT NULL,
    organization_id INTEGER NOT NULL,
    subject         INTEGER NOT NULL,
    cause           TEXT    NOT NULL,
    recorded_at     INTEGER NOT NULL,
    expires_at      INTEGER,
    payload         TEXT    NOT NULL,
    state           INTEGER NOT NULL,
    attempts        INTEGER NOT NULL,
    failures        INTEGER NOT NULL,
    last_attempt_at INTEGER,
    last_status     INTEGER,
    last_error      TEXT,
    UNIQUE (channel, recipient, cause)
) STRICT;
INSERT INTO deliveries
SELECT delivery_id, 0, webhook_id, organization_id, tournament_id, message_id, recorded_at, NULL,
       json_object('position', position, 'event_type', event_type, 'occurred_at', occurred_at, 'round_id', round_id,
                   'match_id', match_id, 'registration_id', registration_id),
       state, attempts, failures, last_attempt_at, last_status, last_error
FROM webhook_deliveries ORDER BY delivery_id;
DELETE FROM sqlite_sequence WHERE name = 'deliveries';
INSERT INTO sqlite_sequence (name, seq) SELECT 'deliveries', seq FROM sqlite_sequence WHERE name = 'webhook_deliveries';
DROP TABLE webhook_deliveries;
CREATE INDEX deliveries_pending ON deliveries (channel, recipient, subject, delivery_id) WHERE state = 0;
CREATE INDEX deliveries_oldest ON deliveries (channel, delivery_id) WHERE state = 0;
CREATE INDEX deliveries_log ON deliveries (channel, recipient, delivery_id);
CREATE INDEX deliveries_by_state ON deliveries (channel, recipient, state, delivery_id);
CREATE INDEX deliveries_by_time ON deliveries (channel, recipient, recorded_at);
CREATE INDEX deliveries_by_age ON deliveries (recorded_at);

-- A row for each recipient and subject with pending messages: when the oldest of them is sent, and until when a process has
-- taken the queue.
CREATE TABLE delivery_queues (
    channel       INTEGER NOT NULL,
    recipient     INTEGER NOT NULL,
    subject       INTEGER NOT NULL,
    due_at        INTEGER NOT NULL,
    claimed_until INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (channel, recipient, subject)
) STRICT, WITHOUT ROWID;
INSERT INTO delivery_queues SELECT 0, webhook_id, tournament_id, due_at, claimed_until FROM webhook_queues;
DROP TABLE webhook_queues;
CREATE INDEX delivery_queues_due ON delivery_queues (channel, recipient, due_at);
