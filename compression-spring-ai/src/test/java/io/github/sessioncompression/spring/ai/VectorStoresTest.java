package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.recall.vector.MeaningStore;
import io.github.sessioncompression.recall.vector.MeaningStoreContract;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.document.Document;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.SimpleVectorStore;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.ai.vectorstore.filter.Filter;

/** Spring AI's vector store in memory keeps passages as it should. */
class VectorStoresTest extends MeaningStoreContract {
    private final MattersModel model = new MattersModel();
    private final VectorStore store = SimpleVectorStore.builder(model).build();
    private final MeaningStore meaning = VectorStores.meaningStore(store);

    @Override
    protected MeaningStore store() {
        return meaning;
    }

    @Override
    protected List<String> takeEmbedded() {
        return model.takeEmbedded();
    }

    @Test
    void ignoresForeignDocumentsOfSameStore() {
        store.add(List.of(new Document("All about birds")));

        keepsNothingErasedOrCleared();

        assertThat(store.similaritySearch("bird")).extracting(Document::getText).contains("All about birds");
    }

    @Test
    void storeWithoutScoresFails() {
        VectorStore scoreless = new VectorStore() {
            @Override
            public void add(List<Document> documents) {}

            @Override
            public void delete(List<String> ids) {}

            @Override
            public void delete(Filter.Expression filter) {}

            @Override
            public List<Document> similaritySearch(SearchRequest request) {
                return List.of(new Document("All about birds"));
            }
        };

        assertThatThrownBy(() -> VectorStores.meaningStore(scoreless).nearest("group", "bird", 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("scores");
    }
}
