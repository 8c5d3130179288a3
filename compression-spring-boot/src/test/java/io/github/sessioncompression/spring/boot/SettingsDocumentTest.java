package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.option.Knob;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.settings.SharedSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Keeps metadata and documentation in step with the settings. */
class SettingsDocumentTest {
    @Test
    void metadataMatchesSettings() throws IOException {
        List<Knob> all = new ArrayList<>(CompressionPolicy.knobs());
        all.addAll(shared());

        SettingsDocument.assertMetadataIsUpToDate("compression-spring-boot", all);
    }

    @Test
    void theSettingsAreDocumented() throws IOException {
        SettingsDocument.assertDocumented(shared());
    }

    static List<Knob> shared() {
        List<Knob> shared = new ArrayList<>();
        SharedSettings.all().forEach(setting -> shared.add(setting.knob()));
        shared.add(SharedSettings.CONVERSATIONS);
        return shared;
    }
}
