package io.github.sessioncompression.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Results that came late: other messages than results are between them and their calls, as turns that run side by side
 * leave them. Providers require each result directly behind its call.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>{@link CallIds} finds the call that each late result answers;
 *   <li>{@link #behindCalls} collects late results by the message with their call, and puts them behind the results
 *       that directly follow it, in the order in which they came;
 *   <li>{@link #named} leaves the order and gives calls and results ids and names, so that an extract pairs them.
 * </ol>
 *
 * <p><em>Does nothing when</em> a list has no late results: it is returned itself. <em>Threads</em>: has no state.
 * Takes linear time. <em>On failure</em>: throws nothing.
 *
 * @see CallIds
 */
public final class LateResults {
    /** No message with a call. */
    private static final int NONE = -1;

    private LateResults() {}

    /** The list with each late result behind the results that directly follow its call. */
    public static <T> List<T> behindCalls(List<T> list, Function<T, Message> messageOf) {
        int[] calls = calls(list.stream().map(messageOf).toList());
        Map<Integer, List<T>> late = new HashMap<>();
        for (int i = 0; i < calls.length; i++) {
            if (calls[i] != NONE) {
                late.computeIfAbsent(calls[i], any -> new ArrayList<>()).add(list.get(i));
            }
        }
        if (late.isEmpty()) {
            return list;
        }
        List<T> ordered = new ArrayList<>(list.size());
        int group = NONE;
        for (int i = 0; i < calls.length; i++) {
            if (messageOf.apply(list.get(i)).role() != Role.TOOL) {
                ordered.addAll(late.getOrDefault(group, List.of()));
                group = i;
            }
            if (calls[i] == NONE) {
                ordered.add(list.get(i));
            }
        }
        ordered.addAll(late.getOrDefault(group, List.of()));
        return ordered;
    }

    /** The entries; if there are late results, each call with an id of its own, and each result with that of its call. */
    public static List<Entry> named(List<Entry> entries) {
        List<Message> messages = entries.stream().map(Entry::message).toList();
        if (Arrays.stream(calls(messages)).allMatch(call -> call == NONE)) {
            return entries;
        }
        CallIds ids = new CallIds();
        return entries.stream()
                .map(entry -> new Entry(entry.sequence(), named(entry.message(), ids), entry.tokens()))
                .toList();
    }

    private static Message named(Message message, CallIds ids) {
        Message named = ids.accept(message);
        ToolCall call = ids.late();
        return call == null ? named : named.withCall(call.id(), call.name());
    }

    /** For each late result the index of the message with its call, for any other message {@link #NONE}. */
    private static int[] calls(List<Message> messages) {
        CallIds ids = new CallIds();
        Map<String, Integer> places = new HashMap<>();
        int[] calls = new int[messages.size()];
        for (int i = 0; i < calls.length; i++) {
            for (ToolCall call : ids.accept(messages.get(i)).toolCalls()) {
                places.put(call.id(), i);
            }
            ToolCall late = ids.late();
            calls[i] = late == null ? NONE : places.getOrDefault(late.id(), NONE);
        }
        return calls;
    }
}
