-- The event store. Times are microseconds since 1970, UTC. Names are ordered by their bytes.

-- The counter that positions come from: one row, changed in the transaction that writes the events. `changes` counts
-- appends, those without events too: whoever decided on what it read may only write while it is as it was then.
CREATE TABLE log_head (
    id       SMALLINT PRIMARY KEY CHECK (id = 1),
    position BIGINT   NOT NULL,
    changes  BIGINT   NOT NULL
) WITH (fillfactor = 10);
INSERT INTO log_head (id, position, changes) VALUES (1, 0, 0);

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
    payload         TEXT    COLLATE "C" NOT NULL,
    UNIQUE (stream_kind, stream_id, version)
);

-- What happened stays.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'events are never %', CASE TG_OP WHEN 'UPDATE' THEN 'changed' ELSE 'deleted' END;
END $$;
CREATE TRIGGER events_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE claims (
    scope       TEXT   COLLATE "C" NOT NULL,
    name        TEXT   COLLATE "C" NOT NULL,
    holder_kind TEXT   COLLATE "C" NOT NULL,
    holder_id   BIGINT NOT NULL,
    PRIMARY KEY (scope, name)
);

CREATE TABLE idempotent_answers (
    owner          TEXT   COLLATE "C" NOT NULL,
    client_key     TEXT   COLLATE "C" NOT NULL,
    request_sha256 TEXT   COLLATE "C" NOT NULL,
    response       TEXT   COLLATE "C" NOT NULL,
    recorded_at    BIGINT NOT NULL,
    PRIMARY KEY (owner, client_key)
);
CREATE INDEX idempotent_answers_by_age ON idempotent_answers (recorded_at);

CREATE TABLE id_sequences (
    name TEXT   COLLATE "C" PRIMARY KEY,
    next BIGINT NOT NULL
);

-- The newest batch that each process has appended, by which it finds out whether one was committed when its
-- connection broke before it was told.
CREATE TABLE append_writers (
    writer TEXT        COLLATE "C" PRIMARY KEY,
    batch  BIGINT      NOT NULL,
    seen   TIMESTAMPTZ NOT NULL
) WITH (fillfactor = 50);

-- Lets a role read everything, now and after later migrations, and do nothing else.
CREATE FUNCTION grant_reading(reader TEXT) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    here TEXT := current_schema();
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', here, reader);
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO %I', here, reader);
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT SELECT ON TABLES TO %I', here, reader);
END $$;
REVOKE EXECUTE ON FUNCTION grant_reading(TEXT) FROM PUBLIC;
