package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.StoreNames;
import io.github.sessioncompression.store.WordIndex;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The words of a store's messages, in its database.
 *
 * <p>Each write shares the lock of the conversation's row, and looks whether the conversation is still the one that its words are of. Whoever takes a
 * message away waits for that, and then finds the words that he has to take away with it.
 */
final class JdbcWordIndex implements WordIndex {
    private final Transactions transactions;
    private final ConversationTable conversations;
    private final WordTables words;

    JdbcWordIndex(Transactions transactions, ConversationTable conversations, WordTables words) {
        this.transactions = transactions;
        this.conversations = conversations;
        this.words = words;
    }

    @Override
    public Optional<Standing> standing(String conversationId) {
        StoreNames.require("conversationId", conversationId);
        return transactions.read("read how far words are kept", queries -> words.standing(queries, conversationId));
    }

    @Override
    public Optional<Standing> begin(String conversationId, Head head, int analysis) {
        StoreNames.require("conversationId", conversationId);
        return transactions.write("begin to keep words", queries -> {
            if (!isStill(queries, conversationId, head.incarnation(), head.revision())) {
                return Optional.empty();
            }
            Optional<Standing> known = words.standing(queries, conversationId);
            if (known.filter(standing -> standing.isOf(head, analysis)).isPresent()) {
                return known;
            }
            if (known.isPresent()) {
                words.drop(queries, conversationId);
            }
            try {
                words.insert(queries, conversationId, head, analysis);
            } catch (SQLException e) {
                throw queries.isDuplicate(e) ? queries.inTheWay(e) : e;
            }
            return words.standing(queries, conversationId);
        });
    }

    @Override
    public boolean add(String conversationId, Standing standing, int from, long through, List<Indexed> messages) {
        StoreNames.require("conversationId", conversationId);
        return transactions.write("keep words", queries -> {
            boolean next = isStill(queries, conversationId, standing.incarnation(), standing.revision())
                    && words.advance(queries, standing, through);
            if (next) {
                words.add(queries, standing.number(), from, messages);
            }
            return next;
        });
    }

    private boolean isStill(Queries queries, String id, String incarnation, long revision) throws SQLException {
        return conversations
                .shared(queries, id)
                .filter(head -> head.incarnation().equals(incarnation) && head.revision() == revision)
                .isPresent();
    }

    @Override
    public List<Line> lines(Standing standing, int from, int limit) {
        return transactions.read(
                "read what is known of messages", queries -> words.lines(queries, standing.number(), from, limit));
    }

    @Override
    public Map<String, Integer> counts(
            Standing standing, Collection<String> sought, Collection<String> beginnings, int most) {
        return transactions.read(
                "count words", queries -> words.counts(queries, standing.number(), sought, beginnings, most));
    }

    @Override
    public Map<String, int[]> occurrences(Standing standing, Collection<String> sought) {
        List<String> ordered = List.copyOf(sought);
        return ordered.isEmpty()
                ? Map.of()
                : transactions.read("find words", queries -> words.occurrences(queries, standing.number(), ordered));
    }
}
