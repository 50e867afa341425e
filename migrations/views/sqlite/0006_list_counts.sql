-- Number of documents and number of changes of each list; the changes enter the list's `ETag`. Rows of `depth` 0 count the
-- whole list. Paged lists are also counted by block, so that a page is found without reading the pages before it: a block is
-- all documents whose `sort` has the same first 14 (depth 1), 16 (depth 2) or 18 characters (depth 3). `owner_id` is 0 for
-- counts of all documents, or a user for counts of the documents in the list that show this user's own decklists.
CREATE TABLE list_counts (
    generation      INTEGER NOT NULL,
    organization_id INTEGER NOT NULL,
    kind            TEXT    NOT NULL,
    owner_id        INTEGER NOT NULL,
    depth           INTEGER NOT NULL,
    block           TEXT    NOT NULL,
    count           INTEGER NOT NULL,
    changes         INTEGER NOT NULL,
    PRIMARY KEY (generation, organization_id, kind, owner_id, depth, block)
) STRICT, WITHOUT ROWID;

-- Documents of a list that show a user's own decklist, ordered as in the list.
CREATE TABLE own_documents (
    generation      INTEGER NOT NULL,
    organization_id INTEGER NOT NULL,
    kind            TEXT    NOT NULL,
    key             TEXT    NOT NULL,
    owner_id        INTEGER NOT NULL,
    sort            TEXT    NOT NULL,
    PRIMARY KEY (generation, organization_id, kind, key)
) STRICT, WITHOUT ROWID;

-- A record of a user's own list has the same `sort` as the list.
INSERT INTO own_documents
SELECT own.generation, own.organization_id, own.kind, own.key, CAST(substr(own.key, 1, instr(own.key, '/') - 1) AS INTEGER),
       list.sort
FROM documents AS own
JOIN documents AS list ON list.generation = own.generation AND list.kind = 'decklist'
    AND list.organization_id = CAST(own.body AS TEXT) ->> 'organization_id'
    AND list.key = substr(own.key, instr(own.key, '/') + 1)
WHERE own.kind = 'own_decklist';

-- Documents of organizations that show the same lists.
CREATE INDEX own_documents_in_lists ON own_documents (generation, sort);
INSERT INTO own_documents
SELECT list.generation, list.organization_id, list.kind, list.key, own.owner_id, list.sort
FROM documents AS list
JOIN own_documents AS own ON own.generation = list.generation AND own.sort = list.sort AND own.kind = 'own_decklist'
WHERE list.kind IN ('decklist', 'published_decklist') AND list.sort <> '';
DROP INDEX own_documents_in_lists;
CREATE INDEX own_documents_in_lists ON own_documents (generation, organization_id, kind, owner_id, sort, key);

DROP TRIGGER documents_come;
DROP TRIGGER documents_change;
DROP TRIGGER documents_go;

UPDATE documents SET sort = own_documents.sort FROM own_documents
WHERE documents.kind = 'own_decklist' AND own_documents.generation = documents.generation
  AND own_documents.organization_id = documents.organization_id AND own_documents.kind = documents.kind
  AND own_documents.key = documents.key;

INSERT INTO list_counts SELECT generation, organization_id, kind, 0, 0, '', count, newest FROM list_states;
INSERT INTO list_counts
SELECT generation, organization_id, kind, 0, depth, block, count(*), 0
FROM (SELECT generation, organization_id, kind, 1 AS depth, substr(sort, 1, 14) AS block FROM documents
      WHERE sort <> '' AND kind IN ('decklist', 'published_decklist')
      UNION ALL
      SELECT generation, organization_id, kind, 2, substr(sort, 1, 16) FROM documents
      WHERE sort <> '' AND kind IN ('decklist', 'published_decklist')
      UNION ALL
      SELECT generation, organization_id, kind, 3, substr(sort, 1, 18) FROM documents
      WHERE sort <> '' AND kind IN ('decklist', 'published_decklist'))
GROUP BY generation, organization_id, kind, depth, block;
INSERT INTO list_counts
SELECT generation, organization_id, kind, owner_id, depth, block, count(*), count(*)
FROM (SELECT generation, organization_id, kind, owner_id, 0 AS depth, '' AS block FROM own_documents
      UNION ALL
      SELECT generation, organization_id, kind, owner_id, 1, substr(sort, 1, 14) FROM own_documents
      UNION ALL
      SELECT generation, organization_id, kind, owner_id, 2, substr(sort, 1, 16) FROM own_documents
      UNION ALL
      SELECT generation, organization_id, kind, owner_id, 3, substr(sort, 1, 18) FROM own_documents)
