package io.github.sessioncompression;

import io.github.sessioncompression.Context.ContextSource;
import io.github.sessioncompression.ShownViews.SystemTexts;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A list beside the view that it was taken from.
 *
 * <p>The head of a transcript is what stands before the history of a view: covered, left out, pinned. It stays as it is, but a pin that
 * the list lacks is none any more. Behind it come the list's messages in the list's order. Not safe for use by many threads.
 */
final class ViewDiff {
    private final ChatSnapshot chat;
    private final ShownViews.Shown source;
    private final boolean told;
    private final ShownList shown;
    private final List<Message> system;
    /** The list without its state, system messages as they were written. */
    private final List<Message> list;
    /** For each message of the list the sequence number of what it stands for. */
    private final long[] said;

    private final Set<Long> matched = new HashSet<>();
    private final long head;

    /** A message that is to stand in the transcript; its sequence number in the snapshot is 0 if it is new. */
    record Piece(Message message, long sequence) {
        static Piece added(Message message) {
            return new Piece(message, 0);
        }

        static Piece of(Entry entry) {
            return new Piece(entry.message(), entry.sequence());
        }
    }

    /**
     * A transcript that is wanted.
     *
     * @param keepThrough the snapshot stays as it is up to this sequence number
     * @param head number of pieces before the first one of the list
     * @param basis what the view was made from; {@code null} if nothing of it holds
     * @param unpinned the sequence numbers of pins that the list lacks
     */
    record Wanted(
            long keepThrough,
            List<Entry> replaced,
            List<Piece> tail,
            int head,
            @Nullable ContextSource basis,
            Set<Long> unpinned) {
        /** These messages and no other. */
        static Wanted only(List<Piece> pieces) {
            return new Wanted(0, List.of(), pieces, 0, null, Set.of());
        }

        List<Message> messages() {
            return tail.stream().map(Piece::message).toList();
        }

        /** The record that is to be in force; {@code null} for none. */
        @Nullable
        CompressionRecord record() {
            return basis == null || basis.record().version() == 0 ? null : basis.record();
        }
    }

    /** Finds the messages of the list; an earlier state in it may stand for whatever comes before the first message found. */
    ViewDiff(
            ChatSnapshot chat,
            ShownViews.Shown source,
            SystemTexts systemTexts,
            List<Message> system,
            List<Message> others,
            boolean told,
            boolean standsForMore) {
        this.chat = chat;
        this.source = source;
        this.told = told;
        this.shown = new ShownList(chat, systemTexts, source);
        this.system = systemTexts.plain(system);
        this.list = new ArrayList<>(chat.onlyLatestSystem() ? List.of() : this.system);
        list.addAll(others);
        this.said = shown.find(list, told);
        LongStream.of(said).forEach(matched::add);
        this.head = standsForMore ? Math.max(shown.head(), beforeFirstMatch(shown.head())) : shown.head();
    }

    private long beforeFirstMatch(long through) {
        return LongStream.of(said).filter(sequence -> sequence > through).min().orElse(chat.last() + 1) - 1;
    }

    Wanted wanted() {
        boolean hidesNothing = told || source.isOutdated() || source.context().stateMessage() == null;
        return hidesNothing ? changed() : replaced();
    }

    /** Without the state of its view a list replaces everything. */
    Wanted replaced() {
        List<Piece> tail = new ArrayList<>();
        if (chat.onlyLatestSystem()) {
            system.forEach(message -> tail.add(Piece.added(message)));
        }
        addSaid(tail, bySequence(chat.after(beforeFirstMatch(0))), Map.of());
        return Wanted.only(tail);
    }

    private Wanted changed() {
        boolean dropsSystem = chat.onlyLatestSystem()
                && system.isEmpty()
                && !told
                && chat.boundary() == 0
                && shown.basis().record().boundary() == 0;
        long from = source.isOutdated() || chat.isCleared()
                ? 0
                : shown.basis().record().boundary();
        List<Entry> replaced = chat.after(from);
        List<Piece> tail = new ArrayList<>();
        List<Entry> staying = new ArrayList<>(replaced);
        staying.removeIf(entry -> dropsSystem && entry.message().role() == Role.SYSTEM);
        Map<Long, List<Piece>> behind = hidden(staying, tail);
        int heads = tail.size();
        Map<Long, Entry> entries = bySequence(staying);
        entries.keySet().removeIf(this::isOfHead);
        addSaid(tail, entries, behind);
        int same = chat.isCleared() ? 0 : common(replaced, tail);
        addSystem(tail, Math.max(heads, same), from);
        int kept = source.isOutdated() ? 0 : same;
        return new Wanted(
                kept == 0 ? from : replaced.get(kept - 1).sequence(),
                replaced.subList(kept, replaced.size()),
                tail.subList(kept, tail.size()),
                Math.max(0, heads - kept),
                shown.basis(),
                unpinned());
    }

