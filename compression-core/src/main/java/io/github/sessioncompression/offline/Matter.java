package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.anchor.Units;
import io.github.sessioncompression.text.Fragments;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Word;
import io.github.sessioncompression.value.ValueTalk;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** What sentences are about, each read once. Not thread-safe; lives for one compilation. */
final class Matter {
    private static final int LONGEST_DENIAL = 4;
    private static final int LONGEST_LIMIT = 6;

    private final Map<Sentence, Set<Integer>> subjects = new HashMap<>();
    private final Map<Sentence, Set<Integer>> withTimes = new HashMap<>();

    /** The terms of content that are not values. */
    Set<Integer> of(Sentence sentence) {
        return subjects.computeIfAbsent(sentence, Matter::read);
    }

    /** The same with what says when, and with units and words that correct. */
    Set<Integer> withTimes(Sentence sentence) {
        return withTimes.computeIfAbsent(sentence, Matter::readAll);
    }

    private static Set<Integer> readAll(Sentence sentence) {
        Set<Integer> terms = new HashSet<>();
        for (int i = 0; i < sentence.words.size(); i++) {
            Word word = sentence.words.get(i);
            if (!word.isAtom() && !sentence.profile.use(word).isLight()) {
                for (int term : sentence.terms[i]) {
                    terms.add(term);
                }
            }
        }
        return terms;
    }

    /**
     * Whether it says no more than that another value is right, and how the speaker knows or takes it: "no, it's 2.5 mg, I looked at the box", "sorry, I read it
     * wrong, it's 350".
     */
    static boolean isBare(Sentence sentence, List<Value> values) {
        if (values.size() != 1 || values.get(0).at() <= sentence.answerFrom) {
            return false; // "17.50, I read the wrong line" may speak of anything
        }
        List<Word> words = sentence.words;
        int from = Math.max(
                sentence.answerFrom, Fragments.behindMark(words, values.get(0).at()));
        int to = Fragments.upToMark(words, values.get(0).to() - 1);
        int front = read(sentence, sentence.answerFrom, from).size();
        boolean before = front == 0 || (front == 1 && isOfSpeaker(sentence, sentence.answerFrom, from));
        boolean behind =
                to < words.size() && sentence.profile.use(words.get(to)).isFirstPerson();
        boolean alone = to == words.size()
                || (behind && words.subList(to, words.size()).stream().noneMatch(Word::isAtom));
        return alone && before && read(sentence, from, to).isEmpty();
    }

    /** Whether it says but a value behind its last mark: "I looked at the receipt, it was May 2023". */
    static boolean endsBare(Sentence sentence) {
        List<Word> words = sentence.words;
        int from = Fragments.behindMark(words, words.size() - 1);
        return from > sentence.answerFrom
                && !sentence.profile.isUnspaced()
                && Value.in(sentence).stream().anyMatch(value -> value.at() >= from)
                && IntStream.range(from, words.size())
                        .noneMatch(i -> !words.get(i).isAtom()
                                && sentence.profile.use(words.get(i)).isContent()
                                && !isUnit(sentence, i));
    }

    /** Whether a word for the speaker stands beside one of some values, be it not in what says that it corrects: "we'll be 6", but not "I meant 6". */
    static boolean isOfSpeaker(Sentence sentence, List<Value> values) {
        List<Word> words = sentence.words;
        return values.stream().anyMatch(value -> {
            int from = Math.max(sentence.answerFrom, Fragments.behindMark(words, value.at()));
            int to = Fragments.upToMark(words, value.to() - 1);
            boolean cue = IntStream.range(from, to)
                    .anyMatch(i -> sentence.profile.use(words.get(i)).isFirstPerson()
                            && sentence.profile.cueLength("correction", words, i, to) > 1);
            return !cue && isOfSpeaker(sentence, from, to);
        });
    }

    /** Whether a word for the speaker is among some. */
    private static boolean isOfSpeaker(Sentence sentence, int from, int to) {
        return sentence.words.subList(from, to).stream()
                .anyMatch(word -> sentence.profile.use(word).isFirstPerson());
    }

    private static Set<Integer> read(Sentence sentence) {
        return read(sentence, 0, sentence.words.size());
    }

