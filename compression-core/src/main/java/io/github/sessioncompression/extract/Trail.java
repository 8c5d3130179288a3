package io.github.sessioncompression.extract;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.Artefacts.Work;
import io.github.sessioncompression.state.StateItem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
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

    private static final int LONGEST_ANSWER = 200;
    private static final Set<StateItem.Kind> KINDS =
            Set.of(StateItem.Kind.PLACE, StateItem.Kind.ACTION, StateItem.Kind.COMMITMENT);

    private static final class Done {
        private final String object;
        private final Map<String, Integer> tools = new LinkedHashMap<>();
        private final List<Long> sources = new ArrayList<>();
        private String change = "";
        private String outcome = "";
        /** The entry of the previous state, where nothing was done since. */
        private String earlier = "";

        private double worth;
        private int last;

        private Done(String object) {
            this.object = object;
        }
    }

    private final Map<String, Done> objects = new LinkedHashMap<>();
    private final NamedThings names = new NamedThings();
    private final List<StateItem> answers = new ArrayList<>();
    private @Nullable StateItem plan;
    private int calls;

    /** The latest plan and the answers of question tools among calls, as entries that no state may lack. */
    static List<StateItem> laidDown(List<AnsweredCall> calls) {
        Trail trail = new Trail();
        calls.forEach(trail::layDown);
        return trail.laidDown();
    }

    private List<StateItem> laidDown() {
        List<StateItem> all = new ArrayList<>(answers);
        if (plan != null) {
            all.add(plan);
        }
        return all;
    }

    /** True for a plan that another one takes the place of. */
    static boolean isPlan(StateItem item) {
        return item.text().startsWith(PLAN);
    }

    static boolean isOwn(StateItem item) {
        return item.origin() == StateItem.Origin.TOOL && KINDS.contains(item.kind());
    }

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
            Done done = objects.computeIfAbsent(colon < 0 ? text : text.substring(0, colon), Done::new);
            done.earlier = text;
            done.worth += EARLIER;
            done.sources.addAll(item.sources());
        }
    }

    void read(List<Entry> span, Map<String, Work> tools) {
        double halfLife = Math.max(SHORTEST_HALF_LIFE, span.size() / 4.0);
        Iterator<AnsweredCall> called = AnsweredCall.of(span, tools).iterator();
        for (int i = 0; i < span.size(); i++) {
            Entry entry = span.get(i);
            double worth = StrictMath.pow(0.5, (span.size() - 1 - i) / halfLife);
            for (int left = entry.message().toolCalls().size(); left > 0; left--) {
                read(called.next(), worth);
            }
            if (entry.message().role() == Role.TOOL) {
                names.read(entry.message().text(), worth, false, entry.sequence());
            }
        }
    }

    private void read(AnsweredCall call, double worth) {
        ToolAction action = call.action();
        action.values().forEach(value -> names.read(value.text(), worth, true, call.sequence()));
        layDown(call);
        if (!action.object().isEmpty()) {
            add(action.object(), call, worth);
        } else if (call.result() == null) {
            add(action.tool(), call, 1);
        }
    }

    private void layDown(AnsweredCall call) {
        ToolAction action = call.action();
        if (!action.plan().isEmpty()) {
            plan = item(PLAN + action.plan(), StateItem.Kind.COMMITMENT, List.of(call.sequence()));
        }
        if (!action.question().isEmpty() && call.result() != null) {
            String text = call.text();
            String answer =
                    text.substring(0, Math.min(text.length(), LONGEST_ANSWER)).replace('\n', ' ');
            String exchange = ASKED + action.question() + " → " + answer;
            answers.add(item(
                    exchange, StateItem.Kind.COMMITMENT, List.of(call.result().sequence())));
        }
    }

    private void add(String object, AnsweredCall call, double worth) {
        ToolAction action = call.action();
        Done done = objects.computeIfAbsent(object, Done::new);
        Integer before = done.tools.remove(action.tool());
        done.tools.put(action.tool(), before == null ? 1 : before + 1);
        done.change = action.change().isEmpty() ? done.change : action.change();
        done.outcome = outcome(call);
        done.worth += worth;
        done.last = ++calls;
        done.sources.addAll(call.sources());
    }

    private static String outcome(AnsweredCall call) {
        if (call.result() == null) {
            return UNKNOWN;
        }
        boolean failed = call.failed();
        String line = call.action().isCommand() || failed ? call.lastLine() : "";
        return !failed ? line : line.isEmpty() ? FAILED : FAILED + " (" + line + ")";
    }

    /** The entries, the weightiest first: plan and answers, then objects in the order of their last call, then names. */
    List<StateItem> write(int maxTokens) {
        List<StateItem> items = laidDown();
        List<Done> best = new ArrayList<>(objects.values());
        best.sort(Comparator.comparingDouble((Done done) -> -done.worth).thenComparingInt(done -> -done.last));
        double room = TRAIL_SHARE * maxTokens;
        List<Done> kept = new ArrayList<>();
        for (Done done : best) {
            double cost = TokenEstimate.of(text(done)) + 2;
            if (cost <= room) {
                room -= cost;
                kept.add(done);
            }
        }
        kept.sort(Comparator.comparingInt(done -> done.last));
        kept.forEach(done -> items.add(item(text(done), StateItem.Kind.PLACE, done.sources)));
        List<String> named = names.best(NAMES_SHARE * maxTokens, objects.keySet());
        if (!named.isEmpty()) {
            List<Long> sources =
                    named.stream().flatMap(name -> names.sources(name).stream()).toList();
            items.add(item(NAMES + String.join(", ", named), StateItem.Kind.PLACE, sources));
        }
        return items;
    }

    private static String text(Done done) {
        if (done.tools.isEmpty()) {
            return done.earlier;
        }
        String counts = counts(done.tools);
        StringBuilder text = new StringBuilder(counts.equals(done.object) ? counts : done.object + ": " + counts);
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
