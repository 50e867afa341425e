-- How far each shard of a generation is: one row for each, numbered from 0. `commits` counts the batches written.
CREATE TABLE shards (
    generation INTEGER NOT NULL,
    shard      INTEGER NOT NULL,
    applied    INTEGER NOT NULL,
    prompt     INTEGER NOT NULL,
    settled    INTEGER NOT NULL,
    commits    INTEGER NOT NULL,
    PRIMARY KEY (generation, shard)
) STRICT, WITHOUT ROWID;

-- Where documents lag it is not known since when; the projector settles them at its start.
INSERT INTO shards (generation, shard, applied, prompt, settled, commits)
SELECT id, 0, position, CASE WHEN lags THEN 0 ELSE position END, CASE WHEN lags THEN 0 ELSE position END, 0
FROM (SELECT id, position, EXISTS (SELECT 1 FROM lagging WHERE generation = id) AS lags FROM generations);

ALTER TABLE generations DROP COLUMN position;