    private static Set<Integer> read(Sentence sentence, int from, int to) {
        LanguageProfile profile = sentence.profile;
        Set<Integer> subject = new HashSet<>();
        int corrects = 0;
        for (int i = from; i < to; i++) {
            Word word = sentence.words.get(i);
            int end = sentence.words.size();
            corrects = Math.max(corrects, i + profile.cueLength("correction", sentence.words, i, end));
            boolean content = i >= corrects
                    && !profile.use(word).isLight()
                    && !word.isAtom()
                    && !profile.use(word).isTime()
                    && profile.cueLength("retraction", sentence.words, i, i + 1) == 0
                    && !(i == from && sentence.corrects && profile.cueLength("retyping", sentence.words, i, i + 1) > 0);
            if (content && !isUnit(sentence, i)) {
                for (int term : sentence.terms[i]) {
                    subject.add(term);
                }
            }
        }
        return Collections.unmodifiableSet(subject);
    }

    private static boolean isUnit(Sentence sentence, int at) {
        Word word = sentence.words.get(at);
        return at > 0
                && sentence.words.get(at - 1).isAtom()
                && (word.surface().length() <= Value.LONGEST_UNIT
                        || Units.isUnit(sentence.profile.code(), word.lower()));
    }

    /** Whether a sentence is about nothing but a value. */
    boolean isOnly(Sentence sentence, int value) {
        Set<Integer> subject = of(sentence);
        return subject.isEmpty() || (subject.size() == 1 && subject.contains(value));
    }

    /** Whether two sentences share something they are about, and, where both name somebody, a name, a value of both apart. */
    boolean isSame(Sentence one, Sentence other, int value) {
        return isShared(of(one), of(other), value) && areNamesShared(names(one, value), names(other, value));
    }

    private static boolean isShared(Set<Integer> one, Set<Integer> other, int value) {
        return shared(one, other) > (one.contains(value) && other.contains(value) ? 1 : 0);
    }

    private static boolean areNamesShared(Set<Integer> names, Set<Integer> others) {
        return names.isEmpty() || others.isEmpty() || shared(names, others) > 0;
    }

    private static Set<Integer> names(Sentence sentence, int value) {
        Set<Integer> names = new HashSet<>();
        for (Value each : Value.in(sentence)) {
            if (each.isName(sentence)) {
                for (int term : each.terms(sentence)) {
                    names.add(term);
                }
            }
        }
        names.remove(value);
        return names;
    }

    /**
     * Whether it says nothing but a value, which is of what the sentence before it is about: "Ah no, 2.4." One that is known to put something right or to
     * give a value anew is read by itself.
     */
    static boolean isOnlyValues(Sentence sentence) {
        return mayBelong(sentence) && Fragments.giveOnlyValues(withoutNow(sentence), sentence.profile);
    }

    /** Whether it is a few words that limit what stands before it, be it with a reason: "Not before 8.", "Only if it rains, I have no coat.". */
    static boolean isLimit(Sentence sentence) {
        LanguageProfile profile = sentence.profile;
        List<Word> words = sentence.words;
        Word first = words.get(0);
        int to = Fragments.upToMark(words, 0);
        boolean limits = profile.use(first).isNegation()
                ? to <= LONGEST_DENIAL
                : Fragments.limits(first.lower(), profile) && to <= LONGEST_LIMIT;
        return limits
                && words.size() <= LONGEST_LIMIT + LONGEST_LIMIT
                && first.after() == 0
                && !profile.isUnspaced()
                && mayBelong(sentence);
    }

    /** Whether it states something in a message that may be of what stands before it, and that nothing else is known of. */
    private static boolean mayBelong(Sentence sentence) {
        return !sentence.question
                && !sentence.aside
                && sentence.utterance.origin() != Utterance.Origin.STATE
                && !isKnown(sentence);
    }

    private static List<Word> withoutNow(Sentence sentence) {
        AnchorLanguage language = AnchorLanguage.of(sentence.profile.code());
        return sentence.words.stream()
                .filter(word -> !language.has("now", word.lower()))
                .toList();
    }

    /** Whether it is known to put something right or to give a value anew. */
    static boolean isKnown(Sentence sentence) {
        ValueTalk values = sentence.meaning.values();
        return sentence.corrects
                || sentence.meaning.changes()
                || (values != null && values.change() != null)
                || sentence.meaning.wrong() != null
                || sentence.meaning.types().contains(AnchorType.CORRECTION);
    }

    /** How many terms two subjects share. */
    static int shared(Set<Integer> one, Set<Integer> other) {
        Set<Integer> fewer = one.size() <= other.size() ? one : other;
        Set<Integer> more = one.size() <= other.size() ? other : one;
        int shared = 0;
        for (Integer term : fewer) {
            shared += more.contains(term) ? 1 : 0;
        }
        return shared;
    }
}
