package io.github.sessioncompression.spring.boot;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Tells native images what the core, its stores and the libraries below them load by name: prompts, texts, word lists, scripts, model sizes
 * and vocabularies, Lucene's token attributes and the stemmers whose methods it calls by handles.
 */
final class CoreRuntimeHints implements RuntimeHintsRegistrar {
    /** Endings of resources in any folder of the core and the stores. */
    private static final List<String> ENDINGS = List.of("lua", "properties", "sql", "txt");

    private static final String LUCENE = "org/apache/lucene/analysis/";
    private static final List<String> STOP_WORDS = List.of("ar", "cjk", "cz", "el", "hi", "ro", "tr");
    private static final List<String> ATTRIBUTES = List.of(
            "CharTerm",
            "Flags",
            "Keyword",
            "Offset",
            "PackedToken",
            "Payload",
            "PositionIncrement",
            "PositionLength",
            "TermFrequency",
            "Type");
    private static final List<String> STEMMERS = List.of(
            "Danish", "Dutch", "Finnish", "Hungarian", "Norwegian", "Romanian", "Russian", "Swedish", "Turkish");

    CoreRuntimeHints() {}

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        for (String ending : ENDINGS) {
            hints.resources().registerPattern("io/github/sessioncompression/**/*." + ending);
        }
        hints.resources().registerPattern("com/knuddels/jtokkit/*.tiktoken");
        for (String folder : STOP_WORDS) {
            hints.resources().registerPattern(LUCENE + folder + "/stopwords.txt");
        }
        hints.resources().registerPattern(LUCENE + "snowball/*_stop.txt");
        for (String attribute : ATTRIBUTES) {
            hints.reflection()
                    .registerTypeIfPresent(
                            classLoader,
                            "org.apache.lucene.analysis.tokenattributes." + attribute + "AttributeImpl",
                            MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS);
        }
        for (String stemmer : STEMMERS) {
            hints.reflection()
                    .registerTypeIfPresent(
                            classLoader,
                            "org.tartarus.snowball.ext." + stemmer + "Stemmer",
                            MemberCategory.INVOKE_DECLARED_METHODS);
        }
    }
}
