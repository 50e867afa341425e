-- The event that a message to a person is about. Staff sees which of these messages failed.
ALTER TABLE deliveries ADD COLUMN tournament_id INTEGER;
CREATE INDEX deliveries_failed ON deliveries (tournament_id, delivery_id) WHERE state = 2 AND last_error IS NOT NULL;

-- Until when Discord wants no posts in a channel.
ALTER TABLE discord_channels ADD COLUMN paused_until INTEGER NOT NULL DEFAULT 0;
