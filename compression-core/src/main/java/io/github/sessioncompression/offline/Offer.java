package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What somebody offers in an utterance, of which the other side's next words may choose: the items of a list, "B. Move it", or else a
 * statement or a long question whose value is repeated. "B" and "200" say nothing without it.
 *
 * <p>Not thread-safe; lives for one compilation.
 */
final class Offer {
    /** Words of what is repeated with a choice of it. */
    private static final int LONGEST = 30;
    /** Words of a sentence that chooses. */
    private static final int LONGEST_CHOICE = 24;
    /** Items that one choice names. */
    private static final int MOST_CHOSEN = 3;
    /** Words of content, values apart, of a statement that says what a value is of. */
    private static final int SAYS = 2;
    /** What is offered and not chosen is no fact. */
    private static final double NOT_CHOSEN = 0.3;

    private final List<Sentence> said;

    /** What the sentences of one utterance offer. */
    Offer(List<Sentence> said) {
        this.said = said;
    }

    /** What a sentence of the other side chooses or repeats a value of, as something that was asked; {@code null} if it does neither. */
    @Nullable
    Sentence chosenBy(Sentence sentence) {
        boolean open = !sentence.question
                && !sentence.aside
                && sentence.utterance.origin() != Utterance.Origin.STATE
                && sentence.words.size() <= LONGEST_CHOICE
                && !said.isEmpty()
                && !said.get(0).utterance.speaker().equals(sentence.utterance.speaker());
        if (!open) {
            return null;
        }
        Choice choice = new Choice(sentence, said);
        Sentence item = choice.mayName() ? chosen(choice) : null;
        return item == null ? valued(choice.values()) : item;
    }

    private @Nullable Sentence chosen(Choice choice) {
        List<OfferedItem> items = OfferedItem.of(said);
        List<OfferedItem> chosen = items.size() < 2 ? List.of() : choice.of(items);
        boolean denied = choice.denies();
        if (chosen.isEmpty() || chosen.size() > MOST_CHOSEN || (denied && chosen.size() > 1)) {
            return null;
        }
        Sentence all = chosen.get(0).part();
        for (OfferedItem item : chosen.subList(1, chosen.size())) {
            all = joined(all, item.part());
        }
        if (all.words.size() > LONGEST) {
            return null;
        }
        List<OfferedItem> others = new ArrayList<>(items);
        others.removeAll(denied ? items : chosen);
        others.forEach(other -> other.weigh(said, NOT_CHOSEN));
        return all;
    }

    private static Sentence joined(Sentence one, Sentence other) {
        int[][] terms = new int[one.terms.length + other.terms.length][];
        System.arraycopy(one.terms, 0, terms, 0, one.terms.length);
        System.arraycopy(other.terms, 0, terms, one.terms.length, other.terms.length);
        Sentence joined = one.goingOn(other);
        joined.terms = terms;
        return joined;
    }

    /** The last sentence that gives all of some values and says what they are of; or a question at the end. */
    private @Nullable Sentence valued(Set<String> values) {
        for (int i = said.size() - 1; i >= 0 && !values.isEmpty(); i--) {
            Sentence sentence = said.get(i);
            Set<String> left = new HashSet<>(values);
            sentence.words.forEach(word -> left.remove(word.lower()));
            boolean last = i == said.size() - 1 && sentence.question;
            if ((left.isEmpty() || last) && says(sentence) && sentence.words.size() <= LONGEST) {
                return sentence;
            }
        }
        return null;
    }

    private static boolean says(Sentence sentence) {
        long content = sentence.words.stream()
                .filter(word -> !word.isAtom() && !isIdle(sentence, word))
                .count();
        return content >= SAYS || (sentence.profile.isUnspaced() && content > 0);
    }

    private static boolean isIdle(Sentence sentence, Word word) {
        return sentence.profile.isStop(word.lower()) || sentence.profile.isLight(word.lower());
    }
}
