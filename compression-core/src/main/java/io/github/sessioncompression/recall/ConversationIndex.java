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
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The words of one conversation's messages, each with where it occurs: an inverted index in memory.
 *
 * <p>The words are those of Lucene's analysers, and what they weigh is Lucene's BM25. The index itself is our own, because one of Lucene's
 * would hold every message once more for each neighbour that it is to be found by, would have to take a message in again when the
 * next one comes, and keeps what was deleted in its segments until it merges them; here a message is written once, its neighbours are
 * looked at while a query is answered, and an erased message is gone with the index it was in. Holds no texts. Not thread-safe.
 */
final class ConversationIndex {
    /** A further term: its characters, its place in the tree, its postings' array. */
    private static final int BYTES_A_TERM = 160;

    /** How many words at a message's head say what kind of saying it is. */
    private static final int WORDS_LOOKED_AT = 200;

    private static final int LANGUAGES_OF_A_QUERY = 3;

    private final TreeMap<String, Postings> terms = new TreeMap<>();
    private final MessageTable messages = new MessageTable();
    private final Map<LanguageProfile, Integer> languages = new HashMap<>();
    private LanguageProfile usual = Languages.shared().unknown();
    private final Segments segments;
    private final @Nullable Vectors vectors;
    private final @Nullable Prints prints;
    private long postingBytes;
    private long termChars;

    ConversationIndex(RecallOptions options) {
        this.segments = new Segments(options.segmenter().begin());
        this.vectors = options.embedder().map(Vectors::new).orElse(null);
        this.prints = options.meaningStore().isPresent() ? new Prints() : null;
    }

    /** Takes a message in behind all others; a system message says nothing of the chat and is left out. */
    void add(Entry entry) {
        Message message = entry.message();
        if (message.role() == Role.SYSTEM || messages.size() == Postings.MAX_MESSAGES) {
            return;
        }
        String text = SearchedText.indexed(message);
        LanguageProfile language = language(text);
        List<ContentWords> all = ContentWords.all(language, text);
        List<ContentWords> words = ContentWords.contentOf(language, all);
        int number = messages.size();
        segments.add(entry, words.stream().map(ContentWords::term).toList());
        boolean echo = RecallTool.isEcho(message);
        if (!echo) {
            for (ContentWords word : words) {
                post(word.term(), number);
            }
        }
        int kind = echo ? MessageTable.ECHO : kind(language, text, all);
        if (!echo && asks(message.text())) {
            kind |= MessageTable.QUESTION;
        }
        messages.add(entry.sequence(), message, words.size(), kind);
        if (prints != null) {
            prints.add(message);
        }
    }

    private void post(String term, int number) {
        Postings postings = terms.get(term);
        if (postings == null) {
            postings = new Postings();
            terms.put(term, postings);
            termChars += term.length();
            postingBytes += (long) Integer.BYTES * postings.capacity();
        }
        int before = postings.capacity();
        postings.add(number);
        postingBytes += (long) Integer.BYTES * (postings.capacity() - before);
    }

    private LanguageProfile language(String text) {
        LanguageProfile found = Languages.shared().detect(text, usual);
        int count = languages.merge(found, 1, Integer::sum);
        if (count > languages.getOrDefault(usual, 0)) {
            usual = found;
        }
        return found;
    }

    private static int kind(LanguageProfile language, String text, List<ContentWords> words) {
        int kind = MessageTable.asking(Asking.share(language, text, words, WORDS_LOOKED_AT));
        for (ContentWords word : words.subList(0, Math.min(words.size(), WORDS_LOOKED_AT))) {
            if (language.isFirstPerson(word.word())) {
                return kind | MessageTable.FIRST_PERSON;
            }
        }
        return kind;
    }

    /** Whether a text ends with a question mark. */
    static boolean asks(String text) {
        int end = text.length();
        while (end > 0 && Character.isWhitespace(text.charAt(end - 1))) {
            end--;
        }
        return end > 0 && "?？؟;".indexOf(text.charAt(end - 1)) >= 0;
    }

    MessageTable messages() {
        return messages;
    }

    Segments segments() {
        return segments;
    }

    /** What the messages mean; {@code null} where there is no embedding model. They may be behind. */
    @Nullable
    Vectors vectors() {
        return vectors;
    }

    /** What its messages are known by again; {@code null} where there is no meaning store. */
    @Nullable
    Prints prints() {
        return prints;
    }

    /** Where the term occurs; {@code null} if it does not. */
    @Nullable
    Postings postings(String term) {
        return terms.get(term);
    }

    /** The terms that begin with {@code prefix}, in order. */
    NavigableMap<String, Postings> startingWith(String prefix) {
        return terms.subMap(prefix, true, prefix + Character.MAX_VALUE, false);
    }

    /** The language that a message of the chat is in most often. */
    LanguageProfile usualLanguage() {
        return usual;
    }

    /** The languages that most messages are in, the most frequent first: a query is understood in each of them. */
    List<LanguageProfile> languages() {
        List<LanguageProfile> found = new ArrayList<>(languages.keySet());
        found.sort(Comparator.comparingInt((LanguageProfile language) -> -languages.getOrDefault(language, 0))
                .thenComparing(LanguageProfile::code));
        return found.subList(0, Math.min(found.size(), LANGUAGES_OF_A_QUERY));
    }

    /** About how much memory it takes. */
    long bytes() {
        long meaning = (vectors == null ? 0 : vectors.bytes()) + (prints == null ? 0 : prints.bytes());
        return messages.bytes()
                + segments.bytes()
                + meaning
                + postingBytes
                + termChars
                + (long) BYTES_A_TERM * terms.size();
    }
}
