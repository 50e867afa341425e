-- Attempts at passwords since a window began. A counter is a keyed hash: of a person at an address, of a person, of an address.
CREATE TABLE sign_in_attempts (
    counter  BYTEA  PRIMARY KEY,
    since    BIGINT NOT NULL,
    attempts BIGINT NOT NULL
);
CREATE INDEX sign_in_attempts_by_age ON sign_in_attempts (since);

-- Addresses from which a person has signed in, as keyed hashes of both.
CREATE TABLE sign_in_origins (
    origin  BYTEA  PRIMARY KEY,
    used_at BIGINT NOT NULL
);
CREATE INDEX sign_in_origins_by_age ON sign_in_origins (used_at);

-- Only the writer needs them: roles that may read the log, now or after later migrations, may not read these.
DO $$
DECLARE
    private TEXT;
    reader  TEXT;
BEGIN
    FOREACH private IN ARRAY ARRAY['sign_in_attempts', 'sign_in_origins'] LOOP
        FOR reader IN
            SELECT DISTINCT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END
            FROM pg_class, aclexplode(relacl) WHERE pg_class.oid = private::regclass AND grantee <> relowner
        LOOP
            EXECUTE format('REVOKE ALL ON %I FROM %s', private, reader);
        END LOOP;
    END LOOP;
END $$;

-- Lets a role read everything but passwords and attempts at them, now and after later migrations, and do nothing else.
CREATE OR REPLACE FUNCTION grant_reading(reader TEXT) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    here TEXT := current_schema();
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', here, reader);
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO %I', here, reader);
    EXECUTE format('REVOKE ALL ON %I.passwords, %I.sign_in_attempts, %I.sign_in_origins FROM %I', here, here, here, reader);
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT SELECT ON TABLES TO %I', here, reader);
END $$;
