package io.github.sessioncompression.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.stub.AnthropicStub;
import io.github.sessioncompression.stub.GeminiStub;
import io.github.sessioncompression.stub.OllamaStub;
import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** States written by models, of each provider's own kind over HTTP. */
@Tag("landing")
class CompressorTest {
    private static final String STATE =
            """
            {"logos": ["The replica listens on port 5433."], "pathos": ["%s"], "abstract": ["sweeper"],
             "conversation_summary": "About time-outs in the checkout."}
            """
                    .formatted("dry humour; "
                            + ("The talk is dry and friendly; both write in short and plain sentences, like to have things done in "
                                            + "order, without haste, and admit mistakes. ")
                                    .repeat(20));

    private final Path directory;

    CompressorTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private static ProviderStub stub(String provider) {
        return switch (provider) {
            case "openai" -> OpenAiStub.start();
            case "anthropic" -> AnthropicStub.start();
            case "gemini" -> GeminiStub.start();
            default -> OllamaStub.start();
        };
    }

    @ParameterizedTest
    @CsvSource({
        "openai, OPENAI_API_KEY",
        "anthropic, ANTHROPIC_API_KEY",
        "gemini, GEMINI_API_KEY",
        "ollama, NONE",
    })
    void letsAModelWriteTheStates(String provider, String variable) {
        try (ProviderStub server = stub(provider)) {
            server.answers(Reply.text(STATE));
            Run run = Run.with(
                    Map.of(variable, "sk-secret"),
                    "--compressor",
                    provider,
                    "--model",
                    "some-model",
                    "--base-url",
                    server.baseUrl(),
                    "--out",
                    directory.toString());
            assertThat(run.err()).isEmpty();
            assertThat(run.exitCode()).isZero();
            assertThat(run.out())
                    .contains("Compressor     some-model (" + provider + "): ")
                    .containsPattern("Compressions   [1-9]")
                    .doesNotContain("failed")
                    .doesNotContain("sk-secret");
            assertThat(server.sent()).isNotEmpty().allSatisfy(sent -> {
                assertThat(sent.tools()).isEmpty();
                assertThat(sent.schema()).isNotNull();
            });
            assertThat(Run.text(directory, "state.json")).contains("dry humour");
            assertThat(Run.text(directory, "report.html"))
                    .contains("the state written by some-model (" + provider + ")")
                    .contains("model.timeout")
                    .doesNotContain("sk-secret");
        }
    }

    @Test
    void continuesOfflineIfModelRefuses() {
        try (ProviderStub server = OpenAiStub.start()) {
            server.answers(new Reply.Failure(401, "Incorrect API key provided"));
            Run run = Run.with(
                    Map.of("OPENAI_API_KEY", "sk-secret"),
                    "--compressor=openai",
                    "--base-url=" + server.baseUrl(),
                    "--set",
                    "model.retries=0",
                    "--out",
                    directory.toString());
            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).containsPattern("failed \\d+ times?, then the extract compiler wrote");
            assertThat(Run.text(directory, "state.json")).contains("\"logos\"");
        }
    }

    @Test
    void asksModelThroughFrameworkMemory() {
        try (ProviderStub server = OpenAiStub.start()) {
            server.answers(Reply.text(STATE));
            Run run = Run.with(
                    Map.of("OPENAI_API_KEY", "key"),
                    "--framework=langchain4j",
                    "--compressor=openai",
                    "--base-url=" + server.baseUrl(),
                    "--out",
                    directory.toString());
            assertThat(run.exitCode()).isZero();
            assertThat(server.sent()).isNotEmpty();
            assertThat(Run.text(directory, "context.json")).contains("<session_state", "5433");
        }
    }
}
