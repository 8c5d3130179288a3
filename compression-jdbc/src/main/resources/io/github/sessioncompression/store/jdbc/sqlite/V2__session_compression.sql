-- Version 2 of the tables of Session Compression on SQLite, for tables of version 1. ${prefix} begins each name.

-- Finds the conversations whose time is over; tables that were made early lack it.
CREATE INDEX IF NOT EXISTS ${prefix}expires ON ${prefix}conversation (written_at + keep_millis) WHERE keep_millis >= 0;

INSERT INTO ${prefix}schema_version (version) SELECT 2 WHERE NOT EXISTS (SELECT 1 FROM ${prefix}schema_version WHERE version = 2);
