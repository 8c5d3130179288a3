package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.StateEnvelope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the messages of a list that are there more than once because two processes saved it at the same moment.
 *
 * <p>A framework's store that deletes all rows of a conversation and inserts the new ones (Spring AI's JDBC repository) keeps both lists
 * under READ COMMITTED, mixed by the place of each message. Both begin with the list that the two processes had read, and end with what
 * each has added. One walk over the reading collects each message at its first place; a copy is a pointer into these, which advances
 * with each message that repeats the next one. Takes linear time.
 *
 * <p>People repeat themselves, so a repetition counts as a copy only if it is long, or if it is mixed with the first list and the reading
 * does not continue the known list. A short repetition at the end of the known list is new.
 */
final class ListCopies {
    private static final int MOST_COPIES = 8;
    /** Least length of a repetition in a list that continues the known one. */
    private static final int LONG = 4;
    /** Least number of different messages in such a repetition. */
    private static final int DIFFERENT = 3;
    /** Least share of the list that such a repetition covers: a third. */
    private static final int SHARE = 3;

    private final List<Line> firsts = new ArrayList<>();
    private final List<Copy> copies = new ArrayList<>();

    private ListCopies() {}

    /** A message without what a store adds to it. */
    private record Line(Role role, String text, String callId, List<ToolCall> calls) {
        static Line of(Message message) {
            return new Line(message.role(), message.text().strip(), message.toolCallId(), message.toolCalls());
        }
    }

    /** A repetition of the first messages, beginning when {@code begun} of them were there. */
    private static final class Copy {
        private final int begun;
        private int length = 1;

        Copy(int begun) {
            this.begun = begun;
        }

        boolean isMixed() {
            return begun <= length;
        }
    }

    /** A message of the reading: the copy it belongs to, if any, and the number of messages that all lists have before it. */
    private record Placed(int index, @Nullable Copy copy, int shared) {}

    /**
     * The indices of a list's messages without copies, the state among them behind the messages that it covers for certain; {@code null} if
     * there are no copies.
     *
     * @param continues true if the reading begins with the known messages
     */
    static <M> @Nullable List<Integer> without(List<Message> read, List<NumberedMessage<M>> known, boolean continues) {
        ListCopies walk = new ListCopies();
        List<Placed> messages = new ArrayList<>(read.size());
        Placed envelope = null;
        int envelopes = 0;
        int acknowledgement = -1;
        for (int i = 0; i < read.size(); i++) {
            Message message = read.get(i);
            if (message.role() == Role.USER && StateEnvelope.holds(message.text())) {
                envelope = new Placed(i, null, walk.shared());
                envelopes++;
            } else if (StateEnvelope.isAcknowledgement(message)) {
                acknowledgement = i;
            } else {
                messages.add(new Placed(i, walk.place(Line.of(message)), 0));
            }
        }
        walk.keepCopies(known, continues, envelopes > 1);
        if (walk.copies.isEmpty()) {
            return null;
        }
        List<Integer> kept = new ArrayList<>(messages.size());
        for (Placed message : messages) {
            if (message.copy() == null || !walk.copies.contains(message.copy())) {
                kept.add(message.index());
            }
        }
        if (envelope != null && acknowledgement >= 0) {
            kept.addAll(Math.min(envelope.shared(), kept.size()), List.of(envelope.index(), acknowledgement));
        }
        return kept;
    }

    /** The copy that the next message continues or begins; {@code null} if it is first. */
    private @Nullable Copy place(Line line) {
        Copy next = copies.stream()
                .filter(copy ->
                        copy.length < firsts.size() && firsts.get(copy.length).equals(line))
                .max(Comparator.comparingInt(copy -> copy.length))
                .orElse(null);
        if (next != null) {
            next.length++;
            return next;
        }
        if (!firsts.isEmpty() && firsts.get(0).equals(line) && copies.size() < MOST_COPIES) {
            Copy begun = new Copy(firsts.size());
            copies.add(begun);
            return begun;
        }
        firsts.add(line);
        return null;
    }

    /** Number of messages that the first list and all copies begun so far have. */
    private int shared() {
        return copies.stream().mapToInt(copy -> copy.length).min().orElse(firsts.size());
    }

    /** Drops repetitions that may be people's own. A list with several states is mixed for certain. */
    private <M> void keepCopies(List<NumberedMessage<M>> known, boolean continues, boolean isMixed) {
        int common = 0;
        while (common < Math.min(known.size(), firsts.size())
                && firsts.get(common).equals(Line.of(known.get(common).message()))) {
            common++;
        }
        int first = common;
        boolean isDoubtful = continues || first == 0;
        copies.removeIf(copy -> {
            if (isDoubtful) {
                return !isLong(copy) || (known.isEmpty() && !isMixed && !copy.isMixed());
            }
            return !isLong(copy) && !copy.isMixed() && Math.min(first, copy.length) < 2;
        });
    }

    private boolean isLong(Copy copy) {
        return copy.length >= LONG
                && copy.length * SHARE >= firsts.size()
                && new HashSet<>(firsts.subList(0, copy.length)).size() >= DIFFERENT;
    }
}
