package io.github.sessioncompression.text;

import java.util.List;

/** Tells what only reminds somebody from what asks: "Finn is allergic to shellfish, remember?" says that Finn is. Stateless. */
final class Reminder {
    private Reminder() {}

    /** The sentence as it is meant: what is said where a question behind it does no more than remind of it. */
    static SentenceWords asMeant(SentenceWords sentence, LanguageProfile profile) {
        List<Word> words = sentence.words();
        int from = sentence.end() == '?' && !sentence.aside() ? from(words, profile) : words.size();
        boolean asks = profile.use(words.get(0)).isAsking()
                || profile.use(words.get(0)).isModal();
        return from == words.size() || asks ? sentence : new SentenceWords(words.subList(0, from), '.', false);
    }

    private static int from(List<Word> words, LanguageProfile profile) {
        for (int i = words.size() - 1; i > 0; i--) {
            if (words.get(i - 1).after() != 0) {
                boolean reminds = profile.cueLength("reminder", words, i, words.size()) == words.size() - i;
                return reminds ? i : words.size();
            }
        }
        return words.size();
    }
}
