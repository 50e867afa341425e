-- Events of a version without hashes and keys are not converted any more (docs/decisions/0259). A new log has none of them, and a log
-- that was converted has no table.
CREATE TABLE IF NOT EXISTS events_unsealed (position INTEGER);
CREATE TABLE refused (
    events INTEGER NOT NULL CONSTRAINT "this log was written by a version without hashes, which this program cannot convert" CHECK (events = 0)
) STRICT;
INSERT INTO refused SELECT count(*) FROM events_unsealed;
DROP TABLE refused;
DROP TABLE events_unsealed;
