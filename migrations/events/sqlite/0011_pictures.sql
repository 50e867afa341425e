-- Pictures by the SHA-256 of their bytes. No event holds them; the hash chain knows their hashes only.
CREATE TABLE pictures (
    sha256     TEXT    PRIMARY KEY,
    media_type TEXT    NOT NULL,
    stored_at  INTEGER NOT NULL,
    content    BLOB    NOT NULL
) STRICT;

-- The picture that each stream names in its newest state. It is derived from the events, in their transaction. A picture that no
-- row names is not shown, and is deleted after a while.
CREATE TABLE picture_uses (
    stream_kind     TEXT    NOT NULL,
    stream_id       INTEGER NOT NULL,
    organization_id INTEGER NOT NULL,
    sha256          TEXT    NOT NULL,
    PRIMARY KEY (stream_kind, stream_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX picture_uses_by_picture ON picture_uses (sha256);
