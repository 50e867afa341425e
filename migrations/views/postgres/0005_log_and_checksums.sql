-- Which log views were made from: its id, and for each shard the hash of the event at the position applied. By both it is
-- known whether the log is still the same. Views of older versions have neither.
ALTER TABLE generations ADD COLUMN log_id TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE shards ADD COLUMN hash BYTEA;

-- A checksum over the row, compared whenever it is read. Rows of older versions have none.
ALTER TABLE documents ADD COLUMN checksum BIGINT;
ALTER TABLE exports ADD COLUMN checksum BIGINT;
ALTER TABLE exports ADD COLUMN checksum_with_text BIGINT;

-- The same as before, with the hash. Programs that know of none are refused.
DROP FUNCTION move_checkpoint(BIGINT, BIGINT, BIGINT, BIGINT, BIGINT, BIGINT, BIGINT);
CREATE FUNCTION move_checkpoint(
    in_generation BIGINT, in_shard BIGINT, in_shards BIGINT, expected BIGINT,
    to_applied BIGINT, to_prompt BIGINT, to_settled BIGINT, to_hash BYTEA,
    OUT outcome TEXT, OUT standing BIGINT, OUT number BIGINT, OUT name TEXT
) LANGUAGE plpgsql AS $$
DECLARE
    there BOOLEAN;
    divided BIGINT;
BEGIN
    SELECT applied INTO standing FROM shards WHERE generation = in_generation AND shard = in_shard FOR UPDATE;
    -- A statement of its own: it sees what was committed while the first one waited.
    SELECT state <> 'retired', (SELECT count(*) FROM shards WHERE generation = in_generation) INTO there, divided
    FROM generations WHERE id = in_generation;
    IF there IS NOT TRUE THEN
        outcome := 'gone';
    ELSIF standing IS DISTINCT FROM expected OR divided <> in_shards THEN
        outcome := 'moved';
    ELSE
        outcome := 'written';
        UPDATE shards SET applied = to_applied, prompt = to_prompt, settled = to_settled, commits = commits + 1,
            batch = gen_random_uuid()::text, hash = to_hash
        WHERE generation = in_generation AND shard = in_shard RETURNING commits, batch INTO number, name;
    END IF;
END $$;
