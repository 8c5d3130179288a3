package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.Units;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A value in a sentence: a number with its unit, a time, or a name.
 *
 * @param at the value's word
 * @param to behind its unit, if that is a word of its own
 */
record Value(int at, int to) {
    /** Characters of a word that can be a unit. */
    static final int LONGEST_UNIT = 4;

    /** What makes a number an ordinal, which is a day of a month more often than not. */
    private static final Set<String> ORDINALS = Set.of(
            "st", "nd", "rd", "th", "e", "er", "ème", "º", "ª", "°", "е", "го", "й", "ое", "ого", "му", "号", "日");
    /** Words of grammar, "not" included, that may stand before a value that is rejected: "not on the 5th". */
    private static final int GRAMMAR = 3;
    /** Digits of a day. */
    private static final int LONGEST_DAY = 2;

    private enum Form {
        NUMBER,
        CLOCK,
        DAY,
        NAME
    }

    /** The values of a sentence in order, read once. */
    static List<Value> in(Sentence sentence) {
        if (sentence.given == null) {
            sentence.given = List.copyOf(read(sentence));
        }
        return sentence.given;
    }

    private static List<Value> read(Sentence sentence) {
        List<Value> values = new ArrayList<>();
        for (int i = 0; i < sentence.words.size(); i++) {
            Word word = sentence.words.get(i);
            if (word.isAtom()) {
                int to = hasUnit(sentence, i) ? i + 2 : i + 1;
                values.add(new Value(i, to));
                i = to - 1;
            } else if (sentence.terms[i].length > 0
                    && (sentence.profile.use(word).isTime() || (word.isProper() && i > 0))) {
                values.add(new Value(i, i + 1));
            }
        }
        return values;
    }

    private static boolean hasUnit(Sentence sentence, int at) {
        if (at + 1 >= sentence.words.size() || sentence.words.get(at).after() != 0) {
            return false;
        }
        Word next = sentence.words.get(at + 1);
        boolean word = next.isOperator() || next.surface().length() <= LONGEST_UNIT;
        boolean says = sentence.profile.use(next).isStop()
                || sentence.profile.use(next).isLight();
        return word && !next.isAtom() && !says;
    }

    private Form form(Sentence sentence) {
        Word word = sentence.words.get(at);
        if (word.isAtom()) {
            return word.surface().indexOf(':') > 0 ? Form.CLOCK : Form.NUMBER;
        }
        return sentence.profile.use(word).isTime() ? Form.DAY : Form.NAME;
    }

    /** The unit, empty if it has none. */
    private String unit(Sentence sentence) {
        if (to > at + 1) {
            return sentence.words.get(at + 1).lower();
        }
        return Units.of(sentence.words.get(at).lower());
    }

    /** Whether one can take the other's place: both numbers of one unit, times of day, days, or names. */
    boolean isLike(Sentence sentence, Value other, Sentence ofOther) {
        Form form = form(sentence);
        if (form != other.form(ofOther) || form == Form.NAME) {
            return false;
        }
        String unit = unit(sentence);
        String otherUnit = other.unit(ofOther);
        boolean ordinal = ORDINALS.contains(unit);
        boolean otherOrdinal = ORDINALS.contains(otherUnit);
        if (form == Form.NUMBER && (ordinal || otherOrdinal)) {
            return (ordinal || isDay(sentence, unit)) && (otherOrdinal || other.isDay(ofOther, otherUnit));
        }
        if (form != Form.NUMBER || (!unit.isEmpty() && unit.equals(otherUnit))) {
            return true;
        }
        String measure = measure(sentence, unit);
        String otherMeasure = other.measure(ofOther, otherUnit);
        return (unit.isEmpty() || otherUnit.isEmpty())
                && !Units.areApart(sentence.profile.code(), measure, otherMeasure);
    }

    /** The only number of one of the units that a sentence gives; {@code null} if there are several or none. */
    static @Nullable Value onlyOf(Set<String> units, Sentence sentence) {
        List<Value> found = in(sentence).stream()
                .filter(value -> sentence.words.get(value.at).isAtom() && units.contains(value.unit(sentence)))
                .toList();
        return found.size() == 1 ? found.get(0) : null;
    }

    /** The units that numbers in a sentence have: of "it weighs 16 kg" "kg". */
    static Set<String> units(Sentence sentence) {
        Set<String> units = new HashSet<>();
        for (int i = 0; i < sentence.words.size(); i++) {
            if (sentence.words.get(i).isAtom()) {
                units.add(new Value(i, hasUnit(sentence, i) ? i + 2 : i + 1).unit(sentence));
            }
        }
        units.removeIf(unit -> unit.isEmpty() || ORDINALS.contains(unit));
        return units;
    }

