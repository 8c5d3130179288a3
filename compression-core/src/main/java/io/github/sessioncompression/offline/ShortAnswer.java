package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.Fragments;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Replies;
import io.github.sessioncompression.text.Word;
import io.github.sessioncompression.text.WordUse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells an answer of a few words, which says too little without the question before it. Lives for one utterance. */
final class ShortAnswer {
    private static final int LONGEST = 4;
    /** Words of an answer whose beginning shows that it is but a part of a sentence. */
    private static final int LONGEST_PART = 24;
    /** Words of grammar up to the first mark of an answer. */
    private static final int LONGEST_OPENING = 7;
    /** Words of a sentence that says more of a short answer. */
    private static final int LONGEST_ADDITION = 6;
    /** Characters of one in a script without spaces. */
    private static final int LONGEST_UNSPACED = 12;

    private final @Nullable Sentence question;

    /** To the question that the utterance before ended with. */
    ShortAnswer(@Nullable Sentence question) {
        this.question = question;
    }

    /** Whether it is one. */
    boolean is(Sentence sentence) {
        if (question == null || sentence.aside || !answers(sentence, question)) {
            return false;
        }
        return sentence.profile.equals(question.profile)
                && (isYesOrNo(sentence)
                        || isPerson(sentence)
                        || isPart(sentence)
                        || ((isShort(sentence) || Replies.leaveOut(sentence.words, question.words, sentence.profile))
                                && says(sentence)
                                && (!sentence.corrects || gives(question) || !gives(sentence))));
    }

    /**
     * Whether one is an answer even where the asker has said something more behind the question: it gives a value or names somebody, says yes or no, says that its
     * speaker does it, or takes one of the things to choose from: "White or grey? Grey is warmer.", "then grey".
     */
    boolean isClear(Sentence sentence) {
        boolean named = sentence.words.stream().anyMatch(word -> word.isAtom() || word.isProper());
        if (named || isPerson(sentence) || (question != null && asksForMore(question) && gives(sentence))) {
            return true;
        }
        if (sentence.meaning.defers() || (acknowledges(sentence) && !sentence.hasFirstPerson())) {
            return false;
        }
        // "Doe ik", "mach ich": what is done stands in the question.
        boolean inverted = sentence.words.size() == 2
                && sentence.profile.use(sentence.words.get(1)).isSubject();
        boolean does = sentence.hasFirstPerson() && isShort(sentence) && (inverted || content(sentence) == 0);
        return does
                || isYesOrNo(sentence)
                || (question != null && Replies.chooses(sentence.words, question.words, sentence.profile));
    }

    /** Whether a message behind the answer says more of it: "how many boxes?", "40", "put down 60". */
    boolean goesOn(Sentence sentence) {
        return sentence.words.size() <= LONGEST + 1
                && sentence.words.stream().anyMatch(Word::isAtom)
                && !sentence.profile.isUnspaced()
                && content(sentence) <= 1
                && is(sentence);
    }

    private static long content(Sentence sentence) {
        LanguageProfile profile = sentence.profile;
        return sentence.words.stream()
                .filter(word -> !word.isAtom() && profile.use(word).isContent())
                .count();
    }

    /** Whether what stands behind a short answer limits it or says more of the same in a few words, "keep it. but don't wipe it", or takes it back: "oh yes. no, rather Friday". */
    static boolean goesWith(Sentence answer, Sentence next) {
        if (!isShort(answer) || next.question || next.aside || isPerhaps(answer)) {
            return false;
        }
        boolean few = next.profile.isUnspaced()
                ? characters(next.words) <= LONGEST_UNSPACED
                : next.words.size() <= LONGEST_ADDITION;
        return (few && !next.corrects) || takesBack(next);
    }

    /** Whether it says no more than that something may be, which is not said of what stands behind it: "Maybe. We close at six." */
    private static boolean isPerhaps(Sentence answer) {
        return answer.words.size() == 1
                && answer.profile.use(answer.words.get(0)).isModal();
    }

