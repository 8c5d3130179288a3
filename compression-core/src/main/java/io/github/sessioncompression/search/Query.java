package io.github.sessioncompression.search;

import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.text.Visible;
import io.github.sessioncompression.text.WordKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A query as one index reads it. Plain text, without a search language.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>The first 4,000 characters are normalised and their language is recognised; the chat's usual one if they are too few.
 *   <li>Days and months, and the role that the query asks for, are read from all words.
 *   <li>Stop words are dropped, and names of speakers, unless nothing else is left.
 *   <li>Each of the first 64 words matches its term, the terms that the chat's other languages make of it, and terms with the same five first letters,
 *       which count half. Everyday words count less.
 * </ol>
 *
 * <p><b>Does nothing when</b> the text is blank: it has no words, and no message has a score. Belongs to one state of the index, with its postings, so
 * it is made for each search. Not thread-safe.
 *
 * @param words the words to look for, in the order of the text
 * @param terms the terms of its words in its own language
 * @param speakers the speakers that it names, in lower case
 * @param days the days and months that it names
 * @param role the role whose messages it asks for; {@code null} for any
 */
record Query(
        ConversationIndex index,
        List<Word> words,
        Set<String> terms,
        Set<String> speakers,
        DayMentions days,
        @Nullable Role role) {
    /** The characters that are read. A search costs time for each word and message; longer texts are pasted, and have their subject at the head. */
    static final int MAX_CHARS = 4_000;
    /** Places of words that are looked for; in Chinese, Japanese and Korean characters. */
    static final int MAX_WORDS = 64;

    /** The weight of an everyday word, however rare it is. */
    private static final double LIGHT_WEIGHT = 0.7;

    /** The weight of a word with the same beginning ("counsellor" for "counselling"). */
    private static final double RELATED_FACTOR = 0.5;

    /** The letters that related words have in common; a term must be longer. Shorter beginnings join unrelated words. */
    private static final int RELATED_PREFIX = 5;

    /** The most related terms. A beginning that more terms have, such as "inter", selects nothing. */
    private static final int MAX_RELATED = 20;

    static Query of(ConversationIndex index, String text) {
        String read = Visible.of(text.length() > MAX_CHARS ? text.substring(0, MAX_CHARS) : text);
        LanguageProfile language = Languages.shared().detect(read, index.usualLanguage());
        List<IndexedWord> all = IndexedWord.all(language, read);
        Query query = new Query(
                index,
                new ArrayList<>(),
                new HashSet<>(),
                new HashSet<>(),
                DayMentions.in(language, all),
                role(language, all));
        Map<Place, Set<String>> translated = query.inOtherLanguages(language, read);
        int starts = 0;
        int start = -1;
        for (IndexedWord word : query.withoutSpeakers(IndexedWord.contentOf(language, all))) {
            if ((starts < MAX_WORDS || word.start() == start) && query.terms.add(word.term())) {
                double weight = language.isLight(word.word()) ? LIGHT_WEIGHT : 1;
                query.addWord(word.term(), translated.getOrDefault(Place.of(word), Set.of()), weight);
                starts += word.start() == start ? 0 : 1;
                start = word.start();
            }
        }
        return query;
    }

    /** Offsets of a word in the query. */
    private record Place(int start, int end) {
        private static Place of(IndexedWord word) {
            return new Place(word.start(), word.end());
        }
    }

    /** Takes out the names of speakers, which choose messages by author, not by subject. */
    private List<IndexedWord> withoutSpeakers(List<IndexedWord> content) {
        List<IndexedWord> others = new ArrayList<>();
        for (IndexedWord word : content) {
            String name = word.word();
            String speaker = name.endsWith("'s") ? name.substring(0, name.length() - 2) : name;
            if (index.messages().hasSpeaker(speaker)) {
                speakers.add(speaker);
            } else {
                others.add(word);
            }
        }
        return others.isEmpty() ? content : others;
    }

    /** The user for "what did I say", the assistant for "what did you recommend"; {@code null} if it has both persons or neither. */
    private static @Nullable Role role(LanguageProfile language, List<IndexedWord> words) {
        boolean first = words.stream().anyMatch(word -> language.is(WordKind.FIRST, word.word()));
        boolean second = words.stream().anyMatch(word -> language.is(WordKind.SECOND, word.word()));
        if (first == second) {
            return null;
        }
        return first ? Role.USER : Role.ASSISTANT;
    }

    /** The terms of the same words in the chat's other languages, by their offsets in the text: stems have nothing else in common. */
    private Map<Place, Set<String>> inOtherLanguages(LanguageProfile language, String text) {
        Map<Place, Set<String>> found = new LinkedHashMap<>();
        for (LanguageProfile other : index.languages()) {
            if (!other.equals(language)) {
                IndexedWord.all(other, text)
                        .forEach(word -> found.computeIfAbsent(Place.of(word), place -> new LinkedHashSet<>())
                                .add(word.term()));
            }
        }
        return found;
    }

    /**
     * Adds a word with all terms that match it.
     *
     * @param translated the terms that other languages of the chat make of it
     */
    private void addWord(String term, Set<String> translated, double weight) {
        Word word = new Word(weight, new ArrayList<>());
        words.add(word);
        Stream.concat(Stream.of(term), translated.stream())
                .distinct()
                .flatMap(each -> Stream.ofNullable(index.postings(each)))
                .forEach(postings -> word.add(postings, 1, index.rarity(postings.messages())));
        if (term.length() > RELATED_PREFIX && Letters.all(term, Character::isLetter)) {
            addRelated(term, word);
        }
    }

    /**
     * Adds the terms that begin like {@code term}, unless they are so many that the beginning selects nothing.
     *
     * <p>All have one rarity, that of their occurrences together: a typing error in one message would else count more than the word itself.
     */
    private void addRelated(String term, Word word) {
        List<Postings> related = new ArrayList<>();
        int occurrences = 0;
        for (Map.Entry<String, Postings> entry :
                index.startingWith(term.substring(0, RELATED_PREFIX)).entrySet()) {
            if (related.size() == MAX_RELATED) {
                return;
            }
            occurrences += entry.getValue().messages();
            if (!entry.getKey().equals(term)) {
                related.add(entry.getValue());
            }
        }
        double rarity = index.rarity(Math.min(occurrences, index.messages().size()));
        related.forEach(postings -> word.add(postings, RELATED_FACTOR, rarity));
    }

    /** The worth of a message of average length that has each word once. */
    double whole() {
        return words.stream().mapToDouble(word -> word.whole(index)).sum();
    }

    boolean has(String term) {
        return terms.contains(term);
    }

    /** A word to look for: the terms that match it, each with the weight of one occurrence. */
    record Word(double weight, List<Alternative> alternatives) {
        /** The part of the highest rarity that a word counts which no message has. */
        private static final double UNSAID = 0.5;

        /**
         * A term that matches the word.
         *
         * @param worth the weight of an occurrence before the length of its message counts
         */
        record Alternative(Postings postings, double worth) {}

        /**
         * Adds a term that matches the word.
         *
         * @param factor 1 for the word itself, less for a related one
         * @param rarity the term's {@link ConversationIndex#rarity}
         */
        void add(Postings postings, double factor, double rarity) {
            alternatives.add(new Alternative(postings, weight * factor * rarity));
        }

        /**
         * The worth of one occurrence in a message of average length. A word that is in no message counts half as much as the rarest: it may
         * belong to the question alone, or the conversation has no answer.
         */
        private double whole(ConversationIndex index) {
            double most =
                    alternatives.stream().mapToDouble(Alternative::worth).max().orElse(0);
            return most > 0 ? most : weight * UNSAID * index.rarity(0);
        }
    }
}
