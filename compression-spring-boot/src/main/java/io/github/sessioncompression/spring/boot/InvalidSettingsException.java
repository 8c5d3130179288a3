package io.github.sessioncompression.spring.boot;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.origin.Origin;

/** Settings that an application can't start with; its developer is told where they are set, and what to do. */
public final class InvalidSettingsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<Fault> faults;

    InvalidSettingsException(List<Fault> faults) {
        super(faults.stream().map(Fault::message).collect(Collectors.joining("; ")));
        this.faults = List.copyOf(faults);
    }

    List<Fault> faults() {
        return faults;
    }

    /**
     * Something that is wrong.
     *
     * @param message what, with the keys of the properties in question and what they may be
     * @param action what to do about it
     * @param given the properties in question that are set
     */
    record Fault(String message, String action, List<Given> given) {}

    /**
     * A property that is set.
     *
     * @param value empty where the key is the fault: what belongs to no property of ours may be a password, and is not shown
     * @param origin where, as far as Spring Boot knows
     */
    record Given(String key, String value, @Nullable Origin origin) {}
}
