-- The view store: everything in it can be rebuilt from the events. Times are microseconds since 1970, UTC.

-- AUTOINCREMENT: the number of a dropped generation is never used again, or a late projector could write to its heir.
CREATE TABLE generations (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    position    INTEGER NOT NULL,
    fingerprint TEXT    NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('building', 'active', 'retired'))
) STRICT;
CREATE UNIQUE INDEX generations_one_active ON generations (state) WHERE state = 'active';

-- A rowid table, because bodies reach many megabytes; the body stands last, so that reading the rest of a row does not touch it.
CREATE TABLE documents (
    generation      INTEGER NOT NULL,
    organization_id INTEGER NOT NULL,
    kind            TEXT    NOT NULL,
    key             TEXT    NOT NULL,
    source_kind     TEXT    NOT NULL,
    source_id       INTEGER NOT NULL,
    sort            TEXT    NOT NULL,
    position        INTEGER NOT NULL,
    has_period      INTEGER NOT NULL,
    starts_at       INTEGER,
    ends_at         INTEGER,
    digest          TEXT    NOT NULL,
    body            BLOB    NOT NULL,
    UNIQUE (generation, organization_id, kind, key)
) STRICT;
CREATE INDEX documents_in_lists ON documents (generation, organization_id, kind, sort, key, position);
CREATE INDEX documents_by_source ON documents (generation, source_kind, source_id);

CREATE TABLE exports (
    generation      INTEGER NOT NULL,
    tournament_id   INTEGER NOT NULL,
    organization_id INTEGER NOT NULL,
    starts_at       INTEGER NOT NULL,
    event_format    TEXT    NOT NULL,
    position        INTEGER NOT NULL,
    body            BLOB    NOT NULL,
    body_with_text  BLOB    NOT NULL,
    UNIQUE (generation, tournament_id)
) STRICT;
CREATE INDEX exports_newest ON exports (generation, starts_at DESC, tournament_id DESC);
CREATE INDEX exports_newest_of_organization ON exports (generation, organization_id, starts_at DESC, tournament_id DESC);
CREATE INDEX exports_newest_of_format ON exports (generation, event_format, starts_at DESC, tournament_id DESC);

-- Which streams a stream's documents draw on, beside its own.
CREATE TABLE sources (
    generation     INTEGER NOT NULL,
    dependent_kind TEXT    NOT NULL,
    dependent_id   INTEGER NOT NULL,
    source_kind    TEXT    NOT NULL,
    source_id      INTEGER NOT NULL,
    PRIMARY KEY (generation, dependent_kind, dependent_id, source_kind, source_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX sources_by_source ON sources (generation, source_kind, source_id);

CREATE TABLE lagging (
    generation  INTEGER NOT NULL,
    stream_kind TEXT    NOT NULL,
    stream_id   INTEGER NOT NULL,
    PRIMARY KEY (generation, stream_kind, stream_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE parked (
    generation  INTEGER NOT NULL,
    stream_kind TEXT    NOT NULL,
    stream_id   INTEGER NOT NULL,
    position    INTEGER NOT NULL,
    error       TEXT    NOT NULL,
    PRIMARY KEY (generation, stream_kind, stream_id)
) STRICT, WITHOUT ROWID;
