package io.github.sessioncompression.settings;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Settings that an application can't start with.
 *
 * <p>The message has all faults on one line. {@link #description()} and {@link #action()} are for a framework's report of a failed
 * start: they add values, where each is set, and what to do.
 */
public final class InvalidSettingsException extends RuntimeException {
    private static final long serialVersionUID = 1;
    /** Most characters of a value that are shown. */
    private static final int MAX_VALUE = 200;

    private final transient List<Fault> faults;

    InvalidSettingsException(List<Fault> faults) {
        super(faults.stream().map(Fault::message).collect(Collectors.joining("; ")));
        this.faults = List.copyOf(faults);
    }

    /** Everything that is wrong. */
    public List<Fault> faults() {
        return faults;
    }

    /** What is wrong, with the properties in question, their values and where they are set; for the application's developer. */
    public String description() {
        StringBuilder description = new StringBuilder("Session Compression cannot work with these settings:\n");
        for (Fault fault : faults) {
            description.append("\n    ").append(fault.message()).append('\n');
            for (Given given : fault.given()) {
                String value = given.value();
                description.append("\n        Property: ").append(given.key());
                if (!value.isEmpty()) {
                    String shown = value.length() <= MAX_VALUE ? value : value.substring(0, MAX_VALUE) + "…";
                    description.append("\n        Value: \"").append(shown).append('"');
                }
                if (given.origin() != null) {
                    description.append("\n        Origin: ").append(given.origin());
                }
                description.append('\n');
            }
        }
        return description.toString();
    }

    /** What to do about it. */
    public String action() {
        return faults.stream().map(Fault::action).distinct().collect(Collectors.joining("\n"));
    }

    /**
     * Something that is wrong.
     *
     * @param message what, with the keys of the properties in question and what they may be
     * @param action what to do about it
     * @param given the properties in question that are set
     */
    public record Fault(String message, String action, List<Given> given) {}

    /**
     * A property that is set.
     *
     * @param value empty if the key is the fault, because what belongs to no property of ours may be a password, and for secrets; not shown then
     * @param origin where, as far as the framework knows
     */
    public record Given(String key, String value, @Nullable String origin) {}
}
