package io.github.sessioncompression.langchain4j.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.ChatMemoryProvider;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.store.embedding.EmbeddingStore;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.langchain4j.EmbeddingStores;
import io.github.sessioncompression.langchain4j.MattersModel;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.vector.MeaningStore;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** An application's embedding store holds nothing of its chats unless a MeaningStore bean has it. */
class LangChain4jMeaningStoreTest {
    private final MattersModel model = new MattersModel();
    private final InMemoryEmbeddingStore<TextSegment> store = new InMemoryEmbeddingStore<>();
    private final ApplicationContextRunner runner =
            Applications.windowed(Applications.bare()).withBean(EmbeddingStore.class, () -> store);

    private static List<String> searched(AssertableApplicationContext context) {
        ChatMemory memory = context.getBean(ChatMemoryProvider.class).get("user-42");
        memory.add(UserMessage.from("An owl sat there."));
        memory.add(AiMessage.from("How nice."));
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
    void usesEmbeddingStoreBehindMeaningStoreBean() {
        runner.withBean(MeaningStore.class, () -> EmbeddingStores.meaningStore(model, store))
                .run(context -> assertThat(searched(context)).startsWith("An owl sat there."));
        assertThat(model.takeEmbedded()).contains("An owl sat there.");
        assertThat(store.isEmpty()).isFalse();
    }

    @Test
    void theEmbeddingStoreIsLeftAloneOtherwise() {
        runner.withBean(EmbeddingModel.class, () -> model)
                .run(context -> assertThat(searched(context)).isEmpty());
        assertThat(model.takeEmbedded()).isEmpty();
    }
}