    private static int common(List<Entry> replaced, List<Piece> tail) {
        int common = 0;
        while (common < Math.min(replaced.size(), tail.size())
                && replaced.get(common).sequence() == tail.get(common).sequence()) {
            common++;
        }
        return common;
    }

    /** Adds the latest system message of the list where that is another one than before: behind the others, at the first difference. */
    private void addSystem(List<Piece> tail, int difference, long from) {
        if (!chat.onlyLatestSystem() || system.isEmpty()) {
            return;
        }
        Entry before = chat.latestSystem();
        Message latest = before == null || before.sequence() > from ? null : before.message();
        int at = difference;
        for (int i = 0; i < tail.size(); i++) {
            if (tail.get(i).message().role() == Role.SYSTEM) {
                latest = tail.get(i).message();
                at = Math.max(at, i + 1);
            }
        }
        Message wanted = system.get(system.size() - 1);
        if (latest == null || !ShownViews.same(latest, wanted)) {
            tail.add(at, Piece.added(wanted));
        }
    }

    /** True for what stays before the history: all up to the head's end, but for what an outdated view shows among it. */
    private boolean isOfHead(long sequence) {
        boolean isFree = source.isOutdated()
                && shown.shows(sequence)
                && !shown.basis().record().pinned().contains(sequence);
        return sequence <= head && !isFree;
    }

    private static Map<Long, Entry> bySequence(List<Entry> entries) {
        Map<Long, Entry> bySequence = new HashMap<>();
        entries.forEach(entry -> bySequence.put(entry.sequence(), entry));
        return bySequence;
    }

    /** Adds what the list says, of the chat only what is among {@code entries}, and what stays behind each message. */
    private void addSaid(List<Piece> tail, Map<Long, Entry> entries, Map<Long, List<Piece>> behind) {
        for (int i = 0; i < said.length; i++) {
            Entry entry = entries.get(said[i]);
            if (said[i] == ShownList.NEW) {
                tail.add(Piece.added(list.get(i)));
            } else if (entry != null) {
                tail.add(Piece.of(entry));
            }
            tail.addAll(behind.getOrDefault(said[i], List.of()));
        }
    }

    /**
     * Puts the head into {@code tail}, and what the view did not show behind it and before the first message of the list; returns the others
     * that it did not show by the message that they stay behind. Results without a call go with the message before them.
     */
    private Map<Long, List<Piece>> hidden(List<Entry> staying, List<Piece> tail) {
        Map<Long, List<Piece>> behind = new HashMap<>();
        List<Piece> last = tail;
        boolean follows = true;
        for (Entry entry : staying) {
            long sequence = entry.sequence();
            boolean isInList = matched.contains(sequence);
            if (isOfHead(sequence)) {
                // A system message in front of the head that the list lacks goes, unless a record covers it.
                if (isInList
                        || entry.message().role() != Role.SYSTEM
                        || sequence <= shown.basis().record().boundary()
                        || !shown.shows(sequence)) {
                    tail.add(Piece.of(entry));
                }
            } else if (isInList || shown.shows(sequence)) {
                follows = isInList;
                last = isInList ? behind.computeIfAbsent(sequence, any -> new ArrayList<>()) : last;
            } else if (follows || shown.isHidden(entry)) {
                last.add(Piece.of(entry));
            }
        }
        return behind;
    }

    /** The sequence numbers of pins that the list lacks: of all that was shown of the head. */
    private Set<Long> unpinned() {
        Set<Long> unpinned = shown.shownInChat();
        unpinned.removeIf(sequence -> matched.contains(sequence) || !isOfHead(sequence));
        return unpinned;
    }
}
