-- People whose data was erased, without personal data. `registered_at` and `registered_hash` are the position and the hash of
-- the event that registered the person: a log that has the same hash at that position has the same person.
CREATE TABLE erasures (
    user_id         BIGINT  PRIMARY KEY,
    erased_at       BIGINT  NOT NULL,
    log_id          TEXT    COLLATE "C" NOT NULL,
    registered_at   BIGINT  NOT NULL,
    registered_hash BYTEA   NOT NULL,
    -- Whether the stream says so, the list of erasures has it, and the tables were rewritten without the erased bytes.
    is_finished     BOOLEAN NOT NULL
);
