-- Version 2 of the tables of Session Compression on MySQL and MariaDB, for tables of version 1. ${prefix} begins each name.
-- Nothing changes here: the version is the same on all databases.

INSERT INTO ${prefix}schema_version (version) SELECT 2 FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM ${prefix}schema_version WHERE version = 2);
