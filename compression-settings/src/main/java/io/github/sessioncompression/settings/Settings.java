package io.github.sessioncompression.settings;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.settings.InvalidSettingsException.Fault;
import io.github.sessioncompression.settings.InvalidSettingsException.Given;
import io.github.sessioncompression.token.ModelRegistry.ModelLimits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;

/**
 * Everything that an application has set under {@value CompressionPolicy#PREFIX}, read and checked once.
 *
 * <p>Made by {@link SettingsReader}. Beside the values it keeps where each was set, so that a refusal later in the start can still
 * name the property's origin. Immutable, so safe for use by many threads.
 */
public final class Settings {
    private final CompressionPolicy policy;
    private final ConversationPatterns conversations;
    /** Values of what is set beside the policy; the default counts for others. */
    private final Map<Setting<?>, Object> values;
    /** What is set, by full key. */
    private final Map<String, Given> given;

    private final boolean describesAPolicy;

    Settings(
            CompressionPolicy policy,
            ConversationPatterns conversations,
            Map<Setting<?>, Object> values,
            Map<String, Given> given,
            boolean describesAPolicy) {
        this.policy = policy;
        this.conversations = conversations;
        this.values = Map.copyOf(values);
        this.given = Map.copyOf(given);
        this.describesAPolicy = describesAPolicy;
    }

    /** The policy as the properties say; without a context window if they name none. */
    public CompressionPolicy policy() {
        return policy;
    }

    /** The policies of single conversations. */
    public ConversationPatterns conversations() {
        return conversations;
    }

    /** True if any property of the policy is set. */
    public boolean describesAPolicy() {
        return describesAPolicy;
    }

    /**
     * Says that the application can't start with what is set, once it has turned out.
     *
     * @param message what is wrong, with the full keys of the properties in question, of which value and origin are then told
     * @param action what to do about it
     */
    public InvalidSettingsException refused(String message, String action) {
        return new InvalidSettingsException(List.of(new Fault(message, action, mentioned(message, given))));
    }

    /**
     * A policy with a context window; one of a switched off library needs none.
     *
     * @throws InvalidSettingsException if it has none and names no known model
     */
    public CompressionPolicy complete(CompressionPolicy wanted) {
        if (!wanted.enabled() && wanted.contextWindow() == 0) {
            // Nothing is measured against it, and switching the library off must not need another setting.
            return wanted.withContextWindow(ModelLimits.MAX_WINDOW);
        }
        try {
            wanted.requireContextWindow();
        } catch (IllegalStateException missing) {
            throw refused(
                    String.valueOf(missing.getMessage()),
                    "Set " + CompressionPolicy.PREFIX
                            + "context-window to the context window of the chat model in tokens,"
                            + " for example 128000, or " + CompressionPolicy.PREFIX
                            + "model-name to the name of a known model.");
        }
        return wanted;
    }

    /**
     * Logs how chats are compressed, by the logger of what sets it up.
     *
     * @param own true if the policy is a bean of the application's own, beside which properties about it have no effect
     * @param model true if a model writes the states
     * @param store where chats are kept
     */
    public void report(Logger log, CompressionPolicy wanted, boolean own, boolean model, String store) {
        if (own && describesAPolicy) {
            log.warn(
                    "The application's own CompressionPolicy bean is used; properties about the policy have no effect.");
        }
        log.info(
                "Session Compression is {} for a window of {} tokens; states are written {}; chats are kept in {}.",
                wanted.enabled() ? "on" : "off",
                wanted.contextWindow(),
                model ? "by a model" : "offline",
                store);
    }

    /** The settings that a message is about, because it names their keys. */
    static List<Given> mentioned(String message, Map<String, Given> given) {
        return given.entrySet().stream()
                .filter(entry -> Pattern.compile(Pattern.quote(entry.getKey()) + "(?=[ =,:]|\\z)")
                        .matcher(message)
                        .find())
                .map(Map.Entry::getValue)
                .toList();
    }

    /** Value of a setting, else its default. */
    @SuppressWarnings("unchecked") // each value was read by its own setting
    public <T> T get(Setting<T> setting) {
        return (T) Optional.ofNullable(values.get(setting)).orElse(setting.defaultValue());
    }
}
