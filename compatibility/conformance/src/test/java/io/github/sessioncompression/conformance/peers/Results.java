package io.github.sessioncompression.conformance.peers;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Outcomes of a contract's promises. */
final class Results {
    /** The outcome of a promise that the memory keeps. */
    static final String KEPT = "kept";

    /** The outcome of a promise that needs a store or a summariser, which the memory has not. */
    static final String SKIPPED = "skipped";

    private Results() {}

    /** Runs a contract; returns its promises with {@link #KEPT}, {@link #SKIPPED} or the failure. */
    static Map<String, String> of(Class<?> contract) {
        Map<String, String> results = Collections.synchronizedMap(new TreeMap<>());
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(contract))
                .build();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest()) {
                    String promise = test.getDisplayName().replace("()", "");
                    results.put(promise, outcome(result));
                }
            }
        });
        return results;
    }

    private static String outcome(TestExecutionResult result) {
        return switch (result.getStatus()) {
            case SUCCESSFUL -> KEPT;
            case ABORTED -> SKIPPED;
            case FAILED -> text(result.getThrowable().orElseThrow());
        };
    }

    private static String text(Throwable failure) {
        String text = failure instanceof AssertionError
                ? String.valueOf(failure.getMessage())
                : "throws " + failure.getClass().getSimpleName() + ": " + failure.getMessage();
        return text.replace("\t", " ").replace("\n", "\\n");
    }
}
