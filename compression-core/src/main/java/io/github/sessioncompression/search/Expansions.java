package io.github.sessioncompression.search;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore.Head;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The expansions in a chat's context since the last compression, in this process only.
 *
 * <p>They are kept apart from the transcript and from records, so nothing that came back is ever compressed, searched or stored again. Each is bound to
 * the user's message that it precedes: a context that is made again puts it in the same place, so requests keep their prefix.
 *
 * <p><b>Algorithm</b> of following the stored chat.
 * <ol>
 *   <li>In another incarnation or revision all are dropped: a quoted message may be one that was erased.
 *   <li>With another boundary or other placeholders the prompt changes anyway: all are dropped but that of the question under way.
 *   <li>Else all stay.
 * </ol>
 *
 * <p><b>Threads:</b> not safe; the chat's lock guards it.
 *
 * @see Expansion
 */
public final class Expansions {
    /** By the sequence number of the user's message. */
    private final TreeMap<Long, Expansion> byQuestion = new TreeMap<>();

    /** The last user's message that was looked at, with a result or without: each is looked at once. */
    private long settledThrough;

    // the position of the stored chat that was followed last
    private long boundary;
    private Pruned pruned = Pruned.NONE;
    private long revision;
    private String incarnation = "";

    /** True once the user's message with this sequence number has been looked at. */
    public boolean isSettled(long sequence) {
        return sequence <= settledThrough;
    }

    /** Marks a user's message as looked at, and all before it. */
    public void settle(long sequence) {
        settledThrough = Math.max(settledThrough, sequence);
    }

    /** Adds what came back; one for the same question gives way. */
    public void add(Expansion expansion) {
        byQuestion.put(expansion.question().sequence(), expansion);
    }

    /** The expansion of a user's message; {@code null} if there is none, or if other contents have its number now. */
    public @Nullable Expansion of(Entry question) {
        Expansion found = byQuestion.get(question.sequence());
        return found != null && found.question().message().equals(question.message()) ? found : null;
    }

    /** The expansion of the latest question that has one; {@code null} if there is none. */
    public @Nullable Expansion last() {
        return byQuestion.isEmpty() ? null : byQuestion.lastEntry().getValue();
    }

    /** The tokens of all. */
    public int tokens() {
        return byQuestion.values().stream().mapToInt(Expansion::tokens).sum();
    }

    /** The sequence numbers of all messages that are quoted: none of them comes back twice. */
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

    /** Drops all, to make room. Messages that were looked at are not looked at again. */
    public void clear() {
        byQuestion.clear();
    }
}
