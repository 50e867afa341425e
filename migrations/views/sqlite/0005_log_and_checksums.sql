-- Which log views were made from: its id, and for each shard the hash of the event at the position applied. By both it is
-- known whether the log is still the same. Views of older versions have neither.
ALTER TABLE generations ADD COLUMN log_id TEXT NOT NULL DEFAULT '';
ALTER TABLE shards ADD COLUMN hash BLOB;

-- A checksum over the row, compared whenever it is read. Rows of older versions have none.
ALTER TABLE documents ADD COLUMN checksum INTEGER;
ALTER TABLE exports ADD COLUMN checksum INTEGER;
ALTER TABLE exports ADD COLUMN checksum_with_text INTEGER;
