-- The state of each list, kept up to date where documents come and go: a page of a list says how many there are, and
-- counting them for every page would take longer the more there are.
CREATE TABLE list_states (
    generation      INTEGER NOT NULL,
    organization_id INTEGER NOT NULL,
    kind            TEXT    NOT NULL,
    count           INTEGER NOT NULL,
    newest          INTEGER NOT NULL,
    PRIMARY KEY (generation, organization_id, kind)
) STRICT, WITHOUT ROWID;

INSERT INTO list_states (generation, organization_id, kind, count, newest)
SELECT generation, organization_id, kind, count(*), max(position) FROM documents
GROUP BY generation, organization_id, kind;

CREATE TRIGGER documents_come AFTER INSERT ON documents
BEGIN
    INSERT INTO list_states (generation, organization_id, kind, count, newest)
    VALUES (new.generation, new.organization_id, new.kind, 1, new.position)
    ON CONFLICT DO UPDATE SET count = count + 1, newest = max(newest, excluded.newest);
END;

CREATE TRIGGER documents_change AFTER UPDATE ON documents
BEGIN
    UPDATE list_states SET newest = max(newest, new.position)
    WHERE generation = new.generation AND organization_id = new.organization_id AND kind = new.kind;
END;

CREATE TRIGGER documents_go AFTER DELETE ON documents
BEGIN
    UPDATE list_states SET count = count - 1
    WHERE generation = old.generation AND organization_id = old.organization_id AND kind = old.kind;
END;
