package io.github.sessioncompression.replay;

import io.github.sessioncompression.policy.CompressionPolicy;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Models that write states, by {@code --compressor}, {@code --model}, {@code --base-url} and the key in the environment. */
final class CompressionModels {
    /** The name of the compiler that needs no model. */
    static final String OFFLINE = "offline";

    private CompressionModels() {}

    enum Provider {
        OPENAI("https://api.openai.com/v1", "gpt-4o-mini", "OPENAI_API_KEY"),
        ANTHROPIC("https://api.anthropic.com/v1", "claude-haiku-4-5", "ANTHROPIC_API_KEY"),
        GEMINI("https://generativelanguage.googleapis.com/v1beta", "gemini-2.5-flash", "GEMINI_API_KEY"),
        OLLAMA("http://localhost:11434", "llama3.2", null);

        private final String baseUrl;
        private final String model;
        private final @Nullable String keyVariable;

        Provider(String baseUrl, String model, @Nullable String keyVariable) {
            this.baseUrl = baseUrl;
            this.model = model;
            this.keyVariable = keyVariable;
        }

        String option() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Provider named(String name) throws InputException {
            StringJoiner names = new StringJoiner(", ");
            names.add(OFFLINE);
            for (Provider provider : values()) {
                if (provider.option().equals(name)) {
                    return provider;
                }
                names.add(provider.option());
            }
            throw new InputException("--compressor must be one of " + names + ", but was '" + name + "'");
        }
    }

    /**
     * The compressor that the options ask for; the policy's window is what Ollama's server is asked for.
     *
     * @throws InputException if there is none of that name, or its key is missing
     */
    static Compressor of(
            String name,
            @Nullable String model,
            @Nullable String baseUrl,
            Map<String, String> environment,
            CompressionPolicy policy)
            throws InputException {
        if (name.equals(OFFLINE)) {
            refuseWithoutModel("--model", model);
            refuseWithoutModel("--base-url", baseUrl);
            return Compressor.OFFLINE;
        }
        Provider provider = Provider.named(name);
        String url = baseUrl == null ? provider.baseUrl : url(baseUrl);
        String key = provider.keyVariable == null ? null : environment.get(provider.keyVariable);
        if (provider.keyVariable != null && (key == null || key.isBlank()) && url.equals(provider.baseUrl)) {
            throw new InputException("--compressor " + name + " needs a key: set " + provider.keyVariable
                    + ", or name a server that needs none with --base-url");
        }
        String named = model == null ? provider.model : model;
        ModelClients clients = ModelClients.neededBy("--compressor " + name);
        return new Compressor(
                named + " (" + name + ")", clients.model(provider, named, url, key, policy.contextWindow()));
    }

    private static void refuseWithoutModel(String option, @Nullable String value) throws InputException {
        if (value != null) {
            throw new InputException(option + " needs a model: --compressor openai, anthropic, gemini or ollama");
        }
    }

    private static String url(String text) throws InputException {
        try {
            URI uri = URI.create(text);
            if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return text;
            }
        } catch (IllegalArgumentException e) {
            throw new InputException("--base-url must be an http or https URL, but was '" + text + "'");
        }
        throw new InputException("--base-url must be an http or https URL, but was '" + text + "'");
    }
}
