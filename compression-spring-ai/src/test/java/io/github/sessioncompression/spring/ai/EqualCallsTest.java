package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.chat.client.ChatClient;

/** A model that makes the same call several times in a turn, as one does that waits for a job, at providers that give calls no ids. */
class EqualCallsTest {
    private static final int CALLS = 4;

    private static List<String> results(Sent request) {
        return request.messages().stream()
                .filter(message -> message.role().equals(SentMessage.TOOL))
                .map(SentMessage::text)
                .toList();
    }

    @ParameterizedTest(name = "{0}, memory inside the tool loop: {1}, history in the loop: {2}, streaming: {3}")
    @CsvSource({
        "OLLAMA, true, false, false",
        "OLLAMA, true, true, true",
        "OLLAMA, false, true, false",
        "GEMINI, true, false, true",
        "GEMINI, true, true, false",
    })
    void keepsEachCallAndResult(WireFormat format, boolean nested, boolean history, boolean streaming) {
        try (ProviderStub server = format.start()) {
            AtomicInteger time = new AtomicInteger();
            ChatClient client = ChatClient.builder(format.client(server))
                    .defaultSystem(SpringChat.SYSTEM)
                    .defaultAdvisors(
                            SpringChat.wired(SpringChat.memory(CompressionPolicy.forWindow(100_000)), nested, history))
                    .defaultToolCallbacks(new Lookup(topic -> "running since " + time.incrementAndGet() + " min"))
                    .build();
            for (int call = 0; call < CALLS; call++) {
                server.next(Reply.call(Lookup.NAME, Map.of("topic", "job 7")));
            }

            SpringChat.ask(streaming, client, "Is job 7 done?");

            for (int call = 0; call <= CALLS; call++) {
                Sent request = server.sent().get(call);
                assertThat(results(request)).hasSize(call).doesNotHaveDuplicates();
                assertThat(request.messages()).hasSize(1 + 2 * call);
                assertThat(format.refusal(request)).isEmpty();
            }
        }
    }
}
