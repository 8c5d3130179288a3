package io.github.sessioncompression.langchain4j;

import static io.github.sessioncompression.langchain4j.Chats.SMALL;
import static io.github.sessioncompression.langchain4j.Chats.answer;
import static io.github.sessioncompression.langchain4j.Chats.immediate;
import static io.github.sessioncompression.langchain4j.Chats.question;
import static io.github.sessioncompression.langchain4j.Chats.talk;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import org.junit.jupiter.api.Test;

class CompressingChatMemoryProviderTest {
    private final CountingStore store = new CountingStore();

    @Test
    void givesOutMemoriesWithoutAskingTheStore() {
        try (CompressingChatMemoryProvider provider = provider()) {
            assertThat(provider.get("a").id()).isEqualTo("a");
            assertThat(store.calls()).isEqualTo("0 read, 0 written");
        }
    }

    @Test
    void hasOneConversationForAnId() {
        try (CompressingChatMemoryProvider provider = provider()) {
            assertThat(provider.get(7)).isNotSameAs(provider.get(7));
            assertThat(provider.get(7).conversation()).isSameAs(provider.get(7).conversation());
            assertThat(provider.conversation(7)).isSameAs(provider.get(7).conversation());
            assertThat(provider.conversation("7")).isNotSameAs(provider.conversation(7));
        }
    }

    @Test
    void sharesAChatWithAnotherProviderOverTheSameStore() {
        try (CompressingChatMemoryProvider one = provider();
                CompressingChatMemoryProvider other = provider()) {
            one.get("a").add(question(1), answer(1));
            assertThat(other.get("a").messages()).endsWith(question(1), answer(1));
            other.get("a").add(question(2), answer(2));
            assertThat(one.get("a").messages()).endsWith(question(1), answer(1), question(2), answer(2));
        }
    }

    @Test
    void closesOnlyACompressorOfItsOwn() {
        SessionCompressor compressor = immediate(SMALL);
        CompressingChatMemoryProvider provider =
                CompressingChatMemoryProvider.builder().compressor(compressor).build();
        assertThat(provider.compressor()).isSameAs(compressor);
        provider.close();
        talk(provider.get("a"), 0, 30);
        assertThat(provider.conversation("a").status().boundary()).isPositive();
    }

    private CompressingChatMemoryProvider provider() {
        return CompressingChatMemoryProvider.builder()
                .policy(SMALL)
                .chatMemoryStore(store)
                .build();
    }
}
