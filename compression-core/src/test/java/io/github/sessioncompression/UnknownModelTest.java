package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.token.ModelRegistry;
import io.github.sessioncompression.token.ModelRegistry.ModelLimits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Compression models whose name the table of models lacks. */
class UnknownModelTest {
    private record Named(String modelName) implements StructuredModel {
        @Override
        public ModelAnswer answer(ModelRequest request) {
            throw new IllegalStateException("is not asked");
        }
    }

    private static List<String> logged(CompressionPolicy policy, String model) {
        try (Warnings logged = new Warnings(Level.INFO);
                SessionCompressor compressor = SessionCompressor.builder()
                        .policy(policy)
                        .policyFor(id -> policy.withTriggerMaxTokens(id.equals("large") ? 7_000 : 6_000))
                        .model(new Named(model))
                        .build()) {
            compressor.conversation("small").status();
            compressor.conversation("large").status();
            return logged.lines().stream()
                    .filter(line -> line.contains("compression model"))
                    .toList();
        }
    }

    @Test
    void tellsOnceHowToSetTheWindow() {
        assertThat(logged(CompressionPolicy.forWindow(16_000), "house-model-7"))
                .singleElement()
                .asString()
                .contains("house-model-7", "128000", "session-compression.model.context-window", "withModelLimits");
    }

    @Test
    void keepsQuietAboutKnownAndNamelessModels() {
        CompressionPolicy policy = CompressionPolicy.forWindow(16_000);

        assertThat(logged(policy, "gpt-5.6-luna")).isEmpty();
        assertThat(logged(policy, "")).isEmpty();
        assertThat(logged(policy.withModel(policy.model().withContextWindow(32_000)), "house-model-7"))
                .isEmpty();
        assertThat(logged(
                        policy.withModelLimits(
                                ModelRegistry.bundled().with("house-model", new ModelLimits(32_000, 4_000))),
                        "house-model-7"))
                .isEmpty();
    }
}
