package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Chats with tools, wired as the README does it, whose calls fail now and then behind a question or a tool's result. */
@Tag("landing")
class ToolChatReplayTest {
    private static final int TURNS = 20;
    private static final Reply CALL = Reply.call("count", Map.of("item", "rakes"));
    private static final Reply ANSWER = Reply.text("Three rakes are in the shed.");
    private static final Reply BROKEN = new Reply.Failure(500, "The server had an error.");

    @ParameterizedTest
    @CsvSource({
        "OPENAI, false",
        "OPENAI, true",
        "ANTHROPIC, false",
        "ANTHROPIC, true",
        "GEMINI, false",
        "GEMINI, true",
        "OLLAMA, false",
        "OLLAMA, true"
    })
    @Timeout(60)
    void everyCallBeginsWithTheOneBefore(Clients provider, boolean streamed) {
        try (ProviderStub stub = provider.start();
                CompressingChatMemoryProvider memories = CompressingChatMemoryProvider.builder()
                        .policy(CompressionPolicy.forWindow(128_000))
                        .build()) {
            UnaryOperator<String> service = new GardenService(
                            provider, stub.baseUrl(), streamed, () -> false, () -> false)
                    .over(memories, memories.get("default"));
            for (int turn = 0; turn < TURNS; turn++) {
                stub.next(replies(turn));
                ask(service, "How many rakes are there, for the " + turn + "th time?");
            }

            assertThat(stub.refusals()).isEmpty();
            List<Sent> sent = stub.sent();
            for (int i = 1; i < sent.size(); i++) {
                assertThat(sent.get(i).messages())
                        .startsWith(sent.get(i - 1).messages().toArray(SentMessage[]::new));
            }
            assertThat(stub.lastSent().allText()).contains(Repair.NOTED);
        }
    }

    private static Reply[] replies(int turn) {
        return switch (turn % 5) {
            case 0 -> new Reply[] {ANSWER};
            case 1 -> new Reply[] {CALL, ANSWER};
            case 2 -> new Reply[] {CALL, BROKEN};
            case 3 -> new Reply[] {CALL, CALL, CALL, ANSWER};
            default -> new Reply[] {BROKEN};
        };
    }

    private static void ask(UnaryOperator<String> service, String question) {
        try {
            assertThat(service.apply(question)).isNotBlank();
        } catch (RuntimeException broken) {
            assertThat(broken).hasStackTraceContaining("The server had an error.");
        }
    }
}
