package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.session.SessionOptions;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Size of a session that is resumed. */
class ResumedSizeTest {
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(8_000)
            .withSessions(SessionOptions.defaults().withResumeRatio(1));

    @ParameterizedTest
    @EnumSource(Execution.class)
    void staysBelowHardLimitWhateverIsShownInFull(Execution execution) {
        CompressionPolicy policy = POLICY.withExecution(execution);
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(policy)
                .executor(Runnable::run)
                .build()) {
            Conversation chat = compressor.conversation("user-42");
            chat.enabled(false);
            IntStream.iterate(0, turn -> chat.tokens(chat.transcript()) < 7_600, turn -> turn + 1)
                    .forEach(turn -> chat.append(Chats.turn(turn, 40)));
            chat.sessions().startNew();
            chat.enabled(true);

            chat.sessions().resume("1");

            assertThat(chat.transcript()).isNotEmpty();
            assertThat(chat.status().contextTokens()).isLessThanOrEqualTo(policy.hardLimitTokens());
        }
    }
}
