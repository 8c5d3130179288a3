package io.github.sessioncompression.message;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes a sequence of messages one that every provider accepts, message by message, while the transcript stays as it is.
 *
 * <p>Providers refuse a chat permanently once it holds a tool result without a call or a call without a result, so:
 *
 * <ul>
 *   <li>A tool result answers a call of the nearest preceding assistant message, with only results between: by id,
 *       or if an id is missing by position (the names must not differ). One that answers no open call is left out; so is
 *       a second result for the same call.
 *   <li>Calls still open when any other message follows get {@link #UNANSWERED} as result, marked as an error. Open calls at
 *       the very end are in flight and stay open.
 *   <li>An assistant message before any user message gets {@link #OPENING} first, or {@link #CONTINUATION} in a view that does not show
 *       how the chat began.
 *   <li>Roles alternate, as some providers and the templates of many open models demand, wherever a failed, cancelled or
 *       concurrent turn or something left out on purpose puts two of a kind in a row: {@link #CONTINUATION} between two
 *       assistant messages, {@link #NOTED} between a user message or a tool result and a user message.
 *   <li>A blank system message is left out, and ends a group like any other. What else is wrong with a message by itself is a
 *       matter of {@link Contents}, and what with the ids of calls one of {@link CallIds}.
 *   <li>Everything else passes, system messages included, as the same instance.
 * </ul>
 *
 * <p>What comes out depends only on what went in before, so a view repaired this way grows by appending; and a repaired
 * sequence is repaired to itself. Takes constant time per message and call. One instance per view, not safe for use by
 * many threads.
 *
 * <p><em>Does nothing when</em> the sequence is valid: each message passes as the same instance. <em>On failure</em>:
 * throws nothing.
 *
 * @see CallIds
 * @see Contents
 */
public final class Repair {
    /** The result given to a call that never got one. */
    public static final String UNANSWERED = "No result: the call was interrupted and may have taken effect.";

    /** User message before a chat that begins with the assistant. */
    public static final String OPENING = "(You speak first.)";

    /** User message between an assistant message, such as the state's acknowledgement, and the next one. */
    public static final String CONTINUATION = "(Go on.)";

    /** Assistant message before a user message that follows something unanswered. */
    public static final String NOTED = "(Noted.)";

    private final String opener;
    /** True once a message other than system ones has passed. */
    private boolean opened;
    /** Role of the last message that was shown, system messages aside. */
    private Role last = Role.SYSTEM;
    /** Calls of the last assistant message that wait for results. */
    private OpenCalls calls = OpenCalls.NONE;

    /**
     * A repair at the start of a view.
     *
     * @param goesOn whether the view does not show how the chat began
     */
    public Repair(boolean goesOn) {
        this.opener = goesOn ? CONTINUATION : OPENING;
    }

    /** The messages to add to the view for {@code next}: none, {@code next} itself, or synthetic messages and then {@code next}. */
    public List<Message> accept(Message next) {
        if (next.role() == Role.TOOL) {
            if (calls.answer(next) == null) {
                return List.of();
            }
            last = Role.TOOL;
            return List.of(next);
        }
        List<ToolCall> unanswered = calls.remaining();
        String filler = filler(next.role(), unanswered.isEmpty() ? last : Role.TOOL);
        calls = next.callsTools() ? new OpenCalls(next.toolCalls()) : OpenCalls.NONE;
        if (next.role() != Role.SYSTEM) {
            opened = true;
            last = next.role();
        } else if (!unanswered.isEmpty()) {
            last = Role.TOOL;
        }
        boolean shown = next.role() != Role.SYSTEM || !Contents.isBlank(next.text());
        if (unanswered.isEmpty() && filler.isEmpty()) {
            return shown ? List.of(next) : List.of();
        }
        List<Message> added = new ArrayList<>(unanswered.size() + 2);
        for (ToolCall call : unanswered) {
            added.add(Message.toolResult(call.id(), call.name(), UNANSWERED).withError(true));
        }
        if (!filler.isEmpty()) {
            added.add(next.role() == Role.USER ? Message.assistant(filler) : Message.user(filler));
        }
        if (shown) {
            added.add(next);
        }
        return added;
    }

    /** The messages to add to the view for a state that begins with {@code first} and ends with the assistant, except for the state itself. */
    public List<Message> acceptState(Message first) {
        List<Message> before = opened ? accept(first) : List.of(first);
        opened = true;
        last = Role.ASSISTANT;
        return before.subList(0, before.size() - 1);
    }

    /**
     * The messages to add between a repaired sequence and a user message: results of its open calls, and {@link #NOTED} unless an answer comes
     * last. None for a sequence of system messages.
     */
    public static List<Message> beforeUser(List<Message> view) {
        int group = view.size() - 1;
        while (group > 0
                && (view.get(group).role() == Role.TOOL || view.get(group).role() == Role.SYSTEM)) {
            group--;
        }
        Repair repair = new Repair(false);
        view.subList(Math.max(0, group), view.size()).forEach(repair::accept);
        List<Message> accepted = repair.accept(Message.user(""));
        return accepted.subList(0, accepted.size() - 1);
    }

    /** The text to put between two messages, by their roles; empty if they may follow each other. */
    private String filler(Role next, Role before) {
        if (next == Role.ASSISTANT) {
            return !opened ? opener : before == Role.ASSISTANT ? CONTINUATION : "";
        }
        return opened && next == Role.USER && before != Role.ASSISTANT ? NOTED : "";
    }

    /** True if {@code message} has a text that this class adds, results included. */
    public static boolean isFiller(Message message) {
        return switch (message.role()) {
            case USER -> message.text().equals(OPENING) || message.text().equals(CONTINUATION);
            case ASSISTANT -> message.text().equals(NOTED) && !message.callsTools();
            case TOOL -> message.text().equals(UNANSWERED) && message.error();
            case SYSTEM -> false;
        };
    }

    /** True if the last assistant message has calls without a result so far. */
    public boolean hasOpenCalls() {
        return !calls.isEmpty();
    }
}
