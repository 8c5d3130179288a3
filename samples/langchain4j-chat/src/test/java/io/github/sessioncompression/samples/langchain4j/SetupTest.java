package io.github.sessioncompression.samples.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.stub.AnthropicStub;
import io.github.sessioncompression.stub.GeminiStub;
import io.github.sessioncompression.stub.OllamaStub;
import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.ProviderStub;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is needed to start, and what is said where it is missing. */
class SetupTest {
    private final Path directory;

    SetupTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private static ProviderStub stub(Provider provider) {
        return switch (provider) {
            case OPENAI -> OpenAiStub.start();
            case ANTHROPIC -> AnthropicStub.start();
            case GEMINI -> GeminiStub.start();
            case OLLAMA -> OllamaStub.start();
        };
    }

    @ParameterizedTest
    @EnumSource
    void talksToEachProviderByEnvironment(Provider provider) {
        try (ProviderStub server = stub(provider);
                TerminalRun chat = TerminalRun.of(
                        Map.of(provider.keyVariable(), "key", provider.baseUrlVariable(), server.baseUrl()))) {
            chat.sees(provider.defaultModel() + " at " + provider.title())
                    .types("Hello")
                    .sees("All right.");
            assertThat(server.lastSent().question()).isEqualTo("Hello");
            chat.types("/status").sees("1 model call, ");
        }
    }

    @Test
    void readsAFile() throws IOException {
        try (ProviderStub server = OpenAiStub.start()) {
            Path file = directory.resolve("chat.properties");
            Files.writeString(
                    file,
                    "provider = openai\nmodel = my-model\napi-key = key\nbase-url = " + server.baseUrl()
                            + "\nsession-compression.context-window = 4000\n");
            try (TerminalRun chat = TerminalRun.of(Map.of(), "--config", file.toString())) {
                chat.sees("my-model at OpenAI")
                        .sees("of 4,000 tokens")
                        .types("Hello")
                        .sees("All right.");
            }
            assertThat(Objects.toString(server.lastSent().body().get("model"))).isEqualTo("my-model");
        }
    }

    @Test
    void needsNoKeyForAServerOfOnesOwn() {
        try (ProviderStub server = OpenAiStub.start();
                TerminalRun chat = TerminalRun.of(
                        Map.of(),
                        "--provider=openai",
                        "--base-url=" + server.baseUrl(),
                        "--model=llama",
                        "--context-window=4000")) {
            chat.types("Hello").sees("All right.");
        }
    }

    @Test
    void saysWhatToSetAndLeavesIfThatIsAll() {
        try (TerminalRun chat = TerminalRun.of(Map.of())) {
            chat.sees("export OPENAI_API_KEY=...")
                    .sees("export ANTHROPIC_API_KEY=...")
                    .sees("export GEMINI_API_KEY=...")
                    .sees("export OLLAMA_BASE_URL=http://localhost:11434")
                    .sees("[Y/n] ")
                    .keys("n\r");
            assertThat(chat.exitCode()).isEqualTo(2);
        }
        try (TerminalRun chat = TerminalRun.of(Map.of(), "--provider", "anthropic")) {
            chat.sees("The key for Anthropic is missing")
                    .sees("export ANTHROPIC_API_KEY=...")
                    .sees("[Y/n] ")
                    .keys("\u0004");
            assertThat(chat.exitCode()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--provider=foo | provider must be one of openai, anthropic, gemini, ollama, but was 'foo'",
                "--base-url=ftp://x | base-url must be an http or https URL, but was 'ftp://x'",
                "--base-url=http://a b | base-url must be an http or https URL, but was 'http://a b'",
                "--model=no-such-model | the context window of 'no-such-model' is not known: say it with --context-window TOKENS",
                "--config=none.properties | --config none.properties: there is no such file",
                "--set=trigger-ratio | --set needs KEY=VALUE, but was 'trigger-ratio'",
                "--foo | Unknown option: '--foo' (chat --help lists the options)",
            })
    void refusesWhatItCannotStartWithInOneLine(String option, String line) {
        try (TerminalRun chat = TerminalRun.of(Map.of("OPENAI_API_KEY", "key"), option)) {
            assertThat(chat.exitCode()).isEqualTo(2);
            assertThat(chat.err()).isEqualTo("chat: " + line + System.lineSeparator());
            assertThat(chat.text()).isEmpty();
        }
    }

    @Test
    void repeatsWhatThePolicySays() {
        try (TerminalRun chat = TerminalRun.of(Map.of("OPENAI_API_KEY", "key"), "--set", "trigger-ratio=95")) {
            assertThat(chat.exitCode()).isEqualTo(2);
            assertThat(chat.err()).contains("session-compression.trigger-ratio").hasLineCount(1);
        }
    }

    @Test
    void refusesAnUnknownKeyInTheFile() throws IOException {
        Path file = directory.resolve("chat.properties");
        Files.writeString(file, "modell = x\n");
        try (TerminalRun chat = TerminalRun.of(Map.of(), "--config", file.toString())) {
            assertThat(chat.exitCode()).isEqualTo(2);
            assertThat(chat.err()).contains("unknown key 'modell'").hasLineCount(1);
        }
    }
}
