package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Replies;
import io.github.sessioncompression.text.Word;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The end of a message that lacks its mark, which may ask: "elle vient demain". What follows tells: a no that says more, a yes of a few words, or, where it has a
 * word that asks, nothing but a value. Lives for one compilation.
 */
record Unasked(@Nullable Sentence last) {
    static final Unasked NOTHING = new Unasked(null);

    private static final int LONGEST = 12;
    /** Words of an answer that is a part of a sentence. */
    private static final int LONGEST_PART = 4;
    /** Words in front among which one asks. */
    private static final int FRONT = 3;

    /** What an utterance ends with. */
    static Unasked of(List<Sentence> kept) {
        Sentence last = kept.isEmpty() ? null : kept.get(kept.size() - 1);
        boolean may = last != null
                && !last.question
                && !last.aside
                && !last.corrects
                && last.answerFrom == 0
                && !last.profile.isUnspaced()
                && last.words.size() <= LONGEST
                && last.words.get(last.words.size() - 1).after() == 0
                && last.utterance.origin() != Utterance.Origin.STATE;
        return may ? new Unasked(last) : NOTHING;
    }

    /** It as what was asked, if an answer right behind it shows that. */
    @Nullable
    Sentence askedBy(Sentence answer) {
        Sentence asked = last;
        boolean next = asked != null
                && asked.profile.equals(answer.profile)
                && answer.utterance.order() == asked.utterance.order() + 1;
        return asked != null && next && answers(answer, asked) ? asked : null;
    }

    private static boolean answers(Sentence answer, Sentence asked) {
        Word first = answer.words.get(0);
        LanguageProfile profile = answer.profile;
        if (profile.isNegation(first.lower())) {
            return deniesMore(answer, first);
        }
        boolean few = answer.words.size() > 1 && answer.words.size() <= LONGEST_PART;
        boolean confirms = few && profile.isYes(first.lower()) && !asked.hasFirstPerson() && saysMore(answer);
        return confirms || (asksFor(asked) && Replies.giveOnlyValues(answer.words, profile));
    }

    /** Whether a no says more than that: "no, not before Thursday", "no that's her sister", "not yet". */
    private static boolean deniesMore(Sentence answer, Word first) {
        List<Word> words = answer.words;
        LanguageProfile profile = answer.profile;
        boolean drawn = first.surface().length() > first.lower().length() + 1;
        if (words.size() == 1 || drawn || profile.cueLength("acknowledgement", words, 0, words.size()) > 0) {
            return false;
        }
        boolean no = profile.cueLength("retraction", words, 0, 1) > 0;
        return first.after() != 0 || profile.opensClause(words.get(1).lower()) || (!no && words.size() <= LONGEST_PART);
    }

    private static boolean saysMore(Sentence answer) {
        LanguageProfile profile = answer.profile;
        return answer.words.stream()
                .anyMatch(word -> word.isAtom()
                        || (!profile.isStop(word.lower())
                                && !profile.isCourtesy(word.lower())
                                && !profile.isYes(word.lower())));
    }

    private static boolean asksFor(Sentence asked) {
        int front = Math.min(FRONT, asked.words.size());
        for (int i = 0; i < front; i++) {
            boolean asks = asked.profile.isAsking(asked.words.get(i).lower())
                    || asked.profile.cueLength("asks-typed", asked.words, i, front) > 0;
            if (asks) {
                return true;
            }
        }
        return false;
    }
}
