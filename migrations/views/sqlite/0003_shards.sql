-- How far each shard of a generation is: one row for each, numbered from 0. `commits` counts the batches written;
-- `complete` says that the shard was up to date once, so that what it lacks is new.
CREATE TABLE shards (
    generation INTEGER NOT NULL,
    shard      INTEGER NOT NULL,
    applied    INTEGER NOT NULL,
    prompt     INTEGER NOT NULL,
    settled    INTEGER NOT NULL,
    commits    INTEGER NOT NULL,
    complete   INTEGER NOT NULL,
    PRIMARY KEY (generation, shard)
) STRICT, WITHOUT ROWID;

-- Where documents lag it is not known since when; the projector settles them at its start.
INSERT INTO shards (generation, shard, applied, prompt, settled, commits, complete)
SELECT id, 0, position, CASE WHEN lags THEN 0 ELSE position END, CASE WHEN lags THEN 0 ELSE position END, 0, is_active
FROM (SELECT id, position, state = 'active' AS is_active, EXISTS (SELECT 1 FROM lagging WHERE generation = id) AS lags FROM generations);

ALTER TABLE generations DROP COLUMN position;
