-- Hashes of passwords, which are in no event. Which of a user's rows counts, the user's newest `password_set` says.
-- Nothing is checked here: what a check refuses, the server writes into its log.
CREATE TABLE passwords (
    password_id BIGINT PRIMARY KEY,
    user_id     BIGINT NOT NULL,
    hash        TEXT   COLLATE "C" NOT NULL
);
CREATE INDEX passwords_of_users ON passwords (user_id);

-- They are the writer's alone: whoever was let read the log, and what later migrations add, may not read them.
DO $$
DECLARE
    reader TEXT;
BEGIN
    FOR reader IN
        SELECT DISTINCT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END
        FROM pg_class, aclexplode(relacl) WHERE pg_class.oid = 'passwords'::regclass AND grantee <> relowner
    LOOP
        EXECUTE format('REVOKE ALL ON passwords FROM %s', reader);
    END LOOP;
END $$;

-- Lets a role read everything but passwords, now and after later migrations, and do nothing else.
CREATE OR REPLACE FUNCTION grant_reading(reader TEXT) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    here TEXT := current_schema();
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', here, reader);
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO %I', here, reader);
    EXECUTE format('REVOKE ALL ON %I.passwords FROM %I', here, reader);
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT SELECT ON TABLES TO %I', here, reader);
END $$;

-- What happened in an organization, without the uses of keys: those are many, and tell nobody anything.
CREATE INDEX events_of_organizations ON events (organization_id, position) WHERE event_type <> 'api_key_used';
