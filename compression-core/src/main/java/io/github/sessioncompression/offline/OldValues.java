package io.github.sessioncompression.offline;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which values of an earlier sentence those of a later one may take the place of. Stateless. */
final class OldValues {
    private OldValues() {}

    /** The one value of an earlier sentence that has the form of one of the new ones and none of whose words they repeat. */
    static @Nullable Value only(Sentence before, Sentence sentence, List<Value> values) {
        List<Value> replaced = replaced(before, sentence, values);
        return replaced.size() == 1 ? replaced.get(0) : null;
    }

    /** What the speaker gave last in the same unit, be it further back than another number: "sorry, 15 kg"; {@code null} for nothing. */
    static Corrections.@Nullable Corrected lastOfUnit(List<Sentence> said, Sentence sentence) {
        Set<String> units = Value.units(sentence);
        for (Sentence before : said) {
            boolean own = before.order < sentence.order
                    && !before.meaning.stands()
                    && before.utterance.speaker().equals(sentence.utterance.speaker());
            Value old = own ? Value.onlyOf(units, before) : null;
            if (old != null) {
                return new Corrections.Corrected(before, old);
            }
        }
        return null;
    }

    /** The values that an earlier sentence says are so, and that have the form of a new one but are not repeated. */
    static List<Value> replaced(Sentence before, Sentence sentence, List<Value> values) {
        List<Value> replaced = new ArrayList<>(1);
        for (Value old : Value.in(before)) {
            boolean sameForm = !old.isRejected(before) && !old.isSuperseded(before);
            boolean like = false;
            for (Value value : values) {
                sameForm &= !value.text(sentence).equals(old.text(before));
                boolean rejected = !before.equals(sentence.retypes) && value.isRejected(sentence);
                like |= !rejected && value.isLike(sentence, old, before);
            }
            if (sameForm && like) {
                replaced.add(old);
            }
        }
        return replaced;
    }

    /** Whether an earlier sentence says one of the new values already. */
    static boolean gives(Sentence before, Sentence sentence, List<Value> values) {
        return Value.in(before).stream().anyMatch(old -> values.stream()
                .anyMatch(value -> value.text(sentence).equals(old.text(before))));
    }

    /** Whether a sentence gives no other value of the same form. */
    static boolean isOne(Sentence sentence, Value value) {
        return Value.in(sentence).stream()
                        .filter(each -> each.at() >= sentence.answerFrom && each.isLike(sentence, value, sentence))
                        .count()
                == 1;
    }
}
