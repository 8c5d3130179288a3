package io.github.sessioncompression.spring.ai.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.spring.ai.CompressingChatMemory;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateOptions.Injection;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationFilter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.observation.ChatModelObservationContext;
import org.springframework.ai.chat.prompt.Prompt;

/** The mark of observed model calls. */
class CompactedConversationsTest {
    private static final KeyValue MARK = KeyValue.of("gen_ai.conversation.compacted", "true");

    private final ObservationFilter filter = new CompactedConversations();

    private Iterable<KeyValue> marks(List<org.springframework.ai.chat.messages.Message> messages) {
        Observation.Context context = ChatModelObservationContext.builder()
                .prompt(new Prompt(messages))
                .provider("openai")
                .build();
        return filter.map(context).getHighCardinalityKeyValues();
    }

    @Test
    void marksRequestWithState() {
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(4_000))
                .executor(Runnable::run)
                .build();
        CompressingChatMemory memory =
                CompressingChatMemory.builder().compressor(compressor).build();
        for (int i = 0; i < 10; i++) {
            compressor
                    .conversation("a")
                    .append(
                            Message.user("Question " + i + ": " + "where is it? ".repeat(20)),
                            Message.assistant("Answer " + i + ": " + "on its way. ".repeat(20)));
        }
        List<org.springframework.ai.chat.messages.Message> whole = new ArrayList<>(memory.get("a"));
        whole.add(new UserMessage("And now?"));
        compressor.conversation("a").compress();
        List<org.springframework.ai.chat.messages.Message> compacted = new ArrayList<>(memory.get("a"));
        compacted.add(new UserMessage("And now?"));

        assertThat(marks(whole)).isEmpty();
        assertThat(marks(compacted)).containsExactly(MARK);
    }

    @Test
    void marksStateInSystemPromptOnly() {
        StateOptions options = StateOptions.defaults().withInjection(Injection.SYSTEM);
        String aware = options.appendAwareness("You sell pottery.");

        assertThat(marks(List.of(new SystemMessage(aware), new UserMessage("Hello"))))
                .isEmpty();
        assertThat(marks(List.of(
                        new SystemMessage(
                                aware + "\n<session_state version=\"1\">{\"logos\":[\"4711\"]}</session_state>"),
                        new UserMessage("Hello"))))
                .containsExactly(MARK);
    }

    @Test
    void leavesOtherObservationsAlone() {
        Observation.Context other = new Observation.Context();

        assertThat(filter.map(other).getAllKeyValues()).isEmpty();
    }

    @Test
    void applicationHasTheFilter() {
        ChattingApplication.windowed().run(context -> assertThat(context).hasSingleBean(CompactedConversations.class));
    }
}
