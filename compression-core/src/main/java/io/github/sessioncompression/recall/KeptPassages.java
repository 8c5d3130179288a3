package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.recall.MeaningStore.Passage;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One conversation's passages in a meaning store, and how far they have followed the transcript.
 *
 * <p>Messages may be taken away, and the conversation be cleared, in any process while passages are added. So after each addition the transcript is
 * looked at again: what is not in it any more is removed by whoever added it. Whoever took it away removes what was there
 * before. Safe for use by many threads; one adds at a time. What the stores throw passes through.
 */
final class KeptPassages {
    private static final int PAGE = 64;
    private static final int LIMIT = 200;
    /** So many messages cost no more than to ask whether another process has added them. */
    private static final int FEW = 4;

    private final MeaningStore store;
    private final SessionStore transcripts;
    private final String conversationId;
    private final StoreMarks marks;
    private final PassageRemovals removals;
    private final ReentrantLock standing = new ReentrantLock();
    private final AtomicBoolean filling = new AtomicBoolean();
    /** How far they are; {@code null} if that is not known here. */
    private volatile @Nullable StoreMark mark;
    /** How far they are by the store's own account. */
    private volatile @Nullable StoreMark written;

    KeptPassages(MeaningStore store, SessionStore transcripts, String conversationId) {
        this.store = store;
        this.transcripts = transcripts;
        this.conversationId = conversationId;
        this.marks = new StoreMarks(store, transcripts, conversationId);
        this.removals = new PassageRemovals(store);
    }

    /**
     * How many sequence numbers the passages are behind the transcript, which may be of another life than those that are known; -1 if there is
     * no transcript.
     */
    long behind() {
        standing.lock();
        try {
            Head head = head();
            stand(head);
            StoreMark now = mark;
            return head == null || now == null ? -1 : head.lastSequence() - now.through();
        } finally {
            standing.unlock();
        }
    }

    /** Whether the store is yet to be told what is known here. */
    boolean isUntidy() {
        StoreMark now = mark;
        return !removals.isEmpty() || (now != null && isUnwritten(now));
    }

    private boolean isUnwritten(StoreMark of) {
        return of.through() > 0 && !of.equals(written);
    }

    private void stand(@Nullable Head head) {
        StoreMark known = mark;
        String at = head == null ? "" : at(head);
        if (known != null && known.at().equals(at)) {
            return;
        }
        List<StoreMark> found = marks.find();
        List<StoreMark> candidates = new ArrayList<>(found);
        if (known != null && !found.contains(known)) {
            candidates.add(known);
        }
        StoreMark best = null;
        StoreMark bestAsItWas = null;
        for (StoreMark candidate : candidates) {
            StoreMark held = head == null ? null : marks.held(candidate, head, at);
            if (held != null && (best == null || held.through() > best.through())) {
                best = held;
                bestAsItWas = candidate;
            }
        }
        for (StoreMark candidate : candidates) {
            if (best == null || !candidate.life().equals(best.life())) {
                removals.group(candidate.life());
            }
        }
        if (best != null && !best.equals(bestAsItWas)) {
            removals.messages(best.life(), marks.missing(best));
        }
        written = found.contains(bestAsItWas) ? bestAsItWas : null;
        found.stream().filter(each -> !each.equals(written)).forEach(each -> removals.id(marks.id(each)));
        mark = best == null && head != null ? StoreMark.begin(at) : best;
    }

    private @Nullable Head head() {
        return transcripts.head(conversationId).orElse(null);
    }

    private String at(Head head) {
        return PassageNames.life(conversationId, head.incarnation());
    }

    /** Adds all that is missing, unless another thread is at it. */
    void fill() {
        if (!filling.compareAndSet(false, true)) {
            return;
        }
        try {
            behind();
            removals.run();
            takeOver();
            StoreMark now = mark;
            while (now != null) {
                now = page(now);
            }
            StoreMark last = mark;
            if (last != null && isUnwritten(last)) {
                write(last);
            }
        } finally {
            filling.set(false);
        }
    }

    /** Takes over what another process has added. */
    private void takeOver() {
        StoreMark now = mark;
        Head head = head();
        if (now == null || now.through() == 0 || head == null || head.lastSequence() - now.through() <= FEW) {
            return;
        }
        StoreMark farthest = now;
        for (StoreMark found : marks.find()) {
            boolean same = found.life().equals(now.life()) && found.at().equals(now.at());
            farthest = same && found.through() > farthest.through() ? found : farthest;
        }
        standing.lock();
        try {
            if (farthest.through() > now.through() && now.equals(mark)) {
                mark = farthest;
                written = farthest;
            }
        } finally {
            standing.unlock();
        }
    }

