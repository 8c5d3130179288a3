package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.Readings;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Vocabulary;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads utterances into sentences with terms and clauses.
 *
 * <p>An answer of a few words is read together with the question before it, which is not noted again by itself: "how old are
 * they?: four and seven". Not thread-safe; lives for one compilation.
 */
final class SentenceReading {
    private static final int LONGEST_SHORT_ANSWER = 4;
    /** Words of a sentence that says more of a short answer. */
    private static final int LONGEST_ADDITION = 6;
    /** Characters of one in a script without spaces. */
    private static final int LONGEST_UNSPACED_ANSWER = 12;

    private static final int LONGEST_REPEATED_QUESTION = 12;

    /** A line of code says little out of its place. */
    private static final double CODE = 0.15;

    private final Languages languages;
    private final Vocabulary vocabulary;
    private final Courtesy courtesy;
    private final UtteranceSentences split;
    private final List<Sentence> sentences = new ArrayList<>();
    /** The question that the last utterance ended with. */
    private @Nullable Sentence asked;

    private List<Sentence> last = List.of();

    SentenceReading(Languages languages, Vocabulary vocabulary, Courtesy courtesy, Readings readings) {
        split = new UtteranceSentences(readings);
        this.languages = languages;
        this.vocabulary = vocabulary;
        this.courtesy = courtesy;
    }

    /** All that was read, in order. */
    List<Sentence> sentences() {
        return sentences;
    }

    /** The sentences of the utterance read last, with their terms. */
    List<Sentence> last() {
        return last;
    }

    /** Reads what was said; the sentences before courtesy was taken out are returned. */
    List<Sentence> read(Utterance utterance, LanguageProfile usual, double weight) {
        LanguageProfile profile = languages.detect(utterance.text(), usual);
        List<Sentence> heard = new ArrayList<>();
        List<Sentence> kept = new ArrayList<>();
        for (Sentence sentence : split.of(utterance, profile)) {
            heard.add(sentence);
            boolean whole = heard.size() == 1 && (isYesOrNo(sentence) || isPerson(sentence));
            Sentence stripped = whole ? sentence : courtesy.strip(sentence);
            if (stripped != null) {
                kept.add(stripped);
            }
        }
        boolean answers = !kept.isEmpty() && isShortAnswer(kept.get(0));
        if (answers
                && beginsWithYes(heard.get(0))
                && heard.get(0).words.contains(kept.get(0).words.get(0))) {
            kept.set(0, heard.get(0));
        }
        if (answers && kept.size() > 1 && goesWith(kept.get(0), kept.get(1))) {
            kept.set(0, kept.get(0).goingOn(kept.remove(1)));
        }
        joinRules(kept);
        readTerms(utterance, profile, kept);
        if (answers) {
            Sentence question = Objects.requireNonNull(asked);
            kept.set(0, kept.get(0).answering(question));
            question.weight = 0;
        }
        last = kept;
        asked = question(kept);
        Fences fences = new Fences(utterance.text());
        for (Sentence sentence : kept) {
            sentence.cut();
            add(sentence, fences.isCode(sentence.words.get(0).start()) ? weight * CODE : weight);
        }
        return utterance.origin() == Utterance.Origin.TOOL ? kept : heard;
    }

    /** Whether a yes to what was asked is more than courtesy: "yes, for the blood test" says something else without it. */
    private boolean beginsWithYes(Sentence sentence) {
        Sentence question = asked;
        return question != null
                && !asksForMore(question)
                && sentence.words.size() <= LONGEST_REPEATED_QUESTION
                && sentence.profile.isYes(sentence.words.get(0).lower());
    }

    private void readTerms(Utterance utterance, LanguageProfile profile, List<Sentence> sentences) {
        List<int[][]> terms = vocabulary.read(
                utterance.text(),
                profile,
                sentences.stream().map(Sentence::asText).toList());
        for (int i = 0; i < sentences.size(); i++) {
            sentences.get(i).terms = terms.get(i);
        }
    }

