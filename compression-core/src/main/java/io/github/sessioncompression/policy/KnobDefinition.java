package io.github.sessioncompression.policy;

import io.github.sessioncompression.option.Knob;
import io.github.sessioncompression.option.OptionTexts;
import io.github.sessioncompression.option.ValueType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Reader and writer of a knob, or of a family of knobs, one for each name.
 *
 * @param key the key without the library's prefix; for a family, what its keys start with, a dot at its end
 * @param type the type of its values, with the range in words
 * @param description what it does, for documentation and metadata
 * @param put the policy with the value of a text; throws {@link IllegalArgumentException} if it is misspelt or out of range
 * @param texts values as texts by name, without those that are unset or have no text; the name of a single knob is empty
 */
record KnobDefinition(
        String key,
        ValueType<?> type,
        String description,
        PutNamed<String> put,
        Function<PolicyValues, Map<String, String>> texts) {
    /** A knob for one option, named as in {@link OptionTexts}, such as {@code state.maxTokens} for the key {@code state.max-tokens}. */
    static KnobDefinition single(String key, String option, String description) {
        return new KnobDefinition(
                key,
                OptionTexts.type(PolicyValues.UNSET, option),
                description,
                (policy, name, text) -> OptionTexts.read(policy, option, text),
                policy -> OptionTexts.write(policy, option)
                        .map(text -> Map.of("", text))
                        .orElse(Map.of()));
    }

    /**
     * A family of knobs with constants of an enum for values, such as {@code prune.tools.grep=keep}.
     *
     * @param key what the keys start with, a dot at its end
     * @param get the values by name
     * @param put sets the value of a name
     */
    static <E extends Enum<E>> KnobDefinition family(
            String key,
            Class<E> values,
            Function<PolicyValues, Map<String, E>> get,
            PutNamed<E> put,
            String description) {
        ValueType<E> type = ValueType.oneOf(values);
        return new KnobDefinition(
                key,
                type,
                description,
                (policy, name, text) -> put.with(policy, name, type.read().apply(text)),
                policy -> {
                    Map<String, String> texts = new LinkedHashMap<>();
                    get.apply(policy)
                            .forEach((name, value) ->
                                    texts.put(name, type.write().apply(value)));
                    return texts;
                });
    }

    /** True for a family: no single key ends in a dot. */
    private boolean isFamily() {
        return key.endsWith(".");
    }

    /** True if the key is this one, or one of the family's with a name behind the dot. */
    boolean isFor(String keyWithoutPrefix) {
        return isFamily()
                ? keyWithoutPrefix.startsWith(key) && keyWithoutPrefix.length() > key.length()
                : keyWithoutPrefix.equals(key);
    }

    /** The policy with the value of a text for this key; throws {@link IllegalArgumentException} if the text is no value of the type. */
    PolicyValues set(PolicyValues policy, String keyWithoutPrefix, String text) {
        return put.with(policy, keyWithoutPrefix.substring(key.length()), text);
    }

    /** The knob as documentation lists it: its default is the first text if nothing is set, empty if there is none. */
    Knob listed() {
        String defaultValue =
                texts.apply(PolicyValues.UNSET).values().stream().findFirst().orElse("");
        String fullKey = Knob.PREFIX + key + (isFamily() ? Knob.NAME : "");
        return new Knob(fullKey, type.javaType(), defaultValue, type.allowed(), type.values(), description);
    }

    /** Sets a value; {@code name} is what follows the key in a family, else empty. */
    @FunctionalInterface
    interface PutNamed<T> {
        PolicyValues with(PolicyValues policy, String name, T value);
    }
}
