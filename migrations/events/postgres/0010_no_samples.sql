-- ANALYZE stores samples of a column's values, and keeps them when the table is empty: none are made of personal data. A change
-- of the type to the same type removes those that were made before.
ALTER TABLE claims
    ALTER COLUMN name TYPE TEXT COLLATE "C", ALTER COLUMN name SET STATISTICS 0;
ALTER TABLE idempotent_answers
    ALTER COLUMN client_key TYPE TEXT COLLATE "C", ALTER COLUMN client_key SET STATISTICS 0,
    ALTER COLUMN response TYPE TEXT COLLATE "C", ALTER COLUMN response SET STATISTICS 0;
ALTER TABLE passwords
    ALTER COLUMN hash TYPE TEXT COLLATE "C", ALTER COLUMN hash SET STATISTICS 0;
ALTER TABLE person_keys
    ALTER COLUMN key TYPE BYTEA, ALTER COLUMN key SET STATISTICS 0;
