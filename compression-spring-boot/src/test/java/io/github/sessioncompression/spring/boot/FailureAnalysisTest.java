package io.github.sessioncompression.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.settings.InvalidSettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Console output for an application that fails to start. */
@ExtendWith(OutputCaptureExtension.class)
class FailureAnalysisTest {
    private final Path folder;

    FailureAnalysisTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void aFaultIsToldWithKeyValueFileAndLine(CapturedOutput output) throws IOException {
        run(
                "application.properties",
                """
                spring.application.name=shop
                session-compression.context-window=8000

                session-compression.trigger-ratio=95
                session-compression.colour=red
                """);

        assertThat(output.getOut())
                .contains("APPLICATION FAILED TO START")
                .contains(
                        "session-compression.trigger-ratio must be a ratio above 0 and up to 1, such as 0.70, but was '95'")
                .contains("Property: session-compression.trigger-ratio")
                .contains("Value: \"95\"")
                .containsPattern("Origin: .*application\\.properties.* - 4:35")
                .contains("session-compression.colour is unknown; the nearest known key is session-compression.")
                .containsPattern("Origin: .*application\\.properties.* - 5:28")
                .contains("Correct the value, or remove the setting to get its default.")
                .contains("Correct or remove the keys that are unknown.");
    }

    @Test
    void hidesValueOfUnknownKey(CapturedOutput output) throws IOException {
        run(
                "application.properties",
                """
                session-compression.context-window=8000
                session-compression.redis.password=hunter2
                sessioncompressions.api-key=hunter2
                """);

        assertThat(output.getOut())
                .contains("session-compression.redis.password is unknown")
                .contains("Property: session-compression.redis.password")
                .containsPattern("Origin: .*application\\.properties.* - 2:36")
                .doesNotContain("hunter2");
    }

    @Test
    void explainsMissingWindowWithBothProperties(CapturedOutput output) throws IOException {
        run(
                "application.yaml",
                """
                session-compression:
                  model-name: my-own-model
                """);

        assertThat(output.getOut())
                .contains(
                        "session-compression.context-window is not set, and session-compression.model-name=my-own-model is not"
                                + " a known model")
                .containsPattern("Origin: .*application\\.yaml.* - 2:15")
                .contains(
                        "Set session-compression.context-window to the context window of the chat model in tokens, for example"
                                + " 128000, or session-compression.model-name to the name of a known model.");
    }

    @Test
    void reportsOriginOfContradictoryArgument(CapturedOutput output) throws IOException {
        run(
                "application.properties",
                "session-compression.context-window=8000\n",
                "--session-compression.target-ratio=0.9");

        assertThat(output.getOut())
                .contains("session-compression.target-ratio=0.9 must be below session-compression.trigger-ratio=0.9")
                .containsPattern(
                        "Origin: \"session-compression.target-ratio\" from property source \"commandLineArgs\"");
    }

    private void run(String name, String text, String... arguments) throws IOException {
        Files.writeString(folder.resolve(name), text);
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setRegisterShutdownHook(false);
        String[] all = new String[arguments.length + 1];
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        all[0] = "--spring.config.location=file:" + folder.resolve(name);
        assertThatThrownBy(() -> application.run(all)).hasRootCauseInstanceOf(InvalidSettingsException.class);
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(SessionCompressionAutoConfiguration.class)
    static class Application {
        /** Needs a compressor, as a memory does. */
        @Bean
        Object user(SessionCompressor compressor) {
            return compressor.policy();
        }
    }
}
