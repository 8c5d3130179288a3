package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateOptions;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ConversationExplainTest {
    private static void tell(Conversation chat) {
        for (int i = 0; i < 30; i++) {
            chat.append(
                    Message.user("The meter in flat " + (100 + i) + " has the number ZQ-" + (4_000 + 91 * i) + "."),
                    Message.assistant("All right."));
        }
        chat.append(Message.user("And now?"), Message.assistant("Now we wait."));
    }

    @Test
    void explainsAnItemByTheMessagesItWasMadeOf() {
        CompressionPolicy policy = CompressionPolicy.forWindow(64_000)
                .withState(StateOptions.defaults().withMaxTokens(4_000));
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(policy)
                .executor(Runnable::run)
                .build()) {
            Conversation chat = compressor.conversation("explained");
            tell(chat);
            chat.append(
                    Message.user("The chimney sweep comes on 4 June."),
                    Message.assistant("Noted."),
                    Message.user("We decided to sell the piano to Ottilie."),
                    Message.assistant("Noted."),
                    Message.user("What else?"),
                    Message.assistant("Nothing."));
            chat.compress();

            StateItem decision = chat.record().orElseThrow().injected().items("logos").stream()
                    .filter(item -> item.kind() == StateItem.Kind.DECISION)
                    .findFirst()
                    .orElseThrow();

            assertThat(chat.explain(decision).stream()
                            .map(entry -> entry.message().text())
                            .collect(Collectors.joining()))
                    .isEqualTo("We decided to sell the piano to Ottilie.");
        }
    }
}
