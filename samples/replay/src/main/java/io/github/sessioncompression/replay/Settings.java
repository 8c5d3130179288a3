package io.github.sessioncompression.replay;

import static io.github.sessioncompression.policy.CompressionPolicy.PREFIX;

import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Turns the options into a policy; what the values may be is the policy's to say. */
final class Settings {
    /** The window for the bundled chat, in tokens: small enough to see several compressions. */
    static final int BUNDLED_WINDOW = 16_000;

    /** The window for any other chat, in tokens: what most models have. */
    static final int WINDOW = 128_000;

    private static final String MODEL_NAME = "model-name";
    private static final String CONTEXT_WINDOW = "context-window";
    private static final String STATE_TOKENS = "state.max-tokens";

    private Settings() {}

    /**
     * The policy that the options ask for.
     *
     * @param bundled true if the chat is the bundled one
     * @param set each {@code --set}, as given
     * @throws InputException if a value can't be, or two contradict each other
     */
    static CompressionPolicy policy(
            boolean bundled, @Nullable String contextWindow, @Nullable String stateTokens, List<String> set)
            throws InputException {
        Properties settings = new Properties();
        if (contextWindow != null) {
            put(settings, CONTEXT_WINDOW, contextWindow);
        }
        if (stateTokens != null) {
            put(settings, STATE_TOKENS, stateTokens);
        }
        for (String keyAndValue : set) {
            int equals = keyAndValue.indexOf('=');
            if (equals <= 0) {
                throw new InputException("--set needs KEY=VALUE, but was '" + keyAndValue + "'");
            }
            put(
                    settings,
                    keyAndValue.substring(0, equals).strip(),
                    keyAndValue.substring(equals + 1).strip());
        }
        if (!settings.containsKey(PREFIX + MODEL_NAME)) {
            settings.putIfAbsent(PREFIX + CONTEXT_WINDOW, String.valueOf(bundled ? BUNDLED_WINDOW : WINDOW));
        }
        try {
            return CompressionPolicy.of(settings);
        } catch (IllegalArgumentException e) {
            throw new InputException(inOneLine(String.valueOf(e.getMessage())));
        }
    }

    /** The policy lists several faults below each other, perhaps under a heading that ends in a colon. */
    private static String inOneLine(String faults) {
        return faults.lines()
                .map(line -> line.startsWith("- ") ? line.substring(2) : line)
                .reduce((before, line) -> before + (before.endsWith(":") ? " " : "; ") + line)
                .orElse("");
    }

    private static void put(Properties settings, String name, String value) throws InputException {
        String key = name.startsWith(PREFIX) ? name : PREFIX + name;
        Object before = settings.setProperty(key, value);
        if (before != null && !before.equals(value)) {
            throw new InputException(key + " is given twice, as '" + before + "' and as '" + value + "'");
        }
    }
}
