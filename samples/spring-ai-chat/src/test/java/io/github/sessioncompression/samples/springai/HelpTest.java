package io.github.sessioncompression.samples.springai;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {
    /** With a Java home that is none, so that nothing can be built or started. */
    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h"})
    void scriptPrintsHelpAndStartsNothing(String option) throws IOException, InterruptedException {
        ProcessBuilder script = new ProcessBuilder("bash", "run", "--server.port=0", option);
        script.environment().put("JAVA_HOME", "/nowhere");
        script.redirectErrorStream(true);

        Process run = script.start();
        String printed = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(run.waitFor()).isZero();
        assertThat(printed).isEqualTo(help());
    }

    @Test
    void programPrintsTheSameHelp() throws IOException {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            ChatApplication.main("--help");
        } finally {
            System.setOut(before);
        }

        assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualTo(help());
    }

    @Test
    void namesEveryVariableOfTheSettings() throws IOException {
        List<String> settings = Files.readAllLines(Path.of("src/main/resources/application.properties"));

        assertThat(settings)
                .filteredOn(line -> !line.startsWith("#") && line.matches(".*=.*\\$\\{[A-Z_]+:.*"))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(help()).contains(line.replaceAll(".*\\$\\{([A-Z_]+):.*", "$1")));
    }

    private static String help() throws IOException {
        return Files.readString(Path.of("src/main/resources/help.txt"));
    }
}
