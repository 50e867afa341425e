-- Most documents stand in no list: they have no place in one, and nothing of a list has to be kept for them.
DROP INDEX documents_in_lists;
CREATE INDEX documents_in_lists ON documents (generation, organization_id, kind, sort, key) WHERE sort <> '';

DELETE FROM list_states;
INSERT INTO list_states (generation, organization_id, kind, count, newest)
SELECT generation, organization_id, kind, count(*), max(position) FROM documents WHERE sort <> ''
GROUP BY generation, organization_id, kind;
