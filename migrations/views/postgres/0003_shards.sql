-- How far each shard of a generation is: one row for each, numbered from 0. `commits` counts the batches written;
-- `complete` says that the shard was up to date once, so that what it lacks is new. `batch` names the last batch, by which
-- its writer finds out whether it was committed when the connection broke before it was told.
CREATE TABLE shards (
    generation BIGINT  NOT NULL,
    shard      BIGINT  NOT NULL,
    applied    BIGINT  NOT NULL,
    prompt     BIGINT  NOT NULL,
    settled    BIGINT  NOT NULL,
    commits    BIGINT  NOT NULL,
    complete   BOOLEAN NOT NULL,
    batch      TEXT    COLLATE "C" NOT NULL DEFAULT '',
    PRIMARY KEY (generation, shard)
) WITH (fillfactor = 20);

-- Moves a shard's checkpoint, if it stands where it is expected and there are as many shards as expected. Its row stays
-- locked until the transaction ends, so that who writes next for the shard waits, and finds it moved. Says `written`,
-- `moved` or `gone`, where the shard stood, the number of the batch, and its name.
CREATE FUNCTION move_checkpoint(
    in_generation BIGINT, in_shard BIGINT, in_shards BIGINT, expected BIGINT,
    to_applied BIGINT, to_prompt BIGINT, to_settled BIGINT,
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
            batch = gen_random_uuid()::text
        WHERE generation = in_generation AND shard = in_shard RETURNING commits, batch INTO number, name;
    END IF;
END $$;
