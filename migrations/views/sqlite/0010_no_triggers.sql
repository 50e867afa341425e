-- Documents that show a user's own decklist are counted with all others (storage/src/view_store/writing.rs), and no longer by
-- triggers.
DROP TRIGGER own_documents_come;
DROP TRIGGER own_documents_change;
