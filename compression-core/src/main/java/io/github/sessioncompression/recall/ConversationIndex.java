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
    /** How many words at a message's head say what kind of saying it is. */
    private static final int WORDS_LOOKED_AT = 200;

    private static final int LANGUAGES_OF_A_QUERY = 3;

    private final Terms terms = new Terms();
    private final IndexedMessages messages = new IndexedMessages();
    private final Map<LanguageProfile, Integer> languages = new HashMap<>();
    private LanguageProfile usual = Languages.shared().unknown();
    private final Segments segments;
    private final @Nullable Vectors vectors;
    private final @Nullable Prints prints;

    ConversationIndex(RecallOptions options) {
        this.segments = new Segments(options.segmenter());
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
        List<IndexedWord> all = IndexedWord.all(language, text);
        List<IndexedWord> words = IndexedWord.contentOf(language, all);
        int number = messages.size();
        segments.add(entry, termsOf(words));
        boolean echo = RecallTool.isEcho(message);
        if (!echo) {
            for (IndexedWord word : words) {
                terms.add(word.term(), number);
            }
        }
        int kind = echo ? IndexedMessages.ECHO : kind(language, text, all);
        if (!echo && asks(message.text())) {
            kind |= IndexedMessages.QUESTION;
        }
        messages.add(entry.sequence(), message, words.size(), kind);
        if (prints != null) {
            prints.add(PassageNames.print(message));
        }
    }

    private static List<String> termsOf(List<IndexedWord> words) {
        return words.stream().map(IndexedWord::term).toList();
    }

    private LanguageProfile language(String text) {
        LanguageProfile found = Languages.shared().detect(text, usual);
        int count = languages.merge(found, 1, Integer::sum);
        if (count > languages.getOrDefault(usual, 0)) {
            usual = found;
        }
        return found;
    }

    private static int kind(LanguageProfile language, String text, List<IndexedWord> words) {
        int kind = IndexedMessages.asking(AskingShare.share(language, text, words, WORDS_LOOKED_AT));
        for (IndexedWord word : words.subList(0, Math.min(words.size(), WORDS_LOOKED_AT))) {
            if (language.use(word.word()).isFirstPerson()) {
                return kind | IndexedMessages.FIRST_PERSON;
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

    IndexedMessages messages() {
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

    Terms terms() {
        return terms;
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
        return messages.bytes() + segments.bytes() + meaning + terms.bytes();
    }
}
