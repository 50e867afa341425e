-- Number of documents and number of changes of each list; the changes enter the list's `ETag`. Rows of `depth` 0 count the
-- whole list. Paged lists are also counted by block, so that a page is found without reading the pages before it: a block is
-- all documents whose `sort` has the same first 14 (depth 1), 16 (depth 2) or 18 characters (depth 3). `owner_id` is 0 for
-- counts of all documents, or a user for counts of the documents in the list that show this user's own decklists.
--
-- A commit updates these rows from what its other statements return. It does so last and in the order of the key, because
-- shards share the rows and could otherwise deadlock.
CREATE TABLE list_counts (
    generation      BIGINT  NOT NULL,
    organization_id BIGINT  NOT NULL,
    kind            TEXT    COLLATE "C" NOT NULL,
    owner_id        BIGINT  NOT NULL,
    depth           INTEGER NOT NULL,
    block           TEXT    COLLATE "C" NOT NULL,
    count           BIGINT  NOT NULL,
    changes         BIGINT  NOT NULL,
    PRIMARY KEY (generation, organization_id, kind, owner_id, depth, block)
) WITH (fillfactor = 50);

-- Documents of a list that show a user's own decklist, ordered as in the list.
CREATE TABLE own_documents (
    generation      BIGINT NOT NULL,
    organization_id BIGINT NOT NULL,
    kind            TEXT   COLLATE "C" NOT NULL,
    key             TEXT   COLLATE "C" NOT NULL,
    owner_id        BIGINT NOT NULL,
    sort            TEXT   COLLATE "C" NOT NULL,
    PRIMARY KEY (generation, organization_id, kind, key)
);

-- A record of a user's own list has the same `sort` as the list.
INSERT INTO own_documents
SELECT own.generation, own.organization_id, own.kind, own.key, split_part(own.key, '/', 1)::bigint, list.sort
FROM documents AS own
JOIN documents AS list ON list.generation = own.generation AND list.kind = 'decklist'
    AND list.organization_id = (convert_from(own.body, 'UTF8')::jsonb ->> 'organization_id')::bigint
    AND list.key = split_part(own.key, '/', 2)
WHERE own.kind = 'own_decklist';

-- Documents of organizations that show the same lists.
INSERT INTO own_documents
SELECT list.generation, list.organization_id, list.kind, list.key, own.owner_id, list.sort
FROM documents AS list
JOIN own_documents AS own ON own.generation = list.generation AND own.sort = list.sort AND own.kind = 'own_decklist'
WHERE list.kind IN ('decklist', 'published_decklist') AND list.sort <> '';
CREATE INDEX own_documents_in_lists ON own_documents (generation, organization_id, kind, owner_id, sort, key);

UPDATE documents SET sort = own_documents.sort FROM own_documents
WHERE documents.kind = 'own_decklist' AND own_documents.generation = documents.generation
  AND own_documents.organization_id = documents.organization_id AND own_documents.kind = documents.kind
  AND own_documents.key = documents.key;

INSERT INTO list_counts SELECT generation, organization_id, kind, 0, 0, '', count, newest FROM list_states;
INSERT INTO list_counts
SELECT generation, organization_id, kind, 0, depth, left(sort, length), count(*), 0
FROM documents, (VALUES (1, 14), (2, 16), (3, 18)) AS blocks (depth, length)
WHERE sort <> '' AND kind IN ('decklist', 'published_decklist')
GROUP BY generation, organization_id, kind, depth, left(sort, length);
INSERT INTO list_counts
SELECT generation, organization_id, kind, owner_id, depth, left(sort, length), count(*), count(*)
FROM own_documents, (VALUES (0, 0), (1, 14), (2, 16), (3, 18)) AS blocks (depth, length)
GROUP BY generation, organization_id, kind, owner_id, depth, left(sort, length);
DROP TABLE list_states;

-- Digests of the exported bodies without and with list texts; their sum enters the `ETag` of an export. The index covers the
-- query for the `ETag`, so that it reads no bodies.
ALTER TABLE exports ADD COLUMN digest BIGINT;
ALTER TABLE exports ADD COLUMN digest_with_text BIGINT;
CREATE INDEX exports_digests
ON exports (generation, starts_at) INCLUDE (organization_id, event_format, digest, digest_with_text);
