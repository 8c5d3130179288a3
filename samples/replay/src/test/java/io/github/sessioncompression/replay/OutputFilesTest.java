package io.github.sessioncompression.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFilesTest {
    private final Path directory;

    OutputFilesTest(@TempDir Path directory) {
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
        OutputFiles.in(out.toString()).write(files());
        assertThat(Run.filesIn(out)).containsExactly("a.txt", "b.txt");
        assertThat(out.resolve("b.txt")).hasContent("new b");
    }

    @Test
    void makesNothingBeforeThereIsSomethingToWrite() throws Exception {
        Path out = directory.resolve("one/two");
        OutputFiles.in(out.toString());
        assertThat(directory.resolve("one")).doesNotExist();
    }

    @Test
    void replacesFilesOfTheSameNameAndLeavesOthers() throws Exception {
        Files.writeString(directory.resolve("a.txt"), "old a");
        Files.writeString(directory.resolve("notes.txt"), "mine");
        OutputFiles.in(directory.toString()).write(files());
        assertThat(Run.filesIn(directory)).containsExactly("a.txt", "b.txt", "notes.txt");
        assertThat(directory.resolve("a.txt")).hasContent("new a");
        assertThat(directory.resolve("notes.txt")).hasContent("mine");
    }

    @Test
    void refusesAFileInPlaceOfADirectory() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "text");
        assertThatThrownBy(() -> OutputFiles.in(file.toString()))
                .isInstanceOf(InputException.class)
                .hasMessage("--out " + file + ": it is not a directory");
        OutputFiles below = OutputFiles.in(file.resolve("out").toString());
        assertThatThrownBy(() -> below.write(files()))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("--out " + file.resolve("out") + ": can't write there: ");
        assertThat(file).hasContent("text");
    }

    @Test
    void refusesABlankName() {
        assertThatThrownBy(() -> OutputFiles.in(" "))
                .isInstanceOf(InputException.class)
                .hasMessage("--out must name a directory, but was blank");
    }
}
