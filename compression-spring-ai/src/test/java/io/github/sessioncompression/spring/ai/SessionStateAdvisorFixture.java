package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.AnthropicStub;
import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.ProviderStub;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.springframework.ai.chat.client.ChatClient;

/** Clients with the advisor, their memories, and two providers. */
abstract class SessionStateAdvisorFixture {
    static final String ID = SpringChat.ID;
    static final CompressionPolicy LARGE = CompressionPolicy.forWindow(100_000);

    final ProviderStub openAi = OpenAiStub.start();
    final ProviderStub anthropic = AnthropicStub.start();

    @AfterEach
    void stop() {
        openAi.close();
        anthropic.close();
    }

    static ChatClient client(ProviderStub stub, CompressingChatMemory memory, Lookup... tools) {
        return SpringChat.client(
                stub,
                memory,
                List.of(tools),
                SessionStateAdvisor.builder(memory).build());
    }

    static Conversation chat(CompressingChatMemory memory) {
        return memory.compressor().conversation(ID);
    }
}
