package io.github.sessioncompression.cut;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.RetainedMessages;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The messages before a place in the transcript that stay once the view leaves out the others.
 *
 * <p>System messages stay; so does every group with a pinned message in it, for a call and its results can't be separated. Inside a turn its user
 * message stays while the turn is the current one: pinned, but only for its turn. A group that was unpinned stays until the next cut. The lists are
 * not copied.
 *
 * @param system the system messages, in order
 * @param history the other messages that stay, in order
 * @param turn the user message of the turn that the place is in; {@code null} if a turn begins there
 * @param covered the messages that do not stay, in order
 */
public record Pins(List<Entry> system, List<Entry> history, @Nullable Entry turn, List<Entry> covered) {

    /**
     * Divides the messages before a place.
     *
     * @param pinned the pinned entries before the boundary
     * @param active the entries behind it
     * @param end index of the place in {@code active}; 0 releases nothing: all of {@code pinned} stays
     */
    public static Pins before(List<Entry> pinned, List<Entry> active, int end) {
        Entry turn = null;
        if (RetainedMessages.isInsideTurn(messages(active), end)) {
            int user = RetainedMessages.lastUser(messages(active.subList(0, end)));
            int earlier = RetainedMessages.lastUser(messages(pinned));
            turn = user >= 0 ? active.get(user) : earlier >= 0 ? pinned.get(earlier) : null;
        }
        Pins pins = new Pins(new ArrayList<>(), new ArrayList<>(), turn, new ArrayList<>());
        boolean[] stays = RetainedMessages.inPinnedGroup(messages(pinned));
        for (int i = 0; i < stays.length; i++) {
            pins.put(pinned.get(i), end == 0 || stays[i] || pinned.get(i).equals(turn));
        }
        List<Entry> span = active.subList(0, end);
        boolean[] marked = RetainedMessages.inPinnedGroup(messages(span));
        for (int i = 0; i < end; i++) {
            pins.put(span.get(i), marked[i] || span.get(i).equals(turn));
        }
        return pins;
    }

    /** The texts of the system messages, separated by blank lines; {@code null} if all are blank. */
    public @Nullable String systemPrompt() {
        String prompt = system.stream()
                .map(entry -> entry.message().text())
                .filter(text -> !text.isBlank())
                .collect(Collectors.joining("\n\n"));
        return prompt.isEmpty() ? null : prompt;
    }

    private void put(Entry entry, boolean stays) {
        if (entry.message().role() == Role.SYSTEM) {
            system.add(entry);
        } else if (stays) {
            history.add(entry);
        } else {
            covered.add(entry);
        }
    }

    /** Number of the messages in {@code history} that are there for more than the turn. */
    public int lasting() {
        return turn == null ? history.size() : Entry.countThrough(history, turn.sequence() - 1);
    }

    /** The sequence numbers of all that stays except for the system messages that {@code keepsSystem} refuses, ascending. */
    public List<Long> sequences(Predicate<Entry> keepsSystem) {
        List<Long> sequences = new ArrayList<>();
        system.stream().filter(keepsSystem).forEach(entry -> sequences.add(entry.sequence()));
        history.forEach(entry -> sequences.add(entry.sequence()));
        sequences.sort(null);
        return sequences;
    }

    /** The groups with a pinned message among {@code known}. */
    public static List<Entry> groups(List<Entry> known) {
        boolean[] marked = RetainedMessages.inPinnedGroup(messages(known));
        return IntStream.range(0, marked.length)
                .filter(i -> marked[i])
                .mapToObj(known::get)
                .toList();
    }

    /**
     * The sequence numbers that a record for the messages up to {@code boundary} pins.
     *
     * @param known the entries that are known now, pinned ones marked
     * @param before the pins of the record before, which stay
     */
    public static NavigableSet<Long> through(List<Entry> known, long boundary, List<Long> before) {
        NavigableSet<Long> all = new TreeSet<>(before);
        groups(known).stream()
                .map(Entry::sequence)
                .filter(sequence -> sequence <= boundary)
                .forEach(all::add);
        return all;
    }

    public static List<Message> messages(List<Entry> entries) {
        return entries.stream().map(Entry::message).toList();
    }

    /** How far a chat's turn has come, by its last messages. A turn is a user's message with all that follows up to the next one. */
    public static final class Turns {
        private Turns() {}

        /** True if the model is to continue with a turn: it called tools last, or has yet to read their results. */
        public static boolean isInside(List<Entry> entries) {
            Message last = last(entries);
            return last != null && (last.role() == Role.TOOL || last.callsTools());
        }

        /** True if the model has yet to answer, with or without system messages after. */
        public static boolean awaitsAnswer(List<Entry> entries) {
            int end = entries.size();
            while (end > 0 && entries.get(end - 1).message().role() == Role.SYSTEM) {
                end--;
            }
            Message last = last(entries.subList(0, end));
            return last != null && (last.role() == Role.USER || last.role() == Role.TOOL || last.callsTools());
        }

        /** The calls that the entries end with and that have no result yet, in order. */
        public static <T> List<ToolCall> openCalls(List<T> entries, Function<T, Message> messageOf) {
            Set<String> answered = new HashSet<>();
            for (int i = entries.size() - 1; i >= 0; i--) {
                Message message = messageOf.apply(entries.get(i));
                if (message.role() == Role.TOOL) {
                    answered.add(message.toolCallId());
                } else if (message.role() != Role.SYSTEM) {
                    return message.toolCalls().stream()
                            .filter(call -> !answered.contains(call.id()))
                            .toList();
                }
            }
            return List.of();
        }

        /** True if the message ends a turn: the assistant's, without calls of tools. */
        public static boolean isAnswer(Message message) {
            return message.role() == Role.ASSISTANT && !message.callsTools();
        }

        /** True if the last message ends a turn. */
        public static boolean isAnswered(List<Entry> entries) {
            Message last = last(entries);
            return last != null && isAnswer(last);
        }

        /** True if {@code messages} end with an answer. */
        public static boolean endsTurn(List<Message> messages) {
            return isAnswer(messages.get(messages.size() - 1));
        }

        /** The place of the user's message that has no answer yet; 0 if there is none. */
        public static long unanswered(List<Entry> entries) {
            for (int i = entries.size() - 1; i >= 0; i--) {
                Message message = entries.get(i).message();
                if (message.role() == Role.USER) {
                    return entries.get(i).sequence();
                }
                if (isAnswer(message)) {
                    return 0;
                }
            }
            return 0;
        }

        /** The text of the last message of that role; empty if there is none. */
        public static String lastText(List<Entry> entries, Role role) {
            return entries.stream()
                    .map(Entry::message)
                    .filter(message -> message.role() == role)
                    .reduce((first, second) -> second)
                    .map(Message::text)
                    .orElse("");
        }

        private static @Nullable Message last(List<Entry> entries) {
            return entries.isEmpty() ? null : entries.get(entries.size() - 1).message();
        }
    }
}
