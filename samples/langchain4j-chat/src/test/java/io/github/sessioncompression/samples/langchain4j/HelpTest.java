package io.github.sessioncompression.samples.langchain4j;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script's own help: whoever reads it need not wait for a build. */
class HelpTest {
    @Test
    void textIsThatOfTheProgram() throws Exception {
        String usage = Chat.commandLine(
                        Map.of(),
                        () -> {
                            throw new AssertionError("help needs no terminal");
                        },
                        Clock.systemUTC())
                .getUsageMessage();
        assertThat(Files.readString(Path.of("help.txt"))).isEqualTo(usage);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h"})
    void scriptPrintsItWithoutJava(String option) throws Exception {
        ProcessBuilder script = new ProcessBuilder("bash", "run", "--replay", option).redirectErrorStream(true);
        script.environment().put("JAVA_HOME", "/nonexistent");
        Process run = script.start();
        String printed = new String(run.getInputStream().readAllBytes(), UTF_8);
        assertThat(run.waitFor()).isZero();
        assertThat(printed).isEqualTo(Files.readString(Path.of("help.txt")));
    }
}
