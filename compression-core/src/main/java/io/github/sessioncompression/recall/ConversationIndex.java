package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An inverted index of one conversation's messages, in memory. Holds no texts. Not thread-safe.
 *
 * <p>Terms are those of Lucene's analysers, weights are BM25's. The index is hand-written because a query also looks at a message's
 * neighbours, which in Lucene would be indexed with every message again, and because an erased message is gone at once. Removing messages
 * rewrites the postings in place, without reading any text, and gives the rest new numbers: afterwards scores are those of an index that
 * never had the removed messages.
 */
final class ConversationIndex {
    /** Words at a message's head that its flags are taken from. */
    private static final int WORDS_FOR_FLAGS = 200;

    private static final int QUERY_LANGUAGES = 3;

    /** The memory of a term beside its characters and postings. */
    private static final int BYTES_A_TERM = 160;

    private final TreeMap<String, Postings> terms = new TreeMap<>();
    private final IndexedMessages messages = new IndexedMessages();
    private final Segments segments;
    private final Map<LanguageProfile, Integer> languages = new HashMap<>();
    private LanguageProfile usual = Languages.shared().unknown();
    private long termBytes;

    ConversationIndex(Segmenter segmenter) {
        this.segments = new Segments(segmenter, messages);
    }

    /** Adds a message at the end. False if it is left out: a system message, or one too many. */
    boolean add(Entry entry) {
        Message message = entry.message();
        if (message.role() == Role.SYSTEM || messages.size() == Postings.MAX_MESSAGES) {
            return false;
        }
        String text = SearchedText.indexed(message);
        LanguageProfile language = detect(text);
        List<IndexedWord> all = IndexedWord.all(language, text);
        List<IndexedWord> content = IndexedWord.contentOf(language, all);
        segments.add(entry, content.stream().map(IndexedWord::term).toList());
        boolean echo = RecallTool.isEcho(message);
        if (!echo) {
            content.forEach(word -> count(word.term()));
        }
        int flags = echo ? IndexedMessages.ECHO : flags(language, text, all);
        if (!echo && isQuestion(message.text())) {
            flags |= IndexedMessages.QUESTION;
        }
        messages.add(entry.sequence(), message, content.size(), flags);
        return true;
    }

    private void count(String term) {
        Postings postings = terms.get(term);
        if (postings == null) {
            postings = new Postings();
            terms.put(term, postings);
            termBytes += BYTES_A_TERM + term.length() + postings.bytes();
        }
        int before = postings.bytes();
        postings.add(messages.size());
        termBytes += postings.bytes() - before;
    }

    private LanguageProfile detect(String text) {
        LanguageProfile found = Languages.shared().detect(text, usual);
        int count = languages.merge(found, 1, Integer::sum);
        if (count > languages.getOrDefault(usual, 0)) {
            usual = found;
        }
        return found;
    }

    private static int flags(LanguageProfile language, String text, List<IndexedWord> words) {
        int asking = IndexedMessages.asking(AskingShare.share(language, text, words, WORDS_FOR_FLAGS));
        boolean firstPerson = words.stream().limit(WORDS_FOR_FLAGS).anyMatch(word -> Pronouns.of(language)
                .isFirstPerson(word.word()));
        return firstPerson ? asking | IndexedMessages.FIRST_PERSON : asking;
    }

    /** True if a text ends with a question mark. */
    static boolean isQuestion(String text) {
        String stripped = text.stripTrailing();
        return !stripped.isEmpty() && "?？؟;".indexOf(stripped.charAt(stripped.length() - 1)) >= 0;
    }

    /** Removes messages by their sequence numbers; returns the number of those that were there. */
    int remove(Set<Long> sequences) {
        int[] numbers = new int[messages.size()];
        int left = 0;
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = sequences.contains(messages.sequence(i)) ? -1 : left++;
        }
        int removed = numbers.length - left;
        if (removed > 0) {
            terms.values().forEach(postings -> postings.renumber(numbers));
            terms.values().removeIf(postings -> postings.messages() == 0);
            segments.renumber(numbers);
            messages.renumber(numbers);
            termBytes = 0;
            terms.forEach((term, postings) -> termBytes += BYTES_A_TERM + term.length() + postings.bytes());
        }
        return removed;
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

    /** The terms that begin with {@code prefix}, in order. */
    NavigableMap<String, Postings> startingWith(String prefix) {
        return terms.subMap(prefix, true, prefix + Character.MAX_VALUE, false);
    }

    /** The language of most messages. */
    LanguageProfile usualLanguage() {
        return usual;
    }

    /** The most frequent languages, in which a query is read. */
    List<LanguageProfile> languages() {
        List<LanguageProfile> found = new ArrayList<>(languages.keySet());
        found.sort(Comparator.comparingInt((LanguageProfile language) -> -languages.getOrDefault(language, 0))
                .thenComparing(LanguageProfile::code));
        return found.subList(0, Math.min(found.size(), QUERY_LANGUAGES));
    }

    /** The memory used, about. */
    long bytes() {
        return messages.bytes() + segments.bytes() + termBytes;
    }
}
