package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;

/** Arguments the memory builder rejects. */
class MemoryBuilderTest {
    private static final CompressionPolicy SMALL = CompressionPolicy.forWindow(2_000);

    @Test
    void rejectsSettingsOfGivenCompressor() {
        SessionCompressor compressor = SessionCompressor.builder().policy(SMALL).build();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> CompressingChatMemory.builder()
                        .compressor(compressor)
                        .chatMemoryRepository(new InMemoryChatMemoryRepository())
                        .build())
                .withMessageContaining("chatMemoryRepository")
                .withMessageContaining("ChatMemoryRepositories.asSessionStore");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CompressingChatMemory.builder()
                        .compressor(compressor)
                        .policy(SMALL)
                        .build())
                .withMessageContaining("policy");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CompressingChatMemory.builder()
                        .compressor(compressor)
                        .listener(event -> {})
                        .build())
                .withMessageContaining("listener");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CompressingChatMemory.builder()
                        .compressor(compressor)
                        .systemContext(id -> "garden")
                        .build())
                .withMessageContaining("systemContext");
    }

    @Test
    void needsTheSizeOfTheWindow() {
        assertThatIllegalStateException()
                .isThrownBy(() -> CompressingChatMemory.builder().build())
                .withMessageContaining("context-window");
    }
}
