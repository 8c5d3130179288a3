package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.recall.TextEmbedder;
import org.springframework.ai.embedding.EmbeddingModel;

/**
 * Spring AI's embedding models, for searches by meaning.
 *
 * <p>{@code RecallOptions.defaults().withEmbedder(EmbeddingModels.embedder(model))}; see {@link RecallOptions#withEmbedder}.
 */
public final class EmbeddingModels {
    private EmbeddingModels() {}

    /** The model as a search uses it. */
    public static TextEmbedder embedder(EmbeddingModel model) {
        return model::embed;
    }
}
