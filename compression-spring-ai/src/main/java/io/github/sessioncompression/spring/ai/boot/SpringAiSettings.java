package io.github.sessioncompression.spring.ai.boot;

import io.github.sessioncompression.model.StructuredOutput;
import io.github.sessioncompression.spring.boot.Setting;
import io.github.sessioncompression.spring.boot.SettingSource;
import java.util.List;

/** The settings for Spring AI under Spring Boot. */
public final class SpringAiSettings implements SettingSource {
    static final Setting<Boolean> DEFAULT_ADVISOR = Setting.bool(
            "spring-ai.default-advisor",
            true,
            "Whether every ChatClient.Builder bean gets the SessionStateAdvisor among its default advisors. Otherwise the"
                    + " application adds the bean where it wants it.");

    static final Setting<StructuredOutput> STRUCTURED_OUTPUT = Setting.oneOf(
            "spring-ai.structured-output",
            StructuredOutput.AUTO,
            "How a chat model that compresses is told the shape of its answer. auto and json-schema: by a response schema where its"
                    + " options take one. prompt: in the prompt, for models that answer worse under a schema.");

    /** For {@code spring.factories}. */
    public SpringAiSettings() {}

    @Override
    public List<Setting<?>> settings() {
        return List.of(DEFAULT_ADVISOR, STRUCTURED_OUTPUT);
    }
}
