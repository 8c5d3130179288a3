package io.github.sessioncompression.langchain4j;

import static io.github.sessioncompression.langchain4j.Chats.SMALL;
import static io.github.sessioncompression.langchain4j.Chats.immediate;
import static io.github.sessioncompression.langchain4j.Chats.talk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.TokenCountEstimator;
import dev.langchain4j.model.chat.mock.ChatModelMock;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.redaction.Redactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("once")
class MemoryBuilderTest {
    private static final CompressionPolicy AT_ONCE = SMALL.withExecution(Execution.SYNC);
    private static final CompressionPolicy ASKING_ONCE =
            AT_ONCE.withModel(ModelOptions.defaults().withContextWindow(8_000).withRetries(0));

    @Test
    void rejectsSettingsOfGivenCompressor() {
        Map<String, UnaryOperator<CompressingChatMemory.Builder>> settings = Map.of(
                "policy", builder -> builder.policy(SMALL),
                "compressionModel", builder -> builder.compressionModel(new ChatModelMock("{}")),
                "tokenCountEstimator", builder -> builder.tokenCountEstimator(new Words()),
                "chatMemoryStore", builder -> builder.chatMemoryStore(new InMemoryChatMemoryStore()),
                "systemContext", builder -> builder.systemContext(id -> "travel"),
                "modelFor", builder -> builder.modelFor(id -> null),
                "userOf", builder -> builder.userOf(id -> "ada"),
                "redactor", builder -> builder.redactor(text -> List.of()),
                "listener", builder -> builder.listener(event -> {}));
        try (SessionCompressor compressor = immediate(SMALL)) {
            settings.forEach((name, setting) -> assertThatThrownBy(
                            () -> setting.apply(CompressingChatMemory.builder().compressor(compressor))
                                    .build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(name + " ")
                    .hasMessageContaining("compressor")
                    .hasMessageContaining("SessionCompressor.builder()."));
        }
    }

    @Test
    void namesTheWayToAStoreForACompressor() {
        try (SessionCompressor compressor = immediate(SMALL)) {
            assertThatThrownBy(() -> CompressingChatMemoryProvider.builder()
                            .compressor(compressor)
                            .chatMemoryStore(new InMemoryChatMemoryStore())
                            .build())
                    .hasMessageContaining("ChatMemoryStores.asSessionStore");
        }
    }

    @Test
    void refusesToGuessAPolicy() {
        assertThatThrownBy(() -> CompressingChatMemory.builder().build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("policy")
                .hasMessageContaining("compressor");
        assertThatThrownBy(() -> CompressingChatMemory.builder()
                        .policy(CompressionPolicy.defaults())
                        .build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("context-window");
    }

    @Test
    void refusesAnIdWithoutAText() {
        assertThatThrownBy(() -> CompressingChatMemory.builder()
                        .id(new Object())
                        .policy(SMALL)
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("id");
    }

    @Test
    void countsEachMessageOnceWithTheEstimator() {
        Words words = new Words();
        CompressingChatMemory memory = CompressingChatMemory.builder()
                .policy(AT_ONCE)
                .tokenCountEstimator(words)
                .build();
        for (int turn = 0; turn < 60; turn++) {
            memory.add(Chats.question(turn));
            memory.messages();
            memory.add(Chats.answer(turn));
            memory.messages();
        }
        assertThat(memory.conversation().status().boundary()).isPositive();
        for (int turn = 0; turn < 60; turn++) {
            assertThat(words.asked).containsEntry(Chats.question(turn), 1).containsEntry(Chats.answer(turn), 1);
        }
        assertThat(words.lists).isZero();
        assertThat(memory.conversation().status().historyTokens())
                .isEqualTo(memory.messages().stream()
                        .filter(message -> !message.toString().contains("session-compression.kind"))
                        .filter(message -> message.type() != dev.langchain4j.data.message.ChatMessageType.SYSTEM)
                        .mapToInt(words::estimateTokenCountInMessage)
                        .sum());
    }

    @Test
    void continuesWithThrowingEstimator() {
        CompressingChatMemory memory = CompressingChatMemory.builder()
                .policy(AT_ONCE)
                .tokenCountEstimator(new Words() {
                    @Override
                    public int estimateTokenCountInMessage(ChatMessage message) {
                        throw new UnsupportedOperationException("no such message");
                    }
                })
                .build();
        talk(memory, 0, 30);
        memory.messages();
        assertThat(memory.conversation().status().boundary()).isPositive();
    }

    @Test
    void tellsTheListenersAndAsksTheModelWithTheContextOfTheId() {
        List<CompressionEvent> events = new ArrayList<>();
        List<Object> ids = new ArrayList<>();
        ChatModelMock model = ChatModelMock.thatAlwaysThrowsException();
        try (CompressingChatMemoryProvider provider = CompressingChatMemoryProvider.builder()
                .policy(ASKING_ONCE)
                .compressionModel(model)
                .systemContext(id -> {
                    ids.add(id);
                    return "A travel agency.";
                })
                .listener(events::add)
                .build()) {
            CompressingChatMemory memory = provider.get(42);
            talk(memory, 0, 20);
            memory.conversation().compress();
            assertThat(events).isNotEmpty();
            assertThat(ids).isNotEmpty().containsOnly(42);
            assertThat(model.requests().get(0).messages().toString()).contains("A travel agency.");
        }
    }

    @Test
    void asksModelOfMemoryIdWithRedactedTexts() {
        ChatModelMock usual = ChatModelMock.thatAlwaysThrowsException();
        ChatModelMock special = ChatModelMock.thatAlwaysThrowsException();
        try (CompressingChatMemoryProvider provider = CompressingChatMemoryProvider.builder()
                .policy(ASKING_ONCE)
                .compressionModel(usual)
                .modelFor(id -> id.equals(42) ? special : null)
                .redactor(text -> text.contains("train")
                        ? List.of(
                                new Redactor.Hidden(text.indexOf("train"), text.indexOf("train") + 5, "vehicle", false))
                        : List.of())
                .build()) {
            for (Object id : List.of(42, 43)) {
                talk(provider.get(id), 0, 20);
                provider.conversation(id).compress();
            }
            assertThat(special.requests()).isNotEmpty();
            assertThat(usual.requests()).isNotEmpty();
            assertThat(special.requests().get(0).messages().toString())
                    .contains("vehicle")
                    .doesNotContain("the train");
        }
    }

    /** Takes a word for a token. */
    private static class Words implements TokenCountEstimator {
        private final Map<ChatMessage, Integer> asked = new ConcurrentHashMap<>();
        private int lists;

        @Override
        public int estimateTokenCountInText(String text) {
            return text.split(" ").length;
        }

        @Override
        public int estimateTokenCountInMessage(ChatMessage message) {
            if (message instanceof UserMessage || message instanceof dev.langchain4j.data.message.AiMessage) {
                asked.merge(message, 1, Integer::sum);
            }
            return estimateTokenCountInText(message.toString());
        }

        @Override
        public int estimateTokenCountInMessages(Iterable<ChatMessage> messages) {
            lists++;
            return 0;
        }
    }
}
