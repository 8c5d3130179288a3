package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.chat.client.ChatClient;

/** Eight threads ask in one conversation, and each answer takes rounds of tools in between. */
@Tag("once")
class LoopConcurrencyTest {
    private static final int THREADS = 8;
    private static final int CALLS = 5;
    private static final int ROUNDS = 2;
    private static final int WINDOW = 6_000;

    private final StrictOpenAiServer server = StrictOpenAiServer.start().withWindow(WINDOW);

    @AfterEach
    void stop() {
        server.close();
    }

    private ChatClient client(CompressingChatMemory memory, boolean nested, boolean history) {
        return SpringChat.client(
                server, List.of(new Lookup(GardenChat::found)), SpringChat.wired(memory, nested, history));
    }

    /** Two rounds of tools after the last question of a request, whichever it is, then an answer. */
    private static Reply answer(Sent request) {
        long results = 0;
        for (int i = request.messages().size() - 1;
                i >= 0 && request.messages().get(i).role().equals("tool");
                i -= 2) {
            results++;
        }
        return results < ROUNDS
                ? Reply.call(Lookup.NAME, Map.of("topic", "round " + results))
                : Reply.text("Found. A little water in the evening helps.");
    }

    @ParameterizedTest(name = "streaming: {0}, memory inside the loop: {1}, history in the loop: {2}")
    @CsvSource({
        "false, false, true",
        "true, false, true",
        "false, true, true",
        "true, true, true",
        "false, true, false",
        "true, true, false"
    })
    void noRequestIsRefusedAndNothingIsLost(boolean streaming, boolean nested, boolean history) throws Exception {
        server.answers(LoopConcurrencyTest::answer);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(WINDOW))
                .build()) {
            ChatClient client = client(
                    CompressingChatMemory.builder().compressor(compressor).build(), nested, history);
            CyclicBarrier together = new CyclicBarrier(THREADS);
            List<Future<?>> asking = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                String name = "Thread " + i;
                asking.add(threads.submit(() -> {
                    together.await();
                    for (int call = 1; call <= CALLS; call++) {
                        String question = name + " asks for the " + call + "th time: " + GardenChat.question(call);
                        if (streaming) {
                            SpringChat.stream(client, SpringChat.ID, question);
                        } else {
                            SpringChat.call(client, SpringChat.ID, question);
                        }
                    }
                    return null;
                }));
            }
            List<Throwable> failures = new ArrayList<>();
            for (Future<?> each : asking) {
                try {
                    each.get();
                } catch (ExecutionException failed) {
                    failures.add(failed);
                }
            }

            assertThat(server.refusals()).isEmpty();
            assertThat(failures).isEmpty();
            List<Message> transcript = compressor.conversation(SpringChat.ID).transcript();
            assertThat(transcript)
                    .filteredOn(message -> message.role() == Role.USER)
                    .hasSize(THREADS * CALLS);
            assertThat(transcript)
                    .filteredOn(message -> message.role() == Role.ASSISTANT && !message.callsTools())
                    .hasSize(THREADS * CALLS);
        } finally {
            threads.shutdownNow();
        }
    }
}
