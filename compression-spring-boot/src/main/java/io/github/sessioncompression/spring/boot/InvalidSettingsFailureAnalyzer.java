package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.settings.InvalidSettingsException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which settings an application can't start with, where they are set and what to do. */
final class InvalidSettingsFailureAnalyzer extends AbstractFailureAnalyzer<InvalidSettingsException> {
    InvalidSettingsFailureAnalyzer() {}

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidSettingsException cause) {
        return new FailureAnalysis(cause.description(), cause.action(), cause);
    }
}
