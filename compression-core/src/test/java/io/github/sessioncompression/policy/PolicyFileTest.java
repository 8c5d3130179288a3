package io.github.sessioncompression.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Policies in a file. */
class PolicyFileTest {
    private final Path folder;

    PolicyFileTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void readsAFileInUtf8() throws IOException {
        Path file = write("# Größe\nsession-compression.model-name = Über-Modell 記憶 😀\n");

        assertThat(CompressionPolicy.load(file).modelName()).contains("Über-Modell 記憶 😀");
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
    void reportsUnreadableFiles() throws IOException {
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

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("compression.properties"), text);
    }
}
