package io.github.sessioncompression.search;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Pseudo-relevance feedback: further words to look for, which the best messages have in common with few others. The relevance model of
 * Lavrenko and Croft (2001), in the small.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>The three best messages by the query's own words are read. Each shares its score out among its content words.
 *   <li>Words of the query, names of speakers, and words that are in one message only are left out.
 *   <li>A word's mass is the sum of its shares times its rarity. The 40 largest count, the first 0.3 of a word of the query, the others in proportion.
 * </ol>
 *
 * <p><b>Does nothing when</b> no message has a score. {@link Ranking} bounds the effect: a score at most doubles, so wrong words
 * bring up no message that has none of the query's near it. Not thread-safe.
 *
 * @param masses the shares of each term so far
 */
record Feedback(Query query, Map<String, Double> masses) {
    /** The messages that are read: each costs a call of the store. */
    static final int MESSAGES = 3;

    /** The most words. */
    private static final int WORDS = 40;

    /** The weight of the first of them, against 1 for a word of the query. */
    private static final double WEIGHT = 0.3;

    /** The characters that are read of each message. */
    private static final int READ_CHARS = 4_000;

    /** The words that a shorter message counts as having: else the one word of a "Heron!" would get all of its score. */
    private static final int SHORT_MESSAGE = 5;

    /** The occurrences of all feedback words together, so that they cost no more than the query in a long chat. */
    private static final int MAX_OCCURRENCES = 50_000;

    private record Candidate(String term, Postings postings, double rarity, double mass) {}

    /** Shares a message's score out among its content words. */
    void read(Message message, double score) {
        ConversationIndex index = query.index();
        String text = SearchedText.indexed(message);
        String head = text.length() > READ_CHARS ? text.substring(0, READ_CHARS) : text;
        LanguageProfile language = Languages.shared().detect(head, index.usualLanguage());
        List<IndexedWord> words = IndexedWord.contentOf(language, IndexedWord.all(language, head));
        double share = score / Math.max(SHORT_MESSAGE, words.size());
        for (IndexedWord word : words) {
            if (!query.has(word.term()) && !index.messages().hasSpeaker(word.word())) {
                masses.merge(word.term(), share, Double::sum);
            }
        }
    }

    /** The words to add, the weightiest first. Equal masses are ordered by the term, so that a search always returns the same. */
    List<Query.Word> words() {
        ConversationIndex index = query.index();
        List<Candidate> candidates = new ArrayList<>();
        masses.forEach((term, mass) -> {
            Postings postings = index.postings(term);
            if (postings != null && postings.messages() > 1) {
                double rarity = index.rarity(postings.messages());
                candidates.add(new Candidate(term, postings, rarity, mass * rarity));
            }
        });
        candidates.sort(Comparator.comparingDouble(Candidate::mass).reversed().thenComparing(Candidate::term));
        List<Query.Word> words = new ArrayList<>();
        int occurrences = 0;
        for (Candidate candidate : candidates.subList(0, Math.min(WORDS, candidates.size()))) {
            occurrences += candidate.postings().messages();
            if (occurrences > MAX_OCCURRENCES) {
                break;
            }
            double weight = WEIGHT * candidate.mass() / candidates.get(0).mass();
            Query.Word word = new Query.Word(weight, new ArrayList<>());
            word.add(candidate.postings(), 1, candidate.rarity());
            words.add(word);
        }
        return words;
    }
}
