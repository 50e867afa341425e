-- The length of a body that is packed with LZ4; null, where it lies as it is.
ALTER TABLE documents ADD COLUMN size INTEGER;
ALTER TABLE exports ADD COLUMN size INTEGER;
ALTER TABLE exports ADD COLUMN size_with_text INTEGER;

-- Most documents stand in no list: they have no place in one, and nothing of a list has to be kept for them.
DROP INDEX documents_in_lists;
CREATE INDEX documents_in_lists ON documents (generation, organization_id, kind, sort, key, position) WHERE sort <> '';

DELETE FROM list_states;
INSERT INTO list_states (generation, organization_id, kind, count, newest)
SELECT generation, organization_id, kind, count(*), max(position) FROM documents WHERE sort <> ''
GROUP BY generation, organization_id, kind;

DROP TRIGGER documents_come;
CREATE TRIGGER documents_come AFTER INSERT ON documents WHEN new.sort <> ''
BEGIN
    INSERT INTO list_states (generation, organization_id, kind, count, newest)
    VALUES (new.generation, new.organization_id, new.kind, 1, new.position)
    ON CONFLICT DO UPDATE SET count = count + 1, newest = max(newest, excluded.newest);
END;

DROP TRIGGER documents_change;
CREATE TRIGGER documents_change AFTER UPDATE ON documents WHEN new.sort <> ''
BEGIN
    UPDATE list_states SET newest = max(newest, new.position)
    WHERE generation = new.generation AND organization_id = new.organization_id AND kind = new.kind;
END;

DROP TRIGGER documents_go;
CREATE TRIGGER documents_go AFTER DELETE ON documents WHEN old.sort <> ''
BEGIN
    UPDATE list_states SET count = count - 1
    WHERE generation = old.generation AND organization_id = old.organization_id AND kind = old.kind;
END;
