package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.Retention;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.LedgerEntry;
import io.github.sessioncompression.store.SegmentState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What came before the history of a chat that was cleared, as far as it is there again: what was covered, with the record, and what
 * was hidden. What was pinned is not until it is added again: whoever leaves it out does not want to see it.
 *
 * <p>It may be put back several times, for more or for less. Not safe for use by many threads.
 */
final class RestoredHead {
    /** The transcript as it was, of which this is to be there again. */
    private final List<Entry> transcript;
    /** The sequence numbers of all messages there were. */
    private final Set<Long> all = new HashSet<>();
    /** What was added behind it. */
    private final List<Message> added = new ArrayList<>();
    /** Up to where it is there again; negative if nothing is yet. */
    private long through = -1;
    /** The version of the record that holds again; 0 for none. */
    private long version;
    /** The sequence number that the last of what is there again has now. */
    private long end;
    /** The sequence numbers that messages have now, by those they had. */
    private final Map<Long, Long> numbers = new HashMap<>();
    /** The sequence numbers that messages had which are to be pinned again. */
    private final List<Long> pinnedAgain = new ArrayList<>();

    RestoredHead(List<Entry> transcript) {
        this(transcript, transcript);
    }

    /**
     * The same of a part.
     *
     * @param whole all messages there were
     */
    RestoredHead(List<Entry> transcript, List<Entry> whole) {
        this.transcript = transcript;
        whole.forEach(entry -> all.add(entry.sequence()));
    }

    /** Whether anything is there again. */
    boolean isThere() {
        return through >= 0;
    }

    /** Whether all up to this sequence number is there again, and no more. */
    boolean isThrough(long sequence) {
        return through == sequence;
    }

    /** What stood before the history that was made from {@code basis}. */
    List<Entry> of(Basis basis) {
        return transcript.subList(0, Entry.countThrough(transcript, basis.headThrough()));
    }

    /** These were added at the end. */
    void added(List<Message> messages) {
        added.addAll(messages);
    }

    /** What was added at the end. */
    List<Message> added() {
        return List.copyOf(added);
    }

    /** What had this sequence number is to be pinned again. */
    void pinAgain(long sequence) {
        pinnedAgain.add(sequence);
    }

    /**
     * Puts back what stood before the history that was made from {@code basis}, and takes away again what did not.
     *
     * @param again what stands for all that was added so far, asked for once the head is known to be there
     */
    void restore(Chat chat, Basis basis, Supplier<List<Message>> again, Instant now) {
        boolean tooMuch = through > basis.headThrough();
        if (tooMuch) {
            // The record first, for what it covers must be there.
            restoreRecord(chat, basis, now);
            takeBackAfter(basis.headThrough());
        }
        List<Entry> head = of(basis);
        List<Entry> hidden = head.subList(Entry.countThrough(head, through), head.size());
        through = basis.headThrough();
        pinnedAgain.clear();
        List<Message> behind = again.get();
        for (int tries = 1; !putBack(chat, hidden, behind); tries++) {
            chat.refuseAfter(tries);
            chat.sync();
        }
        added.clear();
        added.addAll(behind);
        number(chat, hidden);
        if (!tooMuch) {
            restoreRecord(chat, basis, now);
        }
    }

