package io.github.sessioncompression.recall;

import java.util.List;

/**
 * Turns texts into vectors such that texts of like meaning have vectors of like direction: an embedding model, as a search uses it.
 *
 * <p>Implementations are safe for use by many threads. One that fails throws; the search then goes by words alone.
 */
@FunctionalInterface
public interface TextEmbedder {
    /**
     * The texts' vectors, in their order, all of the same length.
     *
     * @param texts 1 to {@value MessageSearch#EMBEDDED_AT_ONCE} texts, none blank, at most {@value MessageSearch#EMBEDDED_CHARS}
     *     characters each
     */
    List<float[]> embed(List<String> texts);
}
