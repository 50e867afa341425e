-- Tournaments for the export of changes. `head` and the parts after it are JSON with a checksum, packed with LZ4 where that
-- makes them smaller (storage/src/records/pack.rs). Staff sees these; others see the part whose name begins with `public_`,
-- or if that is null, the same part as staff. `has_public` says that members who may not read registrations see the
-- tournament, `is_public` that everyone does.
CREATE TABLE export_records (
    generation       BIGINT  NOT NULL,
    tournament_id    BIGINT  NOT NULL,
    organization_id  BIGINT  NOT NULL,
    starts_at        BIGINT,
    event_format     TEXT    COLLATE "C" NOT NULL,
    position         BIGINT  NOT NULL,
    has_public       BOOLEAN NOT NULL,
    is_public        BOOLEAN NOT NULL,
    head             BYTEA NOT NULL,
    public_head      BYTEA,
    standings        BYTEA NOT NULL,
    public_standings BYTEA,
    rounds           BYTEA NOT NULL,
    public_rounds    BYTEA,
    matches          BYTEA NOT NULL,
    public_matches   BYTEA,
    cards            BYTEA NOT NULL,
    public_cards     BYTEA,
    decklists        BYTEA NOT NULL,
    public_decklists BYTEA,
    PRIMARY KEY (generation, tournament_id)
);

-- They are packed already.
ALTER TABLE export_records
    ALTER COLUMN head SET STORAGE EXTERNAL,
    ALTER COLUMN public_head SET STORAGE EXTERNAL,
    ALTER COLUMN standings SET STORAGE EXTERNAL,
    ALTER COLUMN public_standings SET STORAGE EXTERNAL,
    ALTER COLUMN rounds SET STORAGE EXTERNAL,
    ALTER COLUMN public_rounds SET STORAGE EXTERNAL,
    ALTER COLUMN matches SET STORAGE EXTERNAL,
    ALTER COLUMN public_matches SET STORAGE EXTERNAL,
    ALTER COLUMN cards SET STORAGE EXTERNAL,
    ALTER COLUMN public_cards SET STORAGE EXTERNAL,
    ALTER COLUMN decklists SET STORAGE EXTERNAL,
    ALTER COLUMN public_decklists SET STORAGE EXTERNAL;

-- When each audience saw a tournament change: 0 is everyone, 1 members who may not read registrations, 2 other members. There
-- is a row once an audience has seen the tournament; it stays when the tournament is hidden or deleted. `moved` is the number
-- of the last change of the columns that filters read.
CREATE TABLE export_changes (
    generation      BIGINT  NOT NULL,
    tournament_id   BIGINT  NOT NULL,
    audience        BIGINT  NOT NULL,
    organization_id BIGINT  NOT NULL,
    starts_at       BIGINT,
    event_format    TEXT    COLLATE "C" NOT NULL,
    sequence        BIGINT  NOT NULL,
    moved           BIGINT  NOT NULL,
    is_visible      BOOLEAN NOT NULL,
    digest          BIGINT  NOT NULL,
    PRIMARY KEY (generation, tournament_id, audience)
);
CREATE INDEX export_changes_in_order ON export_changes (generation, sequence, tournament_id)
    INCLUDE (audience, organization_id, starts_at, event_format, moved, is_visible, digest);

-- The number of the last change, counted in the order of commits in all shards and generations. A commit locks this row last,
-- so that shards wait for each other only briefly. The lineage is another one when views were made without those before them:
-- what changed since is then not known.
CREATE TABLE export_clock (
    id       SMALLINT PRIMARY KEY CHECK (id = 1),
    sequence BIGINT   NOT NULL,
    lineage  TEXT     COLLATE "C" NOT NULL
) WITH (fillfactor = 50);
INSERT INTO export_clock (id, sequence, lineage) VALUES (1, 0, replace(gen_random_uuid()::text, '-', ''));
