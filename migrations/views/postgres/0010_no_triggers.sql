-- Nothing to do: only SQLite counted documents by triggers.
SELECT 1;
