package io.github.sessioncompression.message;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Calls that wait for their results: those of one assistant message, or all of a view that other messages follow.
 *
 * <p><em>Algorithm</em>, the first that finds an open call:
 * <ol>
 *   <li>the call of the result's own id;
 *   <li>the call that was {@linkplain Contents#originalId given} with that id, before a view renamed it;
 *   <li>if an id is missing on either side, by position: the first call without an id whose name is not a different
 *       one, then, for a result without an id, the first one with an id. For calls that other messages follow, position
 *       decides only if neither side has an id.
 * </ol> A call is answered once.
 *
 * <p>Finding a call takes the same time however many there are: each queue only ever loses its head. <em>Does nothing
 * when</em> no call fits: {@code null}. <em>Threads</em>: not safe for use by many.
 *
 * @see CallIds
 * @see Repair
 */
final class OpenCalls {
    /** No calls; never added to. */
    static final OpenCalls NONE = new OpenCalls(List.of());

    private final List<ToolCall> calls = new ArrayList<>();
    /** The places of the calls that have their result. */
    private final BitSet answered = new BitSet();
    /** Number of calls without a result. */
    private int open;
    /** Places of calls by their ids, the oldest first. */
    private final Map<String, Deque<Integer>> byId = new HashMap<>();
    /** Places of calls by the ids that they had before a view renamed them. */
    private final Map<String, Deque<Integer>> byTold = new HashMap<>();

    private final Positions withoutId = new Positions();
    private final Positions withId = new Positions();

    OpenCalls(List<ToolCall> calls) {
        calls.forEach(this::add);
    }

    /** Adds a call behind all others. */
    void add(ToolCall call) {
        int position = calls.size();
        String told = Contents.originalId(call.id());
        if (!Contents.isBlank(call.id())) {
            enqueue(byId, call.id(), position);
        }
        enqueue(byTold, told, position);
        (told.isEmpty() ? withoutId : withId).add(name(call.name()), position);
        calls.add(call);
        open++;
    }

    boolean isEmpty() {
        return open == 0;
    }

    /** The calls still open, in their order. */
    List<ToolCall> remaining() {
        if (open == 0) {
            return List.of();
        }
        return IntStream.range(0, calls.size())
                .filter(i -> !answered.get(i))
                .mapToObj(calls::get)
                .toList();
    }

    /** True if an open call has exactly the id. */
    boolean has(String id) {
        return head(byId.get(id)) >= 0;
    }

    /** Closes the call that {@code result} answers and gives it, or {@code null} if it answers none. */
    @Nullable
    ToolCall answer(Message result) {
        return answer(result, true);
    }

    /** As {@link #answer}, for calls that other messages follow: position decides only if neither call nor result has an id. */
    @Nullable
    ToolCall answerLate(Message result) {
        return answer(result, false);
    }

    private @Nullable ToolCall answer(Message result, boolean byPosition) {
        int found = open == 0 ? -1 : find(result.toolCallId(), name(result.name()), byPosition);
        if (found < 0) {
            return null;
        }
        answered.set(found);
        open--;
        return calls.get(found);
    }

    /** Empty if there is none. */
    private static String name(@Nullable String name) {
        return name == null || name.equals(Contents.NO_NAME) ? "" : name;
    }

    /** Place of the open call that a result answers; -1 for none. */
    private int find(String id, String name, boolean byPosition) {
        String told = Contents.originalId(id);
        int found = head(byId.get(id));
        if (found < 0 && !told.isEmpty()) {
            found = head(byTold.get(told));
        }
        if (found < 0 && (byPosition || told.isEmpty())) {
            found = withoutId.first(name);
        }
        return found < 0 && byPosition && told.isEmpty() ? withId.first(name) : found;
    }

    /** The first open call of a queue, whose answered heads are taken off; -1 for none. */
    private int head(@Nullable Deque<Integer> queue) {
        if (queue == null) {
            return -1;
        }
        for (Integer i = queue.peek(); i != null; i = queue.peek()) {
            if (!answered.get(i)) {
                return i;
            }
            queue.remove();
        }
        return -1;
    }

    private static void enqueue(Map<String, Deque<Integer>> queues, String key, int position) {
        queues.computeIfAbsent(key, k -> new ArrayDeque<>()).add(position);
    }

    /** The calls that have an id, or those that have none, by position and name. */
    private final class Positions {
        private final Deque<Integer> all = new ArrayDeque<>();
        private final Map<String, Deque<Integer>> byName = new HashMap<>();

        void add(String name, int position) {
            all.add(position);
            enqueue(byName, name, position);
        }

        /** The first open call whose name is equal, or missing; any for an empty name; -1 for none. */
        int first(String name) {
            if (name.isEmpty()) {
                return head(all);
            }
            int same = head(byName.get(name));
            int nameless = head(byName.get(""));
            return same < 0 || nameless < 0 ? Math.max(same, nameless) : Math.min(same, nameless);
        }
    }
}
