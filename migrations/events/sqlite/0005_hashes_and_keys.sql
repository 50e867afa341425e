-- Each event carries a hash that covers it and the event before it, and personal payloads are encrypted under a key per person.
-- SQL can neither hash nor encrypt: the program copies the rows (storage/src/sqlite/seal_log.rs), and the old table is there
-- until it has copied all of them.
DROP TRIGGER events_never_change;
DROP TRIGGER events_never_vanish;
DROP INDEX events_of_organizations;
ALTER TABLE events RENAME TO events_unsealed;

-- The content stands last, so that reading the rest of a row does not touch it. It has another name than before, so that
-- programs that know nothing of encryption fail instead of reading what they cannot understand.
CREATE TABLE events (
    position        INTEGER PRIMARY KEY,
    stream_kind     TEXT    NOT NULL,
    stream_id       INTEGER NOT NULL,
    version         INTEGER NOT NULL,
    organization_id INTEGER NOT NULL,
    occurred_at     INTEGER NOT NULL,
    recorded_at     INTEGER NOT NULL,
    actor           TEXT    NOT NULL,
    event_type      TEXT    NOT NULL,
    schema          INTEGER NOT NULL,
    hash            BLOB    NOT NULL,
    traceparent     TEXT,
    content         TEXT    NOT NULL,
    UNIQUE (stream_kind, stream_id, version)
) STRICT;
CREATE INDEX events_of_organizations ON events (organization_id, position) WHERE event_type <> 'api_key_used';
CREATE TRIGGER events_never_change BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER events_never_vanish BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;

-- The keys that personal payloads are encrypted under. A key that is NULL was erased, and is never made again.
CREATE TABLE person_keys (
    user_id  INTEGER PRIMARY KEY,
    key      BLOB,
    checksum INTEGER NOT NULL
) STRICT;

-- Checksums of the rows beside the events. The program fills them in with the copy.
ALTER TABLE claims ADD COLUMN checksum INTEGER;
ALTER TABLE idempotent_answers ADD COLUMN checksum INTEGER;
ALTER TABLE passwords ADD COLUMN checksum INTEGER;