    /** What stood after {@code sequence} and is there again is but what was added. */
    private void takeBackAfter(long sequence) {
        for (Entry entry :
                transcript.subList(Entry.countThrough(transcript, sequence), Entry.countThrough(transcript, through))) {
            if (numbers.remove(entry.sequence()) != null) {
                added.add(entry.message());
            }
        }
        through = sequence;
        end = numbers.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /** Puts {@code hidden} before {@code behind}, which takes the place of what was added so far, and what others have added. */
    private boolean putBack(Chat chat, List<Entry> hidden, List<Message> behind) {
        List<Message> messages =
                new ArrayList<>(hidden.stream().map(Entry::message).toList());
        messages.addAll(behind);
        List<Message> own = new ArrayList<>(added);
        List<Entry> active = chat.stored().active();
        for (Entry entry : active.subList(Entry.countThrough(active, end), active.size())) {
            if (!own.remove(entry.message())) {
                messages.add(entry.message());
            }
        }
        return chat.stored().lastSequence() <= end
                ? chat.tryAdd(messages, chat.tokens(messages))
                : chat.tryReplaceAfter(end, messages);
    }

    private void number(Chat chat, List<Entry> hidden) {
        List<Entry> active = chat.stored().active();
        int next = Entry.countThrough(active, end);
        for (Entry entry : hidden) {
            if (next < active.size() && active.get(next).message().equals(entry.message())) {
                end = active.get(next++).sequence();
                numbers.put(entry.sequence(), end);
            }
        }
    }

    private void restoreRecord(Chat chat, Basis basis, Instant now) {
        CompressionRecord record = basis.record();
        if (record.version() == version) {
            return;
        }
        version = record.version();
        long boundary = 0;
        TreeSet<Long> pinned = new TreeSet<>(chat.stored().record().pinned());
        for (Entry entry : transcript.subList(0, Entry.countThrough(transcript, record.boundary()))) {
            Long place = numbers.get(entry.sequence());
            if (place != null) {
                boundary = place;
                if (entry.message().role() == Role.SYSTEM && record.pinned().contains(entry.sequence())) {
                    pinned.add(place);
                }
            }
        }
        CompressionRecord base = chat.stored().record();
        List<SegmentState> segments = new ArrayList<>();
        Predicate<List<Long>> isLeft = isLeft(chat);
        for (SegmentState segment : basis.segments()) {
            long id = SegmentState.id(base.version() + 1, segments.size());
            segments.add(new SegmentState(id, boundary, again(segment.document(), isLeft), segment.createdAt()));
        }
        List<Long> ids = segments.stream().map(SegmentState::id).toList();
        List<Long> covered = List.copyOf(pinned.headSet(boundary, true));
        StateDocument shown = again(record.injected(), isLeft);
        chat.commit(
                base.restored(record, boundary, covered, ids, shown, again(record.ledger(), isLeft), now), segments);
    }

    /** Tells whether what was made of messages is to be there again: others may have erased one since the record was read, or it was archived. */
    private Predicate<List<Long>> isLeft(Chat chat) {
        boolean archived = chat.rules().policy().retention() == Retention.EVICT_COMPRESSED;
        return sources -> archived || all.containsAll(sources);
    }

    /** A state with the numbers that its messages have now. */
    private StateDocument again(StateDocument state, Predicate<List<Long>> isLeft) {
        Set<Long> gone = new HashSet<>();
        for (StateItem item : state.items()) {
            item.sources().stream()
                    .filter(source -> !isLeft.test(List.of(source)))
                    .forEach(gone::add);
        }
        return state.without(gone).renumbered(numbers);
    }

    private List<LedgerEntry> again(List<LedgerEntry> ledger, Predicate<List<Long>> isLeft) {
        return ledger.stream()
                .filter(entry -> isLeft.test(entry.sources()))
                .map(entry -> entry.withSources(entry.sources().stream()
                        .flatMap(source -> Stream.ofNullable(numbers.get(source)))
                        .toList()))
                .toList();
    }

    /** Pins again what is to be. */
    void pin(Chat chat, Instant now) {
        TreeSet<Long> pinned = new TreeSet<>();
        for (long sequence : pinnedAgain) {
            Long place = numbers.get(sequence);
            if (place != null && place <= chat.stored().boundary()) {
                pinned.add(place);
            }
        }
        pinnedAgain.clear();
        for (int tries = 1; !pinned.isEmpty(); tries++) {
            TreeSet<Long> all = new TreeSet<>(chat.stored().record().pinned());
            if (!all.addAll(pinned) || chat.commit(chat.stored().record().unpinned(List.copyOf(all), now))) {
                return;
            }
            chat.refuseAfter(tries);
            chat.sync();
        }
    }
}
