package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.recall.vector.Matters;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.AbstractEmbeddingModel;
import org.springframework.ai.embedding.Embedding;
import org.springframework.ai.embedding.EmbeddingRequest;
import org.springframework.ai.embedding.EmbeddingResponse;

/** {@link Matters} as an embedding model that remembers what it has embedded. */
public final class MattersModel extends AbstractEmbeddingModel {
    private final List<String> embedded = new ArrayList<>();

    /** Texts embedded since the last call. */
    public List<String> takeEmbedded() {
        List<String> taken = List.copyOf(embedded);
        embedded.clear();
        return taken;
    }

    @Override
    public EmbeddingResponse call(EmbeddingRequest request) {
        List<String> texts = request.getInstructions();
        embedded.addAll(texts);
        return new EmbeddingResponse(IntStream.range(0, texts.size())
                .mapToObj(i -> new Embedding(Matters.vector(texts.get(i)), i))
                .toList());
    }

    @Override
    public float[] embed(Document document) {
        return embed(String.valueOf(document.getText()));
    }
}
