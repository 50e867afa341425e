-- Each event carries a hash that covers it and the event before it, and personal payloads are encrypted under a key per person.
-- SQL can neither hash nor encrypt: the program copies the rows (storage/src/postgres/seal_log.rs), and the old table is there
-- until it has copied all of them.
DROP TRIGGER events_stay ON events;
DROP INDEX events_of_organizations;
ALTER TABLE events RENAME TO events_unsealed;
ALTER INDEX events_pkey RENAME TO events_unsealed_pkey;
ALTER INDEX events_stream_kind_stream_id_version_key RENAME TO events_unsealed_stream_kind_stream_id_version_key;

-- The content has another name than before, so that programs that know nothing of encryption fail instead of reading what
-- they cannot understand.
CREATE TABLE events (
    position        BIGINT  PRIMARY KEY,
    stream_kind     TEXT    COLLATE "C" NOT NULL,
    stream_id       BIGINT  NOT NULL,
    version         BIGINT  NOT NULL,
    organization_id BIGINT  NOT NULL,
    occurred_at     BIGINT  NOT NULL,
    recorded_at     BIGINT  NOT NULL,
    actor           TEXT    COLLATE "C" NOT NULL,
    event_type      TEXT    COLLATE "C" NOT NULL,
    schema          INTEGER NOT NULL,
    hash            BYTEA   NOT NULL,
    traceparent     TEXT    COLLATE "C",
    content         TEXT    COLLATE "C" NOT NULL,
    UNIQUE (stream_kind, stream_id, version)
);
CREATE INDEX events_of_organizations ON events (organization_id, position) WHERE event_type <> 'api_key_used';
CREATE TRIGGER events_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The keys that personal payloads are encrypted under. A key that is NULL was erased, and is never made again. Projectors
-- read them: they show names.
CREATE TABLE person_keys (
    user_id  BIGINT PRIMARY KEY,
    key      BYTEA,
    checksum BIGINT NOT NULL
);

-- Checksums of the rows beside the events. The program fills them in with the copy.
ALTER TABLE claims ADD COLUMN checksum BIGINT;
ALTER TABLE idempotent_answers ADD COLUMN checksum BIGINT;
ALTER TABLE passwords ADD COLUMN checksum BIGINT;
