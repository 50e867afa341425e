-- The state of each list, written by the transaction that writes its documents: a page of a list says how many there are,
-- and counting them for every page would take longer the more there are. No triggers: the statements that write documents
-- say what they changed, and the rows here, which shards may share, are locked last and in order.
CREATE TABLE list_states (
    generation      BIGINT NOT NULL,
    organization_id BIGINT NOT NULL,
    kind            TEXT   COLLATE "C" NOT NULL,
    count           BIGINT NOT NULL,
    newest          BIGINT NOT NULL,
    PRIMARY KEY (generation, organization_id, kind)
) WITH (fillfactor = 50);
