package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.ShortRejected;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the time or the day that a sentence says is wrong by its number alone: "3 pm instead of 2". Each sentence is read for its times and days once,
 * however many look back at it. Not thread-safe; lives for one compilation.
 */
final class ShortCorrections {
    /** Sentences back in which it is looked for. */
    static final int LOOK_BACK = 60;

    /** Numbers that are looked at: among more of them none is meant. */
    private static final int MOST_NUMBERS = 120;

    /** Words of a time or a day. */
    private static final int LONGEST = 4;

    private final Matter matter;
    private final IdentityHashMap<Sentence, List<Moment>> moments = new IdentityHashMap<>();

    /** A time or a day, and where it stands in its sentence. */
    private record Moment(Value value, ShortRejected.Given given) {}

    ShortCorrections(Matter matter) {
        this.matter = matter;
    }

    /**
     * What the same speaker said of the same, or else the only one that the speaker gave.
     *
     * @return {@code null} if the sentence says so of none, or if it is not clear which is meant
     */
    Corrections.@Nullable Corrected find(Sentence sentence, List<Sentence> before) {
        ShortRejected wrong = sentence.meaning.wrong();
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
        if (found.stream().anyMatch(each -> isSame(each, sentence))) {
            found.removeIf(each -> !isSame(each, sentence));
        }
        Corrections.Corrected last = found.isEmpty() ? null : found.get(found.size() - 1);
        boolean one = last != null
                && found.stream()
                        .allMatch(each -> each.equals(last)
                                || Matter.shared(matter.of(each.sentence()), matter.of(last.sentence())) > 0);
        return one ? last : null;
    }

    private boolean isSame(Corrections.Corrected found, Sentence sentence) {
        return Matter.shared(matter.of(found.sentence()), matter.of(sentence)) > 0;
    }

    private @Nullable Value given(Sentence earlier, ShortRejected wrong) {
        for (Moment moment : moments.computeIfAbsent(earlier, ShortCorrections::moments)) {
            if (wrong.is(moment.given) && !moment.value.isSuperseded(earlier) && !moment.value.isRejected(earlier)) {
                return moment.value;
            }
        }
        return null;
    }

    private static List<Moment> moments(Sentence sentence) {
        List<Word> words = sentence.words;
        List<Moment> found = new ArrayList<>(1);
        for (int i = 0; i < words.size(); i++) {
            boolean may = words.get(i).isAtom()
                    || (i + 1 < words.size() && words.get(i + 1).isAtom());
            int first = words.get(i).surface().length();
            for (int to = i + 1; may && to <= Math.min(words.size(), i + LONGEST); to++) {
                ShortRejected.Given given =
                        ShortRejected.Given.beginning(NoteStyle.write(sentence, i, to), first, sentence.profile);
                if (given != null) {
                    found.add(new Moment(new Value(i, to), given));
                }
            }
        }
        return found;
    }
}
