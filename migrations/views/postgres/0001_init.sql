-- The view store: everything in it can be rebuilt from the events. Times are microseconds since 1970, UTC. Names are
-- ordered by their bytes.

-- An identity: the number of a dropped generation is never used again, or a late projector could write to its heir.
CREATE TABLE generations (
    id          BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    fingerprint TEXT   COLLATE "C" NOT NULL,
    state       TEXT   COLLATE "C" NOT NULL CHECK (state IN ('building', 'active', 'retired'))
);
CREATE UNIQUE INDEX generations_one_active ON generations (state) WHERE state = 'active';

-- Room is left in each page, so that a document written again under the same key changes no index.
CREATE TABLE documents (
    generation      BIGINT  NOT NULL,
    organization_id BIGINT  NOT NULL,
    kind            TEXT    COLLATE "C" NOT NULL,
    key             TEXT    COLLATE "C" NOT NULL,
    source_kind     TEXT    COLLATE "C" NOT NULL,
    source_id       BIGINT  NOT NULL,
    sort            TEXT    COLLATE "C" NOT NULL,
    position        BIGINT  NOT NULL,
    has_period      BOOLEAN NOT NULL,
    starts_at       BIGINT,
    ends_at         BIGINT,
    digest          TEXT    COLLATE "C" NOT NULL,
    body            BYTEA   NOT NULL,
    PRIMARY KEY (generation, organization_id, kind, key)
) WITH (fillfactor = 70);
CREATE INDEX documents_in_lists ON documents (generation, organization_id, kind, sort, key);
CREATE INDEX documents_by_source ON documents (generation, source_kind, source_id);

CREATE TABLE exports (
    generation      BIGINT NOT NULL,
    tournament_id   BIGINT NOT NULL,
    organization_id BIGINT NOT NULL,
    starts_at       BIGINT NOT NULL,
    event_format    TEXT   COLLATE "C" NOT NULL,
    position        BIGINT NOT NULL,
    body            BYTEA  NOT NULL,
    body_with_text  BYTEA  NOT NULL,
    PRIMARY KEY (generation, tournament_id)
);
CREATE INDEX exports_newest ON exports (generation, starts_at DESC, tournament_id DESC);
CREATE INDEX exports_newest_of_organization ON exports (generation, organization_id, starts_at DESC, tournament_id DESC);
CREATE INDEX exports_newest_of_format ON exports (generation, event_format, starts_at DESC, tournament_id DESC);

-- LZ4 packs large bodies in less time than writing them as they are takes, and the log of the server is a quarter as long.
-- PostgreSQL's own method takes longer than it saves; so a server without LZ4 keeps them as they are.
DO $$ BEGIN
    ALTER TABLE documents ALTER COLUMN body SET COMPRESSION lz4;
    ALTER TABLE exports ALTER COLUMN body SET COMPRESSION lz4, ALTER COLUMN body_with_text SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
    ALTER TABLE documents ALTER COLUMN body SET STORAGE EXTERNAL;
    ALTER TABLE exports ALTER COLUMN body SET STORAGE EXTERNAL, ALTER COLUMN body_with_text SET STORAGE EXTERNAL;
END $$;

-- Which streams a stream's documents draw on, beside its own.
CREATE TABLE sources (
    generation     BIGINT NOT NULL,
    dependent_kind TEXT   COLLATE "C" NOT NULL,
    dependent_id   BIGINT NOT NULL,
    source_kind    TEXT   COLLATE "C" NOT NULL,
    source_id      BIGINT NOT NULL,
    PRIMARY KEY (generation, dependent_kind, dependent_id, source_kind, source_id)
);
CREATE INDEX sources_by_source ON sources (generation, source_kind, source_id, dependent_kind, dependent_id);

CREATE TABLE lagging (
    generation  BIGINT NOT NULL,
    stream_kind TEXT   COLLATE "C" NOT NULL,
    stream_id   BIGINT NOT NULL,
    PRIMARY KEY (generation, stream_kind, stream_id)
);

CREATE TABLE parked (
    generation  BIGINT NOT NULL,
    stream_kind TEXT   COLLATE "C" NOT NULL,
    stream_id   BIGINT NOT NULL,
    position    BIGINT NOT NULL,
    error       TEXT   COLLATE "C" NOT NULL,
    PRIMARY KEY (generation, stream_kind, stream_id)
);

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
