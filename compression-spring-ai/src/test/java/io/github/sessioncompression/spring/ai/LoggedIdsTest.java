package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoggedIdsTest {
    @Test
    void fitsIdIntoOneLine() {
        assertThat(LoggedIds.of("user-42")).isEqualTo("user-42");
        assertThat(LoggedIds.of("evil\n2026-11-26 ERROR forged")).isEqualTo("evil?2026-11-26 ERROR forged");
        assertThat(LoggedIds.of("u".repeat(500))).hasSize(100);
    }
}
