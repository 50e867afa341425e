-- The salt of the ids under which players are shown (domain/src/player_ids.rs). It is made once, is part of backups, and never
-- changes: all ids of players depend on it.
CREATE TABLE player_salt (
    id   INTEGER PRIMARY KEY CHECK (id = 1),
    salt BLOB    NOT NULL
) STRICT;
INSERT INTO player_salt (id, salt) VALUES (1, randomblob(32));
