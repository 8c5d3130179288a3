-- The tables of Session Compression's full-text search on PostgreSQL, version 1; only where that is switched on. ${prefix} begins each name.
-- They hold nothing that is not made anew from the messages.

-- One row for each version applied; the newest is the schema's.
CREATE TABLE IF NOT EXISTS ${prefix}search_version (
    version INTEGER NOT NULL,
    PRIMARY KEY (version)
);

-- How far the words of each conversation are kept, of which life of it, and by which version of the analysis.
CREATE TABLE IF NOT EXISTS ${prefix}search_conversation (
    conversation VARCHAR(255) COLLATE "C" NOT NULL,
    number BIGINT GENERATED ALWAYS AS IDENTITY,
    incarnation VARCHAR(255) COLLATE "C" NOT NULL,
    revision BIGINT NOT NULL,
    analysis INTEGER NOT NULL,
    indexed_through BIGINT NOT NULL,
    PRIMARY KEY (conversation),
    UNIQUE (number)
);

-- The words of each message. A lexeme is the number of its conversation in base 36, a space, and the word; its labels say how often it occurs.
-- A long message has several parts, each with other words of it.
CREATE TABLE IF NOT EXISTS ${prefix}search_message (
    number BIGINT NOT NULL,
    part INTEGER NOT NULL,
    line INTEGER NOT NULL,
    sequence_number BIGINT NOT NULL,
    length INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    language VARCHAR(8) NOT NULL,
    speaker TEXT NOT NULL,
    said_at BIGINT NOT NULL,
    opens_segment INTEGER NOT NULL,
    print BIGINT NOT NULL,
    words TSVECTOR NOT NULL,
    PRIMARY KEY (number, part, line)
);

-- What has not been sorted in yet is read by each search, so that it is not to be much.
CREATE INDEX IF NOT EXISTS ${prefix}search_message_words ON ${prefix}search_message USING GIN (words) WITH (fastupdate = on, gin_pending_list_limit = 256);

-- In how many messages of its conversation each word is.
CREATE TABLE IF NOT EXISTS ${prefix}search_term (
    number BIGINT NOT NULL,
    term TEXT COLLATE "C" NOT NULL,
    messages INTEGER NOT NULL,
    PRIMARY KEY (number, term)
) WITH (fillfactor = 80);

INSERT INTO ${prefix}search_version (version) SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM ${prefix}search_version WHERE version = 1);
