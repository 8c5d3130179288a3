package io.github.sessioncompression;

import io.github.sessioncompression.StoredReading.StoreDelta.Change;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonSyntaxException;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.recall.CompressedSegment;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.Counters.RecallUse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Counts what a chat misses of the messages that left its context, and what it uses of those that came back, as far as this process sees
 * both.
 *
 * <p>Missed: a tool call made again with the same arguments though its result is no longer shown, and a value that a user names though
 * neither state nor messages show it. Used: something that came back if the answer has a value of it that question and state lack. Keeps
 * hashes only, the latest {@value #MAX_HASHES} of each kind. Not thread-safe.
 */
final class RecallAccount {
    private static final int MAX_HASHES = 2_048;
    private static final int MAX_PENDING = 20;
    private static final int READ_CHARS = 4_000;
    private static final int MAX_ARGUMENTS_CHARS = 100_000;

    private final Set<Integer> values = new LinkedHashSet<>();
    private final Set<Integer> calls = new LinkedHashSet<>();
    /** The telling values of each thing that came back in this turn. */
    private final List<Set<Integer>> pending = new ArrayList<>();

    private RecallUse counted = RecallUse.NONE;
    private String incarnation = "";
    private long revision;
    private long boundary;
    private boolean evicts;

    /**
     * Follows a change of the stored chat.
     *
     * @param said true if added messages were said through this process
     */
    void follow(Change change, StoredChat stored, ContextRules rules, boolean said) {
        boolean same = stored.incarnation().equals(incarnation)
                && (stored.revision() == revision || evicts)
                && stored.boundary() >= boundary;
        if (!same) {
            values.clear();
            calls.clear();
            pending.clear();
        }
        if (change instanceof Change.Added added) {
            added.entries().forEach(entry -> take(entry.message(), said));
        } else if (same && change instanceof Change.Rewritten rewritten) {
            leave(rewritten.before(), stored, rules);
        }
        incarnation = stored.incarnation();
        revision = stored.revision();
        boundary = stored.boundary();
        evicts = false;
    }

    /** The next change deletes archived messages: what is known of them stays. */
    void evicts() {
        evicts = true;
    }

    private void take(Message message, boolean said) {
        int missed = message.role() == Role.SYSTEM ? 0 : removeAll(values, hashes(message.text()));
        int repeated = removeAll(
                calls, message.toolCalls().stream().map(RecallAccount::hash).toList());
        if (message.role() == Role.USER) {
            pending.clear();
        } else if (message.role() == Role.ASSISTANT) {
            use(message);
        }
        if (said) {
            count(new RecallUse(0, 0, 0, repeated, message.role() == Role.USER ? missed : 0));
        }
    }

    private static int removeAll(Set<Integer> from, Iterable<Integer> hashes) {
        int removed = 0;
        for (Integer hash : hashes) {
            removed += from.remove(hash) ? 1 : 0;
        }
        return removed;
    }

    private void use(Message message) {
        Set<Integer> said = hashes(message.text());
        message.toolCalls().forEach(call -> said.addAll(hashes(call.arguments())));
        int before = pending.size();
        pending.removeIf(values -> values.stream().anyMatch(said::contains));
        count(new RecallUse(0, 0, before - pending.size(), 0, 0));
        if (!message.callsTools()) {
            pending.clear();
        }
    }

    /** Notes texts that came back into the context for the current turn. */
    void cameBack(List<String> texts, StoredChat stored) {
        Set<Integer> telling = new HashSet<>();
        texts.forEach(text -> telling.addAll(hashes(text)));
        stateTexts(stored).forEach(text -> telling.removeAll(hashes(text)));
        stored.active().stream()
                .filter(entry -> entry.message().role() == Role.USER)
                .reduce((first, second) -> second)
                .ifPresent(
                        question -> telling.removeAll(hashes(question.message().text())));
        count(new RecallUse(1, telling.isEmpty() ? 0 : 1, 0, 0, 0));
        if (!telling.isEmpty() && pending.size() < MAX_PENDING) {
            pending.add(telling);
        }
    }

    private static Stream<String> stateTexts(StoredChat stored) {
        return Stream.concat(stored.states().stream(), Stream.of(stored.record().injected()))
                .flatMap(state -> state.items().stream())
                .map(StateItem::text);
    }

    /** Notes what was active and is no longer shown: values of messages, and calls without their results. */
    private void leave(List<Entry> before, StoredChat stored, ContextRules rules) {
        List<Message> gone = before.stream()
                .filter(entry ->
                        entry.sequence() <= stored.boundary() && entry.message().role() != Role.SYSTEM)
                .map(Entry::message)
                .toList();
        if (!gone.isEmpty()) {
            Set<Integer> left = new LinkedHashSet<>();
            gone.forEach(message -> left.addAll(hashes(message.text())));
            stateTexts(stored).forEach(text -> left.removeAll(hashes(text)));
            rules.shown(stored.entries(), stored.prunedThrough())
                    .forEach(entry -> left.removeAll(hashes(entry.message().text())));
            addLatest(values, left);
        }
        Set<Integer> leftCalls = new HashSet<>();
        gone.forEach(message -> message.toolCalls().forEach(call -> leftCalls.add(hash(call))));
        Map<String, Integer> made = new HashMap<>();
        Set<Integer> shown = new HashSet<>();
        for (Entry entry : stored.entries()) {
            entry.message().toolCalls().forEach(call -> made.put(call.id(), hash(call)));
            Integer call = entry.message().role() == Role.TOOL
                    ? made.get(entry.message().toolCallId())
                    : null;
            if (call != null) {
                boolean pruned = entry.sequence() <= stored.prunedThrough()
                        && !rules.pruner().view(entry, stored.prunedThrough()).equals(entry);
                (pruned ? leftCalls : shown).add(call);
            }
        }
        leftCalls.removeAll(shown);
        addLatest(calls, leftCalls);
    }

    private static void addLatest(Set<Integer> to, Set<Integer> hashes) {
        to.addAll(hashes);
        to.stream().limit(Math.max(0, to.size() - MAX_HASHES)).toList().forEach(to::remove);
    }

    /** The hashes of the values at the head of a text. */
    private static Set<Integer> hashes(String text) {
        Set<Integer> hashes = new LinkedHashSet<>();
        CompressedSegment.values(text.substring(0, Math.min(text.length(), READ_CHARS)))
                .forEach(value -> hashes.add(value.toLowerCase(Locale.ROOT).hashCode()));
        return hashes;
    }

    /** The hash of a call's name and arguments, in any order of these. */
    private static int hash(ToolCall call) {
        String arguments = call.arguments();
        try {
            return (call.name()
                            + (arguments.length() > MAX_ARGUMENTS_CHARS
                                    ? arguments
                                    : Json.write(new TreeMap<>(Json.parseObject(arguments)))))
                    .hashCode();
        } catch (JsonSyntaxException e) {
            return (call.name() + arguments).hashCode();
        }
    }

    private void count(RecallUse more) {
        counted = counted.plus(more);
    }

    /** The counts since this was called last. */
    RecallUse take() {
        RecallUse taken = counted;
        counted = RecallUse.NONE;
        return taken;
    }
}
