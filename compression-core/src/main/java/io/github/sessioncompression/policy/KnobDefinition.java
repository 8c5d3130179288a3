package io.github.sessioncompression.policy;

import io.github.sessioncompression.option.OptionTexts;
import io.github.sessioncompression.option.ValueType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Reader and writer of a knob, or of a family of knobs. */
sealed interface KnobDefinition {
    /** The key without the library's prefix; for a family, what its keys start with. */
    String key();

    ValueType<?> type();

    String description();

    boolean isFor(String keyWithoutPrefix);

    /** The policy with a value; throws {@link IllegalArgumentException} if it is misspelt or out of range. */
    PolicyValues set(PolicyValues policy, String keyWithoutPrefix, String text);

    /** Values as texts by full key, without those that are unset or have no text. */
    Map<String, String> texts(PolicyValues policy);

    default Knob listed() {
        String family = key().endsWith(".") ? Knob.NAME : "";
        String defaultValue =
                texts(PolicyValues.UNSET).values().stream().findFirst().orElse("");
        return new Knob(
                Knob.PREFIX + key() + family,
                type().javaType(),
                defaultValue,
                type().allowed(),
                type().values(),
                description());
    }

    /** A knob for one option, named as in {@link OptionTexts}. */
    record Single(String key, String option, String description) implements KnobDefinition {
        @Override
        public ValueType<?> type() {
            return OptionTexts.type(PolicyValues.UNSET, option);
        }

        @Override
        public boolean isFor(String keyWithoutPrefix) {
            return key.equals(keyWithoutPrefix);
        }

        @Override
        public PolicyValues set(PolicyValues policy, String keyWithoutPrefix, String text) {
            return OptionTexts.read(policy, option, text);
        }

        @Override
        public Map<String, String> texts(PolicyValues policy) {
            return OptionTexts.write(policy, option)
                    .map(text -> Map.of(Knob.PREFIX + key, text))
                    .orElse(Map.of());
        }
    }

    /** A family of knobs, one for each name; its key ends with a dot. */
    record Family<T>(
            String key,
            ValueType<T> type,
            Function<PolicyValues, Map<String, T>> get,
            PutNamed<T> put,
            String description)
            implements KnobDefinition {
        @Override
        public boolean isFor(String keyWithoutPrefix) {
            return keyWithoutPrefix.startsWith(key) && keyWithoutPrefix.length() > key.length();
        }

        @Override
        public PolicyValues set(PolicyValues policy, String keyWithoutPrefix, String text) {
            String name = keyWithoutPrefix.substring(key.length());
            return put.with(policy, name, type.read().apply(text));
        }

        @Override
        public Map<String, String> texts(PolicyValues policy) {
            Map<String, String> texts = new LinkedHashMap<>();
            get.apply(policy)
                    .forEach((name, value) ->
                            texts.put(Knob.PREFIX + key + name, type.write().apply(value)));
            return texts;
        }
    }

    @FunctionalInterface
    interface PutNamed<T> {
        PolicyValues with(PolicyValues policy, String name, T value);
    }
}
