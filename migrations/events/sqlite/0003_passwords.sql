-- Hashes of passwords, which are in no event. Which of a user's rows counts, the user's newest `password_set` says.
CREATE TABLE passwords (
    password_id INTEGER PRIMARY KEY,
    user_id     INTEGER NOT NULL,
    hash        TEXT    NOT NULL
) STRICT;
CREATE INDEX passwords_of_users ON passwords (user_id);

-- What happened in an organization, without the uses of keys: those are many, and tell nobody anything.
CREATE INDEX events_of_organizations ON events (organization_id, position) WHERE event_type <> 'api_key_used';
