package io.github.sessioncompression.text;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArrayMap;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.ar.ArabicAnalyzer;
import org.apache.lucene.analysis.cjk.CJKAnalyzer;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.cz.CzechAnalyzer;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.el.GreekAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.hi.HindiAnalyzer;
import org.apache.lucene.analysis.hu.HungarianAnalyzer;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.pattern.PatternReplaceCharFilter;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;

/**
 * The languages that are distinguished, each with its profile and its Lucene analyser. Detects the language of a text and
 * gives its terms, which are its words as a search compares them.
 *
 * <p><em>Algorithm</em> of {@link #detect}:
 * <ol>
 *   <li>if the script of the letters settles it, the language of that script; East Asian characters do if there are a
 *       third as many as Latin letters, because each carries more ({@link Scripts});
 *   <li>else count, for each language, the function words (the short-word method: Grefenstette 1995) and the letters
 *       that it alone has, in the first {@value #WORDS_READ} words;
 *   <li>the language with most hits is taken if it has at least {@value #ENOUGH_HITS} and more than one and a half times
 *       those of the usual one; while the usual one is not known, one hit is enough;
 *   <li>else the usual one, which is what the conversation mostly is.
 * </ol>
 *
 * <p>Words of a language that is not known go through Lucene's {@link StandardAnalyzer}. <em>Does nothing when</em> a
 * text is empty: the usual language. <em>Threads</em>: one shared instance that never changes after loading, safe for
 * use by many. Reads a bounded part of a text to detect it; terms take linear time. <em>On failure</em>: an error of
 * Lucene's is thrown as {@link UncheckedIOException}; none is known for texts in memory.
 *
 * @see LanguageProfile
 * @see SentenceSplitter
 */
public final class Languages {
    /** Receives terms in the order of the text. */
    @FunctionalInterface
    public interface TermSink {
        /** A term and the place of its word in the text. */
        void accept(String term, int start, int end);
    }

    /** Code of the profile for a text of unknown language, as ISO 639-2 has it. */
    private static final String UNKNOWN = "und";

    private static final String ROMANIAN = "ro";
    /** Words at the beginning of a text that are read to detect its language; a bound on time. */
    private static final int WORDS_READ = 400;
    /** UTF-16 units that are read at most, for texts of long words. */
    private static final int CHARS_READ = 50 * WORDS_READ;
    /** UTF-16 units of the longest word that is looked up. */
    private static final int LONGEST_WORD = 120;
    /** Function words and own letters that make a language differ from the usual one, at least. */
    private static final int ENOUGH_HITS = 3;

    private final List<LanguageProfile> profiles = new ArrayList<>();
    /** Characters of a text that may be Japanese though all of it is written as in Chinese. */
    private static final int LONGEST_OF_BOTH = 8;

    /** Letters and marks of which each is written in one of the languages alone. */
    private static final Map<String, String> OWN_LETTERS =
            Map.of("es", "ñ¿¡", "pt", "ãõ", "de", "ß", "cs", "řěů", "hu", "őű", "tr", "ğı", "ro", "țșţ");

    /** Characters whose words have no spaces between them, or endings that only bigrams cut off. */
    private static final int BIGRAMS =
            CJKBigramFilter.HAN | CJKBigramFilter.HIRAGANA | CJKBigramFilter.KATAKANA | CJKBigramFilter.HANGUL;

    /**
     * Place between a Latin letter or a digit and one of a script that is written to it without a space, as in {@code
     * API|를}; Hebrew and Arabic write their article so.
     */
    private static final Pattern SCRIPTS_MEET =
            Pattern.compile("(?<=[\\p{IsLatin}\\p{Nd}])(?=[\\p{IsHangul}\\p{IsHebrew}\\p{IsArabic}])"
                    + "|(?<=[\\p{IsHangul}\\p{IsHebrew}\\p{IsArabic}])(?=[\\p{IsLatin}\\p{Nd}])");

    private static final int[] NO_LANGUAGE = {};

    private final Map<String, Analyzer> analyzers = new HashMap<>();
    /** The place of the language that alone has a letter. */
    private final Map<Character, Integer> ownLetters = new HashMap<>();
    /** The places of the languages of whose grammar a word is. */
    private final CharArrayMap<int[]> spokenIn = new CharArrayMap<>(1 << 13, true);

    /** Loads the language data, some 50 ms, when first used. */
    private static final class Shared {
        private static final Languages LANGUAGES = new Languages();
    }

