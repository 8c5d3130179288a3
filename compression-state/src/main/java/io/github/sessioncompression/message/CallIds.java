package io.github.sessioncompression.message;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives each call of a view an id that no other one has, and each result the id and the name of the call that it answers, while the
 * transcript stays as it is.
 *
 * <p>Some providers give their calls no ids, some the same ones in each answer, and others permanently refuse a chat that has such calls,
 * as it comes to them when an application changes its provider. So:
 *
 * <ul>
 *   <li>A call whose id is blank or was an earlier call's gets that id, or {@code call} for a blank one, with {@code _again} and a number.
 *   <li>A result gets id and name of the call that it answers: one of the nearest preceding assistant message, with only results
 *       between, by id or by position, unless its id was made for an earlier call. One that answers no call passes; {@link Repair} leaves it out. A result without any name
 *       keeps none.
 *   <li>Everything else passes as the same instance.
 * </ul>
 *
 * <p>What comes out depends only on what went in before, so a view grows by appending, and is not changed again. A call and its result
 * find each other though only one of them was given another id. Constant time per message and call. One instance per view, not safe for
 * use by many threads.
 *
 * <p><em>Does nothing when</em> all ids are there and unique. <em>On failure</em>: throws nothing.
 *
 * @see Repair
 * @see LateResults
 */
public final class CallIds {
    /** All ids that calls of the view have. */
    private final Set<String> used = new HashSet<>();
    /** The number given last, by the id that was not unique. */
    private final Map<String, Integer> numbers = new HashMap<>();
    /** The calls of the last assistant message, while only results have followed it. */
    private OpenCalls open = OpenCalls.NONE;
    /** The calls that other messages than results follow. */
    private final OpenCalls earlier = new OpenCalls(List.of());

    /** The call that the last message answers late; {@code null} if it is no late result. */
    private @Nullable ToolCall late;

    /** The message to show for {@code next}; the same instance if nothing is wrong with it. */
    public Message accept(Message next) {
        late = null;
        if (next.role() == Role.TOOL) {
            ToolCall call = isOfEarlier(next.toolCallId()) ? null : open.answer(next);
            late = call == null ? earlier.answerLate(next) : null;
            return answering(next, call);
        }
        open.remaining().forEach(earlier::add);
        Message shown = next.withEachCall(this::withId);
        open = shown.callsTools() ? new OpenCalls(shown.toolCalls()) : OpenCalls.NONE;
        return shown;
    }

    /** True if an earlier call has exactly this id, which was made for it: then no call is found by position. */
    private boolean isOfEarlier(String id) {
        return earlier.has(id) && !open.has(id) && !Contents.originalId(id).equals(id);
    }

    /**
     * The call that the last message answers late, because other messages than results are between both; {@code null} if it is no such result.
     * By id, or without ids by name, the oldest first.
     */
    @Nullable
    ToolCall late() {
        return late;
    }

    /** True if the last message answers a call late: see {@link LateResults}. */
    public boolean isLate() {
        return late != null;
    }

    /** A whole chat; the given list itself if nothing is wrong with it. */
    public static List<Message> accepted(List<Message> messages) {
        List<Message> all = new ArrayList<>(messages);
        all.replaceAll(new CallIds()::accept);
        return all.equals(messages) ? messages : all;
    }

    /** The call with an id that no earlier one has; itself if its own is such. */
    private ToolCall withId(ToolCall call) {
        boolean isUnique = !Contents.isBlank(call.id()) && used.add(call.id());
        return isUnique ? call : new ToolCall(unused(Contents.originalId(call.id())), call.name(), call.arguments());
    }

    /** The first id of {@code original} with a number that no call has. */
    private String unused(String original) {
        String id;
        do {
            id = Contents.otherId(original, numbers.merge(original, 1, Integer::sum));
        } while (!used.add(id));
        return id;
    }

    /** The result with id and name of the call that it answers; itself if it has them, or answers none. */
    private static Message answering(Message result, @Nullable ToolCall call) {
        if (call == null) {
            return result;
        }
        String name = result.name() == null ? null : call.name();
        boolean same = result.toolCallId().equals(call.id()) && (name == null || name.equals(result.name()));
        return same ? result : result.withCall(call.id(), name);
    }
}
