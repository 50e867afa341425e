-- The salt of the ids under which players are shown (domain/src/player_ids.rs). It is made once, is part of backups, and never
-- changes: all ids of players depend on it. Projectors read it.
CREATE TABLE player_salt (
    id   SMALLINT PRIMARY KEY CHECK (id = 1),
    salt BYTEA    NOT NULL
);
INSERT INTO player_salt (id, salt) VALUES (1, sha256(convert_to(
    gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
