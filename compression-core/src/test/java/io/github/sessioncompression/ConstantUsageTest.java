package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ModelCall.Request;
import io.github.sessioncompression.ModelCall.Tools;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A provider that reports a constant number of tokens on top of each request, such as those of tools of its own. */
class ConstantUsageTest {
    private static final int TURNS = 30;

    private static int compressions(int window, int extra, String filler) {
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(window))
                .executor(Runnable::run)
                .build()) {
            Conversation chat = compressor.conversation("chat");
            for (int turn = 0; turn < TURNS; turn++) {
                List<Message> sent =
                        new ArrayList<>(chat.framework().steadyView().messages());
                Message question = Message.user(turn == 0 ? "My name is Ingrid." : "short " + turn + filler);
                sent.add(question);
                chat.append(question);
                ModelCall call = chat.framework().call(new Request("", sent, Tools.NONE, 0));
                call.answered(Usage.of(extra + chat.tokens(call.messages()), 3));
                chat.append(Message.assistant("ok"));
            }
            return (int) chat.status().stats().compressions();
        }
    }

    @ParameterizedTest
    @CsvSource({"3000, 0", "6700, 2", "7400, 2"})
    void doesNotRepeatCompressionsThatCannotHelp(int extra, int most) {
        assertThat(compressions(8_000, extra, "")).isLessThanOrEqualTo(most);
    }

    @ParameterizedTest
    @CsvSource({"0, 2", "2000, 3", "3000, 4"})
    void stillCompressesAChatThatGrows(int extra, int least) {
        String filler = ": " + "The bed by the fence holds plant " + "P-1007 and needs water. ".repeat(60);
        assertThat(compressions(8_000, extra, filler)).isGreaterThanOrEqualTo(least);
    }
}
