package io.github.sessioncompression;

import io.github.sessioncompression.Context.ContextSource;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.CompressionRecord.LedgerEntry;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A chat as a list is compared with it: its transcript, its record, and the views that the list may have been taken from.
 *
 * @param onlyLatestSystem true if a system message takes the place of the one before it
 * @param shown the contexts shown lately, the one in force first
 * @param basis the record in force with its segments, and the last sequence number
 * @param isEarlierState tells the text of a state message that earlier records of this chat gave out
 * @param isCleared true if nothing of it is in the store any more
 */
record ChatSnapshot(
        ContextRules rules,
        boolean onlyLatestSystem,
        List<ShownViews.Shown> shown,
        ContextSource basis,
        @Nullable Entry latestSystem,
        List<Entry> active,
        LongFunction<List<Entry>> read,
        Predicate<String> isEarlierState,
        boolean isCleared) {

    static ChatSnapshot of(Chat chat, SessionStore store, String id) {
        StoredChat stored = chat.stored();
        return of(
                chat,
                after -> stored.between(after, stored.lastSequence()),
                text -> store.history(id).stream()
                        .map(CompressionRecord::injected)
                        .anyMatch(state -> isText(chat.rules(), state, text)),
                false);
    }

    /** A copy with the whole transcript, which the store is about to delete. */
    static ChatSnapshot copy(Chat chat) {
        StoredChat stored = chat.stored();
        List<Entry> all = stored.between(0, stored.lastSequence());
        return of(chat, after -> after(all, after), text -> false, true);
    }

    private static ChatSnapshot of(
            Chat chat, LongFunction<List<Entry>> read, Predicate<String> isEarlierState, boolean isCleared) {
        StoredChat stored = chat.stored();
        return new ChatSnapshot(
                chat.rules(),
                chat.shown().showsOnlyLatestSystem(),
                chat.views().shownViews().all(chat.shown().context()),
                new ContextSource(stored.record(), stored.segments(), stored.lastSequence()),
                stored.latestSystem(),
                List.copyOf(stored.active()),
                read,
                isEarlierState,
                isCleared);
    }

    private static boolean isText(ContextRules rules, StateDocument state, String text) {
        return !state.isEmpty() && StateEnvelope.wrap(rules.schema(), state).equals(text);
    }

    private static List<Entry> after(List<Entry> entries, long sequence) {
        return entries.subList(Entry.countThrough(entries, sequence), entries.size());
    }

    long boundary() {
        return basis.record().boundary();
    }

    long last() {
        return basis.headThrough();
    }

    /** The entries after {@code sequence}, read from the store only where some of them are covered. */
    List<Entry> after(long sequence) {
        if (sequence >= last()) {
            return List.of();
        }
        return sequence >= boundary() ? after(active, sequence) : read.apply(sequence);
    }

    /** An earlier record for messages that have other sequence numbers now. What was made of messages outside {@code sources} is left out. */
    record RenumberedRecord(ContextSource basis, Map<Long, Long> numbers, Set<Long> sources) {
        /** Makes it the record in force for the messages up to {@code boundary}; false if it was refused. */
        boolean commit(Chat chat, long boundary, Set<Long> pinned, Instant now) {
            CompressionRecord base = chat.stored().record();
            Predicate<Long> isLeft = sources::contains;
            List<SegmentState> segments = new ArrayList<>();
            for (SegmentState segment : basis.segments()) {
                long id = SegmentState.id(base.version() + 1, segments.size());
                segments.add(new SegmentState(id, boundary, changed(segment.document(), isLeft), segment.createdAt()));
            }
            return chat.commit(
                    base.restored(
                                    basis.record(),
                                    boundary,
                                    List.copyOf(now(pinned, numbers).headSet(boundary, true)),
                                    segments.stream().map(SegmentState::id).toList(),
                                    changed(basis.record().injected(), isLeft),
                                    changed(basis.record().ledger(), isLeft),
                                    now)
                            .withArtefacts(basis.record()
                                    .artefacts()
                                    .renumbered(sources -> List.copyOf(now(sources, numbers)))),
                    segments);
        }

        static TreeSet<Long> now(Collection<Long> before, Map<Long, Long> numbers) {
            TreeSet<Long> now = new TreeSet<>();
            before.stream()
                    .flatMap(sequence -> Stream.ofNullable(numbers.get(sequence)))
                    .forEach(now::add);
            return now;
        }

        private StateDocument changed(StateDocument state, Predicate<Long> isLeft) {
            Set<Long> gone = new HashSet<>();
            for (StateItem item : state.items()) {
                item.sources().stream().filter(isLeft.negate()).forEach(gone::add);
            }
            return state.without(gone).renumbered(numbers);
        }

        private List<LedgerEntry> changed(List<LedgerEntry> ledger, Predicate<Long> isLeft) {
            return ledger.stream()
                    .filter(entry -> entry.sources().stream().allMatch(isLeft))
                    .map(entry -> entry.withSources(List.copyOf(now(entry.sources(), numbers))))
                    .toList();
        }
    }
}
