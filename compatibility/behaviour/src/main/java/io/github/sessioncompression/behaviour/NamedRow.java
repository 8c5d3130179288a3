package io.github.sessioncompression.behaviour;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** Puts the table's words before the failure of a test of rows. */
final class NamedRow implements TestExecutionExceptionHandler {
    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) {
        int[] numbers = context.getRequiredTestMethod().getAnnotation(Row.class).value();
        String rows = Arrays.stream(numbers)
                .mapToObj(Behaviour::of)
                .map(row -> "Row " + row.row() + " no longer holds (" + row.packages() + "): " + row.behaviour()
                        + " Look at " + row.look() + ".")
                .collect(Collectors.joining("\n"));
        throw new AssertionError(rows + "\n" + failure, failure);
    }
}
