package io.github.sessioncompression.extract;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.StateItem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Record of a chat's tool calls: for each file or other object the tools called for it, the line changed last and the last outcome; commands as typed with
 * their outcome; the latest plan as it stands; questions put to the user through a tool, with the answers; and further names that calls used.
 *
 * <p>Objects of many and of late calls come first in what is kept. A call without a result is told as such: it may have taken effect. One pass over the
 * calls. Not thread-safe; lives for one run.
 */
final class Trail {
    private static final String PLAN = "Plan: ";
    private static final String NAMES = "Named in tool calls: ";
    private static final String ASKED = "Asked the user: ";
    private static final String UNKNOWN = "outcome unknown, may have taken effect";
    private static final String FAILED = "failed";
    private static final String TIMES = " ×";
    private static final int SHORTEST_HALF_LIFE = 20;
    private static final double EARLIER = 0.25;
    /** Part of the cap that objects and commands may take. */
    private static final double TRAIL_SHARE = 0.2;
    /** Part of the cap that names may take. */
    private static final double NAMES_SHARE = 0.15;

    private static final int LONGEST_OUTCOME = 100;
    private static final Set<StateItem.Kind> KINDS =
            Set.of(StateItem.Kind.PLACE, StateItem.Kind.ACTION, StateItem.Kind.COMMITMENT);

    /** Calls for one object or one command. */
    private static final class Done {
        private final Map<String, Integer> tools = new LinkedHashMap<>();
        private final List<Long> sources = new ArrayList<>();
        private String change = "";
        private String outcome = "";
        /** The entry of the previous state, where nothing was done since. */
        private String earlier = "";

        private double worth;
        private int last;
    }

    private record Open(ToolAction action, @Nullable Done done, long sequence) {}

    private final Map<String, Done> objects = new LinkedHashMap<>();
    private final Map<String, Open> open = new HashMap<>();
    private final NamedThings names = new NamedThings();
    private final List<StateItem> answers = new ArrayList<>();
    private @Nullable StateItem plan;
    private int calls;

    /** The latest plan and the answers of question tools in a span, as entries that no state may lack. */
    static List<StateItem> laidDown(List<Entry> span) {
        Trail trail = new Trail();
        for (Entry entry : span) {
            for (ToolCall call : entry.message().toolCalls()) {
                ToolAction action = ToolAction.of(call);
                if (!action.plan().isEmpty()) {
                    trail.plan = item(PLAN + action.plan(), StateItem.Kind.COMMITMENT, List.of(entry.sequence()));
                }
                trail.open.put(call.id(), new Open(action, null, entry.sequence()));
            }
            if (entry.message().role() == Role.TOOL) {
                trail.answered(entry.message(), entry.sequence());
            }
        }
        List<StateItem> all = new ArrayList<>(trail.answers);
        if (trail.plan != null) {
            all.add(trail.plan);
        }
        return all;
    }

    /** True for a plan that another one takes the place of. */
    static boolean isPlan(StateItem item) {
        return item.text().startsWith(PLAN);
    }

    /** True for an entry of a trail. */
    static boolean isOwn(StateItem item) {
        return item.origin() == StateItem.Origin.TOOL && KINDS.contains(item.kind());
    }

    /** Takes over an entry of the previous state. */
    void readEarlier(StateItem item) {
        String text = item.text();
        if (text.startsWith(PLAN)) {
            plan = item;
        } else if (text.startsWith(ASKED)) {
            answers.add(item);
        } else if (text.startsWith(NAMES)) {
            names.readEarlier(List.of(text.substring(NAMES.length()).split(", ", -1)), item.sources());
        } else {
            int colon = text.indexOf(": ");
            Done done = objects.computeIfAbsent(colon < 0 ? text : text.substring(0, colon), key -> new Done());
            done.earlier = text;
            done.worth += EARLIER;
            done.sources.addAll(item.sources());
        }
    }

    /** Reads the calls and results of the span. */
    void read(List<Entry> span) {
        double halfLife = Math.max(SHORTEST_HALF_LIFE, span.size() / 4.0);
        for (int i = 0; i < span.size(); i++) {
            Entry entry = span.get(i);
            double worth = StrictMath.pow(0.5, (span.size() - 1 - i) / halfLife);
            for (ToolCall call : entry.message().toolCalls()) {
                ToolAction action = ToolAction.of(call);
                called(action, entry.sequence(), worth);
                open.put(call.id(), new Open(action, objects.get(action.object()), entry.sequence()));
                for (ToolData.Part part : ToolData.read(call.arguments())) {
                    part.values().forEach(value -> names.read(value, worth, true, entry.sequence()));
                }
            }
            if (entry.message().role() == Role.TOOL) {
                answered(entry.message(), entry.sequence());
                names.read(entry.message().text(), worth, false, entry.sequence());
            }
        }
        open.values().stream().filter(call -> call.done() == null).forEach(this::unanswered);
    }

