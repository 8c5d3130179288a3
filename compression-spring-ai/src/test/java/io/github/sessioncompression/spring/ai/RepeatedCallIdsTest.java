package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.api.Advisor;

/** Chats with a model that gives its tool calls the same ids in each answer, with Spring AI's memory advisor inside the tool loop. */
class RepeatedCallIdsTest {
    private static final StrictOpenAiServer SERVER = StrictOpenAiServer.start();
    private static final int BOTH_IDS_REPEATED = 6;
    private static final Reply.Call LOOK = new Reply.Call(Lookup.NAME, Map.of("topic", "rakes"));

    static {
        SERVER.repeatCallIds();
    }

    @BeforeEach
    void forget() {
        SERVER.forget();
    }

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static ChatClient client(CompressingChatMemory memory, boolean advised) {
        List<Advisor> advisors = advised
                ? SpringChat.wired(memory, true, false)
                : List.of(SpringChat.nested(memory), SpringChat.toolAdvisorWithoutHistory());
        return SpringChat.client(SERVER, List.of(new Lookup(topic -> "three " + "and a shed ".repeat(20))), advisors);
    }

    private static void play(ChatClient client, boolean streaming, int turns) {
        for (int turn = 0; turn < turns; turn++) {
            SERVER.next(Reply.calls(LOOK), Reply.calls(LOOK, LOOK), Reply.text("Three."));
            SpringChat.ask(streaming, client, "How many rakes are there, for the " + turn + "th time?");
        }
    }

    @ParameterizedTest(name = "advised: {0}, streaming: {1}")
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void keepsEachRequestValid(boolean advised, boolean streaming) {
        play(client(SpringChat.memory(CompressionPolicy.forWindow(2_000)), advised), streaming, 20);

        assertThat(SERVER.refusals()).isEmpty();
        assertThat(SERVER.sent()).hasSize(60);
        assertThat(SERVER.lastSent().messages()).anyMatch(message -> StateEnvelope.holds(message.text()));
    }

    @Test
    void extendsEachRequestExceptForLastCalls() {
        play(client(SpringChat.memory(CompressionPolicy.forWindow(100_000)), false), false, 6);

        List<List<SentMessage>> requests =
                SERVER.sent().stream().map(sent -> sent.messages()).toList();
        for (int i = BOTH_IDS_REPEATED; i < requests.size(); i++) {
            List<SentMessage> before = requests.get(i - 1);
            int own = before.size();
            while (own > 0 && !before.get(own - 1).role().equals(SentMessage.ASSISTANT)) {
                own--;
            }
            boolean inLoop = before.get(before.size() - 1).role().equals("tool");
            int kept = inLoop ? own - 1 : before.size();
            assertThat(requests.get(i)).startsWith(before.subList(0, kept).toArray(SentMessage[]::new));
        }
    }
}
