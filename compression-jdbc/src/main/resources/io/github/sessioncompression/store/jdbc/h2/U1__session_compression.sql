-- Drops the tables of all versions, with everything that is kept in them.
DROP TABLE IF EXISTS ${prefix}segment;
DROP TABLE IF EXISTS ${prefix}record;
DROP TABLE IF EXISTS ${prefix}append_key;
DROP TABLE IF EXISTS ${prefix}message;
DROP TABLE IF EXISTS ${prefix}conversation;
DROP TABLE IF EXISTS ${prefix}schema_version;
