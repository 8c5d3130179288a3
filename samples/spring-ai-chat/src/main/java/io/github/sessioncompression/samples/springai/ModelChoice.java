package io.github.sessioncompression.samples.springai;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Decides before any bean is made which of Spring AI's models the application talks to, so that it starts without a key too:
 * {@code spring.ai.model.chat} if that is set, else the first provider there is a key for, else none and the page says what to
 * set.
 */
final class ModelChoice implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    /** Property with what to set for a model; several are separated by line breaks. Empty if there is one. */
    static final String WHAT_TO_SET = "chat.what-to-set";

    private static final String CHAT = "spring.ai.model.chat";
    private static final String COMPRESSION_MODEL = "session-compression.compression-model";
    private static final String NONE = "none";
    private static final Map<String, String> BASE_URLS = Map.of(
            "openai", "https://api.openai.com/v1",
            "anthropic", "https://api.anthropic.com",
            "ollama", "http://localhost:11434");

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        ConfigurableEnvironment environment = context.getEnvironment();
        Map<String, Object> decided = new HashMap<>();
        String said = text(environment, CHAT).toLowerCase(Locale.ROOT);
        String provider = said.isEmpty() ? byKey(environment) : said;
        List<String> missing = new ArrayList<>();
        if (provider.equals(NONE)) {
            missing.add("OPENAI_API_KEY=... for OpenAI");
            missing.add("ANTHROPIC_API_KEY=... for Anthropic");
            missing.add("OLLAMA_BASE_URL=http://localhost:11434 for Ollama");
        } else if (needsKey(environment, provider)) {
            missing.add(provider.toUpperCase(Locale.ROOT) + "_API_KEY=..., or the property " + key(provider));
            provider = NONE;
        }
        decided.put(CHAT, provider);
        decided.put(WHAT_TO_SET, String.join("\n", missing));
        if (!environment.containsProperty(COMPRESSION_MODEL)) {
            decided.put(COMPRESSION_MODEL, provider.equals(NONE) ? NONE : "chat-model");
        }
        BASE_URLS.forEach((name, url) -> {
            if (text(environment, baseUrl(name)).isEmpty()) {
                decided.put(baseUrl(name), url);
            }
        });
        if (text(environment, key("openai")).isEmpty()) {
            // OpenAI's client wants one even where a server of one's own asks for none.
            decided.put(key("openai"), NONE);
        }
        environment.getPropertySources().addFirst(new MapPropertySource("model choice", decided));
    }

    private static String byKey(ConfigurableEnvironment environment) {
        return Stream.of("openai", "anthropic")
                .filter(provider -> !text(environment, key(provider)).isEmpty())
                .findFirst()
                .orElse(text(environment, baseUrl("ollama")).isEmpty() ? NONE : "ollama");
    }

    private static boolean needsKey(ConfigurableEnvironment environment, String provider) {
        return (provider.equals("openai") || provider.equals("anthropic"))
                && text(environment, key(provider)).isEmpty()
                && text(environment, baseUrl(provider)).isEmpty();
    }

    private static String baseUrl(String provider) {
        return "spring.ai." + provider + ".base-url";
    }

    private static String key(String provider) {
        return "spring.ai." + provider + ".api-key";
    }

    private static String text(ConfigurableEnvironment environment, String name) {
        return Objects.requireNonNullElse(environment.getProperty(name), "").strip();
    }
}
