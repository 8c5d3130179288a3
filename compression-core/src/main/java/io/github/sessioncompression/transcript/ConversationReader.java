package io.github.sessioncompression.transcript;

import io.github.sessioncompression.log.ConversationLog;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionSwitch;
import io.github.sessioncompression.store.StoreRules;
import io.github.sessioncompression.store.UnreadableRecordException;
import io.github.sessioncompression.text.LogText;
import io.github.sessioncompression.transcript.ConversationReader.StoreDelta.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads one conversation from its store: messages, erased ones left out, and the current record.
 *
 * <p><b>Threads:</b> immutable, safe for use by many; each call asks the store. <b>On failure</b> of the store its exception is thrown, except for a
 * record that can't be read: it counts as none, because a state can be written again from the messages.
 *
 * @see ChatStore
 */
public record ConversationReader(SessionStore store, String conversationId) {
    /** Maximum reads of a whole conversation that is edited during each of them. */
    private static final int ATTEMPTS = 10;

    /** The sequence number of the first message there is; 0 if there is none. */
    public long first() {
        List<Entry> found = store.load(conversationId, 0, 1);
        return found.isEmpty() ? 0 : found.get(0).sequence();
    }

    /**
     * All messages as they were at one moment, except those added during the read: a page read before an edit and one read after it would hold
     * messages twice, or ones that are gone.
     *
     * @throws IllegalStateException if the conversation is edited during each of {@value #ATTEMPTS} reads
     */
    public List<Entry> all() {
        Optional<Head> before = store.head(conversationId);
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            List<Entry> all = between(0, Long.MAX_VALUE);
            Optional<Head> after = store.head(conversationId);
            if (isSameText(before, after)) {
                return all;
            }
            before = after;
        }
        throw new IllegalStateException("the conversation was edited each of " + ATTEMPTS + " times it was read");
    }

    /**
     * True if no message was replaced, erased or taken away between two heads. Appends and records don't count, so an append alone makes nobody read
     * again.
     */
    private static boolean isSameText(Optional<Head> before, Optional<Head> after) {
        return before.map(Head::incarnation).equals(after.map(Head::incarnation))
                && before.map(Head::revision).equals(after.map(Head::revision));
    }

    /** The messages after {@code after} up to and including {@code last}, read in pages. */
    public List<Entry> between(long after, long last) {
        return StoreRules.between(store, conversationId, after, last);
    }

    /** The messages under {@code sequences}, which ascend: each run of consecutive ones is read at once. */
    public List<Entry> at(List<Long> sequences) {
        List<Entry> found = new ArrayList<>();
        for (int start = 0; start < sequences.size(); ) {
            int end = start + 1;
            while (end < sequences.size() && sequences.get(end) == sequences.get(end - 1) + 1) {
                end++;
            }
            found.addAll(between(sequences.get(start) - 1, sequences.get(end - 1)));
            start = end;
        }
        return found;
    }

    /** A model's summaries of segments that are kept under these ids, in their order. */
    public List<SegmentSummary> tellings(List<Long> ids) {
        List<SegmentState> states = ids.isEmpty() ? List.of() : store.segments(conversationId, ids);
        return states.stream().flatMap(state -> state.tellings().stream()).toList();
    }

    /** The current record; {@code null} if there is none, or if it can't be read: it can be rebuilt from the messages. */
    @Nullable
    public CompressionRecord record() {
        try {
            return store.current(conversationId).orElse(null);
        } catch (UnreadableRecordException e) {
            ConversationLog.LOG.warn(
                    "Conversation {}: {}; it is made anew from the transcript.",
                    LogText.name(conversationId),
                    e.getMessage());
            return null;
        }
    }

    /**
     * What has changed in the store since a head that is known.
     *
     * @param head the head in the store; {@code null} if there is no conversation
     * @param all all that a view needs; {@code null} if messages were only added, or if there is no conversation
     * @param added the messages after the known head; empty if {@code all} is there
     */
    public record StoreDelta(@Nullable Head head, @Nullable All all, List<Entry> added) {
        /**
         * All of a conversation that a view needs: a few messages before the boundary, never the whole transcript.
         *
         * @param record the current record; {@code null} if there is none or it can't be read
         * @param segments the states that the record names
         * @param pinned the messages that the record keeps in every view, by ascending number
         * @param before the last messages up to the boundary, at most {@link KnownEntries#BEFORE}
         * @param after the messages behind the boundary
         * @param first the number of the conversation's first message; 0 if it has none
         */
        public record All(
                @Nullable CompressionRecord record,
                List<SegmentState> segments,
                List<Entry> pinned,
                List<Entry> before,
                List<Entry> after,
                long first) {
            /** What a chat holds right after a switch of sessions, taken from the switch itself: the store need not be read again. */
            public static All of(SessionSwitch done) {
                List<Entry> all = done.entries();
                CompressionRecord record = done.record();
                int covered = Entry.countThrough(all, record == null ? 0 : record.boundary());
                List<Entry> pinned = all.stream()
                        .filter(entry -> record != null && record.pinned().contains(entry.sequence()))
                        .toList();
                return new All(
                        record,
                        done.segments(),
                        pinned,
                        all.subList(Math.max(0, covered - KnownEntries.BEFORE), covered),
                        all.subList(covered, all.size()),
                        all.isEmpty() ? 0 : all.get(0).sequence());
            }
        }

        /**
         * Reads what has changed since {@code known}. Messages were only added if incarnation, record and revision are the known ones; any other
         * change is read as a whole, because a head does not show which part of it has changed.
         */
        public static StoreDelta since(Head known, ConversationReader messages) {
            Head head = messages.store().head(messages.conversationId()).orElse(null);
            if (head == null) {
                return new StoreDelta(null, null, List.of());
            }
            boolean goesOn = head.incarnation().equals(known.incarnation())
                    && head.recordVersion() == known.recordVersion()
                    && head.revision() == known.revision()
                    && head.lastSequence() >= known.lastSequence();
            return goesOn
                    ? new StoreDelta(head, null, messages.between(known.lastSequence(), head.lastSequence()))
                    : new StoreDelta(head, all(messages, head), List.of());
        }

        /** Reads what a view needs: the last few messages before the boundary and all behind it in one range, then segments and pins. */
        private static All all(ConversationReader messages, Head head) {
            CompressionRecord current = head.recordVersion() == 0 ? null : messages.record();
            long boundary = current == null ? 0 : current.boundary();
            long from = Math.max(0, boundary - KnownEntries.BEFORE);
            List<Entry> last = messages.between(from, head.lastSequence());
            int covered = Entry.countThrough(last, boundary);
            return new All(
                    current,
                    current == null
                            ? List.of()
                            : messages.store().segments(messages.conversationId(), current.segments()),
                    current == null ? List.of() : messages.at(current.pinned()),
                    last.subList(0, covered),
                    last.subList(covered, last.size()),
                    from == 0 && !last.isEmpty() ? last.get(0).sequence() : messages.first());
        }

        /** A change of the known part of a conversation, which its context follows. */
        public sealed interface Change {
            /** Nothing has changed. */
            record None() implements Change {}

            /** Messages follow those that are known. */
            record Added(List<Entry> entries) implements Change {}

            /**
             * The messages were appended, and are known already: another thread has read them during the call of the store, and an edit may have come
             * since.
             *
             * @param incarnation that of the conversation they were appended to
             */
            record Known(String incarnation, List<Entry> entries) implements Change {}

            /**
             * Another record is in force, or other messages are there: the context must be made again.
             *
             * @param elsewhere false for a record that this process has committed; true if other messages may be there: read from the store, edited,
             *     or those of another session
             */
            record Rewritten(boolean elsewhere) implements Change {}

            Change NONE = new None();
        }
    }
}
