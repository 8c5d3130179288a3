package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.List;

/**
 * Parts what is told from what is asked: "my parents live 15 miles away, can you find a train?" is a statement and a question.
 *
 * <p>Only behind a mark, where a phrase follows that asks, and only if what stands before is no condition and does not ask
 * itself; so nothing that was asked is read as said.
 */
final class Asking {
    /** Words of a statement. */
    private static final int TELLS = 4;

    private Asking() {}

    /** The sentences, those that tell and then ask in two. */
    static List<SentenceWords> apart(List<SentenceWords> sentences, LanguageProfile profile) {
        List<SentenceWords> apart = new ArrayList<>(sentences.size());
        for (SentenceWords sentence : sentences) {
            int from = sentence.end() == '?' && !sentence.aside() ? asksFrom(sentence.words(), profile) : 0;
            if (from > 0) {
                apart.add(new SentenceWords(sentence.words().subList(0, from), '.', false));
                apart.add(new SentenceWords(
                        sentence.words().subList(from, sentence.words().size()), '?', false));
            } else {
                apart.add(sentence);
            }
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
