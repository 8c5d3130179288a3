package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.recall.TextEmbedder;

/**
 * LangChain4j's embedding models, for searches by meaning.
 *
 * <p>{@code RecallOptions.defaults().withEmbedder(EmbeddingModels.embedder(model))}; see {@link RecallOptions#withEmbedder}.
 */
public final class EmbeddingModels {
    private EmbeddingModels() {}

    /** The model as a search uses it. */
    public static TextEmbedder embedder(EmbeddingModel model) {
        return texts -> model.embedAll(texts.stream().map(TextSegment::from).toList()).content().stream()
                .map(Embedding::vector)
                .toList();
    }
}