    /** Adds the next page; {@code null} if there is none, or the transcript has become another. */
    private @Nullable StoreMark page(StoreMark now) {
        Head head = head();
        if (head == null || !at(head).equals(now.at()) || now.through() >= head.lastSequence()) {
            return null;
        }
        // The message before the page, too, which may have asked for a secret.
        List<Entry> read = transcripts.load(conversationId, Math.max(0, now.through() - 1), PAGE);
        int known = Entry.countThrough(read, now.through());
        List<Entry> page = read.subList(known, read.size());
        Message before = known == 0 ? null : read.get(known - 1).message();
        StoreMark next = now;
        List<Entry> entries = new ArrayList<>();
        List<Passage> batch = new ArrayList<>();
        for (Entry entry : page) {
            List<Passage> of = passages(now.life(), entry, before);
            before = entry.message();
            if (batch.size() + of.size() > MeaningStore.MAX_PASSAGES) {
                if (!add(batch, entries, now, head)) {
                    return null;
                }
                entries.clear();
                batch.clear();
            }
            if (!of.isEmpty()) {
                entries.add(entry);
                batch.addAll(of);
                next = next.with(label(entry));
            }
        }
        if (!batch.isEmpty() && !add(batch, entries, now, head)) {
            return null;
        }
        long last = page.isEmpty() ? 0 : page.get(page.size() - 1).sequence();
        next = next.through(read.size() < PAGE ? Math.max(last, head.lastSequence()) : last);
        return advance(now, next) ? next : null;
    }

    private static PassageLabel label(Entry entry) {
        return new PassageLabel(entry.sequence(), PassageNames.print(entry.message()));
    }

    private static List<Passage> passages(String life, Entry entry, @Nullable Message before) {
        Message message = entry.message();
        if (message.role() == Role.SYSTEM || RecallTool.isEcho(message)) {
            return List.of();
        }
        String label = label(entry).written();
        List<Passage> passages = new ArrayList<>();
        for (String text : Passages.of(message, before)) {
            passages.add(new Passage(PassageNames.id(life, entry.sequence(), passages.size()), life, label, text));
        }
        return passages;
    }

    /** Adds passages, and removes again what was taken away meanwhile; whether the transcript is still the same one. */
    private boolean add(List<Passage> batch, List<Entry> of, StoreMark now, Head before) {
        store.add(List.copyOf(batch));
        Head after = head();
        if (after != null
                && after.incarnation().equals(before.incarnation())
                && after.revision() == before.revision()) {
            return true;
        }
        Map<Long, Message> there = new HashMap<>();
        if (after != null) {
            transcripts
                    .load(conversationId, of.get(0).sequence() - 1, PAGE)
                    .forEach(entry -> there.put(entry.sequence(), entry.message()));
        }
        removals.messages(
                now.life(),
                of.stream()
                        .filter(entry -> !entry.message().equals(there.get(entry.sequence())))
                        .map(Entry::sequence)
                        .toList());
        removals.run();
        return after != null && after.incarnation().equals(before.incarnation());
    }

    /** Notes how far it is; {@code false} if it is another life by now. */
    private boolean advance(StoreMark before, StoreMark next) {
        standing.lock();
        try {
            if (!before.equals(mark)) {
                return false;
            }
            mark = next;
        } finally {
            standing.unlock();
        }
        write(next);
        return true;
    }

    /** Notes in the store how far it is; the note before it goes afterwards, so that there is always one. */
    private void write(StoreMark next) {
        StoreMark old = written;
        marks.add(next);
        written = next;
        if (old != null && !marks.id(old).equals(marks.id(next))) {
            removals.id(marks.id(old));
            removals.run();
        }
    }

    /** What is nearest to a query among the passages that are there. */
    NearPassages nearest(String query) {
        StoreMark now = mark;
        String text = TextEmbedder.head(query);
        return now == null || text.isBlank()
                ? NearPassages.NONE
                : NearPassages.of(StoreMarks.answer(store.nearest(now.life(), text, LIMIT)), now.life(), LIMIT);
    }

    /** Removes the passages of messages that were taken away. */
    void erased(List<Long> sequences) {
        if (mark == null) {
            behind();
        }
        StoreMark now = mark;
        if (now != null) {
            removals.messages(now.life(), sequences);
        }
        removals.run();
    }

    /** Removes all that the store has of lives that have ended. */
    void tidy() {
        behind();
        removals.run();
    }
}
