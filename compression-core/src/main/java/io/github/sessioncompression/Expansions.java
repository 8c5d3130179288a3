package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What came back into a chat's context since the last compression, in this process only. Each user's message is looked at once. Not safe
 * for use by many threads.
 */
final class Expansions {
    private final TreeMap<Long, Expansion> byQuestion = new TreeMap<>();
    /** Up to this message of a user it is settled what comes back. */
    private long settledThrough;
    /** What the context that they are in was made of. */
    private long boundary;

    private long prunedThrough;
    private long revision;
    private String incarnation = "";

    /** Whether it is settled what comes back for the user's message there. */
    boolean isSettled(long sequence) {
        return sequence <= settledThrough;
    }

    /** It is settled what comes back for the user's message there. */
    void settle(long sequence) {
        settledThrough = Math.max(settledThrough, sequence);
    }

    void add(Expansion expansion) {
        byQuestion.put(expansion.question().sequence(), expansion);
    }

    /** What came back for the user's message; {@code null} if nothing. */
    @Nullable
    Expansion of(Entry question) {
        Expansion found = byQuestion.get(question.sequence());
        return found != null && found.question().message().equals(question.message()) ? found : null;
    }

    /** What came back last; {@code null} if nothing. */
    @Nullable
    Expansion last() {
        return byQuestion.isEmpty() ? null : byQuestion.lastEntry().getValue();
    }

    /** What all of it costs. */
    int tokens() {
        return byQuestion.values().stream().mapToInt(Expansion::tokens).sum();
    }

    /** The places of all that is quoted. */
    Set<Long> quoted() {
        Set<Long> quoted = new HashSet<>();
        byQuestion.values().forEach(each -> quoted.addAll(each.quoted()));
        return quoted;
    }

    /**
     * A context is made of what is stored now. Where it is not only longer than before, what came back is gone, but for what the current
     * turn still needs.
     *
     * @param needed the user's message that has no answer yet; 0 if there is none
     */
    void follow(StoredChat stored, long needed) {
        boolean same = stored.revision() == revision && stored.incarnation().equals(incarnation);
        if (!same) {
            byQuestion.clear();
        }
        if (!stored.incarnation().equals(incarnation)) {
            settledThrough = 0;
        }
        if (stored.boundary() != boundary || stored.prunedThrough() != prunedThrough) {
            byQuestion.keySet().removeIf(question -> question != needed);
        }
        boundary = stored.boundary();
        prunedThrough = stored.prunedThrough();
        revision = stored.revision();
        incarnation = stored.incarnation();
    }

    /** Nothing came back. */
    void clear() {
        byQuestion.clear();
    }
}
