package io.github.sessioncompression.samples.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.stub.AnthropicStub;
import io.github.sessioncompression.stub.GeminiStub;
import io.github.sessioncompression.stub.OllamaStub;
import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.ProviderStub;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Required settings, and the message if one is missing. */
class SetupTest {
    private static ProviderStub stub(Models.Provider provider) {
        return switch (provider) {
            case OPENAI -> OpenAiStub.start();
            case ANTHROPIC -> AnthropicStub.start();
            case GEMINI -> GeminiStub.start();
            case OLLAMA -> OllamaStub.start();
        };
    }

    @ParameterizedTest
    @EnumSource
    void talksToEachProviderByEnvironment(Models.Provider provider) {
        try (ProviderStub server = stub(provider);
                TerminalRun chat = TerminalRun.of(
                        Map.of(provider + "_API_KEY", "sk-secret", provider + "_BASE_URL", server.baseUrl()))) {
            chat.sees(" at " + server.baseUrl()).types("Hello").sees("All right.");
            assertThat(server.lastSent().question()).isEqualTo("Hello");
            chat.types("/status").sees("reported     1 model calls, ");
            assertThat(chat.text()).doesNotContain("sk-secret");
        }
    }

    @Test
    void needsNoKeyForAServerOfOnesOwn() {
        try (ProviderStub server = OpenAiStub.start();
                TerminalRun chat = TerminalRun.of(
                        Map.of("OPENAI_BASE_URL", server.baseUrl()), "--model=llama", "--context-window=4000")) {
            chat.sees("llama at ").sees("of 4,000 tokens").types("Hello").sees("All right.");
            assertThat(server.lastSent().body()).containsEntry("model", "llama");
        }
    }

    @Test
    void namesMissingKeySetting() {
        try (TerminalRun chat = TerminalRun.of(Map.of())) {
            assertThat(chat.exitCode()).isEqualTo(2);
            assertThat(chat.err())
                    .startsWith("chat: no model to talk to: set OPENAI_API_KEY")
                    .contains("--replay")
                    .hasLineCount(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--model=no-such-model | no-such-model",
                "--context-window=many | --context-window",
                "--context-window=0 | contextWindow must be 256",
                "--foo | Unknown option: '--foo'",
            })
    void refusesBadSetupInOneLine(String option, String why) {
        try (TerminalRun chat = TerminalRun.of(Map.of("OPENAI_API_KEY", "key"), option)) {
            assertThat(chat.exitCode()).isEqualTo(2);
            assertThat(chat.err()).startsWith("chat: ").contains(why).hasLineCount(1);
            assertThat(chat.text()).isEmpty();
        }
    }
}
