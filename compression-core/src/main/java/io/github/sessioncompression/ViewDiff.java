package io.github.sessioncompression;

import io.github.sessioncompression.Context.ContextSource;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateEnvelope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    /** For each message of the list the place of the one that was shown. */
    private final int[] places;

    private final Set<Integer> matched = new HashSet<>();
    private final long head;

    /** A message that is to stand in the transcript; its sequence number in the snapshot is 0 if it is new. */
    record Piece(Message message, long sequence) {
        static Piece added(Message message) {
            return new Piece(message, 0);
        }
    }

    /**
     * A transcript that is wanted.
     *
     * @param keepThrough the snapshot stays as it is up to this sequence number
     * @param head number of pieces that come before the history
     * @param system the system message that is to be the latest; {@code null} if any may be
     * @param basis what the view was made from; {@code null} if nothing of it holds
     * @param unpinned the sequence numbers of pins that the list lacks
     */
    record Wanted(
            long keepThrough,
            List<Entry> replaced,
            List<Piece> tail,
            int head,
            @Nullable Message system,
            @Nullable ContextSource basis,
            Set<Long> unpinned) {
        /** These messages and no other. */
        static Wanted only(List<Piece> pieces) {
            return new Wanted(0, List.of(), pieces, 0, null, null, Set.of());
        }
    }

    /** Finds the messages of the list; an earlier state in it may stand for whatever comes before the first message found. */
    ViewDiff(
            ChatSnapshot chat,
            ShownList shown,
            List<Message> system,
            List<Message> others,
            boolean told,
            boolean standsForMore) {
        this.chat = chat;
        this.source = shown.source();
        this.told = told;
        this.shown = shown;
        this.system = system;
        this.list = new ArrayList<>(chat.onlyLatestSystem() ? List.of() : system);
        list.addAll(others);
        this.places = shown.find(list);
        for (int place : places) {
            matched.add(place);
        }
        long through = source.isOutdated() ? chat.boundary() : basis().headThrough();
        this.head = standsForMore ? Math.max(through, beforeFirstMatch(through)) : through;
    }

    private ContextSource basis() {
        return source.isOutdated() ? chat.basis() : source.context().basis();
    }

    private long beforeFirstMatch(long through) {
        long first = chat.last() + 1;
        for (int place : places) {
            long sequence = place < 0 ? 0 : shown.sequence(place);
            first = sequence > through ? Math.min(first, sequence) : first;
        }
        return first - 1;
    }

    Wanted wanted() {
        boolean hidesNothing = told || source.isOutdated() || source.context().stateMessage() == null;
        return hidesNothing ? changed() : replaced();
    }

    /** Without the state of its view a list replaces everything. */
    Wanted replaced() {
        Map<Long, Entry> entries = bySequence(chat.after(beforeFirstMatch(0)));
        List<Piece> tail = new ArrayList<>();
        if (chat.onlyLatestSystem()) {
            system.forEach(message -> tail.add(Piece.added(message)));
        }
        for (int i = 0; i < places.length; i++) {
            addSaid(tail, i, entries);
        }
        return Wanted.only(tail);
    }

    private Wanted changed() {
        boolean dropsSystem = chat.onlyLatestSystem()
                && system.isEmpty()
                && !told
                && chat.latestSystem() != null
                && chat.boundary() == 0
                && basis().record().boundary() == 0;
        long keep = source.isOutdated() || dropsSystem || chat.isCleared() ? 0 : keepThrough();
        List<Entry> replaced = chat.after(keep);
        List<Piece> tail = new ArrayList<>();
        Map<Integer, List<Piece>> behind = hidden(replaced, tail);
        int heads = tail.size();
        tail.addAll(behind.getOrDefault(ShownList.UNKNOWN, List.of()));
        long movable = source.isOutdated() ? 0 : head;
        Map<Long, Entry> entries = bySequence(replaced.subList(Entry.countThrough(replaced, movable), replaced.size()));
        entries.keySet().removeIf(sequence -> sequence <= head && isPin(sequence));
        for (int i = 0; i < places.length; i++) {
            if (places[i] != ShownList.STAYS) {
                addSaid(tail, i, entries);
            }
            if (places[i] >= 0) {
                tail.addAll(behind.getOrDefault(places[i], List.of()));
            }
        }
        if (dropsSystem) {
            tail.removeIf(piece -> piece.message().role() == Role.SYSTEM);
        }
        Message latest = chat.onlyLatestSystem() && !system.isEmpty() ? system.get(system.size() - 1) : null;
        return new Wanted(keep, replaced, tail, heads, latest, basis(), unpinned());
    }

    private static Map<Long, Entry> bySequence(List<Entry> entries) {
        Map<Long, Entry> bySequence = new HashMap<>();
        entries.forEach(entry -> bySequence.put(entry.sequence(), entry));
        return bySequence;
    }

    /** Adds what a message of the list stands for, if that is among {@code entries} or new. */
    private void addSaid(List<Piece> tail, int index, Map<Long, Entry> entries) {
        Message message = list.get(index);
        long sequence = places[index] < 0 ? ShownList.GONE : shown.sequence(places[index]);
        boolean isNew = sequence == ShownList.GONE
                || (sequence == ShownList.MADE_UP && !told && StateEnvelope.isAcknowledgement(message));
        Entry entry = entries.get(sequence);
        if (isNew && ShownList.isMade(message)) {
            return; // Taken from a view that is remembered no more.
        } else if (isNew) {
            tail.add(Piece.added(message));
        } else if (entry != null) {
            tail.add(new Piece(entry.message(), sequence));
        }
    }

    /** The last sequence number before the first message that the list lacks or has elsewhere. */
    private long keepThrough() {
        long keep = chat.last();
        List<Integer> history = new ArrayList<>();
        for (int place = 0; place < shown.size(); place++) {
            long sequence = shown.sequence(place);
            if (sequence > head) {
                history.add(place);
            } else if (isDropped(place)) {
                keep = Math.min(keep, sequence - 1);
            }
        }
        int common = 0;
        for (int place : places) {
            boolean isOfHistory = place == ShownList.UNKNOWN || (place >= 0 && shown.sequence(place) > head);
            if (isOfHistory && (common == history.size() || history.get(common) != place)) {
                break;
            }
            common += isOfHistory ? 1 : 0;
        }
        return common == history.size() ? keep : Math.min(keep, shown.sequence(history.get(common)) - 1);
    }

    /** True for a system message in front of the head that the list lacks and that no record covers. */
    private boolean isDropped(int place) {
        return shown.sequence(place) > basis().record().boundary()
                && shown.message(place).role() == Role.SYSTEM
                && !matched.contains(place);
    }

    private boolean isPin(long sequence) {
        return source.isOutdated() ? basis().record().pinned().contains(sequence) : sequence <= head;
    }

    /**
     * Puts the head into {@code tail}; returns the entries behind it that the view did not show by the place of the message that they
     * stay behind, {@link ShownList#UNKNOWN} for none. Results without a call go with the message before them.
     */
    private Map<Integer, List<Piece>> hidden(List<Entry> replaced, List<Piece> tail) {
        Map<Integer, List<Piece>> behind = new HashMap<>();
        int last = ShownList.UNKNOWN;
        boolean follows = true;
        for (Entry entry : replaced) {
            int place = shown.place(entry.sequence());
            Piece piece = new Piece(entry.message(), entry.sequence());
            if (entry.sequence() <= head) {
                if (place == ShownList.UNKNOWN || (isPin(entry.sequence()) && !isDropped(place))) {
                    tail.add(piece);
                }
            } else if (place != ShownList.UNKNOWN) {
                follows = matched.contains(place);
                last = follows ? place : last;
            } else if (follows || source.isOutdated() || shown.isHidden(entry)) {
                behind.computeIfAbsent(last, any -> new ArrayList<>()).add(piece);
            }
        }
        return behind;
    }

    private Set<Long> unpinned() {
        Set<Long> unpinned = new HashSet<>();
        for (int place = 0; place < shown.size(); place++) {
            long sequence = shown.sequence(place);
            boolean isPin =
                    sequence > 0 && isPin(sequence) && shown.message(place).role() != Role.SYSTEM;
            if (isPin && !matched.contains(place)) {
                unpinned.add(sequence);
            }
        }
        return unpinned;
    }
}
