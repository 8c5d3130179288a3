package io.github.sessioncompression.store;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Another session in the place of the one that a conversation holds, for {@link SessionStore#switchSession}. Append keys, counters and the time
 * it is kept for stay the conversation's. Immutable.
 *
 * <p><b>Algorithm</b> for a store that can't move what it keeps:
 * <ol>
 *   <li>The session that ends is copied to {@code endsAs}, complete with its record.
 *   <li>If the head is still the expected one, and that of the resumed conversation too, all messages are replaced under the new incarnation.
 *   <li>The new record is committed, and the records before it are erased: they show the session that ended.
 *   <li>The conversation that was resumed is deleted.
 * </ol>
 *
 * <p><b>Does nothing when</b> a head is another one or {@code endsAs} exists; a copy that was made is deleted again. <b>On failure</b> in between the
 * store's exception is thrown, and the copy stays: nothing is lost, and the caller asks the head whether the switch has happened.
 *
 * @param conversationId the conversation
 * @param expected its head, of which the number of messages is not compared; of no incarnation if it does not exist
 * @param endsAs a conversation that does not exist yet, which gets the messages under their numbers and the records; {@code null} if they are
 *     deleted
 * @param resumes a conversation that is deleted, and whose messages become those of this one
 * @param entries the messages from here on, numbered above the expected last one: if a conversation is resumed, its messages, each under its
 *     number plus the expected last one
 * @param incarnation names the conversation's incarnation from here on, and that of {@code endsAs}
 * @param record the record from here on, of a version above the expected one; {@code null} for none
 * @param segments what the record needs, by ascending id
 */
public record SessionSwitch(
        String conversationId,
        Head expected,
        @Nullable String endsAs,
        @Nullable Resumed resumes,
        List<Entry> entries,
        String incarnation,
        @Nullable CompressionRecord record,
        List<SegmentState> segments) {

    /** A conversation that is resumed if its head, except for the number of messages, is the expected one. */
    public record Resumed(String conversationId, Head expected) {}

    /** Checks names and numbers. */
    public SessionSwitch {
        StoreRules.requireName("conversationId", conversationId);
        StoreRules.requireName("incarnation", incarnation);
        Objects.requireNonNull(expected, "expected");
        entries = List.copyOf(entries);
        segments = List.copyOf(segments);
        StoreRules.requireAscending(expected.lastSequence(), entries);
        if (endsAs != null) {
            StoreRules.requireName("endsAs", endsAs);
        }
    }

    /** True if the conversation does not exist. */
    public boolean begins() {
        return expected.incarnation().isEmpty();
    }

    /** The conversation's head once it has switched, by which a caller whose call failed finds out whether it has. */
    public Head after() {
        long last = entries.isEmpty()
                ? expected.lastSequence()
                : entries.get(entries.size() - 1).sequence();
        long version = record == null ? expected.recordVersion() : record.version();
        // Messages are taken away, then earlier records.
        int taken = record == null || expected.recordVersion() == 0 ? 1 : 2;
        return new Head(incarnation, last, version, expected.revision() + taken, entries.size());
    }

    /** The switch through the client, for a store that can't move what it keeps: what ends is complete before another takes its place. */
    boolean through(SessionStore store) {
        if (endsAs != null
                && !ConversationExport.of(store, conversationId)
                        .filter(said -> said.lastSequence() == expected.lastSequence())
                        .map(ConversationExport::withoutCounters)
                        .filter(said -> said.into(store, endsAs, incarnation))
                        .isPresent()) {
            return false;
        }
        if (!isResumedAsExpected(store) || !isReplaced(store)) {
            if (endsAs != null) {
                store.delete(endsAs);
            }
            return false;
        }
        if (record != null) {
            store.commit(
                    conversationId,
                    Commit.of(incarnation, expected.recordVersion(), record).withSegments(segments));
            // What ends has its records under its own id: those before the new one hold its states, too.
            store.erase(conversationId, 0);
        }
        if (resumes != null) {
            store.delete(resumes.conversationId());
        }
        return true;
    }

    /** False if a message of the resumed conversation was erased since, which {@link #entries} still have, or if it is gone. */
    private boolean isResumedAsExpected(SessionStore store) {
        return resumes == null
                || store.head(resumes.conversationId())
                        .filter(resumes.expected()::matches)
                        .isPresent();
    }

    private boolean isReplaced(SessionStore store) {
        if (begins()) {
            String key = UUID.randomUUID().toString();
            return entries.isEmpty() || store.append(conversationId, incarnation, 0, key, entries) == Append.ADDED;
        }
        return store.replaceAfter(conversationId, expected, 0, incarnation, entries);
    }
}
