package io.github.sessioncompression;

import io.github.sessioncompression.ChatSnapshot.RenumberedRecord;
import io.github.sessioncompression.ViewDiff.Piece;
import io.github.sessioncompression.ViewDiff.Wanted;
import io.github.sessioncompression.cut.Pins;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SegmentState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Makes the transcript of a chat be what a {@link ListDiff} wants, from the first difference on, and its record fit.
 *
 * <p>What others have added meanwhile stays behind. A record never covers messages that are not there: one that covers less is
 * committed before the messages, one that covers more after them. Not safe for use by many threads.
 */
final class TranscriptEdit {
    /** A message that is in the transcript, with its sequence number there. */
    private record Placed(Piece piece, long now) {}

    private List<Placed> there = List.of();
    /** Messages that somebody has taken out since they were put here. */
    private final Set<Message> takenOut = Collections.newSetFromMap(new IdentityHashMap<>());
    /** True if the chat is the snapshot, so that its record holds as far as its messages stay. */
    private final boolean isSnapshot;
    /** The record of the snapshot that holds again in a chat that was cleared. */
    private @Nullable CompressionRecord restored;

    private TranscriptEdit(boolean isSnapshot) {
        this.isSnapshot = isSnapshot;
    }

    static TranscriptEdit afterClear() {
        return new TranscriptEdit(false);
    }

    /** Makes a chat, of which the snapshot was just taken, what is wanted; false if another process was faster: then compare again. */
    static boolean trySet(Chat chat, Wanted wanted, Instant now) {
        StoredChat stored = chat.stored();
        boolean isUncovered =
                stored.boundary() == 0 && stored.record().injected().isEmpty();
        if (wanted.basis() == null && !isUncovered) {
            return tryReplaceAll(chat, wanted.messages(), StateDocument.EMPTY, now);
        }
        TranscriptEdit edit = new TranscriptEdit(true);
        List<Entry> replaced = wanted.basis() == null ? stored.active() : wanted.replaced();
        edit.there = replaced.stream()
                .map(entry -> new Placed(Piece.of(entry), entry.sequence()))
                .toList();
        return edit.tryPut(chat, wanted, now);
    }

    /** Makes {@code chat} be a state and the messages behind it; false if another process was faster. */
    static boolean tryReplaceAll(Chat chat, List<Message> messages, StateDocument state, Instant now) {
        long last = chat.stored().lastSequence();
        boolean put = last == 0 ? chat.tryAdd(messages, chat.tokens(messages)) : chat.tryReplaceAfter(0, messages);
        CompressionRecord record = chat.stored().record();
        if (!put || (state.isEmpty() && record.version() == 0)) {
            return put;
        }
        List<SegmentState> segments = state.isEmpty()
                ? List.of()
                : List.of(new SegmentState(SegmentState.id(record.version() + 1, 0), last, state, now));
        List<Long> ids = segments.stream().map(SegmentState::id).toList();
        return chat.commit(record.replaced(last, List.of(), ids, state, now), segments);
    }

    private static List<Message> messages(List<Piece> pieces) {
        return pieces.stream().map(Piece::message).toList();
    }

    /** Makes the chat what is wanted; false if another process was faster: then sync and try again. */
    boolean tryPut(Chat chat, Wanted wanted, Instant now) {
        StoredChat stored = chat.stored();
        forgetTakenOut(stored);
        List<Piece> tail = wanted.tail().stream()
                .filter(piece -> !takenOut.contains(piece.message()))
                .toList();
        int same = common(tail);
        long keep = same == 0 ? wanted.keepThrough() : there.get(same - 1).now();
        CompressionRecord record = wanted.record();
        boolean holds = keep >= stored.boundary() && (isSnapshot || Objects.equals(record, restored));
        Set<Long> covered = covered(wanted, record);
        List<Piece> added = tail.subList(same, tail.size());
        boolean isCovered = !stored.isEmpty() && added.stream().noneMatch(piece -> covered.contains(piece.sequence()));
        boolean isFirst = !holds && (isCovered || stored.boundary() > keep);
        boolean isSame = added.isEmpty() && same == there.size();
        List<Message> behind = new ArrayList<>(messages(added));
        behind.addAll(addedByOthers(stored, keep));
        List<Placed> before = there;
        there = new ArrayList<>();
        for (int i = 0; i < same; i++) {
            there.add(new Placed(tail.get(i), before.get(i).now()));
        }
        if ((isFirst && !commit(chat, isCovered ? record : null, wanted, now))
                || (!isSame && !put(chat, keep, behind))) {
            there = before;
            return false;
        }
        number(stored, keep, added);
        boolean done = holds || isCovered || commit(chat, record, wanted, now);
        restored = record;
        return (done || !isSnapshot) && pin(chat, record, wanted, now);
    }

    private static boolean put(Chat chat, long keep, List<Message> added) {
        return chat.stored().lastSequence() <= keep
                ? chat.tryAdd(added, chat.tokens(added))
                : chat.tryReplaceAfter(keep, added);
    }

    private void forgetTakenOut(StoredChat stored) {
        Set<Long> active = new HashSet<>();
        stored.active().forEach(entry -> active.add(entry.sequence()));
        for (Placed placed : there) {
            if (placed.now() > stored.boundary() && !active.contains(placed.now())) {
                takenOut.add(placed.piece().message());
            }
        }
        there = there.stream()
                .filter(placed -> !takenOut.contains(placed.piece().message()))
                .toList();
    }

