package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import io.github.sessioncompression.recall.vector.Matters;
import io.github.sessioncompression.recall.vector.MeaningStore;
import io.github.sessioncompression.recall.vector.MeaningStoreContract;
import java.util.List;
import org.junit.jupiter.api.Test;

/** LangChain4j's embedding store in memory keeps passages as it should. */
class EmbeddingStoresTest extends MeaningStoreContract {
    private final MattersModel model = new MattersModel();
    private final InMemoryEmbeddingStore<TextSegment> store = new InMemoryEmbeddingStore<>();
    private final MeaningStore meaning = EmbeddingStores.meaningStore(model, store);

    @Override
    protected MeaningStore store() {
        return meaning;
    }

    @Override
    protected List<String> takeEmbedded() {
        return model.takeEmbedded();
    }

    @Test
    void givesNoTextToTheStore() {
        findsMessagesByMeaning();

        assertThat(store.serializeToJson()).contains(MeaningStore.GROUP).doesNotContain("owl", "stew", "Delicious");
    }

    @Test
    void ignoresForeignEntriesOfSameStore() {
        TextSegment segment = TextSegment.from("All about birds");
        String id = store.add(Embedding.from(Matters.vector("bird")), segment);
        store.add(Embedding.from(Matters.vector("bird")));

        keepsNothingErasedOrCleared();

        assertThat(store.serializeToJson()).contains(id, "All about birds");
    }
}
