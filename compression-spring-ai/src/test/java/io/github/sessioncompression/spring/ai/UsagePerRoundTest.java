package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Policies;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;

/** Three rounds of a tool loop report 1,000, 2,000 and 3,000 tokens; outside of it arrive 6,000. */
class UsagePerRoundTest {
    /** Its trigger is at 3,500 tokens. */
    private static final CompressionPolicy ABOVE_THE_LAST_ROUND = Policies.early(5_000);
    /** Its trigger is at 2,800 tokens. */
    private static final CompressionPolicy BELOW_THE_LAST_ROUND = Policies.early(4_000);

    private final OpenAiStub server = OpenAiStub.start();
    private final Deque<Runnable> background = new ArrayDeque<>();

    @AfterEach
    void stop() {
        server.close();
    }

    private void askWithThreeRounds(CompressionPolicy policy, boolean streaming, boolean toolsInTheModel) {
        CompressingChatMemory memory = CompressingChatMemory.builder()
                .compressor(SessionCompressor.builder()
                        .policy(policy)
                        .executor(background::add)
                        .build())
                .build();
        for (int turn = 1; turn <= 10; turn++) {
            memory.add(SpringChat.ID, new UserMessage(GardenChat.question(turn)));
            memory.add(SpringChat.ID, new AssistantMessage("Noted."));
        }
        List<Advisor> advisors = new ArrayList<>();
        advisors.add(MessageChatMemoryAdvisor.builder(memory).build());
        advisors.add(SessionStateAdvisor.builder(memory).build());
        if (!toolsInTheModel && !SpringChat.TWO) {
            advisors.add(SpringChat.toolAdvisor());
        }
        ChatClient client = SpringChat.client(server, List.of(new Lookup(topic -> "a rake")), advisors);
        server.next(
                Reply.call(Lookup.NAME, Map.of("topic", "a")).costing(new Usage(1_000, 0, 0, 5, 0)),
                Reply.call(Lookup.NAME, Map.of("topic", "b")).costing(new Usage(2_000, 0, 0, 5, 0)),
                Reply.text("A rake.").costing(new Usage(3_000, 0, 0, 5, 0)));
        String answer = streaming
                ? SpringChat.stream(client, SpringChat.ID, "Look it up.")
                : SpringChat.call(client, SpringChat.ID, "Look it up.");
        assertThat(answer).endsWith("A rake.");
        assertThat(server.sent()).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void theSumOverTheRoundsTriggersNothing(boolean streaming) {
        askWithThreeRounds(ABOVE_THE_LAST_ROUND, streaming, false);

        assertThat(background).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void theLastRoundTriggers(boolean streaming) {
        askWithThreeRounds(BELOW_THE_LAST_ROUND, streaming, false);

        assertThat(background).isNotEmpty();
    }

    @Test
    void usageOfInternalToolLoopTriggersNothing() {
        askWithThreeRounds(ABOVE_THE_LAST_ROUND, false, true);
        assertThat(background).isEmpty();
    }

    @Test
    void usageOfStreamedInternalToolLoopTriggersNothing() {
        askWithThreeRounds(ABOVE_THE_LAST_ROUND, true, true);
        assertThat(background).isEmpty();
    }
}
