package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.text.AddedRule;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import java.util.ArrayList;
import java.util.List;

/** Cuts a sentence into clauses that can be kept or left out without changing what it says. Stateless. */
final class ClauseCutting {
    /** Words of a part of a sentence that stays whole. */
    private static final int LONGEST_WHOLE = 24;

    private ClauseCutting() {}

    /** Its clauses: an answer is one behind its question, and a rule or a correction is one unless it is long. */
    static List<Clause> of(Sentence sentence) {
        if (sentence.answerFrom > 0) {
            return whole(sentence);
        }
        List<Clause> cut = new ArrayList<>();
        int rule = sentence.meaning.types().contains(AnchorType.CONSTRAINT)
                ? AddedRule.from(sentence.words, sentence.profile)
                : sentence.words.size();
        for (SentenceWords.Clause part : parts(sentence)) {
            boolean inside = part.from() < rule && rule < part.to();
            add(cut, sentence, part.from(), inside ? rule : part.to(), part.alone(), part.from() == rule);
            if (inside) {
                add(cut, sentence, rule, part.to(), false, true);
            }
        }
        return cut;
    }

    /** All of it as one clause. */
    static List<Clause> whole(Sentence sentence) {
        return List.of(new Clause(sentence, 0, sentence.words.size(), 0, null, false));
    }

    private static List<SentenceWords.Clause> parts(Sentence sentence) {
        return sentence.asText().clauses(sentence.profile);
    }

    private static void add(List<Clause> cut, Sentence sentence, int from, int to, boolean alone, boolean rules) {
        Clause before = cut.isEmpty() ? null : cut.get(cut.size() - 1);
        if (before != null && !rules && to - before.from <= LONGEST_WHOLE && limits(sentence, from, to)) {
            cut.set(cut.size() - 1, new Clause(sentence, before.from, to, before.index, before.needs, before.rules));
        } else {
            cut.add(new Clause(sentence, from, to, cut.size(), alone ? null : before, rules && before != null));
        }
    }

    /** Whether what stands before a part would say something else without it: a rule and a correction are each one whole, and so is what is denied. */
    private static boolean limits(Sentence sentence, int from, int to) {
        LanguageProfile profile = sentence.profile;
        return sentence.meaning.types().contains(AnchorType.CONSTRAINT)
                || sentence.meaning.types().contains(AnchorType.CORRECTION)
                || profile.use(sentence.words.get(from)).isContrast()
                || sentence.words.subList(from, to).stream()
                        .anyMatch(word -> profile.use(word).isNegation());
    }

    /** Its clauses, where what is kept whole is cut into what has a subject of its own. */
    static List<Clause> parted(Sentence sentence) {
        List<SentenceWords.Clause> parts = parts(sentence);
        boolean several = parts.stream().filter(SentenceWords.Clause::alone).count() > 1;
        if (sentence.clauses.size() != 1 || sentence.answerFrom > 0 || !several) {
            return sentence.clauses;
        }
        List<Clause> cut = new ArrayList<>();
        for (SentenceWords.Clause part : parts) {
            Clause before = cut.isEmpty() ? null : cut.get(cut.size() - 1);
            cut.add(new Clause(sentence, part.from(), part.to(), cut.size(), part.alone() ? null : before, false));
        }
        return cut;
    }
}
