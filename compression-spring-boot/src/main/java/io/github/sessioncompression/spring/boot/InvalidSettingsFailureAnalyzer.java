package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.spring.boot.InvalidSettingsException.Fault;
import io.github.sessioncompression.spring.boot.InvalidSettingsException.Given;
import java.util.LinkedHashSet;
import java.util.Set;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which settings an application can't start with, where they are set and what to do. */
final class InvalidSettingsFailureAnalyzer extends AbstractFailureAnalyzer<InvalidSettingsException> {
    private static final int MAX_VALUE = 200;

    InvalidSettingsFailureAnalyzer() {}

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidSettingsException cause) {
        StringBuilder description = new StringBuilder("Session Compression cannot work with these settings:\n");
        Set<String> actions = new LinkedHashSet<>();
        for (Fault fault : cause.faults()) {
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
            actions.add(fault.action());
        }
        return new FailureAnalysis(description.toString(), String.join("\n", actions), cause);
    }
}
