package io.github.sessioncompression.policy;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reader and writer of a knob, or of a family of knobs. */
sealed interface KnobDefinition {
    /** The key without the library's prefix; for a family, what its keys start with. */
    String key();

    ValueType<?> type();

    String description();

    boolean isFor(String keyWithoutPrefix);

    /** Sets a value; throws {@link IllegalArgumentException} if it is misspelt or out of range. */
    void set(PolicyDraft draft, String keyWithoutPrefix, String text);

    /** Values as texts by full key, without those that are unset or have no text. */
    Map<String, String> texts(PolicyDraft draft);

    default Knob listed() {
        String family = key().endsWith(".") ? Knob.NAME : "";
        String defaultValue =
                texts(new PolicyDraft()).values().stream().findFirst().orElse("");
        return new Knob(
                Knob.PREFIX + key() + family,
                type().javaType(),
                defaultValue,
                type().allowed(),
                type().values(),
                description());
    }

    record Single<T>(
            String key,
            ValueType<T> type,
            Function<PolicyDraft, @Nullable T> get,
            BiConsumer<PolicyDraft, T> put,
            String description)
            implements KnobDefinition {
        @Override
        public boolean isFor(String keyWithoutPrefix) {
            return key.equals(keyWithoutPrefix);
        }

        @Override
        public void set(PolicyDraft draft, String keyWithoutPrefix, String text) {
            put.accept(draft, type.read().apply(text));
        }

        @Override
        public Map<String, String> texts(PolicyDraft draft) {
            return Optional.ofNullable(get.apply(draft))
                    .map(type.write())
                    .map(text -> Map.of(Knob.PREFIX + key, text))
                    .orElse(Map.of());
        }
    }

    /** A family of knobs, one for each name; its key ends with a dot. */
    record Family<T>(
            String key,
            ValueType<T> type,
            Function<PolicyDraft, Map<String, T>> get,
            PutNamed<T> put,
            String description)
            implements KnobDefinition {
        @Override
        public boolean isFor(String keyWithoutPrefix) {
            return keyWithoutPrefix.startsWith(key) && keyWithoutPrefix.length() > key.length();
        }

        @Override
        public void set(PolicyDraft draft, String keyWithoutPrefix, String text) {
            put.accept(
                    draft, keyWithoutPrefix.substring(key.length()), type.read().apply(text));
        }

        @Override
        public Map<String, String> texts(PolicyDraft draft) {
            Map<String, String> texts = new LinkedHashMap<>();
            get.apply(draft)
                    .forEach((name, value) ->
                            texts.put(Knob.PREFIX + key + name, type.write().apply(Objects.requireNonNull(value))));
            return texts;
        }
    }

    @FunctionalInterface
    interface PutNamed<T> {
        void accept(PolicyDraft draft, String name, T value);
    }
}
