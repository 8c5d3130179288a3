package io.github.sessioncompression.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputDirectoryTest {
    private final Path directory;

    OutputDirectoryTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private static Map<String, String> files() {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("a.txt", "new a");
        files.put("b.txt", "new b");
        return files;
    }

    @Test
    void makesTheDirectoryWithItsParents() throws Exception {
        Path out = directory.resolve("one/two/three");
        OutputDirectory.of(out.toString()).write(files());
        assertThat(Run.filesIn(out)).containsExactly("a.txt", "b.txt");
        assertThat(out.resolve("b.txt")).hasContent("new b");
    }

    @Test
    void makesNothingBeforeThereIsSomethingToWrite() throws Exception {
        Path out = directory.resolve("one/two");
        OutputDirectory.of(out.toString());
        assertThat(directory.resolve("one")).doesNotExist();
    }

    @Test
    void replacesFilesOfTheSameNameAndLeavesOthers() throws Exception {
        Files.writeString(directory.resolve("a.txt"), "old a");
        Files.writeString(directory.resolve("notes.txt"), "mine");
        OutputDirectory.of(directory.toString()).write(files());
        assertThat(Run.filesIn(directory)).containsExactly("a.txt", "b.txt", "notes.txt");
        assertThat(directory.resolve("a.txt")).hasContent("new a");
        assertThat(directory.resolve("notes.txt")).hasContent("mine");
    }

    @Test
    void changesNothingIfOneFileCannotBeWritten() throws Exception {
        Files.writeString(directory.resolve("a.txt"), "old a");
        Files.createDirectory(directory.resolve("b.txt"));
        OutputDirectory out = OutputDirectory.of(directory.toString());
        assertThatThrownBy(() -> out.write(files()))
                .isInstanceOf(InputException.class)
                .hasMessage("--out " + directory + ": can't write there: b.txt is a directory");
        assertThat(Run.filesIn(directory)).containsExactly("a.txt", "b.txt");
        assertThat(directory.resolve("a.txt")).hasContent("old a");
    }

    @Test
    void removesTheDirectoriesItMadeIfItFails() throws Exception {
        Path out = directory.resolve("one/two");
        OutputDirectory target = OutputDirectory.of(out.toString());
        assertThatThrownBy(() -> target.write(Map.of("no/such/folder.txt", "text")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("folder.txt");
        assertThat(Run.filesIn(directory)).isEmpty();
    }

    @Test
    void refusesAFileInPlaceOfADirectory() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "text");
        assertThatThrownBy(() -> OutputDirectory.of(file.toString()))
                .isInstanceOf(InputException.class)
                .hasMessage("--out " + file + ": can't write there: it is not a directory");
        Path below = file.resolve("out");
        assertThatThrownBy(() -> OutputDirectory.of(below.toString()))
                .isInstanceOf(InputException.class)
                .hasMessage("--out " + below + ": can't write there: " + file + " is not a directory");
        assertThat(file).hasContent("text");
    }

    @Test
    void refusesABlankName() {
        assertThatThrownBy(() -> OutputDirectory.of(" "))
                .isInstanceOf(InputException.class)
                .hasMessage("--out must name a directory, but was blank");
    }
}
