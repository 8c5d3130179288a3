package io.github.sessioncompression;

import io.github.sessioncompression.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The contexts of the views handed out lately, so that a list which an application took from one of them is understood after the context
 * has changed.
 *
 * <p>Holds at most {@value #MOST} contexts; those from before another process rewrote the messages are dropped after
 * {@value #MOST_VIEWS} more views. A context is a log that its views share, so nothing is copied. Not safe for use by many threads.
 */
final class ShownViews {
    static final int MOST = 4;
    static final int MOST_VIEWS = 32;

    /**
     * A context that views were taken from. Its sequence numbers after {@code validThrough} are not in the transcript any more; negative if none
     * of them holds because another process has rewritten the messages. {@code unseen} are messages of others that no view has shown.
     */
    record Shown(Context context, boolean handedOut, long validThrough, Ranges unseen) {
        boolean isOutdated() {
            return validThrough < 0;
        }

        /** True if a part of what its state covers is not in the transcript any more. */
        boolean isDead() {
            return !isOutdated() && context.basis().headThrough() > validThrough;
        }

        /** True if one of {@code messages} is the message that carries its state. */
        boolean isStateIn(List<Message> messages) {
            Message state = context.stateMessage();
            return state != null && messages.stream().anyMatch(message -> same(message, state));
        }
    }

    /** Ranges of sequence numbers. Adding and looking up take logarithmic time. */
    static final class Ranges {
        /** The last number of each range by the number before its first. */
        private final TreeMap<Long, Long> ranges = new TreeMap<>();

        void add(long after, long through) {
            var before = ranges.floorEntry(after);
            ranges.put(before != null && before.getValue() == after ? before.getKey() : after, through);
        }

        boolean has(long sequence) {
            var before = ranges.lowerEntry(sequence);
            return before != null && sequence <= before.getValue();
        }

        void clear() {
            ranges.clear();
        }
    }

    /** True if two messages say the same, or carry the same message of a framework. */
    @SuppressWarnings("ReferenceEquality") // The same instance needs no comparison.
    static boolean same(Message one, Message other) {
        return one == other
                || (one.source() != null && one.source() == other.source())
                || content(one).equals(content(other));
    }

    /** A message without what frameworks drop or add. */
    static Message content(Message message) {
        return new Message(
                message.role(),
                message.text(),
                message.toolCalls(),
                message.toolCallId(),
                false,
                message.mediaCount(),
                message.name(),
                null,
                null,
                false,
                null,
                null);
    }

    private final List<Shown> newestFirst = new ArrayList<>();
    private int viewsSinceOutdated;
    private Ranges unseen = new Ranges();

    @SuppressWarnings("ReferenceEquality") // A context is a log with an identity of its own.
    void add(Context context) {
        unseen.clear();
        if (++viewsSinceOutdated >= MOST_VIEWS) {
            newestFirst.removeIf(Shown::isOutdated);
        }
        if (newestFirst.isEmpty() || newestFirst.get(0).context() != context) {
            newestFirst.removeIf(each -> each.context() == context);
            newestFirst.add(0, new Shown(context, true, Long.MAX_VALUE, unseen));
        }
        if (newestFirst.size() > MOST) {
            newestFirst.remove(MOST);
        }
    }

    void cutAfter(long keepThrough) {
        newestFirst.replaceAll(
                each -> new Shown(each.context(), true, Math.min(each.validThrough(), keepThrough), each.unseen()));
    }

    /** Another process has added the messages after {@code after} up to and including {@code through}. */
    void addedByOthers(long after, long through) {
        if (newestFirst.stream().anyMatch(each -> !each.isOutdated())) {
            unseen.add(after, through);
        }
    }

    void changedByOthers() {
        cutAfter(-1);
        viewsSinceOutdated = 0;
        unseen = new Ranges();
    }

    void clear() {
        newestFirst.clear();
        unseen = new Ranges();
    }

    /** The context in force, then the others, the newest first. */
    @SuppressWarnings("ReferenceEquality") // As above.
    List<Shown> all(Context current) {
        List<Shown> all = new ArrayList<>(newestFirst);
        boolean handedOut = all.removeIf(each -> each.context() == current);
        all.add(0, new Shown(current, handedOut, Long.MAX_VALUE, unseen));
        return all;
    }

    /** System messages as the application wrote them: without the awareness block and the state that views append. */
    record SystemTexts(ContextRules rules, List<ShownViews.Shown> shown) {
        /** The system messages as they were written; one that a view made up is left out. */
        List<Message> plain(List<Message> system) {
            return system.stream()
                    .map(this::plain)
                    .filter(message -> !message.text().isEmpty())
                    .toList();
        }

        /** True if no view has appended anything. */
        boolean isPlain(Message message) {
            return plain(message).text().equals(message.text());
        }

        private Message plain(Message message) {
            String text = message.text();
            for (ShownViews.Shown each : shown) {
                String state = each.context().stateInSystem();
                if (!state.isEmpty() && text.endsWith(state)) {
                    text = text.substring(0, text.length() - state.length()).stripTrailing();
                    break;
                }
            }
            text = rules.policy().state().removeAwareness(text);
            return text.equals(message.text()) ? message : message.withText(text);
        }
    }
}
