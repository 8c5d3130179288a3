package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.text.Fragments;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Replies;
import io.github.sessioncompression.text.Word;
import io.github.sessioncompression.text.WordUse;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The end of a message that may ask without a question mark: it lacks its mark, "elle vient demain", asks in what stands behind it, or says what may be done,
 * "I could delete it." What follows tells: a no that says more, a perhaps of a few words; and where the mark is lacking a yes of a few words or, if there is a
 * word that asks or a value, nothing but a value. Lives for one compilation.
 */
record Unasked(@Nullable Sentence last, Manner manner) {
    static final Unasked NOTHING = new Unasked(null, Manner.PLAIN);

    /** How it may ask. */
    private enum Manner {
        PLAIN,
        /** It is no sentence, but goes on with what was said. */
        ELLIPTIC,
        /** What stands behind it asks, in nothing but grammar: "I would raise it. Shall I?". */
        PROPOSED,
        /** It says what may be done: "I could delete it." */
        SUGGESTED,
        /** It says something else. */
        STATED,
        /** It ends as what waits for a yes, in a script without spaces. */
        TAGGED
    }

    private static final int LONGEST = 12;
    /** Messages behind a suggestion in which it is accepted: what is it like, that is what, yes. */
    private static final int NEAR = 3;
    /** Words of an answer that is a part of a sentence. */
    private static final int LONGEST_PART = 4;
    /** Words of a short question. */
    private static final int SHORT = 6;
    /** Characters of a yes or no in a script without spaces. */
    private static final int LONGEST_RUN = 3;
    /** Words in front among which one asks. */
    private static final int FRONT = 3;
    /** Words of a sentence that suggests something. */
    private static final int SHORTEST_SUGGESTION = 3;

