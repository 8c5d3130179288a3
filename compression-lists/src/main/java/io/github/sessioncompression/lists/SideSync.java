package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.ConversationExport;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.StoreRules;
import io.github.sessioncompression.text.LogText;
import io.github.sessioncompression.token.MessageTokens;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads known lists from the side store, and writes them to it: by appending if that is enough, else as a whole. */
record SideSync<M>(MessageLists<M> lists, StateSchema schema, MessageTokens tokens, boolean stateInList) {
    private static final Logger LOG = LoggerFactory.getLogger(SideStore.class);
    private static final int ATTEMPTS = 10;
    /** Number of attempts to read what is added while it is read. */
    private static final int FRESH = 3;

    /**
     * The known list of the side store, which has the head {@code first}; {@code null} if it was deleted in between. Only the news are read if
     * {@code known} agreed with it before.
     *
     * @throws IllegalStateException if it is edited or compressed each time while it is read
     */
    @Nullable
    KnownList<M> taken(SessionStore store, String id, Head first, @Nullable KnownList<M> known) {
        Head head = first;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            KnownList<M> taken = taken(store, id, known, head);
            Head after = store.head(id).orElse(null);
            if (after == null) {
                return null;
            }
            if (head.equals(after) || (attempt >= FRESH && isLonger(head, after))) {
                return taken.beside(head);
            }
            head = after;
        }
        throw new IllegalStateException("the side store was edited each of " + ATTEMPTS + " times it was read");
    }

    /** True if messages were added and nothing else: then what was read before is right, if not the latest. */
    private static boolean isLonger(Head head, Head after) {
        return head.incarnation().equals(after.incarnation())
                && head.revision() == after.revision()
                && head.recordVersion() == after.recordVersion();
    }

    private KnownList<M> taken(SessionStore store, String id, @Nullable KnownList<M> known, Head head) {
        boolean goesOn = known != null
                && known.isBeside()
                && known.incarnation().equals(head.incarnation())
                && known.unlisted().revision() == head.revision()
                && known.lastSequence() <= head.lastSequence()
                && known.version() <= head.recordVersion();
        KnownList<M> base = known != null && goesOn ? known : KnownList.begun(head.incarnation());
        List<NumberedMessage<M>> added =
                NumberedMessage.written(StoreRules.between(store, id, base.lastSequence(), head.lastSequence()), lists);
        List<NumberedMessage<M>> lines = new ArrayList<>(base.lines());
        lines.addAll(added);
        Unlisted unlisted = base.version() == head.recordVersion()
                ? base.unlisted()
                : unlisted(store, id, head, base.unlisted().keys());
        CompressionRecord record = unlisted.record();
        StatePair<M> pair = record == null || !stateInList ? null : StatePair.of(record, lines, schema, lists);
        // A list with just these messages needs no reconciliation.
        List<M> shown = new ArrayList<>(goesOn ? base.seen().list() : List.of());
        added.forEach(line -> shown.add(line.raw()));
        KnownList.Seen<M> seen =
                new KnownList.Seen<>(shown, goesOn ? base.seen().pair() : null);
        return new KnownList<>(
                head.incarnation(), head.lastSequence(), List.copyOf(lines), base.paired(pair), seen, unlisted);
    }

    private Unlisted unlisted(SessionStore store, String id, Head head, List<String> keys) {
        List<CompressionRecord> records = new ArrayList<>(store.history(id));
        if (records.isEmpty() || records.get(records.size() - 1).version() != head.recordVersion()) {
            LOG.warn("Conversation {}: the record in the side store can't be read; it is made anew.", LogText.name(id));
            records.add(CompressionRecord.none(schema.name(), head.recordVersion()));
        }
        List<Long> ids = records.stream()
                .flatMap(record -> record.needed().stream())
                .distinct()
                .toList();
        Map<Long, SegmentState> segments = new HashMap<>();
        for (SegmentState segment : ids.isEmpty() ? List.<SegmentState>of() : store.segments(id, ids)) {
            segments.put(segment.id(), segment);
        }
        return new Unlisted(head.revision(), List.copyOf(records), segments, keys, null);
    }

    /**
     * Writes what the side store lacks; {@code null} if another process was faster and the list must be read again.
     *
     * @param head the side store's head that {@code kept} was made from; {@code null} if it had none
     */
    @Nullable
    KnownList<M> written(SessionStore store, String id, @Nullable Head head, KnownList<M> kept) {
        if (kept.isGone()) {
            return head == null || store.deleteIf(id, head) ? kept : null;
        }
        boolean whole = (head != null && isContinued(head, kept))
                ? extended(store, id, head, kept)
                : anew(store, id, head, kept);
        if (!whole) {
            return null;
        }
        Head now = store.head(id).orElse(null);
        KnownList<M> agreed = now == null ? kept : kept.beside(now);
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
        String key = UUID.randomUUID().toString();
        boolean done = added.isEmpty()
                || store.append(id, kept.incarnation(), head.lastSequence(), key, added) == Append.ADDED;
        return done && committed(store, id, kept, head.recordVersion());
    }

    private boolean anew(SessionStore store, String id, @Nullable Head head, KnownList<M> kept) {
        Counters counted = store.counters(id);
        if (head != null && !store.deleteIf(id, head)) {
            return false;
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
            List<SegmentState> segments = kept.unlisted().segments(record.needed());
            if (!store.commit(id, Commit.of(kept.incarnation(), version, record).withSegments(segments))) {
                return false;
            }
            version = record.version();
        }
        return true;
    }
}
