package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.List;

/** The words of a sentence from whose middle some are cut, with the marks that stood behind those. Stateless. */
final class CutWords {
    private CutWords() {}

    /** Those at the places {@code kept}, in order. */
    static List<Word> of(Sentence sentence, List<Integer> kept) {
        List<Word> words = new ArrayList<>(kept.size());
        for (int i = 0; i < kept.size(); i++) {
            int at = kept.get(i);
            Word word = sentence.words.get(at);
            int next = i + 1 < kept.size() ? kept.get(i + 1) : at + 1;
            char mark = next > at + 1 ? sentence.words.get(next - 1).after() : 0;
            words.add(mark != 0 && word.after() == 0 ? word.followedBy(mark) : word);
        }
        return words;
    }
}