    /** Whether it is a bare no, which what stands behind it says instead: "No. A pub." */
    static boolean denies(Sentence sentence) {
        return sentence.words.size() == 1
                && !sentence.question
                && !sentence.profile.isUnspaced()
                && sentence.profile.use(sentence.words.get(0)).isNegation();
    }

    private static boolean takesBack(Sentence next) {
        Word first = next.words.get(0);
        boolean no = next.profile.use(first).isNegation() || next.profile.cueLength("retraction", next.words, 0, 1) > 0;
        return no && first.after() != 0 && next.words.size() <= LONGEST_PART;
    }

    private static boolean isShort(Sentence sentence) {
        return sentence.profile.isUnspaced()
                ? characters(sentence.words) <= LONGEST_UNSPACED
                : sentence.words.size() <= LONGEST;
    }

    private static int characters(List<Word> words) {
        return words.stream().mapToInt(word -> word.surface().length()).sum();
    }

    /** Whether it gives a value, which may be the one that is corrected or what it is corrected to. */
    static boolean gives(Sentence sentence) {
        return sentence.words.stream()
                .anyMatch(word -> word.isAtom()
                        || word.isProper()
                        || sentence.profile.use(word).isTime());
    }

    /** Whether it is more than an acknowledgement. */
    private static boolean says(Sentence sentence) {
        LanguageProfile profile = sentence.profile;
        List<Word> words = sentence.words;
        if (profile.isUnspaced() && isShort(sentence) && profile.hasCue("acknowledgement", words, 0, words.size())) {
            return false;
        }
        int at = 0;
        while (at < words.size()) {
            Word word = words.get(at);
            int acknowledged = profile.cueLength("acknowledgement", words, at, words.size());
            if (acknowledged == 0 && (!profile.use(word).isCourtesy() || isDegree(word, profile))) {
                return true;
            }
            at += Math.max(1, acknowledged);
        }
        return false;
    }

    private static boolean isDegree(Word word, LanguageProfile profile) {
        return profile.use(word).isNegation() || profile.use(word).isComparison();
    }

    /**
     * Whether it is but a part of a sentence, so that it says something else without what was asked: a condition or limit ("only when it rains"),
     * or a few words up to a mark before what goes with them ("not yet, he comes on Monday", "fine by me, as long as it's cheap").
     */
    private boolean isPart(Sentence sentence) {
        if (question == null || !answers(sentence, question)) {
            return false;
        }
        LanguageProfile profile = sentence.profile;
        List<Word> words = sentence.words;
        Word first = words.get(0);
        if (profile.isUnspaced()) {
            return first.after() != 0
                    && words.size() > 1
                    && first.surface().length() <= 2 * LONGEST
                    && characters(words) <= 2 * Replies.LONGEST_QUESTION;
        }
        if (words.size() > LONGEST_PART) {
            return false;
        }
        boolean limits = Fragments.limits(first.lower(), profile);
        // "No dia 31 de março" has a word more than "on 31 March".
        int least = Math.min(words.size() - 1, LONGEST);
        boolean value = words.subList(0, least).stream().anyMatch(Word::isAtom);
        int piece = Math.min(words.size() - 1, value ? least + 1 : least);
        return limits || words.subList(0, piece).stream().anyMatch(word -> word.after() != 0) || deniesFirst(sentence);
    }

    /** Whether a no in nothing but grammar stands up to its first mark: "there isn't one yet, but you can park in the street". */
    private static boolean deniesFirst(Sentence sentence) {
        LanguageProfile profile = sentence.profile;
        boolean denies = false;
        for (Word word : sentence.words.subList(0, Math.min(LONGEST_OPENING, sentence.words.size()))) {
            boolean no = profile.use(word).isNegation();
            if (word.isAtom()
                    || !(no || profile.use(word).isStop() || profile.use(word).isLight())) {
                return false;
            }
            denies |= no;
            if (word.after() != 0) {
                return denies;
            }
        }
        return false;
    }

