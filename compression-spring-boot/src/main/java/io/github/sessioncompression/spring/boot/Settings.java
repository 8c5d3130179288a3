package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.spring.boot.InvalidSettingsException.Fault;
import io.github.sessioncompression.spring.boot.InvalidSettingsException.Given;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Everything that an application has set under {@value CompressionPolicy#PREFIX}, read and checked once.
 *
 * <p>Immutable, so safe for use by many threads.
 */
public final class Settings {
    private final CompressionPolicy policy;
    private final ConversationPatterns conversations;
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
    ConversationPatterns conversations() {
        return conversations;
    }

    /** True if any property of the policy is set. */
    boolean describesAPolicy() {
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
