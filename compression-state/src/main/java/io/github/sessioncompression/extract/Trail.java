package io.github.sessioncompression.extract;

import io.github.sessioncompression.anchor.PosedTurn;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.Artefacts.Work;
import io.github.sessioncompression.state.EntryLabel;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.Letters;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Record of a chat's tool calls: what was created, changed, deleted and run, each with its outcome; the plan that was
 * accepted last; and questions put to the user through a tool, with the answers.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>entries of the previous state come first ({@link #readEarlier}); a later call on the same object replaces the
 *       entry's text and keeps its worth;
 *   <li>each call adds to its object: the deed, the change, and the outcome, which is the first line of a result, of a
 *       command the last one. A call without a result is marked as such, because it may have taken effect;
 *   <li>calls that only read, and commands whose outcome is at most one word, are kept apart; they are written only if
 *       there are no others and the state shows nothing else of the span;
 *   <li>a plan ends with a newer one, with an empty one, and when its result is an error or the assistant did not
 *       continue after a result unlike any accepted before: the user has refused it;
 *   <li>an object's worth is a sum over its calls, of which each has half the worth of one {@value #SHORTEST_HALF_LIFE}
 *       calls later, or a quarter of all calls later if that is more;
 *   <li>the objects of most worth are written, to {@value #SHARE} of the cap, in the order of their last call; plans
 *       and answers need no room of it.
 * </ol>
 *
 * <p><em>Does nothing when</em> there were no calls. <em>Threads</em>: not thread-safe; lives for one run. <em>On
 * failure</em>: throws nothing.
 *
 * @see ToolAction
 * @see ToolCalls
 */
final class Trail {
    /** Speaker of the entry with the plan. */
    private static final String PLAN = "Plan";
    /** Begin of an entry with a question that a tool put to the user. */
    private static final String ASKED = "Asked the user: ";
    /** Outcome of a call without a result. */
    private static final String UNKNOWN = "outcome unknown, may have taken effect";

    private static final String FAILED = "failed";
    private static final String TIMES = "×";
    /** Calls after which the worth of a call is half, at least. */
    private static final int SHORTEST_HALF_LIFE = 20;
    /** Worth of an entry of the previous state, where the last call has 1. */
    private static final double EARLIER = 0.25;
    /** Part of the cap that objects and commands may take. */
    private static final double SHARE = 0.12;

    /** Longest answer of a question tool, in UTF-16 units. */
    private static final int LONGEST_ANSWER = 200;
    /** Longest outcome of a call, in UTF-16 units. */
    private static final int LONGEST_OUTCOME = 80;
    /** Words for work on a file; a tool without such work is named by its name. */
    private static final Map<Work, String> VERBS =
            Map.of(Work.CREATE, "create", Work.MODIFY, "change", Work.DELETE, "delete");
    /** Kinds of the entries that a trail writes. */
    private static final Set<StateItem.Kind> KINDS =
            Set.of(StateItem.Kind.PLACE, StateItem.Kind.ACTION, StateItem.Kind.COMMITMENT);

    /** What was done with one object, and what of it is shown. */
    private static final class Done {
        private final String object;
        /** Number of calls by their verbs, the latest last. */
        private final Map<String, Integer> deeds = new LinkedHashMap<>();

        private final List<Long> sources = new ArrayList<>();
        private String change = "";
        private String outcome = "";
        /** The entry of the previous state, if nothing was done since. */
        private String earlier = "";

        /** Sum of the worths of its calls; the last call of a span has 1. */
        private double worth;
        /** Number of its last call in this run; 0 if only the previous state names it. */
        private int last;

        private Done(String object) {
            this.object = object;
        }
    }

    private final Map<String, Done> objects = new LinkedHashMap<>();
    private final Map<String, Done> reads = new LinkedHashMap<>();
    private final List<StateItem> answers = new ArrayList<>();
    /** First lines of results after which the assistant continued, under the tools' names. */
    private final Set<String> accepted = new HashSet<>();

    private @Nullable StateItem plan;
    private boolean endsPlan;
    private int calls;

    /** The plan and the answers of question tools among calls alone. */
    static Trail laidDown(List<AnsweredCall> calls) {
        Trail trail = new Trail();
        calls.forEach(trail::layDown);
        return trail;
    }

    /** The accepted plan and the answers of question tools, as entries that no state may lack. */
    List<StateItem> laidDown() {
        List<StateItem> all = new ArrayList<>(answers);
        if (plan != null) {
            all.add(plan);
        }
        return all;
    }

    /** True if an earlier plan is no longer in force. */
    boolean endsPlan() {
        return endsPlan;
    }

    /** True for a plan that another one replaces. */
    static boolean isPlan(StateItem item) {
        return item.text().startsWith(PLAN)
                && EntryLabel.read(item.text()).speaker().equals(PLAN);
    }

    /** True for an entry of a state that a trail wrote, by its origin and kind. */
    static boolean isOwn(StateItem item) {
        return item.origin() == StateItem.Origin.TOOL && KINDS.contains(item.kind());
    }

    /** Takes back an entry of the previous state: a plan, a question with its answer, or an object. */
    void readEarlier(StateItem item) {
        String text = item.text();
        if (isPlan(item)) {
            plan = item;
        } else if (text.startsWith(ASKED)) {
            answers.add(item);
        } else {
            int colon = text.indexOf(": ");
            Done done = objects.computeIfAbsent(colon < 0 ? text : text.substring(0, colon), Done::new);
            done.earlier = text;
            done.worth += EARLIER;
            done.sources.addAll(item.sources());
        }
    }

    /** Reads the calls of a span, in order; {@code tools} is the work that the application has set, by name. */
    void read(List<Entry> span, Map<String, Work> tools) {
        List<AnsweredCall> all = AnsweredCall.of(span, tools);
        double halfLife = Math.max(SHORTEST_HALF_LIFE, all.size() / 4.0);
        for (int i = 0; i < all.size(); i++) {
            AnsweredCall call = all.get(i);
            layDown(call);
            add(call, StrictMath.pow(0.5, (all.size() - 1 - i) / halfLife));
        }
    }

    /** Reads what a call lays down: a plan, or a question with its answer. */
    private void layDown(AnsweredCall call) {
        ToolAction action = call.action();
        String line = action.tool() + '\n' + call.firstLine("");
        if (call.result() != null && !call.stopped()) {
            accepted.add(line);
        }
        if (action.plan() != null) {
            endsPlan = true;
            boolean refused = call.failed() || (call.stopped() && !accepted.contains(line));
            plan = action.plan().isEmpty() || refused ? null : plan(call, action.plan());
        }
        if (!action.question().isEmpty() && call.result() != null) {
            String answer = Letters.head(call.text().replace('\n', ' '), LONGEST_ANSWER);
            String exchange = ASKED + action.question() + " → " + answer;
            answers.add(item(
                    exchange, StateItem.Kind.COMMITMENT, List.of(call.result().sequence())));
        }
    }

    private static StateItem plan(AnsweredCall call, String tasks) {
        Entry result = call.result();
        LocalDate day = EntryLabel.day(result == null ? null : result.message().timestamp());
        String outcome = result == null ? "" : " → " + Letters.head(call.firstLine(""), LONGEST_OUTCOME);
        String text = new EntryLabel(PLAN, day, tasks + outcome).write();
        return item(text, StateItem.Kind.COMMITMENT, call.sources());
    }

    /** Adds a call to its object; nothing for plans and questions, which have entries of their own. */
    private void add(AnsweredCall call, double worth) {
        ToolAction action = call.action();
        if (action.plan() != null || !action.question().isEmpty()) {
            return;
        }
        String outcome = outcome(call);
        Work work = action.work() == Work.READ ? Work.NONE : action.work();
        boolean tells = work != Work.NONE || call.result() == null || call.failed() || call.stopped();
        Map<String, Done> kept = (action.isCommand() ? saysMore(outcome) : tells) ? objects : reads;
        Done done = kept.computeIfAbsent(action.object().isEmpty() ? action.tool() : action.object(), Done::new);
        String deed =
                action.isCommand() ? "" : action.isPlace() ? VERBS.getOrDefault(work, action.tool()) : action.tool();
        Integer before = done.deeds.remove(deed);
        done.deeds.put(deed, before == null ? 1 : before + 1);
        done.change = action.change().isEmpty() ? done.change : action.change();
        done.outcome = outcome;
        done.worth += worth;
        done.last = ++calls;
        done.sources.addAll(call.sources());
    }

    /** True for the outcome of a command that is more than a word. */
    private static boolean saysMore(String outcome) {
        return outcome.indexOf(' ') > 0 || (!outcome.isEmpty() && Letters.all(outcome, Letters::isDigit));
    }

    /** The outcome of a call in one line; empty if its result has no text, or is written like a turn of the chat. */
    private static String outcome(AnsweredCall call) {
        if (call.result() == null) {
            return UNKNOWN;
        }
        boolean command = call.action().isCommand() && !call.stopped();
        String object = call.action().object();
        String shown = command || call.failed() ? call.lastLine() : call.firstLine(object);
        List<ToolData.Value> data =
                ToolData.read(call.text()).stream().flatMap(List::stream).toList();
        String told = data.isEmpty() ? shown : ToolAction.pairs(data);
        String said = PosedTurn.isAt(told) ? "" : Letters.head(told, LONGEST_OUTCOME);
        return !call.failed() ? said : said.isEmpty() ? FAILED : FAILED + " (" + said + ")";
    }

    /** The entries, the weightiest first: answers and the plan, then objects in the order of their last call. */
    List<StateItem> write(int maxTokens) {
        return write(new ArrayList<>(objects.values()), maxTokens);
    }

    /** Like {@link #write(int)}, with the calls that only read if there are no others; for a span without other entries. */
    List<StateItem> writeAll(int maxTokens) {
        List<Done> all = new ArrayList<>(objects.values());
        if (all.stream().allMatch(done -> done.deeds.isEmpty())) {
            all.addAll(reads.values());
        }
        return write(all, maxTokens);
    }

    /**
     * The entries of the plan, the answers, and the best objects that fit.
     *
     * @param best candidates in any order; is sorted
     * @param maxTokens the cap of the state, of which the objects take {@link #SHARE}
     */
    private List<StateItem> write(List<Done> best, int maxTokens) {
        List<StateItem> items = laidDown();
        best.removeIf(done -> text(done).isBlank());
        best.sort(Comparator.comparingDouble((Done done) -> -done.worth).thenComparingInt(done -> -done.last));
        double room = SHARE * maxTokens;
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
        return items;
    }

    /** The entry of an object: {@code object: deeds; change; outcome}, as far as there are such. */
    private static String text(Done done) {
        if (done.deeds.isEmpty()) {
            return done.earlier;
        }
        String deeds = done.deeds.entrySet().stream()
                .map(deed -> deed.getValue() > 1 ? deed.getKey() + " " + TIMES + deed.getValue() : deed.getKey())
                .map(String::strip)
                .filter(deed -> !deed.isEmpty() && !deed.equals(done.object))
                .collect(Collectors.joining(", "));
        String told = Stream.of(deeds, done.change, done.outcome)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("; "));
        return told.isEmpty() ? done.object : done.object + ": " + told;
    }

    private static StateItem item(String text, StateItem.Kind kind, List<Long> sources) {
        return new StateItem(text, kind, StateItem.capped(sources), StateItem.Origin.TOOL, StateItem.Writer.RULES);
    }
}
