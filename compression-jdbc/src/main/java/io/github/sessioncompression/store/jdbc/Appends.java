package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.Append;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;

/** Appends messages, each append once by its key, begins conversations with their first, and replaces their last. */
final class Appends {
    private final Transactions transactions;
    private final ConversationTable conversations;
    private final MessageTable messages;
    private final AppendKeys keys;
    private final InstantSource clock;
    private final long keepMillis;

    Appends(
            Transactions transactions,
            ConversationTable conversations,
            MessageTable messages,
            AppendKeys keys,
            InstantSource clock,
            long keepMillis) {
        this.transactions = transactions;
        this.conversations = conversations;
        this.messages = messages;
        this.keys = keys;
        this.clock = clock;
        this.keepMillis = keepMillis;
    }

    Append append(String conversationId, String incarnation, long expectedLast, String key, List<Entry> entries) {
        long now = clock.millis();
        return transactions.write("append to a conversation", queries -> {
            long last = entries.get(entries.size() - 1).sequence();
            if (!conversations.append(queries, conversationId, incarnation, expectedLast, last, entries.size(), now)) {
                // In this order: a key is seen by whoever sees the conversation that it was kept with.
                if (conversations.head(queries, conversationId).isPresent()) {
                    return keys.knows(queries, conversationId, key) ? alreadyThere(queries) : Append.REFUSED;
                }
                if (expectedLast != 0) {
                    return Append.REFUSED;
                }
                begin(queries, conversationId, incarnation, last, entries.size(), now);
            }
            try {
                keys.add(queries, conversationId, key, expectedLast, last);
            } catch (SQLException e) {
                if (queries.isDuplicate(e)) {
                    return queries.undo(alreadyThere(queries));
                }
                throw e;
            }
            messages.insert(queries, conversationId, entries, now);
            return Append.ADDED;
        });
    }

    boolean replaceAfter(
            String conversationId,
            String incarnation,
            long expectedLast,
            long keepThrough,
            String newIncarnation,
            List<Entry> entries) {
        long now = clock.millis();
        long last = entries.isEmpty()
                ? expectedLast
                : entries.get(entries.size() - 1).sequence();
        return transactions.write("replace messages", queries -> {
            if (!conversations.replace(
                    queries, conversationId, incarnation, expectedLast, newIncarnation, last, entries.size(), now)) {
                return queries.mayBeDone()
                        && conversations
                                .head(queries, conversationId)
                                .filter(head -> head.incarnation().equals(newIncarnation))
                                .isPresent();
            }
            int taken = messages.deleteAfter(queries, conversationId, keepThrough);
            if (taken > 0) {
                conversations.taken(queries, conversationId, taken);
            }
            messages.insert(queries, conversationId, entries, now);
            return true;
        });
    }

    /** Creates the conversation; the slower one of two at the same time tries again and finds it. */
    private void begin(Queries queries, String id, String incarnation, long last, int size, long now)
            throws SQLException {
        try {
            conversations.insert(queries, id, incarnation, last, size, now, keepMillis);
        } catch (SQLException e) {
            throw queries.isDuplicate(e) ? queries.inTheWay(e) : e;
        }
    }

    /** If it may have been this very call that added them, it was. */
    private static Append alreadyThere(Queries queries) {
        return queries.mayBeDone() ? Append.ADDED : Append.ALREADY_THERE;
    }
}
