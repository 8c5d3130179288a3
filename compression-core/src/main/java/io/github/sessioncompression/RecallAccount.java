package io.github.sessioncompression;

import io.github.sessioncompression.Pins.Turns;
import io.github.sessioncompression.StoredReading.StoreDelta.Change;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.recall.CompressedSegment;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.Counters.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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

    private Set<Integer> values = Set.of();
    private Set<Integer> calls = Set.of();
    /** The values of each thing that came back in this turn. */
    private final List<Set<Integer>> pending = new ArrayList<>();

    private Counters counted = Counters.NONE;
    private String incarnation = "";
    private long revision;
    private long boundary;
    private boolean evicts;

    /** Follows a change of the stored chat; {@code said} is true if added messages were said through this process. */
    void follow(Change change, StoredChat stored, ContextRules rules, boolean said) {
        boolean same = stored.incarnation().equals(incarnation)
                && (stored.revision() == revision || evicts)
                && stored.boundary() >= boundary;
        if (!same) {
            values = Set.of();
            calls = Set.of();
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
        boolean user = message.role() == Role.USER;
        boolean assistant = message.role() == Role.ASSISTANT;
        // Texts are read only if a value of theirs can be one that left or came back.
        boolean isRead = !values.isEmpty() && message.role() != Role.SYSTEM;
        int missed = isRead ? removeAll(values, valuesIn(message.text())) : 0;
        int repeated = calls.isEmpty() ? 0 : removeAll(calls, callsIn(message));
        int before = pending.size();
        if (assistant && before > 0) {
            Set<Integer> answered = valuesIn(message.text());
            message.toolCalls().forEach(call -> answered.addAll(valuesIn(call.arguments())));
            pending.removeIf(quoted -> !Collections.disjoint(quoted, answered));
        }
        int used = before - pending.size();
        if (user || (assistant && !message.callsTools())) {
            pending.clear();
        }
        if (used + repeated + missed > 0) {
            counted = counted.plus(
                    Counters.of(Field.BROUGHT_BACK_USED, used, said ? repeated : 0, said && user ? missed : 0));
        }
    }

    private static int removeAll(Set<Integer> from, Set<Integer> hashes) {
        int before = from.size();
        hashes.forEach(from::remove);
        return before - from.size();
    }

    /** Notes texts that came back into the context for the current turn. */
    void cameBack(List<String> texts, StoredChat stored) {
        Set<Integer> quoted = new HashSet<>();
        texts.forEach(text -> quoted.addAll(valuesIn(text)));
        removeStateValues(quoted, stored);
        removeAll(quoted, valuesIn(Turns.lastText(stored.active(), Role.USER)));
        counted = counted.plus(Counters.of(Field.BROUGHT_BACK, 1, quoted.isEmpty() ? 0 : 1));
        if (!quoted.isEmpty() && pending.size() < MAX_PENDING) {
            pending.add(quoted);
        }
    }

    private static void removeStateValues(Set<Integer> from, StoredChat stored) {
        Stream.concat(stored.states().stream(), Stream.of(stored.record().injected()))
                .flatMap(state -> state.items().stream())
                .forEach(item -> removeAll(from, valuesIn(item.text())));
    }

    /** Notes what was active and is no longer shown: values of messages, and calls without their results. */
    private void leave(List<Entry> before, StoredChat stored, ContextRules rules) {
        Set<Integer> left = new LinkedHashSet<>();
        Set<Integer> leftCalls = new LinkedHashSet<>();
        for (Entry entry : before) {
            if (entry.sequence() <= stored.boundary() && entry.message().role() != Role.SYSTEM) {
                left.addAll(valuesIn(entry.message().text()));
                leftCalls.addAll(callsIn(entry.message()));
            }
        }
        if (!left.isEmpty()) {
            removeStateValues(left, stored);
            rules.shown(stored.entries(), stored.pruned())
                    .forEach(entry -> removeAll(left, valuesIn(entry.message().text())));
        }
        Map<String, Integer> made = new HashMap<>();
        Set<Integer> shown = new HashSet<>();
        for (Entry entry : stored.entries()) {
            entry.message().toolCalls().forEach(call -> made.put(call.id(), hash(call)));
            Integer call = entry.message().role() == Role.TOOL
                    ? made.get(entry.message().toolCallId())
                    : null;
            if (call != null) {
                boolean pruned = stored.pruned().covers(entry.sequence())
                        && !rules.pruner().view(entry, stored.pruned()).equals(entry);
                (pruned ? leftCalls : shown).add(call);
            }
        }
        leftCalls.removeAll(shown);
        values = latest(values, left);
        calls = latest(calls, leftCalls);
    }

    private static Set<Integer> latest(Set<Integer> before, Set<Integer> hashes) {
        Set<Integer> all = new LinkedHashSet<>(before);
        all.addAll(hashes);
        all.stream().limit(Math.max(0, all.size() - MAX_HASHES)).toList().forEach(all::remove);
        return all;
    }

    /** The hashes of the values at the head of a text. */
    private static Set<Integer> valuesIn(String text) {
        String head = text.substring(0, Math.min(text.length(), READ_CHARS));
        return CompressedSegment.values(head).stream()
                .map(value -> value.toLowerCase(Locale.ROOT).hashCode())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Set<Integer> callsIn(Message message) {
        return message.toolCalls().stream().map(RecallAccount::hash).collect(Collectors.toSet());
    }

    private static int hash(ToolCall call) {
        return (call.name() + call.arguments()).hashCode();
    }

    /** The counts since this was called last. */
    Counters take() {
        Counters taken = counted;
        counted = Counters.NONE;
        return taken;
    }
}
