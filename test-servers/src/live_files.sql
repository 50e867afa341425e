-- The files of all tables and indexes of a database, below the data folder.
SELECT pg_relation_filepath(oid) FROM pg_class WHERE relkind IN ('r', 'i', 't') AND relfilenode <> 0