    /** The one instance; it never changes. */
    public static Languages shared() {
        return Shared.LANGUAGES;
    }

    private Languages() {
        CharArraySet none = CharArraySet.EMPTY_SET;
        add(UNKNOWN, new StandardAnalyzer(none), none);
        add("en", new EnglishAnalyzer(none), EnglishAnalyzer.getDefaultStopSet());
        add("de", new GermanAnalyzer(none), GermanAnalyzer.getDefaultStopSet());
        add("fr", new FrenchAnalyzer(none), FrenchAnalyzer.getDefaultStopSet());
        add("es", new SpanishAnalyzer(none), SpanishAnalyzer.getDefaultStopSet());
        add("it", new ItalianAnalyzer(none), ItalianAnalyzer.getDefaultStopSet());
        add("pt", new PortugueseAnalyzer(none), PortugueseAnalyzer.getDefaultStopSet());
        add("nl", new DutchAnalyzer(none), DutchAnalyzer.getDefaultStopSet());
        add("sv", new SwedishAnalyzer(none), SwedishAnalyzer.getDefaultStopSet());
        add("da", new DanishAnalyzer(none), DanishAnalyzer.getDefaultStopSet());
        add("no", new NorwegianAnalyzer(none), NorwegianAnalyzer.getDefaultStopSet());
        add("fi", new FinnishAnalyzer(none), FinnishAnalyzer.getDefaultStopSet());
        add("cs", new CzechAnalyzer(none), CzechAnalyzer.getDefaultStopSet());
        add("hu", new HungarianAnalyzer(none), HungarianAnalyzer.getDefaultStopSet());
        add("ro", new RomanianAnalyzer(none), RomanianAnalyzer.getDefaultStopSet());
        add("tr", new TurkishAnalyzer(none), TurkishAnalyzer.getDefaultStopSet());
        add("ru", new RussianAnalyzer(none), RussianAnalyzer.getDefaultStopSet());
        add("el", new GreekAnalyzer(none), GreekAnalyzer.getDefaultStopSet());
        add("ar", new ArabicAnalyzer(none), ArabicAnalyzer.getDefaultStopSet());
        add("hi", new HindiAnalyzer(none), HindiAnalyzer.getDefaultStopSet());
        add("zh", new CJKAnalyzer(none), none);
        add("ja", new CJKAnalyzer(none), none);
        add("ko", new CJKAnalyzer(none), none);
    }

    /** Adds a language and its words of grammar. */
    private void add(String code, Analyzer analyzer, CharArraySet stopWords) {
        Set<String> words = new HashSet<>();
        for (Object word : stopWords) {
            words.add(new String((char[]) word));
        }
        if (code.equals(ROMANIAN)) {
            List.copyOf(words).forEach(word -> words.add(word.replace('ş', 'ș').replace('ţ', 'ț')));
            List.copyOf(words).forEach(word -> words.add(withCedillas(word)));
        }
        LanguageProfile profile = new LanguageProfile(code, words);
        for (String word : profile.stopWords()) {
            int[] before = spokenIn.get(word) == null ? NO_LANGUAGE : spokenIn.get(word);
            int[] speaking = Arrays.copyOf(before, before.length + 1);
            speaking[before.length] = profiles.size();
            spokenIn.put(word, speaking);
        }
        for (char letter : OWN_LETTERS.getOrDefault(code, "").toCharArray()) {
            ownLetters.put(letter, profiles.size());
        }
        analyzers.put(code, analyzer);
        profiles.add(profile);
    }

    /** The profile for a text of unknown language. */
    public LanguageProfile unknown() {
        return profiles.get(0);
    }

    /** The profile of that ISO 639-1 code; the unknown one's if it is not among them. */
    public LanguageProfile profile(String code) {
        return profiles.stream()
                .filter(profile -> profile.code().equals(code))
                .findFirst()
                .orElseGet(this::unknown);
    }

    /**
     * The language of a text.
     *
     * @param otherwise the usual language, which a short or mixed text is taken to have; {@link #unknown()} if none is
     */
    public LanguageProfile detect(String text, LanguageProfile otherwise) {
        String script = Scripts.language(text);
        if (!script.isEmpty()) {
            boolean both = script.equals("zh") && otherwise.code().equals("ja") && text.length() <= LONGEST_OF_BOTH;
            return both ? otherwise : profile(script);
        }
        int[] hits = hits(text);
        int best = 0;
        int usual = profiles.indexOf(otherwise);
        for (int i = 1; i < hits.length; i++) {
            if (hits[i] > hits[best]) {
                best = i;
            }
        }
        boolean clear = hits[best] >= (usual == 0 ? 1 : ENOUGH_HITS) && hits[best] > hits[usual] + hits[usual] / 2;
        return clear ? profiles.get(best) : otherwise;
    }

