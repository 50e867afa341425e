-- Which log this is. A restored one gets another name, so that nobody takes its history for that of the first.
ALTER TABLE log_head ADD COLUMN log_id TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE log_head SET log_id = replace(gen_random_uuid()::text, '-', '');

-- The trace of the request that caused the event, as `traceparent` of W3C Trace Context.
ALTER TABLE events ADD COLUMN traceparent TEXT COLLATE "C";
