package io.github.sessioncompression.samples.langchain4j;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.token.ModelRegistry;
import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which model to talk to and how to compress: options before the properties file before the environment.
 *
 * <p>The file has the keys {@code provider}, {@code model}, {@code base-url}, {@code api-key} and any of
 * {@code session-compression.*}.
 */
final class SetupReader {
    /** Ollama's models know longer contexts than its server grants; this much fits most machines. In tokens. */
    static final int OLLAMA_WINDOW = 8_192;

    private static final String PREFIX = CompressionPolicy.PREFIX;
    private static final String WINDOW = PREFIX + "context-window";
    private static final String PROVIDER = "provider";
    private static final String MODEL = "model";
    private static final String BASE_URL = "base-url";
    private static final String API_KEY = "api-key";
    private static final Set<String> OWN_KEYS = Set.of(PROVIDER, MODEL, BASE_URL, API_KEY);

    private final Options options;
    private final Map<String, String> environment;
    private final Properties file;

    private SetupReader(Options options, Map<String, String> environment, Properties file) {
        this.options = options;
        this.environment = environment;
        this.file = file;
    }

    /**
     * What was said on the command line; {@code null} for what was not.
     *
     * @param provider {@code --provider}
     * @param model {@code --model}
     * @param baseUrl {@code --base-url}
     * @param contextWindow {@code --context-window}
     * @param config {@code --config}
     * @param set each {@code --set}
     * @param offlineStates {@code --offline-states}
     */
    record Options(
            @Nullable String provider,
            @Nullable String model,
            @Nullable String baseUrl,
            @Nullable String contextWindow,
            @Nullable String config,
            List<String> set,
            boolean offlineStates) {}

    /**
     * Reads it all.
     *
     * @throws SetupException if something can't be
     */
    static Setup read(Options options, Map<String, String> environment) throws SetupException {
        Properties file = options.config() == null ? new Properties() : file(options.config());
        return new SetupReader(options, environment, file).read();
    }

    /** The policy for a chat without a model: what was set, and a window of {@code window} tokens unless one was. */
    static CompressionPolicy offlinePolicy(Options options, int window) throws SetupException {
        Properties file = options.config() == null ? new Properties() : file(options.config());
        Properties settings = new SetupReader(options, Map.of(), file).settings();
        settings.putIfAbsent(WINDOW, String.valueOf(window));
        return policy(settings);
    }

    private static Properties file(String name) throws SetupException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(name))) {
            properties.load(reader);
        } catch (InvalidPathException | NoSuchFileException e) {
            throw new SetupException("--config " + name + ": there is no such file");
        } catch (CharacterCodingException | IllegalArgumentException e) {
            throw new SetupException("--config " + name + ": this is not a properties file in UTF-8");
        } catch (IOException e) {
            throw new SetupException("--config " + name + ": it can't be read (" + e.getMessage() + ")");
        }
        for (String key : new TreeSet<>(properties.stringPropertyNames())) {
            if (!OWN_KEYS.contains(key) && !key.startsWith(PREFIX)) {
                throw new SetupException("--config " + name + ": unknown key '" + key + "', expected provider, model, "
                        + "base-url, api-key or session-compression.*");
            }
        }
        return properties;
    }

    private Setup read() throws SetupException {
        String said = options.provider() != null ? options.provider() : file.getProperty(PROVIDER);
        Properties settings = settings();
        Optional<Provider> chosen = said == null ? byEnvironment() : Optional.of(provider(said));
        if (chosen.isEmpty()) {
            return new Setup.KeyMissing(MissingKey.ofAny());
        }
        Provider provider = chosen.get();
        String baseUrl = baseUrl(provider);
        String key = value(null, API_KEY, provider.keyVariable());
        if (key == null && provider.needsKey() && baseUrl.equals(provider.defaultBaseUrl())) {
            return new Setup.KeyMissing(MissingKey.of(provider));
        }
        String named = value(options.model(), MODEL, provider.modelVariable());
        String model = named != null ? named : provider.defaultModel();
        return new Setup.Ready(
                provider, model, baseUrl, key, policy(provider, model, settings), !options.offlineStates());
    }

    /** The first provider that the environment has a key for, or a server. */
    private Optional<Provider> byEnvironment() {
        for (Provider provider : Provider.values()) {
            if (variable(provider.keyVariable()) != null || variable(provider.baseUrlVariable()) != null) {
                return Optional.of(provider);
            }
        }
        return Optional.empty();
    }

    private static Provider provider(String name) throws SetupException {
        return Provider.named(name)
                .orElseThrow(() ->
                        new SetupException("provider must be one of " + Provider.names() + ", but was '" + name + "'"));
    }

    private String baseUrl(Provider provider) throws SetupException {
        String said = value(options.baseUrl(), BASE_URL, provider.baseUrlVariable());
        String url = said == null ? provider.defaultBaseUrl() : said;
        try {
            URI uri = URI.create(url);
            if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            throw new SetupException(notAUrl(url));
        }
        throw new SetupException(notAUrl(url));
    }

    private static String notAUrl(String text) {
        return "base-url must be an http or https URL, but was '" + text + "'";
    }

    private @Nullable String value(@Nullable String option, String key, String variable) {
        if (option != null) {
            return option;
        }
        String inFile = file.getProperty(key);
        return inFile != null && !inFile.isBlank() ? inFile.strip() : variable(variable);
    }

    private @Nullable String variable(String name) {
        String value = environment.get(name);
        return value == null || value.isBlank() ? null : value.strip();
    }

    private Properties settings() throws SetupException {
        Properties settings = new Properties();
        for (String key : file.stringPropertyNames()) {
            if (key.startsWith(PREFIX)) {
                settings.setProperty(key, file.getProperty(key));
            }
        }
        for (String keyAndValue : options.set()) {
            int equals = keyAndValue.indexOf('=');
            if (equals <= 0) {
                throw new SetupException("--set needs KEY=VALUE, but was '" + keyAndValue + "'");
            }
            String key = keyAndValue.substring(0, equals).strip();
            settings.setProperty(
                    key.startsWith(PREFIX) ? key : PREFIX + key,
                    keyAndValue.substring(equals + 1).strip());
        }
        if (options.contextWindow() != null) {
            settings.setProperty(WINDOW, options.contextWindow());
        }
        return settings;
    }

    private static CompressionPolicy policy(Provider provider, String model, Properties settings)
            throws SetupException {
        if (!settings.containsKey(WINDOW)) {
            if (provider == Provider.OLLAMA) {
                settings.setProperty(WINDOW, String.valueOf(OLLAMA_WINDOW));
            } else if (ModelRegistry.bundled().find(model).isPresent()) {
                settings.putIfAbsent(PREFIX + "model-name", model);
            } else {
                throw new SetupException(
                        "the context window of '" + model + "' is not known: say it with --context-window TOKENS");
            }
        }
        return policy(settings);
    }

    private static CompressionPolicy policy(Properties settings) throws SetupException {
        try {
            return CompressionPolicy.of(settings);
        } catch (IllegalArgumentException e) {
            throw new SetupException(String.valueOf(e.getMessage()));
        }
    }
}
