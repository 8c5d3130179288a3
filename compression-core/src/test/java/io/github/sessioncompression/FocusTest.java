package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class FocusTest {
    @Test
    void isAHintOfLimitedLengthOrNone() {
        assertThat(Focus.none().text()).isNull();
        assertThat(Focus.on("prices").text()).isEqualTo("prices");
        assertThat(Focus.on("p".repeat(Focus.MAX_CHARACTERS)).text()).hasSize(2_000);
    }

    @Test
    void rejectsBlankAndTooLongText() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Focus.on(" "))
                .withMessage("focus must be 1 to 2000 characters, but was 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Focus.on("p".repeat(2_001)))
                .withMessageContaining("2001");
    }
}
