package io.github.sessioncompression.spring.ai.boot;

import static io.github.sessioncompression.spring.ai.boot.ChattingApplication.chat;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.vector.MeaningStore;
import io.github.sessioncompression.spring.ai.MattersModel;
import io.github.sessioncompression.spring.ai.VectorStores;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.vectorstore.SimpleVectorStore;
import org.springframework.ai.vectorstore.VectorStore;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** An application's vector store holds nothing of its chats unless a MeaningStore bean has it. */
class SpringAiMeaningStoreTest {
    private final MattersModel model = new MattersModel();
    private final VectorStore store = SimpleVectorStore.builder(model).build();
    private final ApplicationContextRunner runner = ChattingApplication.runner();
    private final ApplicationContextRunner withStore = runner.withBean(VectorStore.class, () -> store);

    private static List<String> searched(AssertableApplicationContext context) {
        chat(context, "user-42", "An owl sat there.");
        chat(context, "user-42", "How nice.");
        return context
                .getBean(SessionCompressor.class)
                .conversation("user-42")
                .recall()
                .searchAll("Which bird?", 10)
                .stream()
                .map(Hit::excerpt)
                .toList();
    }

    @Test
    void usesVectorStoreBehindMeaningStoreBean() {
        withStore
                .withBean(MeaningStore.class, () -> VectorStores.meaningStore(store))
                .run(context -> assertThat(searched(context)).startsWith("An owl sat there."));
        assertThat(model.takeEmbedded()).contains("An owl sat there.");
    }

    @Test
    void theVectorStoreIsLeftAloneOtherwise() {
        withStore.run(context -> assertThat(searched(context)).isEmpty());
        assertThat(model.takeEmbedded()).isEmpty();
    }

    @Test
    void anApplicationWithoutVectorStoresStarts() {
        runner.withClassLoader(new FilteredClassLoader(VectorStore.class))
                .run(context -> assertThat(searched(context)).isEmpty());
    }
}
