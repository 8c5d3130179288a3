package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.Commit;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.ConversationExport;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.token.MessageTokens;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes a known list to the side store, by adding where that is enough, else anew. */
record SideWriting<M>(MessageTokens tokens) {

    /**
     * Writes what the side store lacks, until another process changes it at the same time.
     *
     * @param head the side store's head
     * @return {@code kept}, in agreement with the side store if all was written
     */
    KnownList<M> written(SessionStore store, String id, @Nullable Head head, KnownList<M> kept) {
        if (kept.isGone()) {
            if (head != null) {
                store.delete(id);
            }
            return kept;
        }
        boolean whole;
        if (head != null && isContinued(head, kept)) {
            whole = extended(store, id, head, kept);
        } else {
            whole = anew(store, id, head != null, kept);
        }
        Head now = store.head(id).orElse(null);
        KnownList<M> agreed = whole && now != null ? kept.beside(now) : kept;
        return agreed.isBeside() ? agreed : kept;
    }

    private static boolean isContinued(Head head, KnownList<?> kept) {
        return head.incarnation().equals(kept.incarnation())
                && head.revision() == kept.unlisted().revision()
                && head.recordVersion() <= kept.version()
                && head.messages() == NumberedMessage.countThrough(kept.lines(), head.lastSequence());
    }

    private boolean extended(SessionStore store, String id, Head head, KnownList<M> kept) {
        List<Entry> added = kept.entries(head.lastSequence(), Integer.MAX_VALUE, tokens);
        boolean done = added.isEmpty()
                || store.append(id, kept.incarnation(), head.lastSequence(), newKey(), added) == Append.ADDED;
        return done && committed(store, id, kept, head.recordVersion());
    }

    private boolean anew(SessionStore store, String id, boolean isThere, KnownList<M> kept) {
        Counters counted = store.counters(id);
        if (isThere) {
            store.delete(id);
        }
        List<Entry> entries = kept.entries(0, Integer.MAX_VALUE, tokens);
        return new ConversationExport(kept.lastSequence(), entries, null, List.of(), counted)
                        .into(store, id, kept.incarnation())
                && committed(store, id, kept, 0);
    }

    private static boolean committed(SessionStore store, String id, KnownList<?> kept, long through) {
        long version = through;
        for (CompressionRecord record : kept.unlisted().records()) {
            if (record.version() <= version || record.cause() == CompressionRecord.Cause.NONE) {
                continue;
            }
            List<SegmentState> segments = record.needed().stream()
                    .map(kept.unlisted().segments()::get)
                    .filter(Objects::nonNull)
                    .toList();
            if (!store.commit(id, Commit.of(kept.incarnation(), version, record).withSegments(segments))) {
                return false;
            }
            version = record.version();
        }
        return true;
    }

    private static String newKey() {
        return UUID.randomUUID().toString();
    }
}
