package io.github.sessioncompression.text;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.tartarus.snowball.SnowballStemmer;
import org.tartarus.snowball.ext.DutchStemmer;
import org.tartarus.snowball.ext.EnglishStemmer;
import org.tartarus.snowball.ext.FrenchStemmer;
import org.tartarus.snowball.ext.GermanStemmer;
import org.tartarus.snowball.ext.ItalianStemmer;
import org.tartarus.snowball.ext.PortugueseStemmer;
import org.tartarus.snowball.ext.RussianStemmer;
import org.tartarus.snowball.ext.SpanishStemmer;

/**
 * What is left of the words of a language without the endings of persons, numbers, cases and tenses (Snowball: Porter 2001).
 *
 * <p>The {@linkplain Languages#terms terms} that texts are searched by keep most endings of verbs; these do not, so that "no me llames" and
 * "llamarme" have the same stem. Remembers what it was asked, so it is not to be kept. Not thread-safe: make one where it is needed.
 */
public final class Stems {
    private static final Map<String, Supplier<SnowballStemmer>> STEMMERS = Map.of(
            "en", EnglishStemmer::new,
            "de", GermanStemmer::new,
            "fr", FrenchStemmer::new,
            "es", SpanishStemmer::new,
            "it", ItalianStemmer::new,
            "nl", DutchStemmer::new,
            "pt", PortugueseStemmer::new,
            "ru", RussianStemmer::new);

    private final @Nullable SnowballStemmer stemmer;
    private final Map<String, String> known = new HashMap<>();

    private Stems(@Nullable SnowballStemmer stemmer) {
        this.stemmer = stemmer;
    }

    /** Those of the language of that ISO 639-1 code; of one that has none every word is its own stem. */
    public static Stems of(String code) {
        Supplier<SnowballStemmer> known = STEMMERS.get(code);
        return new Stems(known == null ? null : known.get());
    }

    /** The stem of a word in lower case; a doubled consonant at its end counts once, as in Dutch "bel" and "bellen". */
    public String stem(String word) {
        SnowballStemmer by = stemmer;
        return by == null ? word : known.computeIfAbsent(word, unknown -> stem(by, unknown));
    }

    private static String stem(SnowballStemmer by, String word) {
        by.setCurrent(word);
        by.stem();
        String stem = by.getCurrent();
        int last = stem.length() - 1;
        return last > 1 && stem.charAt(last) == stem.charAt(last - 1) && !Character.isDigit(stem.charAt(last))
                ? stem.substring(0, last)
                : stem;
    }
}
