package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.text.Replies;
import io.github.sessioncompression.text.Word;
import io.github.sessioncompression.text.WordUse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The questions that an utterance ends with, in their order. Not thread-safe; lives for one compilation. */
record Asked(List<Sentence> questions) {
    static final Asked NOTHING = new Asked(List.of());

    private static final int LONGEST_BARE = 4;

    /** The questions that end what was said and are nobody else's and short enough to be repeated. */
    static Asked of(List<Sentence> said) {
        List<Sentence> questions = new ArrayList<>(1);
        for (int i = said.size() - 1; i >= 0 && questions.size() < Replies.MOST_QUESTIONS && asks(said.get(i)); i--) {
            questions.add(0, said.get(i));
        }
        return questions.isEmpty() ? NOTHING : new Asked(questions);
    }

    private static boolean asks(Sentence sentence) {
        return sentence.question
                && !sentence.words.get(sentence.words.size() - 1).quoted()
                && sentence.words.size() <= Replies.LONGEST_QUESTION
                && !sentence.profile.hasCue("boilerplate", sentence.words, 0, sentence.words.size())
                && sentence.utterance.origin() != Utterance.Origin.STATE;
    }

    /** Whether a question is made of a few words of grammar, so that nobody notes it but with its answer: "from when?". */
    static boolean isBare(Sentence sentence) {
        return asks(sentence)
                && sentence.words.size() <= LONGEST_BARE
                && (sentence.words.stream()
                                .anyMatch(word -> sentence.profile.use(word).isAsking())
                        || sentence.profile.cueLength("asks-alone", sentence.words, 0, sentence.words.size()) > 0);
    }

    /**
     * Whether a question names but a value, or nothing, or is one word and no "and wine?", so that what it is of stands before it: "We raise the limit. 15 seconds now?", "I would. Do
     * you want it?", "It comes to 20.50. Agreed?".
     */
    static boolean goesOn(Sentence question, Sentence before) {
        return question.words.size() + before.words.size() <= Replies.LONGEST_QUESTION
                && asks(question)
                && !question.profile.isUnspaced()
                && (isOfValues(question) || isOfThat(question));
    }

    private static boolean isOfValues(Sentence question) {
        AnchorLanguage language = AnchorLanguage.of(question.profile.code());
        List<Word> words = question.words;
        boolean values = words.stream().anyMatch(Word::isAtom);
        for (int i = 0; i < words.size() && values; i++) {
            boolean counted = i > 0 && words.get(i - 1).isAtom();
            boolean now = language.has("now", words.get(i).lower());
            values = words.get(i).isAtom()
                    || counted
                    || now
                    || !question.profile.use(words.get(i)).isContent();
        }
        return values;
    }

    private static boolean isOfThat(Sentence question) {
        List<WordUse> uses = question.words.stream().map(question.profile::use).toList();
        long content = uses.stream().filter(WordUse::isContent).count();
        return uses.size() < LONGEST_BARE
                && (content == 0
                        || (uses.size() == 1 && question.words.get(0).opensSentence())
                        || (content == 1 && uses.stream().anyMatch(use -> use.isThirdPerson() || use.isDeterminer())))
                && uses.stream().noneMatch(WordUse::isAsking)
                && question.words.stream().noneMatch(Word::isAtom);
    }

    boolean isEmpty() {
        return questions.isEmpty();
    }

    /** Who asks. */
    String speaker() {
        return questions.get(0).utterance.speaker();
    }

    /** The place of the utterance. */
    int order() {
        return questions.get(0).utterance.order();
    }

    /**
     * What an answer is to: one of the questions, or {@linkplain Replies#answered several} as one.
     *
     * @return {@code null} if nothing is asked
     */
    @Nullable
    Sentence answeredBy(Sentence answer) {
        List<Sentence> answered = Replies.answered(
                        questions.stream().map(question -> question.words).toList(), answer.words, answer.profile)
                .stream()
                .map(questions::get)
                .toList();
        return answered.isEmpty() ? null : answered.size() == 1 ? answered.get(0) : whole();
    }

    /** Notes them with their answer, and not again by themselves. */
    void settle(Sentence answered) {
        if (questions.contains(answered)) {
            answered.weight = 0;
        } else {
            questions.forEach(question -> question.weight = 0);
        }
    }

    private Sentence whole() {
        Sentence whole = questions.get(0);
        for (Sentence next : questions.subList(1, questions.size())) {
            whole = whole.goingOn(next);
        }
        return whole;
    }
}
