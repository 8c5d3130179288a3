package io.github.sessioncompression.langchain4j;

import static dev.langchain4j.store.embedding.filter.MetadataFilterBuilder.metadataKey;

import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.store.embedding.EmbeddingMatch;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.EmbeddingStore;
import dev.langchain4j.store.embedding.filter.Filter;
import io.github.sessioncompression.recall.vector.MeaningStore;
import io.github.sessioncompression.recall.vector.VectorSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * LangChain4j's embedding stores, for searches by meaning that outlast the process.
 *
 * <p>{@code RecallOptions.defaults().withSecondSearch(VectorSearch.in(EmbeddingStores.meaningStore(model, store)))}; see
 * {@link VectorSearch}.
 */
public final class EmbeddingStores {
    private EmbeddingStores() {}

    /**
     * The store with the model that makes its embeddings, as a search uses them.
     *
     * <p>The store gets vectors, ids that are UUIDs, and the metadata {@link MeaningStore#GROUP} and {@link MeaningStore#LABEL}, but no text of a
     * message: the label replaces it. It must be able to filter by metadata, and to remove by ids and by such a filter.
     */
    public static MeaningStore meaningStore(EmbeddingModel model, EmbeddingStore<TextSegment> store) {
        return new Stored(model, store);
    }

    private record Stored(EmbeddingModel model, EmbeddingStore<TextSegment> store) implements MeaningStore {
        /** Removes passages of the same ids first, for not every store replaces them. */
        @Override
        public void add(List<Passage> passages) {
            List<Embedding> embeddings = model.embedAll(passages.stream()
                            .map(passage -> TextSegment.from(passage.text()))
                            .toList())
                    .content();
            List<String> ids = passages.stream().map(Passage::id).toList();
            store.removeAll(ids);
            store.addAll(ids, embeddings, passages.stream().map(Stored::segment).toList());
        }

        private static TextSegment segment(Passage passage) {
            Map<String, String> metadata = Map.of(GROUP, passage.group(), LABEL, passage.label());
            return TextSegment.from(passage.label(), Metadata.from(metadata));
        }

        private static Filter in(String group) {
            return metadataKey(GROUP).isEqualTo(group);
        }

        @Override
        public List<Found> nearest(String group, String text, int limit) {
            EmbeddingSearchRequest request = EmbeddingSearchRequest.builder()
                    .queryEmbedding(model.embed(text).content())
                    .filter(in(group))
                    .maxResults(limit)
                    .minScore(0.0)
                    .build();
            List<Found> found = new ArrayList<>();
            for (EmbeddingMatch<TextSegment> match : store.search(request).matches()) {
                Metadata metadata = match.embedded() == null
                        ? new Metadata()
                        : match.embedded().metadata();
                String foundGroup = metadata.getString(GROUP);
                String label = metadata.getString(LABEL);
                // What is not ours is in an application's store, too.
                if (foundGroup != null && label != null) {
                    found.add(new Found(foundGroup, label, match.score()));
                }
            }
            return found;
        }

        @Override
        public void remove(List<String> ids) {
            store.removeAll(ids);
        }

        @Override
        public void removeAll(String group) {
            store.removeAll(in(group));
        }
    }
}
