-- Pictures by the SHA-256 of their bytes. No event holds them; the hash chain knows their hashes only.
CREATE TABLE pictures (
    sha256     TEXT   COLLATE "C" PRIMARY KEY,
    media_type TEXT   NOT NULL,
    stored_at  BIGINT NOT NULL,
    content    BYTEA  NOT NULL
);
-- They are compressed already.
ALTER TABLE pictures ALTER COLUMN content SET STORAGE EXTERNAL, ALTER COLUMN content SET STATISTICS 0;

-- The picture that each stream names in its newest state. It is derived from the events, in their transaction. A picture that no
-- row names is not shown, and is deleted after a while.
CREATE TABLE picture_uses (
    stream_kind     TEXT   COLLATE "C" NOT NULL,
    stream_id       BIGINT NOT NULL,
    organization_id BIGINT NOT NULL,
    sha256          TEXT   COLLATE "C" NOT NULL,
    PRIMARY KEY (stream_kind, stream_id)
);
CREATE INDEX picture_uses_by_picture ON picture_uses (sha256);
