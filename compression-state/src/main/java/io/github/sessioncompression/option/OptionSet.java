package io.github.sessioncompression.option;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Options with defaults, each of which a copy changes. Immutable and compared by value, so safe for use by many threads.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>A subclass has a constant {@link Option} for each option, a private constructor, {@code defaults()}, and for each option a
 *       method that reads it and one that returns a changed copy.
 *   <li>Only values that were set are kept, by name.
 *   <li>{@link #get} returns the set value, else the option's default, which may depend on other options of the set.
 *   <li>Two sets are equal if all their values are, set or not.
 * </ol>
 *
 * <p>A record or a builder would need a field, a parameter and a copy for each of some sixty options, and could not be read and
 * written by name.
 *
 * <p><em>On failure</em>: a value out of range throws {@link IllegalArgumentException} when it is set, so a set always
 * holds valid values.
 *
 * @see ValueType
 *
 * @param <S> the class itself
 */
public abstract class OptionSet<S extends OptionSet<S>> {
    private final Values values;
    private final Function<Values, S> copy;

    /** Computed when first needed; 0 until then. Policies are keys of maps. */
    private int hash;

    /** Takes the values, and the constructor that makes a copy of them. */
    protected OptionSet(Values values, Function<Values, S> copy) {
        this.values = values;
        this.copy = copy;
    }

    /** The values, for a class that adds to this one. */
    protected final Values values() {
        return values;
    }

    /** The value of an option that always has one. */
    protected final <T> T get(Option<T> option) {
        return find(option).orElseThrow();
    }

    /** The value of an option as set, else its default; empty if it has none. */
    protected final <T> Optional<T> find(Option<T> option) {
        Optional<T> set = ifSet(option);
        return set.isPresent() ? set : Optional.ofNullable(option.fallback.apply(this));
    }

    /** The value of an option as set; empty if its default holds. */
    @SuppressWarnings("unchecked") // put by with, for an option of that type
    protected final <T> Optional<T> ifSet(Option<T> option) {
        return Optional.ofNullable((T) values.set.get(option.name));
    }

    /**
     * A copy with another value.
     *
     * @throws IllegalArgumentException with name, range and value, if it is out of range
     * @throws NullPointerException with the name, if there is none
     */
    protected final <T> S with(Option<T> option, T value) {
        Map<String, Object> set = new HashMap<>(values.set);
        Objects.requireNonNull(value, option.name);
        set.put(option.name, option.type.keep().apply(option.name, value));
        return copy.apply(new Values(values.options, set));
    }

    /** All values by name, in the order of the options; an empty {@link Optional} for an option without a value. */
    protected final Map<String, Object> named() {
        Map<String, Object> named = new LinkedHashMap<>();
        for (Option<?> option : values.options) {
            Optional<?> value = find(option);
            named.put(option.name, value.isPresent() ? value.get() : value);
        }
        return named;
    }

    /** The option of that name. Names come from the library's own list of settings, so a wrong one is a fault of the program. */
    final Option<?> option(String name) {
        return values.options.stream()
                .filter(option -> option.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no option " + name));
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other == this
                || (other instanceof OptionSet<?> that
                        && that.getClass() == getClass()
                        && that.hashCode() == hashCode()
                        && that.named().equals(named()));
    }

    @Override
    public final int hashCode() {
        if (hash == 0) {
            hash = named().hashCode();
        }
        return hash;
    }

    /** All values by name. */
    @Override
    public String toString() {
        return getClass().getSimpleName() + named();
    }

    /**
     * An option.
     *
     * @param type the range of its values
     * @param fallback its value in a set of options if it is not set; {@code null} for none
     */
    public record Option<T>(String name, ValueType<T> type, Function<OptionSet<?>, @Nullable T> fallback) {
        /** An option with a default. */
        public static <T> Option<T> of(String name, T value, ValueType<T> type) {
            return new Option<>(name, type, options -> value);
        }

        /** An option without a default. */
        public static <T> Option<T> of(String name, ValueType<T> type) {
            return new Option<>(name, type, options -> null);
        }

        /** An option with a default, for any value that is set in code. */
        public static <T> Option<T> inCode(String name, T value) {
            return of(name, value, ValueType.inCode((option, given) -> given));
        }
    }

    /** The values of a set of options. Immutable. */
    public static final class Values {
        private final List<Option<?>> options;
        private final Map<String, Object> set;

        private Values(List<Option<?>> options, Map<String, Object> set) {
            this.options = options;
            this.set = set;
        }

        /** The defaults of these options. */
        public static Values of(Option<?>... options) {
            return new Values(List.of(options), Map.of());
        }
    }
}
