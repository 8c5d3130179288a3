package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list in which several things have a value each: "Ghent 600, Rouen 450, Nantes 800".
 *
 * @param from its first word
 * @param to behind its last
 */
record ListPart(int from, int to) {
    /** Things. */
    private static final int FEWEST = 3;
    /** Words of a thing and its value. */
    private static final int LONGEST = 5;

    /**
     * The one part whose thing a later sentence is about, with a value in whose place one of that may stand.
     *
     * @param subject what the later sentence is about
     * @return {@code null} if there is none, or more than one
     */
    static @Nullable ListPart of(Sentence list, Sentence by, Set<Integer> subject, List<Value> values) {
        if (list.clauses.stream().anyMatch(clause -> clause.superseded)) {
            return null;
        }
        int things = 0;
        List<ListPart> meant = new ArrayList<>(1);
        int from = list.answerFrom;
        for (int i = from; i < list.words.size(); i++) {
            if (list.words.get(i).after() == 0 && i < list.words.size() - 1) {
                continue;
            }
            ListPart part = new ListPart(from, i + 1);
            from = i + 1;
            Value old = part.value(list);
            boolean like = old != null && values.stream().anyMatch(value -> value.isLike(by, old, list));
            Set<Integer> thing = like ? part.thing(list) : Set.of();
            things += thing.isEmpty() ? 0 : 1;
            if (old != null && !thing.isEmpty() && subject.containsAll(thing) && !isRepeated(old, list, by, values)) {
                meant.add(part);
            }
        }
        return things >= FEWEST && meant.size() == 1 ? meant.get(0) : null;
    }

    private static boolean isRepeated(Value old, Sentence list, Sentence by, List<Value> values) {
        return values.stream().anyMatch(value -> value.text(by).equals(old.text(list)));
    }

    /** Its only number; {@code null} if it has none, or more. */
    private @Nullable Value value(Sentence list) {
        List<Value> values = Value.in(list).stream()
                .filter(value -> from <= value.at() && value.at() < to)
                .filter(value -> list.words.get(value.at()).isAtom())
                .toList();
        return to - from <= LONGEST && values.size() == 1 ? values.get(0) : null;
    }

    private Set<Integer> thing(Sentence list) {
        Set<Integer> thing = new HashSet<>();
        for (int i = from; i < to; i++) {
            Word word = list.words.get(i);
            if (!word.isAtom() && !list.profile.use(word).isLight()) {
                Arrays.stream(list.terms[i]).forEach(thing::add);
            }
        }
        return thing;
    }

    /** The list without it. */
    Sentence takenOut(Sentence list) {
        List<Word> words = new ArrayList<>(list.words.subList(0, from));
        words.addAll(list.words.subList(to, list.words.size()));
        Sentence rest = list.withWords(words);
        rest.answerFrom = list.answerFrom;
        rest.provenance = list.provenance;
        rest.weight = list.weight;
        rest.order = list.order;
        rest.terms = new int[words.size()][];
        System.arraycopy(list.terms, 0, rest.terms, 0, from);
        System.arraycopy(list.terms, to, rest.terms, from, list.terms.length - to);
        rest.cut();
        list.clauses.stream()
                .map(clause -> clause.objection)
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(against -> rest.clauses.forEach(clause -> clause.objection = against));
        return rest;
    }
}
