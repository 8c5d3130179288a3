package io.github.sessioncompression.offline;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a sentence into clauses and says which of them can stand alone.
 *
 * <p>A cut is made at punctuation, before a conjunction, and before a preposition once {@link #MIN_CONTENT} words of
 * content have been read, so that the tail of a long sentence can be left out where the head is worth its tokens. A clause
 * with a subject of its own stands alone; any other needs the one before. Conditions, exceptions and negations are never
 * cut from what they limit. This is sentence compression by deletion (Knight and Marcu 2000; Clarke and Lapata 2008)
 * without a parser: word lists instead of a tree, so it is linear and works for any language with a profile.
 */
final class ClauseSplitter {
    private static final int MIN_CONTENT = 3;

    private ClauseSplitter() {}

    static List<Clause> split(Sentence sentence) {
        List<Clause> clauses = new ArrayList<>();
        List<Word> words = sentence.words;
        LanguageProfile profile = sentence.profile;
        int from = 0;
        int content = 0;
        boolean alone = true;
        for (int i = 0; i < words.size(); i++) {
            if (i > from && cutBefore(sentence, i, content)) {
                clauses.add(clause(sentence, from, i, clauses, alone));
                alone = standsAlone(sentence, i);
                from = i;
                content = 0;
            }
            if (!profile.isStop(words.get(i).lower())) {
                content++;
            }
        }
        clauses.add(clause(sentence, from, words.size(), clauses, alone));
        return clauses;
    }

    private static Clause clause(Sentence sentence, int from, int to, List<Clause> before, boolean alone) {
        @Nullable Clause needs = alone || before.isEmpty() ? null : before.get(before.size() - 1);
        return new Clause(sentence, from, to, before.size(), needs);
    }

    private static boolean cutBefore(Sentence sentence, int i, int content) {
        LanguageProfile profile = sentence.profile;
        String word = sentence.words.get(i).lower();
        String previous = sentence.words.get(i - 1).lower();
        char mark = sentence.words.get(i - 1).after();
        if (content == 0 || profile.isGlue(word)) {
            return false;
        }
        if (mark != 0) {
            return true;
        }
        if (profile.leadsOn(previous)) {
            return false;
        }
        if (profile.isConjunction(word)) {
            return content >= MIN_CONTENT || startsWithSubject(sentence, i);
        }
        return profile.isPreposition(word) && content >= MIN_CONTENT && i < sentence.words.size() - 1;
    }

    private static boolean standsAlone(Sentence sentence, int i) {
        char mark = sentence.words.get(i - 1).after();
        return mark == ';' || mark == '-' || startsWithSubject(sentence, i);
    }

    private static boolean startsWithSubject(Sentence sentence, int i) {
        int at = i;
        while (at < sentence.words.size() - 1
                && sentence.profile.isConjunction(sentence.words.get(at).lower())) {
            at++;
        }
        String word = sentence.words.get(at).lower();
        return sentence.profile.isFirstPerson(word) || sentence.profile.isThirdPerson(word);
    }
}
