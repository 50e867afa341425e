-- Attempts at passwords since a window began. A counter is a keyed hash: of a person at an address, of a person, of an address.
CREATE TABLE sign_in_attempts (
    counter  BLOB    PRIMARY KEY,
    since    INTEGER NOT NULL,
    attempts INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_attempts_by_age ON sign_in_attempts (since);

-- Addresses from which a person has signed in, as keyed hashes of both.
CREATE TABLE sign_in_origins (
    origin  BLOB    PRIMARY KEY,
    used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_origins_by_age ON sign_in_origins (used_at);
