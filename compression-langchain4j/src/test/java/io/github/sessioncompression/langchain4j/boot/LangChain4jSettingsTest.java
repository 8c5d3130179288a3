package io.github.sessioncompression.langchain4j.boot;

import io.github.sessioncompression.policy.Knob;
import io.github.sessioncompression.spring.boot.Setting;
import io.github.sessioncompression.spring.boot.SettingsDocument;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Keeps metadata and documentation in step with the settings. */
class LangChain4jSettingsTest {
    private static final List<Knob> KNOBS = new LangChain4jSettings()
            .settings().stream().<Knob>map(Setting::knob).toList();

    @Test
    void metadataMatchesSettings() throws IOException {
        SettingsDocument.assertMetadataIsUpToDate("compression-langchain4j", KNOBS);
    }

    @Test
    void theSettingsAreDocumented() throws IOException {
        SettingsDocument.assertDocumented(KNOBS);
    }
}
