package io.github.sessioncompression.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class TokenOptionsTest {
    private final TokenOptions defaults = TokenOptions.defaults();

    @Test
    void hasTheDocumentedDefaults() {
        assertThat(defaults.safetyFactor()).isEqualTo(1.0);
        assertThat(defaults.source()).isEqualTo(TokenOptions.Source.AUTO);
    }

    @Test
    void changesOneValueAndKeepsTheOthers() {
        TokenOptions changed = defaults.withSafetyFactor(1.2).withSource(TokenOptions.Source.PROVIDER);
        assertThat(changed.safetyFactor()).isEqualTo(1.2);
        assertThat(changed.source()).isEqualTo(TokenOptions.Source.PROVIDER);
        assertThat(changed).isNotEqualTo(defaults).hasSameHashCodeAs(changed.withSafetyFactor(1.2));
        assertThat(changed.withSafetyFactor(1.2)).isEqualTo(changed);
    }

    @Test
    void rejectsValuesOutOfRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> defaults.withSafetyFactor(0))
                .withMessage("safetyFactor must be 0.5 to 3.0, but was 0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> defaults.withSafetyFactor(Double.NaN))
                .withMessageContaining("NaN");
    }
}
