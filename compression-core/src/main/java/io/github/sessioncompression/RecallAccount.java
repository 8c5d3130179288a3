package io.github.sessioncompression;

import io.github.sessioncompression.StoredReading.StoreDelta.Change;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonSyntaxException;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.Counters.RecallUse;
import io.github.sessioncompression.survival.MissingValues;
import io.github.sessioncompression.survival.ValueMarks;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is missed of what left a chat's context, and what is used of what came back into it, as far as this process has seen both.
 *
 * <p>A tool call is missed that is made again with the same arguments though its result is no longer shown; a value is that a user names
 * though neither state nor messages show it. What came back is used if the answer has a value of it that neither the question nor the
 * state has. A message costs its own length at most, and what a compression covers and leaves is read with the messages that
 * follow, a part with each. Kept are hashes, of which the latest stay. Not safe for use by many threads.
 */
final class RecallAccount {
    /** So many values, or calls, are known to have left at most. */
    private static final int MOST = 2_048;
    /** So many characters of what left are read with each message: some hundredths of a second. */
    private static final int READ_AT_ONCE = 32_000;
    /** So many compressions are waited for to be read. */
    private static final int MOST_LEAVING = 4;
    /** So often what comes back within a turn is looked at. */
    private static final int MOST_PENDING = 20;
    /** Arguments that are longer are compared as they are written. */
    private static final int MOST_ARGUMENT_CHARS = 100_000;

    private final RecentMarks values = new RecentMarks(MOST);
    private final RecentMarks calls = new RecentMarks(MOST);
    /** Of each that came back in this turn the values by which its use is told. */
    private final List<RecentMarks> pending = new ArrayList<>();

    /** Messages that left whose values are yet to be read. */
    private final Deque<MissingValues> leaving = new ArrayDeque<>();

    private RecallUse counted = RecallUse.NONE;
    private String incarnation = "";
    private long revision;
    /** Whether messages go next that left the context before. */
    private boolean evicts;

    private long boundary;

    /**
     * What is stored has changed.
     *
     * @param said whether what was added was said through this process
     */
    void follow(Change change, StoredChat stored, ContextRules rules, boolean said) {
        boolean same = stored.incarnation().equals(incarnation)
                && (stored.revision() == revision || evicts)
                && stored.boundary() >= boundary;
        if (!same) {
            clear();
        }
        if (change instanceof Change.Added added) {
            for (Entry entry : added.entries()) {
                take(entry.message(), said);
            }
        } else if (same && change instanceof Change.Rewritten rewritten) {
            leave(rewritten.before(), stored, rules);
        }
        incarnation = stored.incarnation();
        revision = stored.revision();
        evicts = false;
        boundary = stored.boundary();
    }

    /** The next change takes messages away that no view shows: what is known of them stays. */
    void evicts() {
        evicts = true;
    }

    private void clear() {
        values.clear();
        calls.clear();
        pending.clear();
        leaving.clear();
    }

    private void take(Message message, boolean said) {
        if (message.role() == Role.USER) {
            pending.clear();
            int missed = named(message);
            if (said && missed > 0) {
                count(new RecallUse(0, 0, 0, 0, missed));
            }
        } else if (message.role() == Role.ASSISTANT) {
            use(message);
            named(message);
            int repeated = 0;
            for (ToolCall call : message.toolCalls()) {
                repeated += !calls.isEmpty() && calls.removeAny(List.of(mark(call))) ? 1 : 0;
            }
            if (said && repeated > 0) {
                count(new RecallUse(0, 0, 0, repeated, 0));
            }
        } else if (message.role() == Role.TOOL) {
            named(message);
        }
    }

    /** How many values that had left the context the message brings in again. */
    private int named(Message message) {
        readOn();
        if (values.isEmpty()) {
            return 0;
        }
        int found = 0;
        for (List<Long> value : ValueMarks.in(message.text())) {
            found += values.removeAny(value) ? 1 : 0;
        }
        return found;
    }

    /** Looks which of what came back the message has a value of. */
    private void use(Message message) {
        if (pending.isEmpty()) {
            return;
        }
        List<List<Long>> said = new ArrayList<>(ValueMarks.in(message.text()));
        message.toolCalls().forEach(call -> said.addAll(ValueMarks.in(call.arguments())));
        int used = 0;
        for (RecentMarks each : List.copyOf(pending)) {
            if (said.stream().anyMatch(each::removeAny)) {
                used++;
                pending.remove(each);
            }
        }
        count(new RecallUse(0, 0, used, 0, 0));
        if (!message.callsTools()) {
            pending.clear();
        }
    }

