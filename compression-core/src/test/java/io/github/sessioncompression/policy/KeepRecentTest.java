package io.github.sessioncompression.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class KeepRecentTest {
    @Test
    void theAmountIsThatOfTheStrategy() {
        assertThat(KeepRecent.defaults().amount()).isZero();
        assertThat(KeepRecent.messages(7).amount()).isEqualTo(7);
        assertThat(KeepRecent.tokens(7).amount()).isEqualTo(7);
        assertThat(KeepRecent.turns(7).amount()).isEqualTo(7);
    }

    @Test
    void eachFactoryChoosesItsStrategy() {
        assertThat(KeepRecent.messages(7).strategy()).isEqualTo(KeepRecent.Strategy.MESSAGES);
        assertThat(KeepRecent.tokens(7).strategy()).isEqualTo(KeepRecent.Strategy.TOKENS);
        assertThat(KeepRecent.turns(7).strategy()).isEqualTo(KeepRecent.Strategy.TURNS);
    }

    @Test
    void refusesNegativeAmounts() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeepRecent.turns(-1))
                .withMessage("turns must be 0 to 1000000, but was -1");
        assertThatIllegalArgumentException().isThrownBy(() -> KeepRecent.messages(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> KeepRecent.tokens(-1));
    }

    @Test
    void zeroKeepsNoneWithEveryStrategyThatCounts() {
        assertThat(KeepRecent.messages(0).keepsNone()).isTrue();
        assertThat(KeepRecent.tokens(0).keepsNone()).isTrue();
        assertThat(KeepRecent.turns(0).keepsNone()).isTrue();
        assertThat(KeepRecent.messages(1).keepsNone()).isFalse();
        assertThat(KeepRecent.tokens(1).keepsNone()).isFalse();
        assertThat(KeepRecent.turns(1).keepsNone()).isFalse();
        assertThat(KeepRecent.defaults()
                        .withTurns(0)
                        .withTokens(0)
                        .withMessages(0)
                        .keepsNone())
                .isFalse();
    }

    @Test
    void zeroFitsAnyWindow() {
        CompressionPolicy tiny = CompressionPolicy.forWindow(256);

        assertThat(tiny.withKeepRecent(KeepRecent.turns(0)).keepRecent().keepsNone())
                .isTrue();
        assertThat(tiny.withKeepRecent(KeepRecent.tokens(0)).keepRecent().keepsNone())
                .isTrue();
    }
}
