package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.recall.vector.MeaningStore;
import io.github.sessioncompression.recall.vector.VectorSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.ai.document.Document;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.ai.vectorstore.filter.Filter;
import org.springframework.ai.vectorstore.filter.FilterExpressionBuilder;

/**
 * Spring AI's vector stores, for searches by meaning that outlast the process.
 *
 * <p>{@code RecallOptions.defaults().withSecondSearch(VectorSearch.in(VectorStores.meaningStore(store)))}; see {@link VectorSearch}.
 */
public final class VectorStores {
    private VectorStores() {}

    /**
     * The store as a search uses it.
     *
     * <p>The store gets the passages of messages as documents, for it embeds them itself, with ids that are UUIDs and the metadata
     * {@link MeaningStore#GROUP} and {@link MeaningStore#LABEL}. It must be able to filter by the group, to remove by ids and by such a filter, and to
     * put a document in the place of one with the same id.
     */
    public static MeaningStore meaningStore(VectorStore store) {
        return new Stored(store);
    }

    private record Stored(VectorStore store) implements MeaningStore {
        @Override
        public void add(List<Passage> passages) {
            store.add(passages.stream().map(Stored::document).toList());
        }

        private static Document document(Passage passage) {
            return Document.builder()
                    .id(passage.id())
                    .text(passage.text())
                    .metadata(Map.of(GROUP, passage.group(), LABEL, passage.label()))
                    .build();
        }

        private static Filter.Expression in(String group) {
            return new FilterExpressionBuilder().eq(GROUP, group).build();
        }

        @Override
        public List<Found> nearest(String group, String text, int limit) {
            SearchRequest request = SearchRequest.builder()
                    .query(text)
                    .topK(limit)
                    .similarityThresholdAll()
                    .filterExpression(in(group))
                    .build();
            List<Found> found = new ArrayList<>();
            for (Document document : store.similaritySearch(request)) {
                Double score = document.getScore();
                if (score == null) {
                    throw new IllegalStateException("the vector store tells no scores");
                }
                // What is not ours is in an application's store, too.
                if (document.getMetadata().get(GROUP) instanceof String foundGroup
                        && document.getMetadata().get(LABEL) instanceof String label) {
                    found.add(new Found(foundGroup, label, score));
                }
            }
            return found;
        }

        @Override
        public void remove(List<String> ids) {
            store.delete(ids);
        }

        @Override
        public void removeAll(String group) {
            store.delete(in(group));
        }
    }
}
