-- The tables of Session Compression on PostgreSQL, version 1. ${prefix} begins each name.
-- Ids are compared by their bytes; the database must be encoded in UTF8.
-- Times are milliseconds since 1970, those of leases microseconds.

-- One row for each version applied; the newest is the schema's.
CREATE TABLE IF NOT EXISTS ${prefix}schema_version (
    version INTEGER NOT NULL,
    PRIMARY KEY (version)
);

-- Where each conversation stands, its lease and its counters.
CREATE TABLE IF NOT EXISTS ${prefix}conversation (
    id VARCHAR(255) COLLATE "C" NOT NULL,
    incarnation VARCHAR(255) COLLATE "C" NOT NULL,
    last_sequence BIGINT NOT NULL,
    record_version BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    messages BIGINT NOT NULL,
    begun_at BIGINT NOT NULL,
    written_at BIGINT NOT NULL,
    keep_millis BIGINT NOT NULL,
    lease_owner VARCHAR(255) COLLATE "C" NOT NULL,
    lease_token BIGINT NOT NULL,
    lease_until BIGINT NOT NULL,
    compressions BIGINT DEFAULT 0 NOT NULL,
    prunings BIGINT DEFAULT 0 NOT NULL,
    failures BIGINT DEFAULT 0 NOT NULL,
    tokens_saved BIGINT DEFAULT 0 NOT NULL,
    latency_measured BIGINT DEFAULT 0 NOT NULL,
    latency_total_millis BIGINT DEFAULT 0 NOT NULL,
    latency_max_millis BIGINT DEFAULT 0 NOT NULL,
    latency_last_millis BIGINT DEFAULT 0 NOT NULL,
    sent_tokens BIGINT DEFAULT 0 NOT NULL,
    stable_prefix_tokens BIGINT DEFAULT 0 NOT NULL,
    model_calls BIGINT DEFAULT 0 NOT NULL,
    model_input_tokens BIGINT DEFAULT 0 NOT NULL,
    model_output_tokens BIGINT DEFAULT 0 NOT NULL,
    model_cache_read_tokens BIGINT DEFAULT 0 NOT NULL,
    model_cache_creation_tokens BIGINT DEFAULT 0 NOT NULL,
    chat_calls BIGINT DEFAULT 0 NOT NULL,
    chat_input_tokens BIGINT DEFAULT 0 NOT NULL,
    chat_output_tokens BIGINT DEFAULT 0 NOT NULL,
    chat_cache_read_tokens BIGINT DEFAULT 0 NOT NULL,
    chat_cache_creation_tokens BIGINT DEFAULT 0 NOT NULL,
    brought_back BIGINT DEFAULT 0 NOT NULL,
    facts_required BIGINT DEFAULT 0 NOT NULL,
    facts_held BIGINT DEFAULT 0 NOT NULL,
    facts_shown BIGINT DEFAULT 0 NOT NULL,
    facts_left_out BIGINT DEFAULT 0 NOT NULL,
    facts_invented BIGINT DEFAULT 0 NOT NULL,
    PRIMARY KEY (id)
);

-- Finds the conversations whose time is over.
CREATE INDEX IF NOT EXISTS ${prefix}expires ON ${prefix}conversation ((written_at + keep_millis)) WHERE keep_millis >= 0;

-- The transcript. What a payload lacks is in the other columns.
CREATE TABLE IF NOT EXISTS ${prefix}message (
    conversation VARCHAR(255) COLLATE "C" NOT NULL,
    sequence_number BIGINT NOT NULL,
    role VARCHAR(16) NOT NULL,
    content TEXT NOT NULL,
    payload TEXT NOT NULL,
    tokens INTEGER NOT NULL,
    added_at BIGINT NOT NULL,
    PRIMARY KEY (conversation, sequence_number)
);

-- Which appends have been made, so that none is made twice.
CREATE TABLE IF NOT EXISTS ${prefix}append_key (
    conversation VARCHAR(255) COLLATE "C" NOT NULL,
    append_key VARCHAR(64) COLLATE "C" NOT NULL,
    last_sequence BIGINT NOT NULL,
    PRIMARY KEY (conversation, append_key)
);

-- Compression records; the one with the conversation's record_version holds.
CREATE TABLE IF NOT EXISTS ${prefix}record (
    conversation VARCHAR(255) COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    segments TEXT NOT NULL,
    payload TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (conversation, version)
);

-- The states that records name.
CREATE TABLE IF NOT EXISTS ${prefix}segment (
    conversation VARCHAR(255) COLLATE "C" NOT NULL,
    id BIGINT NOT NULL,
    payload TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (conversation, id)
);

INSERT INTO ${prefix}schema_version (version) SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM ${prefix}schema_version WHERE version = 1);
