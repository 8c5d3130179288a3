package io.github.sessioncompression.langchain4j.boot;

import io.github.sessioncompression.spring.boot.Setting;
import io.github.sessioncompression.spring.boot.SettingSource;
import java.util.List;

/** The settings for LangChain4j under Spring Boot. */
public final class LangChain4jSettings implements SettingSource {
    static final Setting<Boolean> CACHE_BREAKPOINTS = Setting.bool(
            "langchain4j.cache-breakpoints",
            false,
            "Marks the end of the state and the last pruned tool result as breakpoints of Anthropic's prompt cache.");

    /** For {@code spring.factories}. */
    public LangChain4jSettings() {}

    @Override
    public List<Setting<?>> settings() {
        return List.of(CACHE_BREAKPOINTS);
    }
}