GROUP BY generation, organization_id, kind, owner_id, depth, block;
DROP TABLE list_states;

CREATE TRIGGER documents_come AFTER INSERT ON documents WHEN new.sort <> '' AND new.kind <> 'own_decklist'
BEGIN
    INSERT INTO list_counts VALUES (new.generation, new.organization_id, new.kind, 0, 0, '', 1, 1)
    ON CONFLICT DO UPDATE SET count = count + 1, changes = changes + 1;
END;
CREATE TRIGGER decklists_come AFTER INSERT ON documents
WHEN new.kind IN ('decklist', 'published_decklist') AND new.sort <> ''
BEGIN
    INSERT INTO list_counts VALUES
        (new.generation, new.organization_id, new.kind, 0, 1, substr(new.sort, 1, 14), 1, 0),
        (new.generation, new.organization_id, new.kind, 0, 2, substr(new.sort, 1, 16), 1, 0),
        (new.generation, new.organization_id, new.kind, 0, 3, substr(new.sort, 1, 18), 1, 0)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER documents_change AFTER UPDATE ON documents WHEN new.sort <> ''
BEGIN
    UPDATE list_counts SET changes = changes + 1
    WHERE generation = new.generation AND organization_id = new.organization_id AND kind = new.kind AND owner_id = 0
      AND depth = 0 AND block = '';
END;
CREATE TRIGGER own_documents_change AFTER UPDATE ON documents
WHEN new.kind = 'own_decklist'
BEGIN
    UPDATE list_counts SET changes = changes + 1
    WHERE generation = new.generation AND organization_id = new.organization_id AND kind = new.kind
      AND owner_id = (SELECT owner_id FROM own_documents WHERE generation = new.generation
                      AND organization_id = new.organization_id AND kind = new.kind AND key = new.key)
      AND depth = 0 AND block = '';
END;

CREATE TRIGGER documents_go AFTER DELETE ON documents WHEN old.sort <> '' AND old.kind <> 'own_decklist'
BEGIN
    UPDATE list_counts SET count = count - 1, changes = changes + 1
    WHERE generation = old.generation AND organization_id = old.organization_id AND kind = old.kind AND owner_id = 0
      AND depth = 0 AND block = '';
END;
CREATE TRIGGER decklists_go AFTER DELETE ON documents
WHEN old.kind IN ('decklist', 'published_decklist', 'own_decklist') AND old.sort <> ''
BEGIN
    UPDATE list_counts SET count = count - 1
    WHERE generation = old.generation AND organization_id = old.organization_id AND kind = old.kind AND owner_id = 0
      AND (depth, block) IN (VALUES (1, substr(old.sort, 1, 14)), (2, substr(old.sort, 1, 16)), (3, substr(old.sort, 1, 18)));
    DELETE FROM own_documents
    WHERE generation = old.generation AND organization_id = old.organization_id AND kind = old.kind AND key = old.key;
END;

CREATE TRIGGER own_documents_come AFTER INSERT ON own_documents
BEGIN
    INSERT INTO list_counts VALUES
        (new.generation, new.organization_id, new.kind, new.owner_id, 0, '', 1, 1),
        (new.generation, new.organization_id, new.kind, new.owner_id, 1, substr(new.sort, 1, 14), 1, 0),
        (new.generation, new.organization_id, new.kind, new.owner_id, 2, substr(new.sort, 1, 16), 1, 0),
        (new.generation, new.organization_id, new.kind, new.owner_id, 3, substr(new.sort, 1, 18), 1, 0)
    ON CONFLICT DO UPDATE SET count = count + 1, changes = changes + 1;
END;
CREATE TRIGGER own_documents_go AFTER DELETE ON own_documents
BEGIN
    UPDATE list_counts SET count = count - 1, changes = changes + 1
    WHERE generation = old.generation AND organization_id = old.organization_id AND kind = old.kind
      AND owner_id = old.owner_id
      AND (depth, block) IN (VALUES (0, ''), (1, substr(old.sort, 1, 14)), (2, substr(old.sort, 1, 16)),
                             (3, substr(old.sort, 1, 18)));
END;

-- Digests of the exported bodies without and with list texts; their sum enters the `ETag` of an export. The index covers the
-- query for the `ETag`, so that it reads no bodies.
ALTER TABLE exports ADD COLUMN digest INTEGER;
ALTER TABLE exports ADD COLUMN digest_with_text INTEGER;
CREATE INDEX exports_digests
ON exports (generation, starts_at, organization_id, event_format, digest, digest_with_text);
