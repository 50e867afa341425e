-- Tournaments for the export of changes. `head` and the parts after it are JSON with a checksum, packed with LZ4 where that
-- makes them smaller (storage/src/records/pack.rs). Staff sees these; others see the part whose name begins with `public_`,
-- or if that is null, the same part as staff. `has_public` says that members who may not read registrations see the
-- tournament, `is_public` that everyone does.
CREATE TABLE export_records (
    generation       INTEGER NOT NULL,
    tournament_id    INTEGER NOT NULL,
    organization_id  INTEGER NOT NULL,
    starts_at        INTEGER,
    event_format     TEXT    NOT NULL,
    position         INTEGER NOT NULL,
    has_public       INTEGER NOT NULL,
    is_public        INTEGER NOT NULL,
    head             BLOB    NOT NULL,
    public_head      BLOB,
    standings        BLOB    NOT NULL,
    public_standings BLOB,
    rounds           BLOB    NOT NULL,
    public_rounds    BLOB,
    matches          BLOB    NOT NULL,
    public_matches   BLOB,
    cards            BLOB    NOT NULL,
    public_cards     BLOB,
    decklists        BLOB    NOT NULL,
    public_decklists BLOB,
    UNIQUE (generation, tournament_id)
) STRICT;

-- When each audience saw a tournament change: 0 is everyone, 1 members who may not read registrations, 2 other members. There
-- is a row once an audience has seen the tournament; it stays when the tournament is hidden or deleted. `moved` is the number
-- of the last change of the columns that filters read.
CREATE TABLE export_changes (
    generation      INTEGER NOT NULL,
    tournament_id   INTEGER NOT NULL,
    audience        INTEGER NOT NULL,
    organization_id INTEGER NOT NULL,
    starts_at       INTEGER,
    event_format    TEXT    NOT NULL,
    sequence        INTEGER NOT NULL,
    moved           INTEGER NOT NULL,
    is_visible      INTEGER NOT NULL,
    digest          INTEGER NOT NULL,
    PRIMARY KEY (generation, tournament_id, audience)
) STRICT, WITHOUT ROWID;
CREATE INDEX export_changes_in_order ON export_changes
    (generation, sequence, tournament_id, audience, organization_id, starts_at, event_format, moved, is_visible, digest);

-- The number of the last change, counted in the order of commits in all shards and generations. The lineage is another one
-- when views were made without those before them: what changed since is then not known.
CREATE TABLE export_clock (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    sequence INTEGER NOT NULL,
    lineage  TEXT    NOT NULL
) STRICT;
INSERT INTO export_clock (id, sequence, lineage) VALUES (1, 0, lower(hex(randomblob(16))));
