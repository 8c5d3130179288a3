package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.SentMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.chat.client.ChatClient;

/** Chats with tools, wired as the guide does it, whose calls fail now and then behind a question or a tool's result. */
@Tag("landing")
class ToolChatReplayTest extends SessionStateAdvisorFixture {
    private static final int TURNS = 20;
    private static final Reply CALL = Reply.call(Lookup.NAME, Map.of("topic", "rakes"));
    private static final Reply ANSWER = Reply.text("Three rakes are in the shed.");
    private static final Reply BROKEN = new Reply.Failure(400, "Something about it is wrong.");

    /** The first request of each turn, and all requests in order. */
    private record Replay(List<List<SentMessage>> firsts, List<List<SentMessage>> all) {}

    private Replay replay(boolean toAnthropic, boolean streaming, boolean nested) {
        ProviderStub stub = toAnthropic ? anthropic : openAi;
        CompressingChatMemory memory = SpringChat.memory(LARGE);
        ChatClient client = SpringChat.client(
                stub, List.of(new Lookup(topic -> "three")), SpringChat.wired(memory, nested, !nested));
        List<List<SentMessage>> firsts = new ArrayList<>();
        for (int turn = 0; turn < TURNS; turn++) {
            int before = stub.sent().size();
            stub.next(replies(turn));
            try {
                SpringChat.ask(streaming, client, "How many rakes are there, for the " + turn + "th time?");
            } catch (RuntimeException broken) {
                assertThat(broken).hasStackTraceContaining("400");
            }
            firsts.add(stub.sent().get(before).messages());
        }
        assertThat(stub.refusals()).isEmpty();
        return new Replay(
                firsts, stub.sent().stream().map(sent -> sent.messages()).toList());
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

    private static void assertEachBeginsWithTheOneBefore(List<List<SentMessage>> requests) {
        for (int i = 1; i < requests.size(); i++) {
            assertThat(requests.get(i)).startsWith(requests.get(i - 1).toArray(SentMessage[]::new));
        }
    }

    @ParameterizedTest(name = "Anthropic: {0}, streaming: {1}")
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void everyCallBeginsWithTheOneBefore(boolean toAnthropic, boolean streaming) {
        assertEachBeginsWithTheOneBefore(replay(toAnthropic, streaming, true).all());
    }

    /** The memory advisor at its default place keeps questions and answers only. */
    @ParameterizedTest(name = "Anthropic: {0}, streaming: {1}")
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void everyTurnBeginsWithTheOneBefore(boolean toAnthropic, boolean streaming) {
        assertEachBeginsWithTheOneBefore(replay(toAnthropic, streaming, false).firsts());
    }
}
