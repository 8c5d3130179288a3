package io.github.sessioncompression.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.token.ModelRegistry;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Policies in a file, and the files that one names. */
class PolicyFileTest {
    private final Path folder;

    PolicyFileTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void readsAFileInUtf8() throws IOException {
        Path file = write("# Größe\nsession-compression.state.awareness-text = Über <session_state> 記憶 😀\n");

        assertThat(CompressionPolicy.load(file).state().awarenessText()).contains("Über <session_state> 記憶 😀");
    }

    @Test
    void aByteOrderMarkDoesNotHideTheFirstKey() throws IOException {
        Path file = write("\uFEFFsession-compression.context-window = 4000\n");

        assertThat(CompressionPolicy.load(file).contextWindow()).isEqualTo(4_000);
    }

    @Test
    void faultsInAFileNameTheFile() throws IOException {
        Path file = write("session-compression.trigger-ratio = 95\n");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> CompressionPolicy.load(file))
                .withMessageStartingWith(file + ": session-compression.trigger-ratio must be ");
    }

    @Test
    void aBrokenEscapeNamesTheFile() throws IOException {
        Path file = write("session-compression.model-name = \\u12\n");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> CompressionPolicy.load(file))
                .withMessageStartingWith(file + ": ");
    }

    @Test
    void filesThatCannotBeReadAreReportedAsSuch() throws IOException {
        Path latin1 = folder.resolve("latin1.properties");
        Files.write(latin1, "session-compression.model-name = Größe\n".getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> CompressionPolicy.load(folder.resolve("missing.properties")))
                .isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> CompressionPolicy.load(latin1)).isInstanceOf(MalformedInputException.class);
    }

    @Test
    void aHugeFileIsNotRead() throws IOException {
        Path file = write("#".repeat(1_000_001));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> CompressionPolicy.load(file))
                .withMessage(file + " is larger than 1000000 bytes");
    }

    @Test
    void promptsAreReadFromTheirLocation() throws IOException {
        Path prompt = folder.resolve("merge.txt");
        Files.writeString(prompt, "Merge {{fields}} in Ümläuten.");

        CompressionPolicy policy = PolicyPropertiesTest.read("model.prompts.merge", prompt.toString());

        assertThat(policy.model().prompts().merge()).isEqualTo("Merge {{fields}} in Ümläuten.");
        assertThat(policy.model().prompts().initial())
                .isEqualTo(CompressionPolicy.defaults().model().prompts().initial());
    }

    @Test
    void limitsOfModelsAreReadFromTheirFile() throws IOException {
        Path file = Files.writeString(folder.resolve("models.txt"), "acme-chat = 32000, 4000\ngpt-4o = 64000\n");

        CompressionPolicy policy =
                PolicyPropertiesTest.read("model-limits", file.toString(), "model-name", "acme-chat-v2");

        assertThat(policy.contextWindow()).isEqualTo(32_000);
        assertThat(policy.reservedOutputTokens()).isEqualTo(4_000);
        assertThat(policy.withModelName("gpt-4o").contextWindow()).isEqualTo(64_000);
        assertThat(policy.toProperties()).containsEntry("session-compression.model-limits", file.toString());
        assertThat(CompressionPolicy.of(policy.toProperties())).isEqualTo(policy);
        assertThat(policy.withModelLimits(ModelRegistry.bundled()).toProperties())
                .doesNotContainKey("session-compression.model-limits");
    }

    @Test
    void aFaultInTheFileOfLimitsIsToldWithFileAndLine() throws IOException {
        Path file = Files.writeString(folder.resolve("models.txt"), "acme-chat = 32000\nother = 32k\n");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> PolicyPropertiesTest.read("model-limits", file.toString()))
                .withMessageStartingWith(
                        "session-compression.model-limits: " + file + ", line 2: must be 'name = window'")
                .withMessageEndingWith("but was 'other = 32k'");
    }

    @Test
    void aFileOfLimitsThatCannotBeReadIsToldSo() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PolicyPropertiesTest.read("model-limits", "no/such/file"))
                .withMessageStartingWith("session-compression.model-limits must be the path of a file")
                .withMessageEndingWith("but was 'no/such/file', which cannot be read");
        for (String noPath : List.of("", "a\0b")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> PolicyPropertiesTest.read("model-limits", noPath))
                    .withMessageEndingWith("but was '" + noPath.replace('\0', '?') + "'");
        }
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("compression.properties"), text);
    }
}
