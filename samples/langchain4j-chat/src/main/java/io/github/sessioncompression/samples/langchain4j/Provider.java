package io.github.sessioncompression.samples.langchain4j;

import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;

/** Who runs the model. */
enum Provider {
    OPENAI("OpenAI", "https://api.openai.com/v1", "gpt-4o-mini", true),
    ANTHROPIC("Anthropic", "https://api.anthropic.com/v1", "claude-haiku-4-5", true),
    GEMINI("Google Gemini", "https://generativelanguage.googleapis.com/v1beta", "gemini-2.5-flash", true),
    OLLAMA("Ollama", "http://localhost:11434", "llama3.2", false);

    private final String title;
    private final String baseUrl;
    private final String model;
    private final boolean needsKey;

    Provider(String title, String baseUrl, String model, boolean needsKey) {
        this.title = title;
        this.baseUrl = baseUrl;
        this.model = model;
        this.needsKey = needsKey;
    }

    /** The provider of that name, whatever its case. */
    static Optional<Provider> named(String name) {
        for (Provider provider : values()) {
            if (provider.option().equalsIgnoreCase(name.strip())) {
                return Optional.of(provider);
            }
        }
        return Optional.empty();
    }

    /** All names, for people. */
    static String names() {
        StringJoiner names = new StringJoiner(", ");
        for (Provider provider : values()) {
            names.add(provider.option());
        }
        return names.toString();
    }

    /** Its name as an option. */
    String option() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Its name for people. */
    String title() {
        return title;
    }

    /** Where it is, unless said otherwise. */
    String defaultBaseUrl() {
        return baseUrl;
    }

    /** A small model of its own. */
    String defaultModel() {
        return model;
    }

    /** Whether its own service asks for a key; a server of one's own need not. */
    boolean needsKey() {
        return needsKey;
    }

    /** The environment variable with its key. */
    String keyVariable() {
        return name() + "_API_KEY";
    }

    /** The environment variable with its base URL. */
    String baseUrlVariable() {
        return name() + "_BASE_URL";
    }

    /** The environment variable with the model's name. */
    String modelVariable() {
        return name() + "_MODEL";
    }
}
