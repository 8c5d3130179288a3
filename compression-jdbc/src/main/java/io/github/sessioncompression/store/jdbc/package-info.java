/**
 * How are conversations kept in a relational database, by {@code java.sql} alone?
 *
 * <p>In reading order: {@link io.github.sessioncompression.store.jdbc.JdbcStoreBuilder} makes the tables ({@code Schema}) and the {@link
 * io.github.sessioncompression.store.jdbc.JdbcSessionStore}. {@code Transactions} runs and repeats its calls with {@code Queries}. {@code
 * ConversationTable} has one row for each conversation: head, lease, counters. {@code MessageTable} has the transcripts, {@code AppendKeys} the keys,
 * {@code RecordTables} records and segments; {@code Appends} and {@code SessionMoves} write to several of them. {@code Dialect} has what databases do
 * differently.
 *
 * <p><b>Consistency.</b> Each write first locks the conversation's row, most by an update whose condition is what the caller expects. So writers of one
 * conversation follow each other; if the row is not as expected, the write is refused and nothing is changed. READ COMMITTED is enough.
 *
 * <p><b>Tables</b>, each name behind the prefix: {@code conversation} (key: id), {@code message} (conversation, sequence_number), {@code append_key}
 * (conversation, append_key), {@code record} (conversation, version), {@code segment} (conversation, id), {@code schema_version}.
 *
 * <p>Never: takes part in the caller's transaction, or holds a connection between two calls.
 */
@NullMarked
package io.github.sessioncompression.store.jdbc;

import org.jspecify.annotations.NullMarked;
