package io.github.sessioncompression.search;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore.Head;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The expansions in a chat's context since the last compression, in this process only. Not thread-safe. */
public final class Expansions {
    private final TreeMap<Long, Expansion> byQuestion = new TreeMap<>();
    private long settledThrough;
    private long boundary;
    private Pruned pruned = Pruned.NONE;
    private long revision;
    private String incarnation = "";

    /** True once the user's message with this sequence number has been looked at. */
    public boolean isSettled(long sequence) {
        return sequence <= settledThrough;
    }

    public void settle(long sequence) {
        settledThrough = Math.max(settledThrough, sequence);
    }

    public void add(Expansion expansion) {
        byQuestion.put(expansion.question().sequence(), expansion);
    }

    /** The expansion of a user's message; {@code null} if there is none. */
    public @Nullable Expansion of(Entry question) {
        Expansion found = byQuestion.get(question.sequence());
        return found != null && found.question().message().equals(question.message()) ? found : null;
    }

    public @Nullable Expansion last() {
        return byQuestion.isEmpty() ? null : byQuestion.lastEntry().getValue();
    }

    public int tokens() {
        return byQuestion.values().stream().mapToInt(Expansion::tokens).sum();
    }

    public Set<Long> quoted() {
        return byQuestion.values().stream()
                .flatMap(expansion -> expansion.quoted().stream())
                .collect(Collectors.toSet());
    }

    /**
     * Follows the stored chat. After a compression only the expansion that the current turn needs is left, after an erasure or an edit none.
     *
     * @param needed the user's message that has no answer yet; 0 if there is none
     */
    public void follow(Head head, CompressionRecord record, long needed) {
        boolean sameLife = head.incarnation().equals(incarnation);
        if (!sameLife || head.revision() != revision) {
            byQuestion.clear();
        }
        if (!sameLife) {
            settledThrough = 0;
        }
        if (record.boundary() != boundary || !record.pruned().equals(pruned)) {
            byQuestion.keySet().removeIf(question -> question != needed);
        }
        boundary = record.boundary();
        pruned = record.pruned();
        revision = head.revision();
        incarnation = head.incarnation();
    }

    public void clear() {
        byQuestion.clear();
    }
}
