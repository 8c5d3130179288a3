package io.github.sessioncompression.recall;

import java.util.List;

/**
 * An embedding model: turns texts into vectors, which point in similar directions for texts of similar meaning.
 *
 * <p>Implementations are safe for use by many threads. One that fails throws; the search then goes by words alone.
 */
@FunctionalInterface
public interface TextEmbedder {
    /** The most texts embedded at once. */
    int MAX_TEXTS = 64;

    /** The characters of a text that are embedded: about what small models read. */
    int MAX_CHARS = 2_000;

    /**
     * The texts' vectors, in their order, all of the same length.
     *
     * @param texts 1 to {@value #MAX_TEXTS} texts, none blank, at most {@value #MAX_CHARS} characters each
     */
    List<float[]> embed(List<String> texts);

    /** The part of a text that is embedded. */
    static String head(String text) {
        if (text.length() <= MAX_CHARS) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(MAX_CHARS - 1)) ? MAX_CHARS - 1 : MAX_CHARS);
    }
}
