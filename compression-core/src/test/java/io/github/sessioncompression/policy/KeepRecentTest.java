package io.github.sessioncompression.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeepRecentTest {
    @ParameterizedTest
    @CsvSource({
        "target-ratio, TARGET_RATIO, 0",
        "TARGET_RATIO, TARGET_RATIO, 0",
        "10 messages, MESSAGES, 10",
        "1 Message, MESSAGES, 1",
        "4000 tokens, TOKENS, 4000",
        "1 turn, TURNS, 1",
        "0 turns, TURNS, 0",
        "1000000000 tokens, TOKENS, 1000000000"
    })
    void readsRatioOrAmountWithUnit(String written, KeepRecent.Strategy strategy, int amount) {
        KeepRecent read = KeepRecent.read(written);

        assertThat(read).isEqualTo(new KeepRecent(strategy, amount));
        assertThat(KeepRecent.read(read.written())).isEqualTo(read);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10",
                "messages",
                "10messages",
                "-1 turns",
                "1.5 turns",
                "1000000001 tokens",
                "9999999999 turns",
                "3 days"
            })
    void refusesOtherTexts(String written) {
        assertThatIllegalArgumentException().isThrownBy(() -> KeepRecent.read(written));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PolicyPropertiesTest.read("keep-recent", written))
                .withMessage("session-compression.keep-recent must be target-ratio, or a number up to 1000000000 and"
                        + " messages, tokens or turns, such as 10 messages, but was '" + written + "'");
    }

    @Test
    void refusesNegativeAmounts() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeepRecent.turns(-1))
                .withMessage("amount must be 0 to 1000000000, but was -1");
        assertThatIllegalArgumentException().isThrownBy(() -> KeepRecent.messages(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> KeepRecent.tokens(-1));
    }

    @Test
    void refusesAmountWithTargetRatio() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new KeepRecent(KeepRecent.Strategy.TARGET_RATIO, 1))
                .withMessage("amount must be 0 to 0, but was 1");
    }

    @Test
    void zeroKeepsNoneForEveryCountingStrategy() {
        assertThat(KeepRecent.messages(0).keepsNone()).isTrue();
        assertThat(KeepRecent.tokens(0).keepsNone()).isTrue();
        assertThat(KeepRecent.turns(0).keepsNone()).isTrue();
        assertThat(KeepRecent.messages(1).keepsNone()).isFalse();
        assertThat(KeepRecent.tokens(1).keepsNone()).isFalse();
        assertThat(KeepRecent.turns(1).keepsNone()).isFalse();
        assertThat(KeepRecent.targetRatio().keepsNone()).isFalse();
    }
}
