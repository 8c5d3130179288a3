package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.token.SilentCut;
import io.github.sessioncompression.token.Usage;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class SilentCutTest {
    private static final int WINDOW = 16_000;

    @AutoClose
    private final Warnings warnings = new Warnings();

    /** Sizes of the requests of a chat whose provider reports so much for a size. */
    private int largestRequest(LongUnaryOperator report) {
        int largest = 0;
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(WINDOW))
                .executor(Runnable::run)
                .build()) {
            Conversation chat = compressor.conversation("chat");
            for (int i = 0; i < 150; i++) {
                ModelCall call = Calls.call(chat, Chats.question(i, 30));
                int counted = chat.tokens(call.messages());
                largest = Math.max(largest, counted);
                call.answered(Usage.of(report.applyAsLong(counted), 20));
                chat.append(Chats.question(i, 30), Chats.answer(i, 60));
            }
        }
        return largest;
    }

    @Test
    void windowShrinksWhenReportsStandStill() {
        assertThat(largestRequest(size -> Math.min(size, 4_096))).isLessThan(7_000);
        assertThat(warnings.lines())
                .singleElement()
                .asString()
                .contains("4096 tokens")
                .contains("session-compression.context-window");
    }

    @Test
    void cutIsFoundWhenProviderLeavesOutWholeMessages() {
        assertThat(largestRequest(size -> size <= 4_096 ? size : 4_096 - size % 90))
                .isLessThan(7_000);
    }

    @Test
    void cachedTokensLeftOutAreNoCut() {
        assertThat(largestRequest(size -> size < 1_000 ? size : 300)).isGreaterThan(8_000);
    }

    @Test
    void uncountedOverheadIsNoCut() {
        assertThat(largestRequest(size -> size / 2 + 6_000)).isGreaterThan(9_000);
    }

    @Test
    void unchangedRequestsAreNoCut() {
        SilentCut cut = new SilentCut();
        for (int i = 0; i < 10; i++) {
            assertThat(cut.after(5_000, 5_000)).isZero();
        }
    }

    @Test
    void growthBehindThirdReportIsCut() {
        SilentCut cut = new SilentCut();

        assertThat(cut.after(4_000, 4_000)).isZero();
        assertThat(cut.after(4_090, 4_600)).isZero();
        assertThat(cut.after(4_050, 5_001)).isEqualTo(4_090);
    }
}
