package io.github.sessioncompression;

import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.SearchOptions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Searches several conversations, such as all of one user's: those that the application names and no others. No tool for a model does this.
 * Safe for use by many threads.
 */
public final class RecallAcross {
    /** The most conversations that are searched together. */
    public static final int MAX_CONVERSATIONS = 100;

    private final List<Conversation> conversations;

    /**
     * A hit and its conversation.
     *
     * @param hit the message; scores are comparable among the hits of one search
     */
    public record Found(String conversationId, Hit hit) {
        /** Checks that all is there. */
        public Found {
            Objects.requireNonNull(conversationId, "conversationId");
            Objects.requireNonNull(hit, "hit");
        }
    }

    private RecallAcross(Collection<Conversation> conversations) {
        this.conversations = List.copyOf(conversations);
    }

    /**
     * A search of these conversations, each once.
     *
     * @throws IllegalArgumentException if there are more than {@value #MAX_CONVERSATIONS}
     */
    public static RecallAcross of(Collection<Conversation> conversations) {
        Map<String, Conversation> byId = new LinkedHashMap<>();
        Bounds.all("conversations", conversations).forEach(chat -> byId.putIfAbsent(chat.id(), chat));
        if (byId.size() > MAX_CONVERSATIONS) {
            throw new IllegalArgumentException(
                    "conversations must be " + MAX_CONVERSATIONS + " at most, but were " + byId.size());
        }
        return new RecallAcross(byId.values());
    }

    /**
     * The {@code k} archived messages that answer {@code query} best.
     *
     * @param k 1 to {@value SearchOptions#MAX_LIMIT}
     * @throws IllegalArgumentException if {@code k} is out of range
     */
    public List<Found> search(String query, int k) {
        return search(query, SearchOptions.defaults().withLimit(k));
    }

    /**
     * The messages that answer {@code query} best, best first; of equal ones the latest first. Searches one conversation after the other as
     * {@link Recall#search(String, SearchOptions)} does.
     */
    public List<Found> search(String query, SearchOptions options) {
        Objects.requireNonNull(query, "query");
        Objects.requireNonNull(options, "options");
        List<Found> found = new ArrayList<>();
        for (Conversation chat : conversations) {
            chat.recall().search(query, options).forEach(hit -> found.add(new Found(chat.id(), hit)));
        }
        found.sort(Comparator.comparingDouble((Found each) -> -each.hit().score())
                .thenComparing(each -> each.hit().timestamp(), Comparator.nullsLast(Comparator.reverseOrder())));
        return List.copyOf(found.subList(0, Math.min(options.limit(), found.size())));
    }
}
