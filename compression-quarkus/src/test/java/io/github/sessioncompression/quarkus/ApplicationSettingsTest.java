package io.github.sessioncompression.quarkus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.TriggerPoint;
import io.github.sessioncompression.settings.InvalidSettingsException;
import io.github.sessioncompression.settings.Settings;
import io.github.sessioncompression.settings.SettingsReader;
import io.github.sessioncompression.settings.SharedSettings;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApplicationSettingsTest {
    private final Map<String, String> variables = new LinkedHashMap<>();

    private final Path file;

    ApplicationSettingsTest(@TempDir Path folder) {
        file = folder.resolve("application.properties");
    }

    private Settings read(String... lines) throws Exception {
        Files.write(file, List.of(lines));
        SmallRyeConfig config = new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .withProfile("prod")
                .withSources(new PropertiesConfigSource(file.toUri().toURL()), new EnvConfigSource(variables, 300))
                .build();
        return new SettingsReader(ApplicationSettings.of(config)).read();
    }

    private InvalidSettingsException refused(String... lines) {
        return catchThrowableOfType(InvalidSettingsException.class, () -> read(lines));
    }

    @Test
    void readsAnySpellingAndTheEnvironment() throws Exception {
        variables.put("SESSION_COMPRESSION_CONTEXT_WINDOW", "32000");

        Settings settings = read(
                "session-compression.triggerRatio=0.7",
                "session-compression.compression-model=chat-model",
                "%prod.session-compression.target-ratio=0.4",
                "%dev.session-compression.target-ratio=0.3");

        assertThat(settings.policy().contextWindow()).isEqualTo(32_000);
        assertThat(settings.policy().triggerRatio()).isEqualTo(0.7);
        assertThat(settings.policy().targetRatio()).isEqualTo(0.4);
        assertThat(settings.get(SharedSettings.COMPRESSION_MODEL)).isEqualTo("chat-model");
    }

    @Test
    void readsListsAndConversations() throws Exception {
        Settings settings = read(
                "session-compression.context-window=32000",
                "session-compression.model.timeout=PT20S",
                "session-compression.trigger-points[0]=before-call",
                "session-compression.trigger-points[1]=mid-turn",
                "session-compression.conversations.\"support-*\".trigger-ratio=0.6");

        assertThat(settings.policy().triggerPoints()).containsExactly(TriggerPoint.BEFORE_CALL, TriggerPoint.MID_TURN);
        CompressionPolicy support =
                Objects.requireNonNull(settings.conversations().apply("support-7"));
        assertThat(support.triggerRatio()).isEqualTo(0.6);
        assertThat(settings.conversations().apply("sales")).isNull();
    }

    @Test
    void refusesWithKeyValueOriginAndNearestKey() {
        InvalidSettingsException refused = refused(
                "session-compression.colour=red",
                "session-compression.context-windw=5",
                "session-compression.trigger-ratio=95",
                "sesion-compression.context-window=4000");

        assertThat(refused.description())
                .startsWith("Session Compression cannot work with these settings:\n")
                .contains("session-compression.colour is unknown; the nearest known key is session-compression.failure")
                .contains("session-compression.context-windw is unknown; the nearest known key is"
                        + " session-compression.context-window")
                .contains("sesion-compression.context-window is unknown: keys start with session-compression.")
                .contains("session-compression.trigger-ratio must be a ratio above 0 and up to 1, such as 0.70,"
                        + " but was '95'")
                .contains("Property: session-compression.trigger-ratio\n        Value: \"95\"")
                .containsPattern("Origin: PropertiesConfigSource\\[source=.*application\\.properties]");
        assertThat(refused.action())
                .isEqualTo("Correct or remove the keys that are unknown.\n"
                        + "Correct the value, or remove the setting to get its default.");
    }

    @Test
    void asksForAWindow() throws Exception {
        Settings settings = read("session-compression.trigger-ratio=0.7");

        InvalidSettingsException refused =
                catchThrowableOfType(InvalidSettingsException.class, () -> settings.complete(settings.policy()));

        assertThat(refused.action()).contains("Set session-compression.context-window to the context window");
    }

    @Test
    void readsNoKeysOfOthers() throws Exception {
        Settings settings =
                read("session-compression.context-window=32000", "other.password=${not-there}", "quarkus.http.port=1");

        assertThat(settings.policy().contextWindow()).isEqualTo(32_000);
    }
}