    /**
     * Something came back into the context for the turn that is on.
     *
     * @param texts what came back
     */
    void cameBack(List<String> texts, StoredChat stored) {
        List<String> known = stateTexts(stored);
        known.add(question(stored.active()));
        List<List<Long>> telling = MissingValues.of(texts, known);
        count(new RecallUse(1, telling.isEmpty() ? 0 : 1, 0, 0, 0));
        if (!telling.isEmpty() && pending.size() < MOST_PENDING) {
            RecentMarks marks = new RecentMarks(MOST);
            telling.forEach(value -> value.forEach(marks::add));
            pending.add(marks);
        }
    }

    private static String question(List<Entry> active) {
        for (int i = active.size() - 1; i >= 0; i--) {
            if (active.get(i).message().role() == Role.USER) {
                return active.get(i).message().text();
            }
        }
        return "";
    }

    private static List<String> stateTexts(StoredChat stored) {
        List<StateDocument> states = new ArrayList<>(stored.states());
        states.add(stored.record().injected());
        List<String> texts = new ArrayList<>();
        states.forEach(state -> state.items().stream().map(StateItem::text).forEach(texts::add));
        return texts;
    }

    /** Notes what is no longer shown of the messages that were active. */
    private void leave(List<Entry> before, StoredChat stored, ContextRules rules) {
        // What is pinned of it is shown, so it is not missed.
        List<Entry> gone = before.stream()
                .filter(entry -> entry.sequence() <= stored.boundary())
                .toList();
        leaveCalls(gone, stored, rules);
        if (!gone.isEmpty()) {
            List<String> shown = stateTexts(stored);
            rules.shown(stored.entries(), stored.prunedThrough())
                    .forEach(entry -> shown.add(entry.message().text()));
            List<String> texts = gone.stream()
                    .filter(entry -> entry.message().role() != Role.SYSTEM)
                    .map(entry -> entry.message().text())
                    .toList();
            if (leaving.size() == MOST_LEAVING) {
                leaving.remove();
            }
            leaving.add(new MissingValues(texts, shown));
        }
    }

    /** Reads some more of what left: no message waits until all of a large context is read. */
    private void readOn() {
        while (!leaving.isEmpty()) {
            MissingValues next = leaving.element();
            next.read(READ_AT_ONCE).forEach(value -> value.forEach(values::add));
            if (!next.isDone()) {
                return;
            }
            leaving.remove();
        }
    }

    private void leaveCalls(List<Entry> gone, StoredChat stored, ContextRules rules) {
        Set<Long> left = new HashSet<>();
        gone.forEach(entry -> entry.message().toolCalls().forEach(call -> left.add(mark(call))));
        Map<String, Long> made = new HashMap<>();
        Set<Long> shown = new HashSet<>();
        for (Entry entry : stored.entries()) {
            Message message = entry.message();
            message.toolCalls().forEach(call -> made.put(call.id(), mark(call)));
            Long call = message.role() == Role.TOOL ? made.get(message.toolCallId()) : null;
            if (call != null) {
                (isPlaceholder(entry, stored.prunedThrough(), rules) ? left : shown).add(call);
            }
        }
        left.removeAll(shown);
        left.forEach(calls::add);
    }

    private static boolean isPlaceholder(Entry entry, long prunedThrough, ContextRules rules) {
        return entry.sequence() <= prunedThrough
                && !rules.pruner().view(entry, prunedThrough).equals(entry);
    }

    /** A call by its name and arguments, in whatever order these are written. */
    private static long mark(ToolCall call) {
        return ValueMarks.mark(call.name() + '\n' + ordered(call.arguments()));
    }

    private static String ordered(String arguments) {
        if (arguments.length() > MOST_ARGUMENT_CHARS) {
            return arguments;
        }
        try {
            Map<String, @Nullable Object> sorted = new TreeMap<>(Json.parseObject(arguments));
            return Json.write(sorted);
        } catch (JsonSyntaxException e) {
            return arguments;
        }
    }

    private void count(RecallUse more) {
        counted = counted.plus(more);
    }

    /** What was counted since this was called last. */
    RecallUse take() {
        RecallUse taken = counted;
        counted = RecallUse.NONE;
        return taken;
    }
}
