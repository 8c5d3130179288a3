package io.github.sessioncompression.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Loading of a vocabulary, which a process does once: each test is a process of its own. */
class VocabularyLoadingTest {
    @Test
    @Timeout(60)
    void beginsInBackgroundBeforeFirstCount() throws Exception {
        assertThat(run("wait")).isEqualTo("loaded by session-compression-o200k, 3 tokens");
    }

    @Test
    @Timeout(60)
    void firstCountWaitsAndIsExact() throws Exception {
        assertThat(run("count")).endsWith("3 tokens");
    }

    private static String run(String how) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Counting.class.getName(),
                        how)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output.strip();
    }

    /** The process. */
    static final class Counting {
        private Counting() {}

        /** Makes a counter, and counts at once, or after the thread that loads has ended. */
        public static void main(String[] arguments) throws InterruptedException {
            TokenCounter counter = TokenCounter.o200k();
            String loadedBy = "nobody";
            if (arguments[0].equals("wait")) {
                for (Thread thread : Thread.getAllStackTraces().keySet()) {
                    if (thread.getName().equals("session-compression-o200k")) {
                        loadedBy = thread.getName();
                        thread.join();
                    }
                }
            }
            System.out.println("loaded by " + loadedBy + ", " + counter.count("Hello, world") + " tokens");
        }
    }
}
