package io.github.sessioncompression.spring.ai.boot;

import io.github.sessioncompression.spring.boot.Setting;
import io.github.sessioncompression.spring.boot.SettingSource;
import java.util.List;

/** The settings for Spring AI under Spring Boot. */
public final class SpringAiSettings implements SettingSource {
    static final Setting<Boolean> DEFAULT_ADVISOR = Setting.bool(
            "spring-ai.default-advisor",
            false,
            "Whether every ChatClient.Builder bean gets the SessionStateAdvisor among its default advisors. Otherwise the"
                    + " application adds the bean where it wants it.");

    static final Setting<Boolean> RESPONSE_SCHEMA = Setting.bool(
            "spring-ai.response-schema",
            true,
            "Whether a chat model that compresses is given the response schema where its options take one; false for models that"
                    + " answer worse under one.");

    /** For {@code spring.factories}. */
    public SpringAiSettings() {}

    @Override
    public List<Setting<?>> settings() {
        return List.of(DEFAULT_ADVISOR, RESPONSE_SCHEMA);
    }
}
