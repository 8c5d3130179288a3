package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.message.Contents;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import java.util.ArrayList;
import java.util.List;

/**
 * Ids for the tool calls of one turn whose model gives them none, as Gemini and Ollama do.
 *
 * <p>Without an id a result answers the nearest open call of its tool. If several turns of a conversation run at the same time, that may be a
 * call of another turn, which then has a result of its own too many. Only here, when a turn adds its messages, is it known which call a result
 * is of. So:
 *
 * <ol>
 *   <li>A call without an id gets one made of the number of the turn's question and its place among the turn's calls.
 *   <li>A result without an id gets that of the first call of its tool in the last message with calls that has no result yet.
 * </ol>
 *
 * <p><em>Does nothing when</em> a call or a result has an id: it passes as the same instance. A view knows these ids as made ones
 * ({@link Contents#originalId}). Belongs to one addition; not safe for use by many threads.
 */
final class TurnCallIds {
    /** Numbers for the calls of one turn, so that two turns rarely have one in common; a view gives a repeated id another number. */
    private static final long CALLS_OF_A_TURN = 1_000;

    private final long firstNumber;
    private final List<ToolCall> open = new ArrayList<>();
    private int calls;

    private TurnCallIds(long question) {
        this.firstNumber = question * CALLS_OF_A_TURN;
    }

    /**
     * The messages to add, with ids.
     *
     * @param question sequence number of the turn's question
     * @param turn the messages that the turn has added so far
     */
    static List<Message> named(long question, List<Message> turn, List<Message> added) {
        TurnCallIds ids = new TurnCallIds(question);
        turn.forEach(ids::accept);
        return added.stream().map(ids::accept).toList();
    }

    private Message accept(Message message) {
        if (message.role() == Role.TOOL) {
            return answering(message);
        }
        Message named = message.withEachCall(this::withId);
        open.clear();
        open.addAll(named.toolCalls());
        return named;
    }

    private ToolCall withId(ToolCall call) {
        int place = calls++;
        return Contents.isBlank(call.id())
                ? new ToolCall(Contents.madeId(firstNumber + place), call.name(), call.arguments())
                : call;
    }

    private Message answering(Message result) {
        boolean hasId = !Contents.isBlank(result.toolCallId());
        for (ToolCall call : open) {
            if (hasId ? call.id().equals(result.toolCallId()) : call.name().equals(result.name())) {
                open.remove(call);
                return hasId ? result : result.withCall(call.id(), call.name());
            }
        }
        return result;
    }
}