    /** Hits of each language in the first words of a text, by its place. */
    private int[] hits(String text) {
        int[] hits = new int[profiles.size()];
        char[] word = new char[LONGEST_WORD];
        int length = Math.min(text.length(), CHARS_READ);
        int read = 0;
        int start = -1;
        for (int i = 0; i <= length && read < WORDS_READ; i++) {
            char c = i < length ? text.charAt(i) : ' ';
            Integer own = c > 0x7f ? ownLetters.get(c) : null;
            if (own != null) {
                hits[own]++;
            }
            boolean letter = Character.isLetter(c) || c == '\'';
            if (letter && start < 0) {
                start = i;
            } else if (!letter && start >= 0) {
                if (i - start <= LONGEST_WORD) {
                    text.getChars(start, i, word, 0);
                    int[] languages = spokenIn.get(word, 0, i - start);
                    for (int language : languages == null ? NO_LANGUAGE : languages) {
                        hits[language]++;
                    }
                }
                read++;
                start = -1;
            }
        }
        return hits;
    }

    /** The {@linkplain #terms terms} of a text except for those of words of grammar, in the order in which they first come. */
    public Set<String> contentTerms(LanguageProfile profile, String text) {
        Set<String> found = new LinkedHashSet<>();
        terms(profile, text, (term, start, end) -> {
            if (!profile.isStop(text.substring(start, end).toLowerCase(Locale.ROOT))) {
                found.add(term);
            }
        });
        return found;
    }

    /** Feeds the terms of a text, stemmed as its language is, to {@code sink}. */
    public void terms(LanguageProfile profile, String text, TermSink sink) {
        feed(tokens(profile.code(), text), sink);
    }

    /**
     * Feeds the terms of a text to {@code sink} as {@link #terms} does, except that Chinese, Japanese and Korean characters are a term each,
     * and each two that follow one another are one more. So a search finds words of one character, and longer ones in their order. A single
     * hiragana is grammar, so it is left out. A Latin word ends when a Korean particle or a Hebrew or Arabic prefix meets it, as in "API를".
     */
    public void searchTerms(LanguageProfile profile, String text, TermSink sink) {
        boolean pairs = analyzers.get(profile.code()) instanceof CJKAnalyzer;
        TokenStream tokens = searchTokens(pairs ? UNKNOWN : profile.code(), text);
        feed(new CJKBigramFilter(new CJKWidthFilter(tokens), BIGRAMS, true), (term, start, end) -> {
            boolean grammar = term.length() == 1
                    && Character.UnicodeScript.of(term.charAt(0)) == Character.UnicodeScript.HIRAGANA;
            if (!grammar) {
                sink.accept(term, start, end);
            }
        });
    }

    private TokenStream tokens(String code, String text) {
        return analyzer(code).tokenStream("text", spelled(code, text));
    }

    /** The analyser's tokens, with scripts that meet parted; the plain ones if none do. */
    private TokenStream searchTokens(String code, String text) {
        return SCRIPTS_MEET.matcher(text).find()
                ? analyzer(code)
                        .tokenStream(
                                "text",
                                new PatternReplaceCharFilter(SCRIPTS_MEET, " ", new StringReader(spelled(code, text))))
                : tokens(code, text);
    }

    private Analyzer analyzer(String code) {
        return Objects.requireNonNull(analyzers.get(code), code);
    }

    private static String spelled(String code, String text) {
        return code.equals(ROMANIAN) ? withCedillas(text) : text;
    }

    /** A Romanian text with cedillas, as older keyboards write it and Lucene 9 stems it; Lucene 10 replaces both spellings by its own. */
    private static String withCedillas(String text) {
        return text.replace('ș', 'ş').replace('ț', 'ţ').replace('Ș', 'Ş').replace('Ț', 'Ţ');
    }

    private static void feed(TokenStream stream, TermSink sink) {
        try (TokenStream tokens = stream) {
            CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
            OffsetAttribute offset = tokens.addAttribute(OffsetAttribute.class);
            tokens.reset();
            while (tokens.incrementToken()) {
                sink.accept(term.toString(), offset.startOffset(), offset.endOffset());
            }
            tokens.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
