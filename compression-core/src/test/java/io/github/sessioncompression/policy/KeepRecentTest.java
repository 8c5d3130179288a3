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
}
