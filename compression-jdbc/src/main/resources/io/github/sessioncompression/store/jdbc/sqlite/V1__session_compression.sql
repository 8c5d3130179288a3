-- The tables of Session Compression on SQLite, version 1. ${prefix} begins each name.
-- Times are milliseconds since 1970, those of leases microseconds.

-- One row for each version applied; the newest is the schema's.
CREATE TABLE IF NOT EXISTS ${prefix}schema_version (
    version INTEGER NOT NULL,
    PRIMARY KEY (version)
);

-- Where each conversation stands, its lease and its counters.
CREATE TABLE IF NOT EXISTS ${prefix}conversation (
    id TEXT COLLATE BINARY NOT NULL,
    incarnation TEXT COLLATE BINARY NOT NULL,
    last_sequence INTEGER NOT NULL,
    record_version INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    messages INTEGER NOT NULL,
    begun_at INTEGER NOT NULL,
    written_at INTEGER NOT NULL,
    keep_millis INTEGER NOT NULL,
    lease_owner TEXT COLLATE BINARY NOT NULL,
    lease_token INTEGER NOT NULL,
    lease_until INTEGER NOT NULL,
    compressions INTEGER DEFAULT 0 NOT NULL,
    prunings INTEGER DEFAULT 0 NOT NULL,
    failures INTEGER DEFAULT 0 NOT NULL,
    tokens_saved INTEGER DEFAULT 0 NOT NULL,
    latency_measured INTEGER DEFAULT 0 NOT NULL,
    latency_total_millis INTEGER DEFAULT 0 NOT NULL,
    latency_max_millis INTEGER DEFAULT 0 NOT NULL,
    latency_last_millis INTEGER DEFAULT 0 NOT NULL,
    sent_tokens INTEGER DEFAULT 0 NOT NULL,
    stable_prefix_tokens INTEGER DEFAULT 0 NOT NULL,
    model_calls INTEGER DEFAULT 0 NOT NULL,
    model_input_tokens INTEGER DEFAULT 0 NOT NULL,
    model_output_tokens INTEGER DEFAULT 0 NOT NULL,
    model_cache_read_tokens INTEGER DEFAULT 0 NOT NULL,
    model_cache_creation_tokens INTEGER DEFAULT 0 NOT NULL,
    chat_calls INTEGER DEFAULT 0 NOT NULL,
    chat_input_tokens INTEGER DEFAULT 0 NOT NULL,
    chat_output_tokens INTEGER DEFAULT 0 NOT NULL,
    chat_cache_read_tokens INTEGER DEFAULT 0 NOT NULL,
    chat_cache_creation_tokens INTEGER DEFAULT 0 NOT NULL,
    brought_back INTEGER DEFAULT 0 NOT NULL,
    facts_required INTEGER DEFAULT 0 NOT NULL,
    facts_held INTEGER DEFAULT 0 NOT NULL,
    facts_shown INTEGER DEFAULT 0 NOT NULL,
    facts_left_out INTEGER DEFAULT 0 NOT NULL,
    facts_invented INTEGER DEFAULT 0 NOT NULL,
    PRIMARY KEY (id)
);

-- Finds the conversations whose time is over.
CREATE INDEX IF NOT EXISTS ${prefix}expires ON ${prefix}conversation (written_at + keep_millis) WHERE keep_millis >= 0;

-- The transcript. What a payload lacks is in the other columns.
CREATE TABLE IF NOT EXISTS ${prefix}message (
    conversation TEXT COLLATE BINARY NOT NULL,
    sequence_number INTEGER NOT NULL,
    role TEXT NOT NULL,
    content TEXT NOT NULL,
    payload TEXT NOT NULL,
    tokens INTEGER NOT NULL,
    added_at INTEGER NOT NULL,
    PRIMARY KEY (conversation, sequence_number)
);

-- Which appends have been made, so that none is made twice.
CREATE TABLE IF NOT EXISTS ${prefix}append_key (
    conversation TEXT COLLATE BINARY NOT NULL,
    append_key TEXT COLLATE BINARY NOT NULL,
    last_sequence INTEGER NOT NULL,
    PRIMARY KEY (conversation, append_key)
);

-- Compression records; the one with the conversation's record_version holds.
CREATE TABLE IF NOT EXISTS ${prefix}record (
    conversation TEXT COLLATE BINARY NOT NULL,
    version INTEGER NOT NULL,
    segments TEXT NOT NULL,
    payload TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (conversation, version)
);

-- The states that records name.
CREATE TABLE IF NOT EXISTS ${prefix}segment (
    conversation TEXT COLLATE BINARY NOT NULL,
    id INTEGER NOT NULL,
    payload TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (conversation, id)
);

INSERT INTO ${prefix}schema_version (version) SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM ${prefix}schema_version WHERE version = 1);