    private int common(List<Piece> tail) {
        int common = 0;
        while (common < Math.min(tail.size(), there.size())
                && ShownViews.same(
                        tail.get(common).message(), there.get(common).piece().message())) {
            common++;
        }
        return common;
    }

    private List<Message> addedByOthers(StoredChat stored, long keep) {
        Set<Long> own = new HashSet<>();
        there.stream().filter(placed -> placed.now() > keep).forEach(placed -> own.add(placed.now()));
        return stored.active().stream()
                .filter(entry -> entry.sequence() > keep && !own.contains(entry.sequence()))
                .map(Entry::message)
                .toList();
    }

    private void number(StoredChat stored, long keep, List<Piece> added) {
        List<Entry> active = stored.active();
        int at = Entry.countThrough(active, keep);
        for (Piece piece : added) {
            if (at < active.size() && ShownViews.same(active.get(at).message(), piece.message())) {
                there.add(new Placed(piece, active.get(at++).sequence()));
            }
        }
    }

    boolean isEmpty() {
        return there.isEmpty();
    }

    /** Finds out which messages of {@code own} are there, after the store has failed in the middle of an edit, or others have rewritten the chat. */
    void recover(StoredChat stored, Set<Message> own) {
        there = stored.between(0, stored.lastSequence()).stream()
                .filter(entry -> own.contains(ShownViews.content(entry.message())))
                .map(entry -> new Placed(Piece.added(entry.message()), entry.sequence()))
                .toList();
        restored = null;
    }

    /** Makes a record of the snapshot hold, {@code null} for none; false if it was refused. */
    private boolean commit(Chat chat, @Nullable CompressionRecord record, Wanted wanted, Instant now) {
        CompressionRecord base = chat.stored().record();
        if (record == null) {
            return base.version() == 0
                    || chat.commit(base.restored(base, 0, List.of(), List.of(), StateDocument.EMPTY, List.of(), now));
        }
        SortedSet<Long> wantedPins = pins(record, wanted);
        if (isSnapshot) {
            // What was pinned since stays so.
            wantedPins.addAll(Pins.through(chat.stored().entries(), record.boundary(), List.of()));
            wantedPins.removeAll(wanted.unpinned());
        }
        if (record.boundary() <= wanted.keepThrough()) {
            return chat.commit(base.restored(
                    record,
                    record.boundary(),
                    List.copyOf(wantedPins),
                    record.segments(),
                    record.injected(),
                    record.ledger(),
                    now));
        }
        Set<Long> covered = covered(wanted, record);
        long boundary = there.stream()
                .filter(placed -> covered.contains(placed.piece().sequence()))
                .mapToLong(Placed::now)
                .max()
                .orElse(0);
        Set<Long> sources = new HashSet<>();
        wanted.replaced().forEach(entry -> sources.add(entry.sequence()));
        return new RenumberedRecord(Objects.requireNonNull(wanted.basis()), numbers(), sources)
                .commit(chat, boundary, wantedPins, now);
    }

    private static SortedSet<Long> pins(CompressionRecord record, Wanted wanted) {
        SortedSet<Long> pins = new TreeSet<>(record.pinned());
        pins.removeAll(wanted.unpinned());
        return pins;
    }

    private static Set<Long> covered(Wanted wanted, @Nullable CompressionRecord record) {
        Set<Long> covered = new HashSet<>();
        for (Piece piece : wanted.tail().subList(0, wanted.head())) {
            if (record != null && piece.sequence() <= record.boundary()) {
                covered.add(piece.sequence());
            }
        }
        return covered;
    }

    private Map<Long, Long> numbers() {
        Map<Long, Long> numbers = new HashMap<>();
        there.forEach(placed -> numbers.put(placed.piece().sequence(), placed.now()));
        numbers.remove(0L);
        return numbers;
    }

    /** What was pruned in the snapshot, with the sequence numbers of now. */
    Pruned renumbered(Pruned before) {
        Map<Long, Long> numbers = numbers();
        long through = 0;
        for (Map.Entry<Long, Long> number : numbers.entrySet()) {
            through = number.getKey() <= before.through() ? Math.max(through, number.getValue()) : through;
        }
        return new Pruned(through, RenumberedRecord.now(before.single(), numbers));
    }

    /** Takes away the pins that the list lacks, and pins again what it has by now. */
    private boolean pin(Chat chat, @Nullable CompressionRecord record, Wanted wanted, Instant now) {
        StoredChat stored = chat.stored();
        TreeSet<Long> pins = new TreeSet<>(stored.record().pinned());
        if (isSnapshot) {
            pins.removeAll(wanted.unpinned());
        } else if (record != null && !record.pinned().isEmpty()) {
            Map<Long, Long> numbers = numbers();
            pins.removeAll(RenumberedRecord.now(wanted.unpinned(), numbers));
            pins.addAll(RenumberedRecord.now(pins(record, wanted), numbers).headSet(stored.boundary(), true));
        }
        List<Long> all = List.copyOf(pins);
        return all.equals(stored.record().pinned())
                || chat.commit(stored.record().unpinned(all, now));
    }
}
