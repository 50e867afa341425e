-- The event store. Times are microseconds since 1970, UTC.

-- The counter that positions come from: one row, changed in the transaction that writes the events.
CREATE TABLE log_head (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    position INTEGER NOT NULL
) STRICT;
INSERT INTO log_head (id, position) VALUES (1, 0);

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
    payload         TEXT    NOT NULL,
    UNIQUE (stream_kind, stream_id, version)
) STRICT;

-- What happened stays.
CREATE TRIGGER events_never_change BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER events_never_vanish BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;

CREATE TABLE claims (
    scope       TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    holder_kind TEXT    NOT NULL,
    holder_id   INTEGER NOT NULL,
    PRIMARY KEY (scope, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotent_answers (
    owner          TEXT    NOT NULL,
    client_key     TEXT    NOT NULL,
    request_sha256 TEXT    NOT NULL,
    response       TEXT    NOT NULL,
    recorded_at    INTEGER NOT NULL,
    PRIMARY KEY (owner, client_key)
) STRICT;
CREATE INDEX idempotent_answers_by_age ON idempotent_answers (recorded_at);

CREATE TABLE id_sequences (
    name TEXT    PRIMARY KEY,
    next INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