    /** Makes one of a sentence and a rule about what it names, which says nothing alone: "The cap is 20. Never exceed it." */
    private static void joinRules(List<Sentence> kept) {
        for (int i = kept.size() - 1; i > 0; i--) {
            Sentence before = kept.get(i - 1);
            if (kept.get(i).isRuleAbout(before) && !before.question && !before.aside) {
                kept.set(i - 1, before.goingOn(kept.remove(i)));
            }
        }
    }

    private boolean isShortAnswer(Sentence sentence) {
        Sentence question = asked;
        if (question == null || sentence.aside || !answers(sentence, question)) {
            return false;
        }
        return sentence.profile.equals(question.profile)
                && (isYesOrNo(sentence)
                        || isPerson(sentence)
                        || isPart(sentence)
                        || (isShort(sentence)
                                && says(sentence)
                                && (!sentence.corrects || gives(question) || !gives(sentence))));
    }

    /** Whether a few words behind a short answer limit it, or say more of the same: "keep it. but don't wipe it". */
    private static boolean goesWith(Sentence answer, Sentence next) {
        return isShort(answer)
                && !next.question
                && !next.aside
                && !next.corrects
                && (next.profile.isUnspaced()
                        ? characters(next.words) <= LONGEST_UNSPACED_ANSWER
                        : next.words.size() <= LONGEST_ADDITION);
    }

    private static boolean isShort(Sentence sentence) {
        return sentence.profile.isUnspaced()
                ? characters(sentence.words) <= LONGEST_UNSPACED_ANSWER
                : sentence.words.size() <= LONGEST_SHORT_ANSWER;
    }

    private static int characters(List<Word> words) {
        return words.stream().mapToInt(word -> word.surface().length()).sum();
    }

    /** Whether it gives a value, which may be the one that is corrected or what it is corrected to. */
    private static boolean gives(Sentence sentence) {
        return sentence.words.stream()
                .anyMatch(word -> word.isAtom() || word.isProper() || sentence.profile.isTime(word.lower()));
    }

    /** Whether it is more than an acknowledgement. */
    private static boolean says(Sentence sentence) {
        LanguageProfile profile = sentence.profile;
        List<Word> words = sentence.words;
        if (profile.isUnspaced() && profile.hasCue("acknowledgement", words, 0, words.size())) {
            return false;
        }
        int at = 0;
        while (at < words.size()) {
            Word word = words.get(at);
            int acknowledged = profile.cueLength("acknowledgement", words, at, words.size());
            if (acknowledged == 0 && (!profile.isCourtesy(word.lower()) || isDegree(word, profile))) {
                return true;
            }
            at += Math.max(1, acknowledged);
        }
        return false;
    }

    private static boolean isDegree(Word word, LanguageProfile profile) {
        return profile.isNegation(word.lower()) || profile.isComparison(word.lower());
    }

    /**
     * Whether it is but a part of a sentence, so that it says something else without what was asked: a condition or limit ("only when it rains"),
     * or a few words up to a mark before what goes with them ("not yet, he comes on Monday", "fine by me, as long as it's cheap").
     */
    private boolean isPart(Sentence sentence) {
        Sentence question = asked;
        if (question == null || !answers(sentence, question)) {
            return false;
        }
        LanguageProfile profile = sentence.profile;
        List<Word> words = sentence.words;
        Word first = words.get(0);
        if (profile.isUnspaced()) {
            return first.after() != 0
                    && words.size() > 1
                    && first.surface().length() <= 2 * LONGEST_SHORT_ANSWER
                    && characters(words) <= 2 * LONGEST_REPEATED_QUESTION;
        }
        if (words.size() > LONGEST_REPEATED_QUESTION) {
            return false;
        }
        boolean limits = profile.isGlue(first.lower())
                || (profile.isComparison(first.lower()) && !profile.isPreposition(first.lower()));
        // "No dia 31 de março" has a word more than "on 31 March".
        int least = Math.min(words.size() - 1, LONGEST_SHORT_ANSWER);
        boolean value = words.subList(0, least).stream().anyMatch(Word::isAtom);
        int piece = Math.min(words.size() - 1, value ? least + 1 : least);
        return limits || words.subList(0, piece).stream().anyMatch(word -> word.after() != 0);
    }