    /** Whether it answers a question that yes or no can answer with one of them and little else, with a no that says why, or with what to do with it. */
    boolean isYesOrNo(Sentence sentence) {
        if (question == null || !answers(sentence, question) || asksForMore(question)) {
            return false;
        }
        LanguageProfile profile = sentence.profile;
        Word first = sentence.words.get(0);
        boolean no = profile.use(first).isNegation();
        boolean yes = profile.use(first).isYes();
        if (isShort(sentence)) {
            return no || yes || isGrammar(sentence) || agrees(sentence);
        }
        boolean marked = first.after() != 0 && (no || (yes && isLimited(sentence)));
        boolean refers = (no || yes) && first.after() == 0 && refers(sentence);
        return ((marked || refers) && sentence.words.size() <= LONGEST_PART) || isYesBut(sentence);
    }

    /** Whether it is nothing but an acknowledgement, which says yes to what was asked, "fine", and puts no answer off. */
    private static boolean agrees(Sentence sentence) {
        return !sentence.meaning.defers() && acknowledges(sentence);
    }

    private static boolean acknowledges(Sentence sentence) {
        List<Word> words = sentence.words;
        int all = words.size();
        return sentence.profile.isUnspaced()
                ? all == 1 && sentence.profile.hasCue("acknowledgement", words, 0, all)
                : sentence.profile.cueLength("acknowledgement", words, 0, all) == all;
    }

    /** Whether it has a word for what was asked about: "no keep it at 120". */
    private static boolean refers(Sentence sentence) {
        return sentence.words.stream()
                .anyMatch(word -> sentence.profile.use(word).isThirdPerson());
    }

    /** Whether nothing but grammar is in it: "I am", "it does". */
    private static boolean isGrammar(Sentence sentence) {
        return !sentence.profile.isUnspaced()
                && sentence.words.stream()
                        .allMatch(word -> sentence.profile.use(word).isStop() && !word.isAtom());
    }

    /** Whether it is a yes with a but, which is said to something, be that asked or not: "yes, but not before eleven". */
    static boolean isYesBut(Sentence sentence) {
        List<Word> words = sentence.words;
        return words.size() > 2
                && words.size() <= LONGEST_PART
                && !sentence.question
                && sentence.profile.use(words.get(0)).isYes()
                && sentence.profile.use(words.get(1)).isContrast();
    }

    /** Whether a yes is not the whole of an answer: "yes, but without milk". */
    private static boolean isLimited(Sentence sentence) {
        LanguageProfile profile = sentence.profile;
        List<Word> words = sentence.words;
        WordUse next = profile.use(words.size() > 1 ? words.get(1).lower() : "");
        return next.isGlue()
                || next.isNegation()
                || next.isComparison()
                || (next.isJoiner() && profile.cueLength("adding", words, 1, 2) == 0);
    }

    /** Whether it answers "who" with somebody and little else: "you do". */
    boolean isPerson(Sentence sentence) {
        if (question == null || !answers(sentence, question) || !asksForMore(question) || !isShort(sentence)) {
            return false;
        }
        LanguageProfile profile = sentence.profile;
        String first = sentence.words.get(0).lower();
        return profile.use(first).isFirstPerson()
                || profile.use(first).isSecondPerson()
                || profile.use(first).isThirdPerson();
    }

    private static boolean answers(Sentence sentence, Sentence question) {
        char end = sentence.words.get(sentence.words.size() - 1).after();
        boolean asksOn = end == ',' || end == '-' || end == ':' || end == ';';
        return !sentence.question
                && !asksOn
                && !asksBack(sentence)
                && sentence.utterance.origin() != Utterance.Origin.STATE
                && !question.utterance.speaker().equals(sentence.utterance.speaker());
    }

    /** Whether it asks what is meant, in two words that lack their mark: "what cake". */
    private static boolean asksBack(Sentence sentence) {
        List<Word> words = sentence.words;
        return words.size() == 2
                && sentence.profile.use(words.get(0)).isAsking()
                && words.get(1).after() == 0
                && sentence.utterance.origin() != Utterance.Origin.STATE;
    }

    private static boolean asksForMore(Sentence question) {
        return question.words.stream()
                .limit(3)
                .anyMatch(word -> question.profile.use(word).isAsking());
    }
}
