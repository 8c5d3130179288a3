package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.survival.Senses;
import io.github.sessioncompression.text.AddedRule;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Vocabulary;
import io.github.sessioncompression.text.Word;
import io.github.sessioncompression.text.WordUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A sentence of an utterance on its way through the compiler: words, then terms, then clauses. Not thread-safe; lives for one compilation. */
final class Sentence {
    final Utterance utterance;
    final LanguageProfile profile;
    final List<Word> words;
    final boolean question;
    final boolean exclamation;
    /** Whether it stands in square brackets: a stage direction or caption. */
    final boolean aside;
    /** The terms of each word, filled by {@link Vocabulary}. */
    int[][] terms = {};

    List<Clause> clauses = List.of();
    /** Where it comes from: its utterance, the question it answers, and whatever said the same. */
    Provenance provenance;
    /** What it is, if it is more than its field says; filled by {@link FieldSorting}. */
    StateItem.@Nullable Kind kind;
    /** A factor on everything it says: raised by the focus, lowered when a later sentence corrects it. */
    double weight = 1;
    /** Whether it says that it corrects something, be it in an opener that is no longer among its words. */
    boolean corrects;
    /** What the same speaker said in the message before or right in front of it, of which it puts a value right; filled by {@link Retyped}. */
    @Nullable
    Sentence retypes;
    /** What it is and says by its phrases. */
    Meaning meaning = Meaning.NONE;
    /** How many of the words, in front, are its label's. */
    int front;
    /** The values among its words, read by {@link Value} when they are asked for. */
    @Nullable
    List<Value> given;
    /** Whether it asks what nobody has answered; filled by {@link OpenQuestions}. */
    boolean open;
    /** The first word of the sentence itself, behind the question that it answers, if that stands in front. */
    int answerFrom;
    /** Whether the same speaker says it once more, word for word. */
    boolean repeated;
    /** What stands for it, if the same speaker says it once more; filled by {@link Repeats}. */
    @Nullable
    Sentence same;
    /** Its place among all sentences. */
    int order;
    /** What all of it is as a note, once that was asked for. */
    private @Nullable String whole;

    Sentence(Utterance utterance, LanguageProfile profile, List<Word> words, char end, boolean aside) {
        this.utterance = utterance;
        this.provenance = utterance.provenance();
        this.profile = profile;
        this.words = words;
        this.question = end == '?';
        this.exclamation = end == '!';
        this.aside = aside;
    }

    /**
     * The sentence of an utterance as it was split off.
     *
     * @param sense what it is; {@code null} if nobody says it
     */
    static Sentence of(
            Utterance utterance, LanguageProfile profile, SentenceWords split, Senses.@Nullable Sense sense) {
        List<Word> words = sense == null ? split.words() : sense.words().words();
        Sentence sentence = new Sentence(utterance, profile, new ArrayList<>(words), split.end(), split.aside());
        sentence.corrects = profile.corrects(words);
        if (utterance.origin() == Utterance.Origin.STATE) {
            sentence.answerFrom = (sense == null ? split : sense.words()).tie();
        }
        if (sense != null) {
            boolean note = sense.label().isEmpty() && utterance.origin() == Utterance.Origin.STATE;
            sentence.meaning = Meaning.of(sense, note ? Senses.labelOf(utterance.text()) : sense.label());
            sentence.front = sense.front();
        }
        return sentence;
    }

    /** Its words as a text has them. */
    SentenceWords asText() {
        return new SentenceWords(words, end(), aside);
    }

    private char end() {
        return question ? '?' : exclamation ? '!' : '.';
    }

    /** Cuts the words into clauses. */
    void cut() {
        clauses = ClauseCutting.of(this);
    }

    /** This sentence without some of its words. */
    Sentence withWords(List<Word> kept) {
        return withWords(kept, end());
    }

    private Sentence withWords(List<Word> kept, char end) {
        Sentence sentence = new Sentence(utterance, profile, new ArrayList<>(kept), end, aside);
        sentence.corrects = corrects;
        sentence.retypes = retypes;
        sentence.meaning = meaning;
        boolean same = front <= kept.size() && kept.subList(0, front).equals(words.subList(0, front));
        sentence.front = same ? front : 0;
        return sentence;
    }

    /** This sentence and what the speaker adds to it or asks of it, as one, with the terms of both where these are read. */
    Sentence goingOn(Sentence next) {
        List<Word> both = new ArrayList<>(words);
        int last = both.size() - 1;
        both.set(last, both.get(last).followedBy(';'));
        both.addAll(next.words);
        Sentence joined = withWords(both, next.question ? '?' : end());
        joined.terms = Arrays.copyOf(terms, terms.length + next.terms.length);
        System.arraycopy(next.terms, 0, joined.terms, terms.length, next.terms.length);
        joined.meaning = meaning.and(next.meaning);
        return joined;
    }

