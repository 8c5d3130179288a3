package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import io.github.sessioncompression.recall.vector.Matters;
import java.util.ArrayList;
import java.util.List;

/** {@link Matters} as an embedding model that remembers what it has embedded. */
public final class MattersModel implements EmbeddingModel {
    private final List<String> embedded = new ArrayList<>();

    /** Texts embedded since the last call. */
    public List<String> takeEmbedded() {
        List<String> taken = List.copyOf(embedded);
        embedded.clear();
        return taken;
    }

    @Override
    public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
        segments.forEach(segment -> embedded.add(segment.text()));
        return Response.from(segments.stream()
                .map(segment -> Embedding.from(Matters.vector(segment.text())))
                .toList());
    }
}
