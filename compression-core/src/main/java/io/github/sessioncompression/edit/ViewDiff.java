package io.github.sessioncompression.edit;

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

/**
 * Puts a list beside the view that it was taken from, and finds the first difference to the transcript.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>{@link ShownList} finds the place of each message of the list.
 *   <li>The head of the transcript, the part before the history of the view (covered, left out, pinned), does not change, except that a pin that the
 *       list lacks is removed.
 *   <li>Behind it come the list's messages in the list's order, each with what the view did not show behind it.
 *   <li>The messages are replaced from the first difference to the transcript on.
 * </ol>
 *
 * <p><b>Does nothing</b>, that is an edit without messages, if the list is the view. <b>Threads:</b> not safe; used once. Takes linear time.
 *
 * @see ListDiff
 */
final class ViewDiff {
    private final ChatSnapshot chat;
    private final Shown source;
    /** True if the list has the state of the view. */
    private final boolean told;

    private final ShownList shown;
    private final List<Message> system;
    /** The list without its state, system messages as they were written. */
    private final List<Message> list;
    /** The sequence number of each message of the list, as {@link ShownList#find} returns it. */
    private final long[] said;

    private final Set<Long> matched = new HashSet<>();
    /** The late results that keep their places in the transcript. */
    private final Set<Long> inPlace = new HashSet<>();

    /** Last sequence number of the head. */
    private final long head;

    /** A message of the transcript that is wanted; its sequence number is 0 if it is new. */
    private record Piece(Message message, long sequence) {
        static Piece added(Message message) {
            return new Piece(message, 0);
        }

        static Piece of(Entry entry) {
            return new Piece(entry.message(), entry.sequence());
        }
    }

    /** Finds the messages of the list; an earlier state in it may cover everything before the first message found. */
    ViewDiff(
            ChatSnapshot chat,
            Shown source,
            List<Message> system,
            List<Message> others,
            boolean told,
            boolean standsForMore) {
        this.chat = chat;
        this.source = source;
        this.told = told;
        this.shown = new ShownList(chat, source);
        this.system = chat.plain(system);
        this.list = new ArrayList<>(chat.onlyLatestSystem() ? List.of() : this.system);
        list.addAll(others);
        this.said = shown.find(list, told);
        LongStream.of(said).forEach(matched::add);
        this.head = standsForMore ? Math.max(shown.head(), beforeFirstMatch(shown.head())) : shown.head();
    }

    /** The number before the first message of the list behind {@code through}; the last one of the chat if there is none. */
    private long beforeFirstMatch(long through) {
        return LongStream.of(said).filter(sequence -> sequence > through).min().orElse(chat.last() + 1) - 1;
    }

    /** The edit. A list that lacks the state of its view replaces everything, unless that view is outdated. */
    Edit edit() {
        boolean hidesNothing = told || source.isOutdated() || source.stateMessage() == null;
        return hidesNothing ? changed() : replaced();
    }

    /** Without the state of its view a list replaces everything. */
    Edit replaced() {
        List<Piece> tail = new ArrayList<>();
        if (chat.onlyLatestSystem()) {
            system.forEach(message -> tail.add(Piece.added(message)));
        }
        addSaid(tail, bySequence(chat.after(beforeFirstMatch(0))), Map.of());
        return Edit.only(messages(tail));
    }

    /**
     * The edit of a list that keeps its view's state: the wanted messages behind the view's boundary are compared with those that are there. It names
     * the record that holds then: the one in force if the edit is behind its boundary, else the view's.
     */
    private Edit changed() {
        long covered = shown.record().boundary();
        boolean dropsSystem =
                chat.onlyLatestSystem() && system.isEmpty() && !told && chat.boundary() == 0 && covered == 0;
        long from = source.isOutdated() ? 0 : covered;
        List<Entry> replaced = chat.after(from);
        List<Piece> tail = new ArrayList<>();
        List<Entry> staying = new ArrayList<>(replaced);
        staying.removeIf(entry -> dropsSystem && entry.message().role() == Role.SYSTEM);
        Map<Long, List<Piece>> behind = hidden(staying, tail);
        int heads = tail.size();
        Map<Long, Entry> entries = bySequence(staying);
        entries.keySet().removeIf(sequence -> isOfHead(sequence) || inPlace.contains(sequence));
        addSaid(tail, entries, behind);
        int same = common(replaced, tail);
        addSystem(tail, Math.max(heads, same), from);
        long last = same == 0 ? from : replaced.get(same - 1).sequence();
        long keepThrough = same == replaced.size() ? Math.max(last, chat.last()) : last;
        CompressionRecord kept = keepThrough >= chat.boundary() ? chat.record() : shown.record();
        boolean keepsState = keepThrough >= kept.boundary() && kept.version() > 0;
        return new Edit(keepThrough, messages(tail.subList(same, tail.size())), keepsState ? kept : null, unpinned());
    }

    private static List<Message> messages(List<Piece> pieces) {
        return pieces.stream().map(Piece::message).toList();
    }

    /** Number of messages that both begin with. */
    private static int common(List<Entry> replaced, List<Piece> tail) {
        int common = 0;
        while (common < Math.min(replaced.size(), tail.size())
                && replaced.get(common).sequence() == tail.get(common).sequence()) {
            common++;
        }
        return common;
    }

    /** Adds the latest system message of the list if it differs from the one before: behind the others, at the first difference. */
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
        if (latest == null || !Shown.same(latest, wanted)) {
            tail.add(at, Piece.added(wanted));
        }
    }

    /** True for entries up to the head's end, except those that an outdated view shows. */
    private boolean isOfHead(long sequence) {
        boolean isFree = source.isOutdated()
                && shown.shows(sequence)
                && !shown.record().pinned().contains(sequence);
        return sequence <= head && !isFree;
    }

    private static Map<Long, Entry> bySequence(List<Entry> entries) {
        Map<Long, Entry> bySequence = new HashMap<>();
        entries.forEach(entry -> bySequence.put(entry.sequence(), entry));
        return bySequence;
    }

    /** Adds the list's messages, of the chat's own only those among {@code entries}, and the hidden ones behind each. */
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
     * that it did not show by the message that they stay behind. Results without a call go with the message before them, and so do late ones that the list has.
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
                        || sequence <= shown.record().boundary()
                        || !shown.shows(sequence)) {
                    tail.add(Piece.of(entry));
                }
            } else if (isInList && follows && shown.isLate(sequence)) {
                last.add(Piece.of(entry));
                inPlace.add(sequence);
            } else if (isInList || shown.shows(sequence)) {
                follows = isInList;
                last = isInList ? behind.computeIfAbsent(sequence, any -> new ArrayList<>()) : last;
            } else if (follows || shown.isHidden(entry)) {
                last.add(Piece.of(entry));
            }
        }
        return behind;
    }

    /** The sequence numbers of the pins that the view showed in the head and that the list lacks. */
    private Set<Long> unpinned() {
        Set<Long> unpinned = shown.shownInChat();
        unpinned.removeIf(sequence -> matched.contains(sequence) || !isOfHead(sequence));
        return unpinned;
    }
}
