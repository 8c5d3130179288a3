package io.github.sessioncompression.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {
    @Test
    void countsCachedInputAsInput() {
        Usage usage = new Usage(100, 2_000, 300, 40, 5);
        assertThat(usage.requestTokens()).isEqualTo(2_400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"openai", "dev.langchain4j.model.googleai.GoogleAiGeminiTokenUsage", "deepseek", ""})
    void subtractsCachedTokensFromInclusiveInput(String reporter) {
        Usage usage = Usage.reported(reporter, 2_400, 2_000, 300, 40, 5);

        assertThat(usage).isEqualTo(new Usage(100, 2_000, 300, 40, 5));
        assertThat(usage.requestTokens()).isEqualTo(2_400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Anthropic", "com.anthropic.models.messages.Usage", "BedrockProxyChatModel"})
    void keepsExclusiveInput(String reporter) {
        assertThat(Usage.reported(reporter, 2_400, 2_000, 300, 40, 5)).isEqualTo(new Usage(2_400, 2_000, 300, 40, 5));
    }

    @Test
    void cacheTokensAboveInputAreNotPartOfIt() {
        assertThat(Usage.reported("unknown", 10, 20, 0, 1, 0)).isEqualTo(new Usage(10, 20, 0, 1, 0));
        assertThat(Usage.reported("unknown", 20, 15, 5, 1, 0)).isEqualTo(new Usage(0, 15, 5, 1, 0));
    }

    @Test
    void replacesNegativeNumbersWithZero() {
        assertThat(Usage.reported("openai", 10, 20, -3, -1, -1)).isEqualTo(new Usage(10, 20, 0, 0, 0));
        assertThat(Usage.reported("openai", -1, -2, -3, -4, -5)).isEqualTo(Usage.NONE);
        assertThat(Usage.reported("anthropic", -1, -2, -3, -4, -5)).isEqualTo(Usage.NONE);
        assertThat(Usage.of(-1, 7)).isEqualTo(new Usage(0, 0, 0, 7, 0));
    }

    @Test
    void addsForAccounting() {
        assertThat(new Usage(1, 2, 3, 4, 5).plus(new Usage(10, 20, 30, 40, 50)))
                .isEqualTo(new Usage(11, 22, 33, 44, 55));
    }

    @Test
    void refusesANegativeNumber() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Usage(0, -1, 0, 0, 0))
                .withMessage("cacheReadTokens must be 0 or more, but was -1");
    }
}
