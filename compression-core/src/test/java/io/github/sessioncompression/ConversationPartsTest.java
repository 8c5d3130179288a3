package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ContextMeter.KnownModels;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.token.Calibration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConversationPartsTest {
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(8_000))
            .build();
    private final KnownModels models = compressor.shared().models();
    private final ConversationParts workings = ConversationParts.of("chat", compressor.settings(), compressor.shared());

    @AfterEach
    void close() {
        compressor.close();
    }

    private int windowFor(String model) {
        return workings.chats().get(chat -> {
            workings.heed(chat, model);
            return chat.rules().policy().contextWindow();
        });
    }

    @Test
    void learnsSmallerWindowPerModel() {
        models.refused("small", 5_000, 7_000);
        models.refused("large", 9_000, 9_500);

        assertThat(windowFor("small")).isEqualTo(5_000);
        assertThat(windowFor("large")).isEqualTo(8_000);
        assertThat(windowFor("unknown")).isEqualTo(8_000);
        assertThat(windowFor("small")).isEqualTo(5_000);
        assertThat(windowFor("")).as("no name says nothing").isEqualTo(5_000);
    }

    @Test
    void howAModelCountsHoldsFromTheFirstRequestOn() {
        Calibration known = Calibration.NONE.observe(1_000, 1_400).observe(4_000, 5_600);
        models.counts("m", known);

        windowFor("m");

        double slope =
                workings.chats().get(chat -> chat.shown().meter().calibration().slope());
        assertThat(slope).isEqualTo(known.slope());
    }
}
