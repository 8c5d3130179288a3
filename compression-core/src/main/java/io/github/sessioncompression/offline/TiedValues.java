package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.List;

/** Values that each stand for themselves, read as one sentence whose clauses are tied to the first. Lives for one reading. */
final class TiedValues {
    private final Sentence sentence;
    /** Where each value ends among the words. */
    private final List<Integer> ends = new ArrayList<>();

    TiedValues(Utterance utterance, LanguageProfile language, List<String> values) {
        List<Word> words = new ArrayList<>();
        int at = 0;
        for (String value : values) {
            int start = at;
            for (String word : value.split(" ", -1)) {
                if (!word.isEmpty()) {
                    words.add(Word.of(word, start, start + word.length(), (char) 0, false, false));
                }
                start += word.length() + 1;
            }
            at += value.length() + 2;
            if (!words.isEmpty()) {
                words.set(words.size() - 1, words.get(words.size() - 1).followedBy(','));
            }
            ends.add(words.size());
        }
        sentence = new Sentence(utterance, language, words, '.', false);
    }

    /** All of them. */
    Sentence sentence() {
        return sentence;
    }

    /** Cuts the sentence, whose terms are read, into its values; whether there is a word in them. */
    boolean cut() {
        List<Clause> clauses = new ArrayList<>();
        int from = 0;
        for (int end : ends) {
            if (end > from) {
                Clause head = clauses.isEmpty() ? null : clauses.get(0);
                clauses.add(new Clause(sentence, from, end, clauses.size(), head, false));
            }
            from = end;
        }
        sentence.clauses = clauses;
        return !clauses.isEmpty();
    }
}
