-- Takes version 1 of the full-text search away again; the messages stay.
DROP TABLE IF EXISTS ${prefix}search_term;
DROP TABLE IF EXISTS ${prefix}search_message;
DROP TABLE IF EXISTS ${prefix}search_conversation;
DROP TABLE IF EXISTS ${prefix}search_version;
