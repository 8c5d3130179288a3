package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;

@Tag("once")
class ConcurrencyTest {
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(3_000);
    private static final int CALLS = 20;

    /** Two clients, two memories over one repository, one conversation. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void twoClientsOfOneConversationLoseNothing(boolean streaming) throws Exception {
        InMemoryChatMemoryRepository repository = new InMemoryChatMemoryRepository();
        try (StrictOpenAiServer server = StrictOpenAiServer.start().allowingRepeatedRoles();
                SessionCompressor one = compressor(repository);
                SessionCompressor other = compressor(repository)) {
            ExecutorService threads = Executors.newFixedThreadPool(4);
            List<Future<?>> calls = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                CompressingChatMemory memory = CompressingChatMemory.builder()
                        .compressor(i % 2 == 0 ? one : other)
                        .build();
                ChatClient client = SpringChat.client(
                        server,
                        memory,
                        List.of(),
                        SessionStateAdvisor.builder(memory).build());
                int thread = i;
                calls.add(threads.submit(() -> {
                    for (int call = 1; call <= CALLS; call++) {
                        String question =
                                "Thread " + thread + " asks for the " + call + "th time: " + GardenChat.question(call);
                        if (streaming) {
                            SpringChat.stream(client, SpringChat.ID, question);
                        } else {
                            SpringChat.call(client, SpringChat.ID, question);
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> call : calls) {
                call.get();
            }
            threads.shutdown();

            assertThat(server.refusals()).isEmpty();
            List<String> said = one.conversation(SpringChat.ID).transcript().stream()
                    .map(Message::text)
                    .toList();
            assertThat(said).hasSize(2 * 4 * CALLS);
            for (int thread = 0; thread < 4; thread++) {
                String prefix = "Thread " + thread + " ";
                assertThat(said).filteredOn(text -> text.startsWith(prefix)).hasSize(CALLS);
            }
        }
    }

    private static SessionCompressor compressor(InMemoryChatMemoryRepository repository) {
        return SessionCompressor.builder()
                .policy(POLICY)
                .store(ChatMemoryRepositories.asSessionStore(
                        repository, POLICY.state().schema()))
                .build();
    }
}
