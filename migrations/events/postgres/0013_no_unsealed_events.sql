-- Events of a version without hashes and keys are not converted any more (docs/decisions/0259). A new log has none of them, and a log
-- that was converted has no table.
DO $$
BEGIN
    IF to_regclass('events_unsealed') IS NOT NULL THEN
        IF EXISTS (SELECT 1 FROM events_unsealed) THEN
            RAISE EXCEPTION 'this log was written by a version without hashes, which this program cannot convert';
        END IF;
        DROP TABLE events_unsealed;
    END IF;
END
$$;
