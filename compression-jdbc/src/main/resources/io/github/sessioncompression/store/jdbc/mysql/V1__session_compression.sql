-- The tables of Session Compression on MySQL and MariaDB, version 1. ${prefix} begins each name.
-- Ids are the bytes of their UTF-8, for every collation takes some of them for the same: CONVERT(id USING utf8mb4) shows them.
-- Times are milliseconds since 1970, those of leases microseconds.

-- One row for each version applied; the newest is the schema's.
CREATE TABLE IF NOT EXISTS ${prefix}schema_version (
    version INTEGER NOT NULL,
    PRIMARY KEY (version)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Where each conversation stands, its lease and its counters.
CREATE TABLE IF NOT EXISTS ${prefix}conversation (
    id VARBINARY(1020) NOT NULL,
    incarnation VARBINARY(1020) NOT NULL,
    last_sequence BIGINT NOT NULL,
    record_version BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    messages BIGINT NOT NULL,
    begun_at BIGINT NOT NULL,
    written_at BIGINT NOT NULL,
    keep_millis BIGINT NOT NULL,
    lease_owner VARBINARY(1020) NOT NULL,
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
    PRIMARY KEY (id),
    KEY ${prefix}expires (keep_millis, written_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- The transcript. What a payload lacks is in the other columns.
CREATE TABLE IF NOT EXISTS ${prefix}message (
    conversation VARBINARY(1020) NOT NULL,
    sequence_number BIGINT NOT NULL,
    role VARCHAR(16) NOT NULL,
    content LONGTEXT NOT NULL,
    payload LONGTEXT NOT NULL,
    tokens INTEGER NOT NULL,
    added_at BIGINT NOT NULL,
    PRIMARY KEY (conversation, sequence_number)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Which appends have been made, so that none is made twice.
CREATE TABLE IF NOT EXISTS ${prefix}append_key (
    conversation VARBINARY(1020) NOT NULL,
    append_key VARBINARY(256) NOT NULL,
    last_sequence BIGINT NOT NULL,
    PRIMARY KEY (conversation, append_key)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Compression records; the one with the conversation's record_version holds.
CREATE TABLE IF NOT EXISTS ${prefix}record (
    conversation VARBINARY(1020) NOT NULL,
    version BIGINT NOT NULL,
    segments LONGTEXT NOT NULL,
    payload LONGTEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (conversation, version)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- The states that records name.
CREATE TABLE IF NOT EXISTS ${prefix}segment (
    conversation VARBINARY(1020) NOT NULL,
    id BIGINT NOT NULL,
    payload LONGTEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (conversation, id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

INSERT INTO ${prefix}schema_version (version) SELECT 1 FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM ${prefix}schema_version WHERE version = 1);
