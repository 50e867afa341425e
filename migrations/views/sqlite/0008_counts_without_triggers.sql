-- Documents in lists are counted once for each batch (storage/src/sqlite/list_counts.rs), and not by triggers for each row.
-- Triggers still count the documents that show a user's own decklist: most of these counts are of one document.
DROP TRIGGER documents_come;
DROP TRIGGER decklists_come;
DROP TRIGGER documents_change;
DROP TRIGGER documents_go;
DROP TRIGGER decklists_go;
DROP TRIGGER own_documents_go;
