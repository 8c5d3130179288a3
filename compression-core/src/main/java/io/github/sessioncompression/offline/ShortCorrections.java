package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.ShortRejected;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the time or the day that a sentence says is wrong by its number alone: "3 pm instead of 2". Stateless. */
final class ShortCorrections {
    /** Sentences back in which it is looked for. */
    static final int LOOK_BACK = 60;

    /** Numbers that are looked at: among more of them none is meant. */
    private static final int MOST_NUMBERS = 120;

    /** Words of a time or a day. */
    private static final int LONGEST = 4;

    private ShortCorrections() {}

    /**
     * What the same speaker said of the same, or else the only one that the speaker gave.
     *
     * @return {@code null} if the sentence says so of none, or if it is not clear which is meant
     */
    static Corrections.@Nullable Corrected find(Sentence sentence, List<Sentence> before, Matter matter) {
        ShortRejected wrong = sentence.wrong;
        if (wrong == null || sentence.utterance.origin() == Utterance.Origin.STATE) {
            return null;
        }
        List<Corrections.Corrected> found = new ArrayList<>(1);
        int numbers = 0;
        for (Sentence earlier : before) {
            boolean may = !earlier.question
                    && earlier.utterance.order() != sentence.utterance.order()
                    && earlier.utterance.speaker().equals(sentence.utterance.speaker());
            numbers += may ? (int) earlier.words.stream().filter(Word::isAtom).count() : 0;
            if (numbers > MOST_NUMBERS) {
                return null;
            }
            Value value = may ? given(earlier, wrong) : null;
            if (value != null) {
                found.add(new Corrections.Corrected(earlier, value));
            }
        }
        if (found.stream().anyMatch(each -> isSame(each, sentence, matter))) {
            found.removeIf(each -> !isSame(each, sentence, matter));
        }
        Corrections.Corrected last = found.isEmpty() ? null : found.get(found.size() - 1);
        boolean one = last != null
                && found.stream()
                        .allMatch(each -> each.equals(last)
                                || Matter.shared(matter.of(each.sentence()), matter.of(last.sentence())) > 0);
        return one ? last : null;
    }

    private static boolean isSame(Corrections.Corrected found, Sentence sentence, Matter matter) {
        return Matter.shared(matter.of(found.sentence()), matter.of(sentence)) > 0;
    }

    private static @Nullable Value given(Sentence earlier, ShortRejected wrong) {
        for (int i = 0; i < earlier.words.size(); i++) {
            Word word = earlier.words.get(i);
            boolean may = word.isAtom()
                    || (i + 1 < earlier.words.size() && earlier.words.get(i + 1).isAtom());
            for (int to = i + 1; may && to <= Math.min(earlier.words.size(), i + LONGEST); to++) {
                Value value = new Value(i, to);
                if (!value.isSuperseded(earlier)
                        && !value.isRejected(earlier)
                        && wrong.isGivenBy(
                                NoteStyle.write(earlier, i, to), word.surface().length())) {
                    return value;
                }
            }
        }
        return null;
    }
}