    /** Its unit, be it a word longer than most. */
    private String measure(Sentence sentence, String unit) {
        boolean next = unit.isEmpty()
                && at + 1 < sentence.words.size()
                && sentence.words.get(at).after() == 0;
        return next ? sentence.words.get(at + 1).lower() : unit;
    }

    /** Whether it has been taken out. */
    boolean isSuperseded(Sentence sentence) {
        return sentence.clauses.stream().anyMatch(clause -> clause.superseded && clause.from <= at && at < clause.to);
    }

    private boolean isDay(Sentence sentence, String unit) {
        return unit.isEmpty() && text(sentence).length() <= LONGEST_DAY;
    }

    /** Whether the sentence says that it is not so: "not Tuesday", "instead of the 5th". */
    boolean isRejected(Sentence sentence) {
        List<Word> words = sentence.words;
        LanguageProfile profile = sentence.profile;
        for (int back = 1; back <= GRAMMAR && at - back >= 0; back++) {
            int before = at - back;
            if (words.get(before).after() != 0) {
                return false;
            }
            for (int from = Math.max(0, before - 2); from <= before; from++) {
                if (from + profile.cueLength("reject", words, from, before + 1) == before + 1) {
                    return true;
                }
            }
            if (!profile.use(words.get(before)).isStop()) {
                return false;
            }
        }
        return false;
    }

    /** Whether nothing but grammar stands before it and a mark behind it: "not Tuesday, …", but not "if not Tuesday". */
    boolean opens(Sentence sentence) {
        LanguageProfile profile = sentence.profile;
        for (Word word : sentence.words.subList(0, at)) {
            String lower = word.lower();
            boolean idle = (profile.use(lower).isStop() || profile.use(lower).isCourtesy())
                    && !profile.use(lower).isFirstPerson();
            if (!idle || profile.use(lower).isGlue()) {
                return false;
            }
        }
        return to == sentence.words.size() || sentence.words.get(to - 1).after() != 0;
    }

    boolean isName(Sentence sentence) {
        return form(sentence) == Form.NAME;
    }

    /** The terms of the value, the unit's left out. */
    int[] terms(Sentence sentence) {
        return sentence.terms[at];
    }

    /** As it is written, in lower case. */
    String text(Sentence sentence) {
        return sentence.words.get(at).lower();
    }

    /** Whether what it counts stands behind it: "for 4 people". */
    private boolean isCounted(Sentence sentence) {
        if (to == sentence.words.size() || sentence.words.get(to - 1).after() != 0) {
            return false;
        }
        String next = sentence.words.get(to).lower();
        return sentence.words.get(at).isAtom()
                && sentence.terms[to].length > 0
                && !sentence.profile.use(next).isPreposition()
                && !sentence.profile.use(next).isTime();
    }

    /** The places of the sentence's words without the value, what only led to it ("on the"), and its unit and what follows it where {@code by} says that, too. */
    List<Integer> others(Sentence sentence, Sentence by) {
        int from = isCounted(sentence) ? at : leadFrom(sentence);
        int end = to + repeatedBy(sentence, by);
        List<Integer> others = new ArrayList<>();
        for (int i = 0; i < sentence.words.size(); i++) {
            String word = sentence.words.get(i).lower();
            boolean unit = i == to
                    && sentence.words.get(to - 1).after() == 0
                    && Units.isUnit(sentence.profile.code(), word)
                    && by.words.stream().anyMatch(other -> other.lower().equals(word));
            if ((i < from || i >= end) && !unit) {
                others.add(i);
            }
        }
        return others;
    }

    /** How many words behind the value stand behind one of the other sentence, too: "15 mg a day", "not 15 but 50 mg a day". */
    private int repeatedBy(Sentence sentence, Sentence by) {
        int most = 0;
        for (Value value : in(by)) {
            int length = 0;
            while (to + length < sentence.words.size()
                    && value.to + length < by.words.size()
                    && sentence.words.get(to + length - 1).after() == 0
                    && by.words.get(value.to + length - 1).after() == 0
                    && sentence.words
                            .get(to + length)
                            .lower()
                            .equals(by.words.get(value.to + length).lower())) {
                length++;
            }
            most = Math.max(most, length);
        }
        return most;
    }

    /** The first of the words that only lead to it: a preposition, and inside a sentence an article, too; "the flight is on the" goes on with the new one. */
    private int leadFrom(Sentence sentence) {
        LanguageProfile profile = sentence.profile;
        boolean inside = to < sentence.words.size();
        int from = at;
        while (from > 0 && sentence.words.get(from - 1).after() == 0) {
            String before = sentence.words.get(from - 1).lower();
            boolean article = inside
                    && (profile.use(before).isContraction()
                            || profile.use(before).isDeterminer());
            if (!article && !profile.use(before).isPreposition()) {
                break;
            }
            from--;
        }
        return from;
    }
}
