package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How a list goes with a context that was shown: which of what is pinned it still has, how much of the history they have in common
 * from its start on, and what stands in the list behind that. Not safe for use by many threads.
 */
final class ShownMatch {
    private final ShownBefore.Remembered remembered;
    private final ShownMessages shown;
    private final List<Message> list;
    private final int[] places;
    private final List<Long> history;
    private final Set<Long> pinned = new HashSet<>();
    /** The places in the list of what is neither pinned nor synthetic. */
    private final List<Integer> rest = new ArrayList<>();

    private final boolean findsAny;
    private final int from;
    private final int common;

    /**
     * Matches a list without system messages in front.
     *
     * @param standsForMore whether the list goes with a state that is not the context's: that state may stand for whatever of the
     *     history comes before the first message that is found
     */
    ShownMatch(ShownBefore.Remembered remembered, List<Message> list, boolean standsForMore) {
        this.remembered = remembered;
        this.shown = new ShownMessages(remembered);
        this.list = list;
        this.places = shown.findAll(list);
        forgetAcknowledgementWithoutState();
        this.history = shown.history();
        long first = 0;
        for (int i = 0; i < places.length; i++) {
            int place = places[i];
            if (place == ShownMessages.UNKNOWN) {
                rest.add(i);
            } else if (shown.isPinned(place)) {
                pinned.add(shown.sequence(place));
            } else if (!shown.isSynthetic(place)) {
                first = first == 0 ? shown.sequence(place) : first;
                rest.add(i);
            }
        }
        this.findsAny = first > 0 || !pinned.isEmpty();
        this.from = !standsForMore ? 0 : first == 0 ? history.size() : Math.max(0, history.indexOf(first));
        int same = 0;
        while (same < rest.size()
                && from + same < history.size()
                && sequence(rest.get(same)) == history.get(from + same)) {
            same++;
        }
        this.common = same;
    }

    /** Without the state that it answers, an acknowledgement is what somebody said. */
    private void forgetAcknowledgementWithoutState() {
        int acknowledgement = remembered.context().stateMessages().size() - 1;
        if (acknowledgement > 0 && Arrays.stream(places).noneMatch(place -> place == 0)) {
            for (int i = 0; i < places.length; i++) {
                places[i] = places[i] == acknowledgement ? ShownMessages.UNKNOWN : places[i];
            }
        }
    }

    private long sequence(int index) {
        return places[index] == ShownMessages.UNKNOWN ? 0 : shown.sequence(places[index]);
    }

    ShownBefore.Remembered remembered() {
        return remembered;
    }

    /** Whether any message of the list is one that stands in the transcript. */
    boolean findsAny() {
        return findsAny;
    }

    boolean hasHistory() {
        return !history.isEmpty();
    }

    /** How many messages of the history come first in the list, too. */
    int common() {
        return from + common;
    }

    /**
     * The last sequence number of the transcript that is as the list wants it; what is hidden before the first difference counts as
     * wanted.
     *
     * @param current the context in force
     */
    long keepThrough(ShownBefore.Remembered current, long lastSequence) {
        if (common() < history.size()) {
            return history.get(common()) - 1;
        }
        if (remembered.current()) {
            return lastSequence;
        }
        long last = history.isEmpty() ? remembered.basis().headThrough() : history.get(history.size() - 1);
        return last < current.basis().headThrough()
                ? last
                : Math.min(lastSequence, new ShownMessages(current).nextShown(last) - 1);
    }

    /** Of {@code pins} those that the list still has, or the context did not show. */
    List<Long> wanted(List<Long> pins) {
        Set<Long> unwanted = new HashSet<>(shown.pinned());
        unwanted.removeAll(pinned);
        return pins.stream().filter(sequence -> !unwanted.contains(sequence)).toList();
    }

    /**
     * What is to stand in the transcript behind {@link #keepThrough}.
     *
     * @param entries what stood there
     * @param withSystem whether system messages that were hidden are part of it
     */
    List<Message> tail(List<Entry> entries, long keepThrough, boolean withSystem) {
        shown.skip(keepThrough);
        List<Message> tail = new ArrayList<>();
        for (int index : rest.subList(common, rest.size())) {
            tail.addAll(
                    places[index] == ShownMessages.UNKNOWN
                            ? List.of(list.get(index))
                            : shown.original(places[index], entries, withSystem));
        }
        return tail;
    }

    /** All that the list says, if nothing of the transcript stays as it is. */
    List<Message> all(List<Entry> entries) {
        List<Message> all = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            if (places[i] == ShownMessages.UNKNOWN) {
                all.add(list.get(i));
            } else if (!shown.isSynthetic(places[i])) {
                all.addAll(shown.original(places[i], entries, false));
            }
        }
        return all;
    }
}
