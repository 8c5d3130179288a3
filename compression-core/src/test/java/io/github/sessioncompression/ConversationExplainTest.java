package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.store.SessionStore;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A least share of facts below which no state is used, and what an item was made of. */
class CoverageFloorTest {
    private static SessionCompressor compressor(double floor, int cap) {
        return SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(64_000)
                        .withState(StateOptions.defaults().withMaxTokens(cap).withMinCoverage(floor)))
                .store(SessionStore.inMemory())
                .executor(Runnable::run)
                .build();
    }

    private static void tell(Conversation chat) {
        for (int i = 0; i < 30; i++) {
            chat.append(
                    Message.user("The meter in flat " + (100 + i) + " has the number ZQ-" + (4_000 + 91 * i) + "."),
                    Message.assistant("All right."));
        }
        chat.append(Message.user("And now?"), Message.assistant("Now we wait."));
    }

    @Test
    void aStateBelowTheFloorIsNotUsed() {
        try (SessionCompressor compressor = compressor(0.9, 160)) {
            Conversation chat = compressor.conversation("flats");
            tell(chat);
            String before = chat.view().messages().toString();

            Outcome outcome = chat.compress();

            assertThat(outcome).isInstanceOfSatisfying(Outcome.Failed.class, failed -> assertThat(failed.toString())
                    .contains("TOO_LITTLE_SHOWN"));
            assertThat(chat.record()).isEmpty();
            assertThat(chat.view().messages().toString()).isEqualTo(before);
        }
    }

    @Test
    void aStateAboveItIs() {
        try (SessionCompressor compressor = compressor(0.9, 4_000)) {
            Conversation chat = compressor.conversation("flats");
            tell(chat);

            assertThat(chat.compress()).isInstanceOfSatisfying(Outcome.Compressed.class, compressed -> assertThat(
                            compressed.coverage().share())
                    .isGreaterThanOrEqualTo(0.9));
        }
    }

    @Test
    void refusesAFloorThatIsNoShare() {
        assertThatThrownBy(() -> StateOptions.defaults().withMinCoverage(1.01))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("minCoverage")
                .hasMessageContaining("0.0 to 1.0");
    }

    @Test
    void explainsAnItemByTheMessagesItWasMadeOf() {
        try (SessionCompressor compressor = compressor(0, 4_000)) {
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
