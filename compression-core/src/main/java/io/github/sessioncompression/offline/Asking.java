package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.Fragments;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Parts what is told from what is asked: "my parents live 15 miles away, can you find a train?" is a statement and a question, and so is "not yet, are two enough?".
 *
 * <p>Only behind a mark, where a phrase follows that asks, and only if what stands before is no condition and does not ask
 * itself, or is but a yes or no; so nothing that was asked is read as said.
 */
final class Asking {
    /** Words of a statement. */
    private static final int TELLS = 4;
    /** Words of an answer in front of a question, in a script without spaces its characters. */
    private static final int LONGEST_ANSWER = 4;
    /** Words of a question behind an answer. */
    private static final int LEAST_ASKED = 3;

    private Asking() {}

    /** The sentences, those that tell and then ask in two. */
    static List<SentenceWords> apart(List<SentenceWords> sentences, LanguageProfile profile) {
        List<SentenceWords> apart = new ArrayList<>(sentences.size());
        for (SentenceWords sentence : sentences) {
            List<Word> words = sentence.words();
            boolean asks = sentence.end() == '?' && !sentence.aside();
            int answer = asks ? answer(words, profile) : 0;
            answer = asks && answer == 0 ? askedBack(words, profile) : answer;
            int from = asks && answer == 0 ? asksFrom(words, profile) : answer;
            if (from == 0) {
                apart.add(sentence);
                continue;
            }
            List<Word> front = new ArrayList<>(words.subList(0, from));
            if (answer > 0) {
                front.set(from - 1, front.get(from - 1).followedBy('.'));
            }
            apart.add(new SentenceWords(front, '.', false));
            apart.add(new SentenceWords(words.subList(from, words.size()), '?', false));
        }
        return apart;
    }

    /** The first word of what asks behind what tells, 0 if there is no such place. */
    private static int asksFrom(List<Word> words, LanguageProfile profile) {
        int first = 0;
        while (first < words.size() - 1 && profile.use(words.get(first)).isJoiner()) {
            first++;
        }
        // "Roughly how many guests" asks, "I know what you mean" does not.
        boolean asksAtOnce = asks(words, first, profile)
                || (first + 1 < words.size()
                        && profile.use(words.get(first + 1)).isAsking()
                        && !profile.use(words.get(first)).isSubject());
        if (asksAtOnce || isSubordinate(words.get(first).lower(), profile)) {
            return 0;
        }
        for (int i = TELLS; i < words.size(); i++) {
            if (words.get(i - 1).after() == 0) {
                continue;
            }
            int at = i;
            while (at < words.size() - 1 && profile.use(words.get(at)).isJoiner()) {
                at++;
            }
            if (asks(words, at, profile)) {
                return says(words, at, profile) ? i : 0;
            }
            if (profile.use(words.get(at)).isGlue()) {
                return 0;
            }
        }
        return 0;
    }

    /** The words of a yes or no and a mark in front of what asks something, "not yet, are two bags enough?"; 0 if there are none. */
    private static int answer(List<Word> words, LanguageProfile profile) {
        int to = Math.min(LONGEST_ANSWER, Fragments.upToMark(words, 0));
        List<Word> front = words.subList(0, to);
        Word last = front.get(to - 1);
        boolean answers = last.after() != 0
                && (isYesOrNo(last, profile) || (isYesOrNo(front.get(0), profile) && saysNoMore(front, profile)))
                && !isSubordinate(front.get(0).lower(), profile)
                && front.stream().noneMatch(word -> asksOrNames(word, profile));
        int least = profile.isUnspaced() ? 1 : LEAST_ASKED;
        return answers && words.size() - to >= least && says(words, to, profile) ? to : 0;
    }

    /** The words in front of a mark and a bare question, "a cat, why?"; 0 if what stands there asks itself or goes on with a question. */
    private static int askedBack(List<Word> words, LanguageProfile profile) {
        int to = Fragments.upToMark(words, 0);
        int asked = words.size() - to;
        boolean back = asked > 0
                && to <= LONGEST_ANSWER
                && words.get(to - 1).after() == ','
                && ((asked == 1
                                && profile.use(words.get(to)).isAsking()
                                && !(profile.isUnspaced()
                                        && words.get(to).surface().length() > LONGEST_ANSWER))
                        || profile.cueLength("asks-alone", words, to, words.size()) == asked);
        boolean tells = back
                && !profile.use(words.get(0)).isJoiner()
                && !isSubordinate(words.get(0).lower(), profile)
                && IntStream.range(0, to).noneMatch(i -> asks(words, i, profile));
        return tells ? to : 0;
    }

    /** Whether but grammar stands behind a no, "not yet", which does not ask itself, "isn't it". */
    private static boolean saysNoMore(List<Word> front, LanguageProfile profile) {
        return front.get(0).lower().indexOf('\'') < 0
                && front.stream()
                        .allMatch(word -> isYesOrNo(word, profile)
                                || isIdle(word.lower(), profile)
                                || profile.use(word).isComparison());
    }

    private static boolean asksOrNames(Word word, LanguageProfile profile) {
        return word.isAtom()
                || profile.use(word).isAsking()
                || profile.use(word).isSecondPerson();
    }

    private static boolean isYesOrNo(Word word, LanguageProfile profile) {
        boolean few = !profile.isUnspaced() || word.surface().length() <= LONGEST_ANSWER;
        return few && (profile.use(word).isNegation() || profile.use(word).isYes());
    }

    /** Whether there is something to be asked for: "is that right?" only asks whether what was told is so. */
    private static boolean says(List<Word> words, int from, LanguageProfile profile) {
        return words.subList(from, words.size()).stream()
                .anyMatch(word -> word.isAtom() || !isIdle(word.lower(), profile));
    }

    private static boolean isIdle(String word, LanguageProfile profile) {
        return profile.use(word).isStop()
                || profile.use(word).isLight()
                || profile.use(word).isYes();
    }

    private static boolean isSubordinate(String word, LanguageProfile profile) {
        return profile.use(word).isGlue()
                || (profile.use(word).isConjunction() && !profile.use(word).isJoiner());
    }

    private static boolean asks(List<Word> words, int at, LanguageProfile profile) {
        String word = words.get(at).lower();
        boolean relative = at > 0 && profile.use(word).isConjunction();
        return (profile.use(word).isAsking() && !relative)
                || profile.use(word).isModal()
                || profile.cueLength("request", words, at, words.size()) > 0;
    }
}
