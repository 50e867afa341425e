-- Nothing to do: only SQLite counted the documents in lists by triggers.
SELECT 1;
