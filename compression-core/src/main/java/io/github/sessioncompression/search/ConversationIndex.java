package io.github.sessioncompression.search;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An inverted index of one conversation's messages, in memory. Holds no texts.
 *
 * <p>Terms are those of Lucene's analysers, weights are BM25's. The index is hand-written because a query also looks at a message's
 * neighbours, which in Lucene would be indexed with every message again, and because an erased message is gone at once: removing messages
 * rewrites the postings in place, and afterwards scores are those of an index that never had them.
 *
 * <p><b>Algorithm</b> of adding a message.
 * <ol>
 *   <li>Its language is recognised; a text too short for that is read in the chat's usual one.
 *   <li>Its words are cut and stemmed ({@link IndexedWord}). Stop words are dropped, unless there are no others.
 *   <li>{@link Segments} decide whether it begins a new segment, by its topic words.
 *   <li>Each content word adds an occurrence to the {@link Postings} of its term. A message that only repeats others adds none.
 *   <li>{@link IndexedMessages} get its length and traits, under the next number.
 * </ol>
 *
 * <p><b>Does nothing</b> with system messages: no search returns them. <b>Threads:</b> not safe; {@link SyncedIndex} has the lock.
 *
 * @see IndexSearch
 */
final class ConversationIndex {
    /** The languages of a chat in which a query is read, beside its own. Each costs one more analysis of the query. */
    private static final int QUERY_LANGUAGES = 3;

    /** Memory of a term, about: the string, the tree's entry, and the postings without their numbers. */
    private static final int BYTES_A_TERM = 180;

    /** Sorted, so that the terms with the same beginning are next to each other ({@link #startingWith}). */
    private final TreeMap<String, Postings> terms = new TreeMap<>();

    private final IndexedMessages messages = new IndexedMessages();
    private final Segments segments = new Segments(messages);
    /** How many messages were recognised as of each language. Erased messages still count: the languages of a chat do not change by one message. */
    private final Map<LanguageProfile, Integer> languages = new HashMap<>();

    private LanguageProfile usual = Languages.shared().unknown();

    /** Adds a message at the end. False if it is left out: a system message, or one too many ({@link Postings#MAX_MESSAGES}). */
    boolean add(Entry entry) {
        Message message = entry.message();
        if (message.role() == Role.SYSTEM || messages.size() == Postings.MAX_MESSAGES) {
            return false;
        }
        String text = SearchedText.indexed(message);
        LanguageProfile language = detect(text);
        List<IndexedWord> all = IndexedWord.all(language, text);
        List<IndexedWord> content = IndexedWord.contentOf(language, all);
        segments.add(
                entry,
                content.stream()
                        .filter(IndexedWord::tellsTopic)
                        .map(IndexedWord::term)
                        .toList());
        boolean echo = SearchedText.isEcho(message);
        if (!echo) {
            content.forEach(word ->
                    terms.computeIfAbsent(word.term(), key -> new Postings()).add(messages.size()));
        }
        messages.add(
                entry.sequence(),
                message,
                content.size(),
                echo ? TextTraits.ECHO : TextTraits.of(language, message, text, all));
        return true;
    }

    /** The language of a message, counted. The usual one changes once another has more messages. */
    private LanguageProfile detect(String text) {
        LanguageProfile found = Languages.shared().detect(text, usual);
        int count = languages.merge(found, 1, Integer::sum);
        if (count > languages.getOrDefault(usual, 0)) {
            usual = found;
        }
        return found;
    }

    /** Removes messages in place: one pass over all postings, without analysing a text. Numbers that are not indexed are passed over. */
    void remove(Set<Long> sequences) {
        int[] numbers = new int[messages.size()];
        int left = 0;
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = sequences.contains(messages.get(i).sequence()) ? -1 : left++;
        }
        if (left < numbers.length) {
            terms.values().forEach(postings -> postings.renumber(numbers));
            terms.values().removeIf(postings -> postings.messages() == 0);
            messages.remove(sequences);
            segments.renumber(numbers);
        }
    }

    IndexedMessages messages() {
        return messages;
    }

    Segments segments() {
        return segments;
    }

    /** The postings of a term; {@code null} if no message contains it. */
    @Nullable
    Postings postings(String term) {
        return terms.get(term);
    }

    /** BM25's inverse document frequency of a term in {@code in} messages, as Lucene computes it. */
    double rarity(int in) {
        return Math.log(1 + (messages.size() - in + 0.5) / (in + 0.5));
    }

    /** The terms that begin with {@code prefix}, in alphabetical order, as a view of the index. */
    NavigableMap<String, Postings> startingWith(String prefix) {
        return terms.subMap(prefix, true, prefix + Character.MAX_VALUE, false);
    }

    /** The language of most messages. */
    LanguageProfile usualLanguage() {
        return usual;
    }

    /** The most frequent languages, in which a query is read. */
    List<LanguageProfile> languages() {
        return languages.keySet().stream()
                .sorted(Comparator.comparingInt((LanguageProfile language) -> -languages.getOrDefault(language, 0))
                        .thenComparing(LanguageProfile::code))
                .limit(QUERY_LANGUAGES)
                .toList();
    }

    /** The memory used, about. */
    long bytes() {
        return messages.bytes() + (long) BYTES_A_TERM * terms.size();
    }
}
