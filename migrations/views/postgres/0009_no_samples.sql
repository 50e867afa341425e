-- ANALYZE stores samples of a column's values: none are made of documents, which hold names of people. A change of the type to
-- the same type removes those that were made before, and how the column is stored, which is therefore set again.
DO $$
DECLARE
    place RECORD;
BEGIN
    FOR place IN
        SELECT attrelid::regclass::text AS of_table, attname AS name,
               CASE attstorage WHEN 'e' THEN 'EXTERNAL' ELSE 'EXTENDED' END AS storage,
               CASE attcompression WHEN 'l' THEN 'lz4' ELSE 'default' END AS compression
        FROM pg_attribute
        WHERE attrelid IN ('documents'::regclass, 'exports'::regclass, 'export_records'::regclass)
            AND atttypid = 'bytea'::regtype AND NOT attisdropped
    LOOP
        EXECUTE format('ALTER TABLE %s ALTER COLUMN %2$I TYPE BYTEA, ALTER COLUMN %2$I SET STATISTICS 0,
                        ALTER COLUMN %2$I SET STORAGE %3$s, ALTER COLUMN %2$I SET COMPRESSION %4$s',
                       place.of_table, place.name, place.storage, place.compression);
    END LOOP;
END $$;