    /** Whether it answers a question that yes or no can answer with one of them and little else, or with a no that says why. */
    private boolean isYesOrNo(Sentence sentence) {
        Sentence question = asked;
        if (question == null || !answers(sentence, question) || asksForMore(question)) {
            return false;
        }
        LanguageProfile profile = sentence.profile;
        Word first = sentence.words.get(0);
        boolean no = profile.isNegation(first.lower());
        boolean yes = profile.isYes(first.lower());
        if (isShort(sentence)) {
            return no || yes || isGrammar(sentence);
        }
        boolean says = no || (yes && isLimited(sentence));
        return says && first.after() != 0 && sentence.words.size() <= LONGEST_REPEATED_QUESTION;
    }

    /** Whether nothing but grammar is in it: "I am", "it does". */
    private static boolean isGrammar(Sentence sentence) {
        return !sentence.profile.isUnspaced()
                && sentence.words.stream().allMatch(word -> sentence.profile.isStop(word.lower()) && !word.isAtom());
    }

    /** Whether a yes is not the whole of an answer: "yes, but without milk". */
    private static boolean isLimited(Sentence sentence) {
        LanguageProfile profile = sentence.profile;
        List<Word> words = sentence.words;
        String next = words.size() > 1 ? words.get(1).lower() : "";
        return profile.isGlue(next)
                || profile.isNegation(next)
                || profile.isComparison(next)
                || (profile.isJoiner(next) && profile.cueLength("adding", words, 1, 2) == 0);
    }

    /** Whether it answers "who" with somebody and little else: "you do". */
    private boolean isPerson(Sentence sentence) {
        Sentence question = asked;
        if (question == null || !answers(sentence, question) || !asksForMore(question) || !isShort(sentence)) {
            return false;
        }
        LanguageProfile profile = sentence.profile;
        String first = sentence.words.get(0).lower();
        return profile.isFirstPerson(first) || profile.isSecondPerson(first) || profile.isThirdPerson(first);
    }

    private static boolean answers(Sentence sentence, Sentence question) {
        char end = sentence.words.get(sentence.words.size() - 1).after();
        boolean asksOn = end == ',' || end == '-' || end == ':' || end == ';';
        return !sentence.question
                && !asksOn
                && sentence.utterance.origin() != Utterance.Origin.STATE
                && !question.utterance.speaker().equals(sentence.utterance.speaker());
    }

    private static boolean asksForMore(Sentence question) {
        return question.words.stream().limit(3).anyMatch(word -> question.profile.isAsking(word.lower()));
    }

    /** The question that ends what was said, if one does and it is short enough to be repeated. */
    private static @Nullable Sentence question(List<Sentence> said) {
        Sentence last = said.isEmpty() ? null : said.get(said.size() - 1);
        boolean asks = last != null
                && last.question
                && last.words.size() <= LONGEST_REPEATED_QUESTION
                && !last.profile.hasCue("boilerplate", last.words, 0, last.words.size())
                && last.utterance.origin() != Utterance.Origin.STATE;
        return asks ? last : null;
    }

    /** Reads values that each stand for themselves, tied to the first; {@code null} if there is no word in them. */
    @Nullable
    Sentence readValues(Utterance utterance, LanguageProfile language, List<String> values) {
        List<Word> words = new ArrayList<>();
        List<Integer> ends = new ArrayList<>();
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
        Sentence sentence = new Sentence(utterance, language, words, '.', false);
        readTerms(utterance, language, List.of(sentence));
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
        if (clauses.isEmpty()) {
            return null;
        }
        add(sentence, 1);
        return sentence;
    }

    private void add(Sentence sentence, double weight) {
        sentence.weight = weight;
        sentence.order = sentences.size();
        sentences.add(sentence);
    }
}
