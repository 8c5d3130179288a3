package io.github.sessioncompression.replay;

import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writer of the states, by {@code --compressor}, {@code --model}, {@code --base-url} and the key in the environment.
 *
 * @param title what to call it, for people
 * @param model the model; {@code null} for the extract compiler
 */
record Compressor(String title, @Nullable StructuredModel model) {
    /** The name of the compiler that needs no model. */
    static final String OFFLINE_NAME = "offline";

    private static final String OPTION = "--compressor";

    /** The compiler that needs no model. */
    static final Compressor OFFLINE = new Compressor("the extract compiler", null);

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

        private String option() {
            return name().toLowerCase(Locale.ROOT);
        }

        private static Provider named(String option, String name) throws InputException {
            return Arrays.stream(values())
                    .filter(provider -> provider.option().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new InputException(option + " must be one of "
                            + Arrays.stream(values())
                                    .map(Provider::option)
                                    .collect(Collectors.joining(
                                            ", ", option.equals(OPTION) ? OFFLINE_NAME + ", " : "", ""))
                            + ", but was '" + name + "'"));
        }
    }

    /** Clients of models. A build for those who only replay is made without them, so that they need not fetch the libraries. */
    interface Clients {
        /** A model, without retries of its own: they are the compression's. {@code window} is that of Ollama's server, in tokens. */
        StructuredModel model(Provider provider, String name, String url, @Nullable String key, int window);

        /**
         * The clients, which {@code option} needs.
         *
         * @throws InputException if this program was built without them
         */
        static Clients neededBy(String option) throws InputException {
            try {
                return Class.forName("io.github.sessioncompression.replay.LangChain4jClients")
                        .asSubclass(Clients.class)
                        .getDeclaredConstructor()
                        .newInstance();
            } catch (ClassNotFoundException without) {
                throw new InputException(
                        option
                                + " needs the models' clients, which this build is without; samples/replay/run builds it with them");
            } catch (ReflectiveOperationException broken) {
                throw new IllegalStateException("the models' clients cannot be used", broken);
            }
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
        if (name.equals(OFFLINE_NAME)) {
            if (model != null || baseUrl != null) {
                throw new InputException((model != null ? "--model" : "--base-url")
                        + " needs a model: --compressor or --judge openai, anthropic, gemini or ollama");
            }
            return OFFLINE;
        }
        return asking(OPTION, name, model, baseUrl, environment, policy);
    }

    /** The model that an option names, as {@link #of} finds it. */
    static Compressor asking(
            String option,
            String name,
            @Nullable String model,
            @Nullable String baseUrl,
            Map<String, String> environment,
            CompressionPolicy policy)
            throws InputException {
        Provider provider = Provider.named(option, name);
        String url = baseUrl == null ? provider.baseUrl : baseUrl;
        if (!isWebAddress(url)) {
            throw new InputException("--base-url must be an http or https URL, but was '" + url + "'");
        }
        String key = provider.keyVariable == null ? null : environment.get(provider.keyVariable);
        if (provider.keyVariable != null && (key == null || key.isBlank()) && url.equals(provider.baseUrl)) {
            throw new InputException(option + " " + name + " needs a key: set " + provider.keyVariable
                    + ", or name a server that needs none with --base-url");
        }
        String named = model == null ? provider.model : model;
        Clients clients = Clients.neededBy(option + " " + name);
        return new Compressor(
                named + " (" + name + ")", clients.model(provider, named, url, key, policy.contextWindow()));
    }

    private static boolean isWebAddress(String text) {
        try {
            URI uri = URI.create(text);
            return uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()));
        } catch (IllegalArgumentException noAddress) {
            return false;
        }
    }
}
