package io.github.sessioncompression.offline;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Makes one of what the same speaker says again word for word. */
final class Repeats {
    /** What somebody says word for word once more, of nobody and without a value, is more of a habit than a fact. */
    private static final double REPEATED = 0.3;

    private Repeats() {}

    /** Leaves of each the first, which stands for all; a later one if what the first went on with holds no longer: "The cap is 20. Never exceed it." */
    static void merge(List<Sentence> sentences) {
        Map<String, Sentence> said = new HashMap<>();
        for (Sentence sentence : sentences) {
            String whole = whole(sentence);
            Sentence first = said.putIfAbsent(whole, sentence);
            if (first != null) {
                boolean moves = isLeftAlone(first, sentences) && !isLeftAlone(sentence, sentences);
                Sentence stays = moves ? sentence : first;
                Sentence goes = moves ? first : sentence;
                said.put(whole, stays);
                goes.weight = 0;
                goes.same = stays;
                stays.provenance = stays.provenance.repeatedBy(goes.provenance);
                if (!stays.repeated && isIdle(stays)) {
                    stays.weight *= REPEATED;
                }
                stays.repeated = true;
            }
        }
    }

    /** Whether what was said before it holds no longer. */
    private static boolean isLeftAlone(Sentence sentence, List<Sentence> sentences) {
        Sentence before = sentence.order == 0 ? null : sentences.get(sentence.order - 1);
        return before != null
                && Objections.areSaidTogether(sentence, before)
                && !before.clauses.isEmpty()
                && before.clauses.stream().allMatch(clause -> clause.superseded);
    }

    /** Whether it neither is a rule or the like nor tells about the speaker, somebody named or a value. */
    private static boolean isIdle(Sentence sentence) {
        return sentence.meaning.types().isEmpty()
                && !sentence.meaning.labelled()
                && !sentence.hasFirstPerson()
                && sentence.words.stream().noneMatch(word -> word.isAtom() || word.isProper());
    }

    /** What makes a sentence the same as another. */
    private static String whole(Sentence sentence) {
        String note = sentence.note(0, sentence.words.size());
        return sentence.utterance.speaker() + ": " + note.toLowerCase(Locale.ROOT);
    }
}