    /** This sentence behind the question that it answers, without which it would say too little. */
    Sentence answering(Sentence asked) {
        List<Word> question = new ArrayList<>(asked.words);
        int last = question.size() - 1;
        question.set(last, question.get(last).asking());
        return behind(question, asked.terms, asked.provenance);
    }

    /** Whether it says itself all that others say, but for grammar. */
    boolean says(List<Word> others) {
        Set<String> own = new HashSet<>();
        words.forEach(word -> own.add(word.lower()));
        return others.stream()
                .allMatch(
                        word -> own.contains(word.lower()) || profile.use(word).isStop());
    }

    /** This sentence behind what it answers or corrects, of which it is never parted. */
    Sentence behind(List<Word> other, int[][] otherTerms, Provenance from) {
        List<Word> both = new ArrayList<>(other);
        int last = both.size() - 1;
        both.set(last, both.get(last).followedBy(':'));
        both.addAll(words);
        Sentence behind = withWords(both);
        behind.answerFrom = other.size();
        behind.provenance = provenance.answering(from);
        behind.weight = weight;
        behind.order = order;
        behind.terms = Arrays.copyOf(otherTerms, both.size());
        System.arraycopy(terms, 0, behind.terms, behind.answerFrom, terms.length);
        behind.cut();
        return behind;
    }

    /** Whether it is a short rule about what the sentence before names, so that it says nothing alone: "never exceed it", "never exceed without approval". */
    boolean isRuleAbout(Sentence before) {
        boolean value = before.words.stream().anyMatch(Word::isAtom);
        return meaning.types().contains(AnchorType.CONSTRAINT)
                && !question
                && !aside
                && AddedRule.isAboutOther(words, value, profile);
    }

    /** This sentence and a rule about what it gives anew. */
    Sentence ruledBy(Clause rule) {
        List<Word> both = new ArrayList<>(words);
        int last = both.size() - 1;
        both.set(last, both.get(last).followedBy(','));
        both.addAll(rule.sentence.words.subList(rule.from, rule.to));
        Sentence joined = withWords(both);
        joined.meaning = meaning.ruledBy(rule.sentence.meaning);
        joined.answerFrom = answerFrom;
        joined.provenance = provenance.repeatedBy(rule.sentence.provenance);
        joined.weight = weight;
        joined.order = order;
        joined.terms = Arrays.copyOf(terms, both.size());
        System.arraycopy(rule.sentence.terms, rule.from, joined.terms, words.size(), rule.to - rule.from);
        joined.cut();
        return joined;
    }

    /**
     * Takes out what gives a value that holds no longer. What it says besides with a subject of its own stays, and so does a rule about the
     * value, which goes with it only where what takes its place says the same.
     *
     * @param gives whether the words from the first place to before the second give the value
     */
    void supersede(Sentence by, BiPredicate<Integer, Integer> gives) {
        clauses = ClauseCutting.parted(this);
        boolean told = clauses.stream().anyMatch(clause -> gives.test(clause.from, clause.to));
        for (Clause clause : clauses) {
            boolean besides = told && clause.needs == null && !clause.refers && !gives.test(clause.from, clause.to);
            clause.superseded |= clause.rules ? by.says(clause) : !besides;
        }
    }

    /** Takes out what gives the value at a place. */
    void retract(int at) {
        boolean whole = clauses.size() == 1;
        clauses = ClauseCutting.parted(this);
        for (Clause clause : clauses) {
            boolean there = clause.from <= at && at < clause.to;
            clause.superseded |= there || (whole && clause.refers);
        }
    }

    private boolean says(Clause part) {
        String note = NoteStyle.write(part.sentence, part.from, part.to);
        return clauses.stream()
                .anyMatch(each -> NoteStyle.write(this, each.from, each.to).equalsIgnoreCase(note));
    }

    /** The words from {@code from} to before {@code to} as a note; they are not changed any more. */
    String note(int from, int to) {
        if (from > 0 || to < words.size()) {
            return NoteStyle.write(this, from, to);
        }
        String known = whole;
        if (known == null) {
            known = NoteStyle.write(this, from, to);
            whole = known;
        }
        return known;
    }

    boolean hasFirstPerson() {
        return has(answerFrom, words.size(), WordUse::isFirstPerson);
    }

    /** Whether it says when; the question in front of an answer does not count. */
    boolean hasTime() {
        return has(answerFrom, words.size(), WordUse::isTime);
    }

    boolean hasSecondPerson() {
        return hasSecondPerson(0, words.size());
    }

    /** Whether its words from {@code from} to before {@code to} speak to or of the listener; the question in front of an answer does not count. */
    boolean hasSecondPerson(int from, int to) {
        return has(Math.max(from, answerFrom), to, WordUse::isSecondPerson);
    }

    private boolean has(int from, int to, Predicate<WordUse> use) {
        for (int i = from; i < to; i++) {
            if (use.test(profile.use(words.get(i)))) {
                return true;
            }
        }
        return false;
    }
}
