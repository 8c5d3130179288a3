package io.github.sessioncompression.store;

import io.github.sessioncompression.anchor.AtomScanner;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * The difference between the states that two records show. Immutable.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>Items with equal texts in the same field are in neither list, wherever they are in it.
 *   <li>An item that is gone and an added one of the same field that share a source are one change; each is used once, in order.
 *   <li>Facts are counted over all items, in any spelling that folds to the same, so a fact that moved to another item is kept.
 * </ol>
 *
 * @param added items that only the second shows
 * @param gone items that only the first shows
 * @param changed items of both in other words: in the same field, and made of the same message
 * @param facts how many values the first shows: numbers, dates, names of things and the like
 * @param factsKept how many of them the second shows as well
 * @param tokensBefore the cost of the first's texts, in tokens
 * @param tokensAfter the cost of the second's texts, in tokens
 */
public record RecordDiff(
        List<Placed> added,
        List<Placed> gone,
        List<Change> changed,
        int facts,
        int factsKept,
        int tokensBefore,
        int tokensAfter) {
    /** An item and the wire name of its field. */
    public record Placed(String field, StateItem item) {
        private boolean isOf(Placed other) {
            return field.equals(other.field) && !Collections.disjoint(item.sources(), other.item.sources());
        }

        private String text() {
            return field + ' ' + item.text();
        }
    }

    /** An item before and after. */
    public record Change(Placed before, Placed after) {}

    /** Copies the lists. */
    public RecordDiff {
        added = List.copyOf(added);
        gone = List.copyOf(gone);
        changed = List.copyOf(changed);
    }

    /**
     * The difference between two records of a conversation.
     *
     * @param counter counts the tokens of a text
     */
    public static RecordDiff between(CompressionRecord from, CompressionRecord to, ToIntFunction<String> counter) {
        List<Placed> gone = items(from);
        List<Placed> added = items(to);
        Set<String> before = texts(gone);
        Set<String> after = texts(added);
        gone.removeIf(placed -> after.contains(placed.text()));
        added.removeIf(placed -> before.contains(placed.text()));
        List<Change> changed = new ArrayList<>();
        for (Placed placed : List.copyOf(gone)) {
            added.stream().filter(placed::isOf).findFirst().ifPresent(other -> {
                changed.add(new Change(placed, other));
                gone.remove(placed);
                added.remove(other);
            });
        }
        Set<String> facts = facts(from);
        Set<String> kept = new HashSet<>(facts);
        kept.retainAll(facts(to));
        return new RecordDiff(
                added, gone, changed, facts.size(), kept.size(), tokens(from, counter), tokens(to, counter));
    }

    private static List<Placed> items(CompressionRecord record) {
        List<Placed> items = new ArrayList<>();
        record.injected().texts().keySet().forEach(field -> record.injected()
                .items(field)
                .forEach(item -> items.add(new Placed(field, item))));
        return items;
    }

    private static Set<String> texts(List<Placed> items) {
        return items.stream().map(Placed::text).collect(Collectors.toSet());
    }

    private static Set<String> facts(CompressionRecord record) {
        Set<String> facts = new HashSet<>();
        LanguageProfile usual = Languages.shared().unknown();
        for (StateItem item : record.injected().items()) {
            usual = Languages.shared().detect(item.text(), usual);
            AtomScanner.scan(item.text(), usual).stream()
                    .filter(atom -> !atom.weak())
                    .forEach(atom -> facts.add(atom.folded()));
        }
        return facts;
    }

    private static int tokens(CompressionRecord record, ToIntFunction<String> counter) {
        return record.injected().items().stream()
                .mapToInt(item -> counter.applyAsInt(item.text()))
                .sum();
    }
}
