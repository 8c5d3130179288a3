package io.github.sessioncompression.option;

import io.github.sessioncompression.option.OptionSet.Option;
import java.util.Optional;

/**
 * Reads and writes single options as texts, as in properties. Names may lead through options: {@code model.retries}.
 *
 * <p>{@link #read} and {@link #write} are inverse for values that have a text. Settings, console and documentation use both, so no
 * other place knows how a value is written. No state.
 *
 * @see ValueType
 */
public final class OptionTexts {
    private OptionTexts() {}

    /**
     * The options with the value of a text.
     *
     * @throws IllegalArgumentException if the text is misspelt or the value out of range
     */
    public static <S extends OptionSet<S>> S read(OptionSet<S> options, String name, String text) {
        int dot = name.indexOf('.');
        return dot < 0
                ? read(options, options.option(name), text)
                : readPart(options, options.option(name.substring(0, dot)), name.substring(dot + 1), text);
    }

    private static <S extends OptionSet<S>, T> S read(OptionSet<S> options, Option<T> option, String text) {
        return options.with(option, option.type().read().apply(text));
    }

    @SuppressWarnings("unchecked") // the part read is of the same class
    private static <S extends OptionSet<S>, T> S readPart(
            OptionSet<S> options, Option<T> part, String name, String text) {
        return options.with(part, (T) read((OptionSet<?>) options.get(part), name, text));
    }

    /** The value of an option as a text; empty if it has no value, or the value no text. */
    public static Optional<String> write(OptionSet<?> options, String name) {
        int dot = name.indexOf('.');
        return dot < 0
                ? write(options, options.option(name))
                : write(part(options, name.substring(0, dot)), name.substring(dot + 1));
    }

    private static <T> Optional<String> write(OptionSet<?> options, Option<T> option) {
        return options.find(option).map(option.type().write());
    }

    /** The type of an option, with its range for documentation and errors. */
    public static ValueType<?> type(OptionSet<?> options, String name) {
        int dot = name.indexOf('.');
        return dot < 0
                ? options.option(name).type()
                : type(part(options, name.substring(0, dot)), name.substring(dot + 1));
    }

    private static OptionSet<?> part(OptionSet<?> options, String name) {
        return (OptionSet<?>) options.get(options.option(name));
    }
}