    /**
     * What an utterance ends with.
     *
     * @param said all of it, as it was said
     */
    static Unasked of(List<Sentence> kept, List<Sentence> said) {
        Sentence last = kept.isEmpty() ? null : kept.get(kept.size() - 1);
        boolean may = last != null
                && !last.question
                && !last.aside
                && !last.corrects
                && (last.answerFrom == 0 || leavesToChoose(last))
                && last.utterance.origin() != Utterance.Origin.STATE
                && last.utterance.origin() != Utterance.Origin.TOOL;
        if (last == null || !may) {
            return NOTHING;
        }
        Sentence end = said.get(said.size() - 1);
        Word word = last.words.get(last.words.size() - 1);
        if (end.question && last.words.size() <= Replies.LONGEST_QUESTION) {
            return new Unasked(last, Manner.PROPOSED);
        }
        if (last.profile.isUnspaced()) {
            return last.profile.endsWithCue("tag", word) ? new Unasked(last, Manner.TAGGED) : NOTHING;
        }
        if (last.words.size() > LONGEST) {
            return NOTHING;
        }
        if (word.after() != 0) {
            boolean rules = last.meaning.types().stream().anyMatch(AnchorType::isRule);
            return suggests(last)
                    ? new Unasked(last, Manner.SUGGESTED)
                    : rules ? NOTHING : new Unasked(last, Manner.STATED);
        }
        return new Unasked(last, isElliptic(end) ? Manner.ELLIPTIC : Manner.PLAIN);
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

    /** Whether it says what may be done. */
    boolean suggests() {
        return manner == Manner.SUGGESTED;
    }

    /** What the other side has suggested a few messages before, if a yes that says more accepts it: "yes please, for two". */
    @Nullable
    Sentence acceptedBy(Sentence answer) {
        Sentence asked = last;
        boolean near = asked != null
                && asked.profile.equals(answer.profile)
                && !asked.utterance.speaker().equals(answer.utterance.speaker())
                && answer.utterance.order() - asked.utterance.order() <= NEAR;
        return near && answer.words.size() > 1 && accepts(answer) ? asked : null;
    }

    private boolean answers(Sentence answer, Sentence asked) {
        Word first = answer.words.get(0);
        LanguageProfile profile = answer.profile;
        if (manner == Manner.PROPOSED) {
            return !asked.utterance.speaker().equals(answer.utterance.speaker());
        }
        if (manner == Manner.TAGGED) {
            boolean set = first.after() != 0 && first.surface().length() <= LONGEST_RUN;
            return profile.use(first).isYes() || set || givesAnother(answer, asked);
        }
        if (ShortAnswer.isYesBut(answer) && !asked.utterance.speaker().equals(answer.utterance.speaker())) {
            return true;
        }
        boolean denies = profile.use(first).isNegation();
        if (manner == Manner.STATED) {
            return false;
        }
        if (manner == Manner.SUGGESTED) {
            return accepts(answer)
                    || (answer.words.size() <= LONGEST_PART ? refuses(answer) : denies && deniesMore(answer, first));
        }
        if (denies) {
            return deniesMore(answer, first);
        }
        boolean values = Fragments.giveOnlyValues(answer.words, profile);
        if (values && (asksFor(asked, true) || givesAnother(answer, asked))) {
            return true;
        }
        boolean part = answer.words.size() <= LONGEST_PART && saysMore(answer);
        return manner == Manner.ELLIPTIC
                || takesOne(answer, asked)
                || (part && confirms(answer, asked))
                || (asked.words.size() <= SHORT && asksFor(asked, false))
                || isOfTopic(asked);
    }

    /** Whether a few words say yes to what was suggested, and more than that it was heard: "yes please", "yes, for two". */
    private static boolean accepts(Sentence answer) {
        return answer.words.size() <= SHORT
                && answer.profile.use(answer.words.get(0)).isYes()
                && !isAcknowledgement(answer);
    }

    /** Whether a few words say no to what was suggested, or leave it open: "not now", "now not", "perhaps". */
    private static boolean refuses(Sentence answer) {
        LanguageProfile profile = answer.profile;
        boolean no = answer.words.stream().limit(2).anyMatch(word -> profile.use(word)
                .isNegation());
        return (no || profile.use(answer.words.get(0)).isModal()) && !isAcknowledgement(answer);
    }

    private static boolean isAcknowledgement(Sentence answer) {
        return answer.profile.cueLength("acknowledgement", answer.words, 0, answer.words.size()) > 0;
    }

    /** Whether it says what may be done: "I could also delete it", "maybe we rent a car". */
    private static boolean suggests(Sentence said) {
        List<Word> words = said.words;
        return words.size() >= SHORTEST_SUGGESTION
                && words.stream().noneMatch(word -> said.profile.use(word).isNegation())
                && words.stream()
                        .limit(FRONT)
                        .anyMatch(word -> said.profile.use(word).isModal());
    }

    /** Whether the few words up to its first mark are one of two things that are left to choose: "your place or mine", "mine, the sink is broken". */
    private static boolean takesOne(Sentence answer, Sentence asked) {
        int to = Fragments.upToMark(answer.words, 0);
        if (to > LONGEST_PART || !leavesToChoose(asked)) {
            return false;
        }
        List<String> own = answer.words.subList(0, to).stream().map(Word::lower).toList();
        List<String> all = asked.words.stream().map(Word::lower).toList();
        return Collections.indexOfSubList(all, own) >= 0;
    }

    private static boolean leavesToChoose(Sentence said) {
        int last = said.words.size() - 1;
        return last > said.answerFrom + 1 && said.profile.hasCue("choice", said.words, said.answerFrom + 1, last);
    }

    /** Whether nothing but grammar is left to choose from, so that nobody notes it but with its answer: "with you or with me". */
    static boolean isBareChoice(Sentence sentence) {
        return sentence.words.size() <= SHORT
                && !sentence.aside
                && sentence.words.get(sentence.words.size() - 1).after() == 0
                && leavesToChoose(sentence);
    }

    /** Whether both give values, and the answer one that was not said. */
    private static boolean givesAnother(Sentence answer, Sentence asked) {
        Set<String> before = Fragments.values(asked.words);
        return !before.isEmpty()
                && Fragments.upToMark(answer.words, 0) <= LONGEST_PART
                && answer.words.stream().anyMatch(word -> word.isAtom() && !before.contains(word.lower()));
    }

    /** Whether a yes goes on at once, "yes two nights": behind a mark it may speak of something else. */
    private static boolean confirms(Sentence answer, Sentence asked) {
        Word first = answer.words.get(0);
        return answer.profile.use(first).isYes() && first.after() == 0 && !asked.hasFirstPerson();
    }

    /** Whether it is no sentence, but goes on with what was said: "and the key", "and if she forgets". */
    private static boolean isElliptic(Sentence said) {
        List<Word> words = said.words;
        LanguageProfile profile = said.profile;
        boolean adds = words.size() > 1
                && (profile.cueLength("adding", words, 0, 1) > 0
                        || profile.cueLength("adding-to-ask", words, 0, 1) > 0);
        int longest = adds && profile.use(words.get(1)).isGlue() ? SHORT : LONGEST_PART;
        return adds
                && words.size() <= longest
                && words.stream().noneMatch(word -> profile.use(word).isNegation());
    }

    /** Whether a no says more than that: "no, not before Thursday", "no that's her sister", "not yet". */
    private static boolean deniesMore(Sentence answer, Word first) {
        List<Word> words = answer.words;
        LanguageProfile profile = answer.profile;
        boolean drawn = first.surface().length() > first.lower().length() + 1;
        if (words.size() == 1 || drawn || isAcknowledgement(answer)) {
            return false;
        }
        boolean no = profile.cueLength("retraction", words, 0, 1) > 0;
        return first.after() != 0 || profile.use(words.get(1)).opensClause() || (!no && words.size() <= LONGEST_PART);
    }

    private static boolean saysMore(Sentence answer) {
        LanguageProfile profile = answer.profile;
        return answer.words.stream()
                .anyMatch(word -> word.isAtom()
                        || (!profile.use(word).isStop()
                                && !profile.use(word).isCourtesy()
                                && !profile.use(word).isYes()));
    }

    /** Whether what it asks for stands behind what it is about, near its end: "for the present how much do we give". */
    private static boolean isOfTopic(Sentence asked) {
        List<Word> words = asked.words;
        LanguageProfile profile = asked.profile;
        int from = Fragments.behindMark(words, words.size() - 1);
        WordUse first = profile.use(words.get(from));
        boolean topic = first.isPreposition() || first.isContraction() || first.isDeterminer() || first.isJoiner();
        for (int i = Math.max(from + 1, words.size() - FRONT); topic && i < words.size(); i++) {
            boolean before = profile.use(words.get(i - 1)).isNegation();
            if (!before
                    && profile.use(words.get(i)).isAsking()
                    && !profile.use(words.get(i)).isConjunction()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a word that asks is among the first.
     *
     * @param joins whether one counts that joins, too: "when I come" says, "since when" asks
     */
    private static boolean asksFor(Sentence asked, boolean joins) {
        List<Word> words = asked.words;
        int front = Math.min(FRONT, words.size());
        if (isOfTopic(asked)) {
            return true;
        }
        for (int i = 0; i < front; i++) {
            String word = words.get(i).lower();
            String before = i == 0 ? "" : words.get(i - 1).lower();
            boolean may = joins
                    || !asked.profile.use(word).isConjunction()
                    || asked.profile.use(before).isPreposition();
            if ((may && asked.profile.use(word).isAsking())
                    || asked.profile.cueLength("asks-typed", words, i, front) > 0) {
                return true;
            }
        }
        return false;
    }
}
