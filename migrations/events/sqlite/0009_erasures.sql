-- People whose data was erased, without personal data. `registered_at` and `registered_hash` are the position and the hash of
-- the event that registered the person: a log that has the same hash at that position has the same person.
CREATE TABLE erasures (
    user_id         INTEGER PRIMARY KEY,
    erased_at       INTEGER NOT NULL,
    log_id          TEXT    NOT NULL,
    registered_at   INTEGER NOT NULL,
    registered_hash BLOB    NOT NULL,
    -- Whether the stream says so, the list of erasures has it, and no page of the file holds the erased bytes any more.
    is_finished     INTEGER NOT NULL
) STRICT;