    /** Records a call that names no object under its tool's name. */
    private void unanswered(Open call) {
        called(call.action().about(call.action().tool()), call.sequence(), 1);
    }

    private void called(ToolAction action, long sequence, double worth) {
        calls++;
        if (!action.plan().isEmpty()) {
            plan = item(PLAN + action.plan(), StateItem.Kind.COMMITMENT, List.of(sequence));
        }
        if (action.object().isEmpty()) {
            return;
        }
        Done done = objects.computeIfAbsent(action.object(), key -> new Done());
        int before = done.tools.getOrDefault(action.tool(), 0);
        done.tools.remove(action.tool());
        done.tools.put(action.tool(), before + 1);
        done.change = action.change().isEmpty() ? done.change : action.change();
        done.outcome = UNKNOWN;
        done.worth += worth;
        done.last = calls;
        done.sources.add(sequence);
    }

    private void answered(Message result, long sequence) {
        Open call = open.remove(result.toolCallId());
        if (call == null) {
            return;
        }
        String text = result.text().strip();
        if (!call.action().question().isEmpty()) {
            String answer = text.substring(0, Math.min(text.length(), 2 * LONGEST_OUTCOME))
                    .replace('\n', ' ');
            answers.add(item(
                    ASKED + call.action().question() + " → " + answer, StateItem.Kind.COMMITMENT, List.of(sequence)));
        }
        Done done = call.done();
        if (done != null) {
            boolean failed = result.error() || ToolAction.reportsFailure(text);
            String line = call.action().isCommand() || failed ? lastLine(text) : "";
            done.outcome = failed ? line.isEmpty() ? FAILED : FAILED + " (" + line + ")" : line;
            done.sources.add(sequence);
        }
    }

    static String lastLine(String text) {
        String last = "";
        for (String line : text.substring(Math.max(0, text.length() - 2_000)).split("\n", -1)) {
            last = line.isBlank() ? last : line.strip();
        }
        return last.substring(0, Math.min(last.length(), LONGEST_OUTCOME));
    }

    /** The entries, the weightiest first: plan and answers, then objects in the order of their last call, then names. */
    List<StateItem> write(int maxTokens) {
        List<StateItem> items = new ArrayList<>(answers);
        if (plan != null) {
            items.add(plan);
        }
        List<Map.Entry<String, Done>> best = new ArrayList<>(objects.entrySet());
        best.sort(Comparator.comparingDouble((Map.Entry<String, Done> entry) -> -entry.getValue().worth)
                .thenComparingInt(entry -> -entry.getValue().last));
        double room = TRAIL_SHARE * maxTokens;
        List<Map.Entry<String, Done>> kept = new ArrayList<>();
        for (Map.Entry<String, Done> entry : best) {
            double cost = TokenEstimate.of(text(entry)) + 2;
            if (cost <= room) {
                room -= cost;
                kept.add(entry);
            }
        }
        kept.sort(Comparator.comparingInt(entry -> entry.getValue().last));
        for (Map.Entry<String, Done> entry : kept) {
            items.add(item(text(entry), StateItem.Kind.PLACE, entry.getValue().sources));
        }
        List<String> named = names.best(NAMES_SHARE * maxTokens, objects.keySet());
        if (!named.isEmpty()) {
            List<Long> sources = new ArrayList<>();
            named.forEach(name -> sources.addAll(names.sources(name)));
            items.add(item(NAMES + String.join(", ", named), StateItem.Kind.PLACE, sources));
        }
        return items;
    }

    private static String text(Map.Entry<String, Done> entry) {
        Done done = entry.getValue();
        if (done.tools.isEmpty()) {
            return done.earlier;
        }
        String counts = counts(done.tools);
        StringBuilder text = new StringBuilder(counts.equals(entry.getKey()) ? counts : entry.getKey() + ": " + counts);
        if (!done.change.isEmpty()) {
            text.append("; ").append(done.change);
        }
        if (!done.outcome.isEmpty()) {
            text.append("; ").append(done.outcome);
        }
        return text.toString();
    }

    private static String counts(Map<String, Integer> tools) {
        return tools.entrySet().stream()
                .map(tool -> tool.getValue() > 1 ? tool.getKey() + TIMES + tool.getValue() : tool.getKey())
                .collect(Collectors.joining(", "));
    }

    private static StateItem item(String text, StateItem.Kind kind, List<Long> sources) {
        return new StateItem(text, kind, StateItem.capped(sources), StateItem.Origin.TOOL, StateItem.Writer.RULES);
    }
}
