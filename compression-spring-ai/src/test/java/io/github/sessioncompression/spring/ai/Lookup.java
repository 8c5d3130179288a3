package io.github.sessioncompression.spring.ai;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/** A tool that is called with a topic, and counts its calls. */
final class Lookup implements ToolCallback {
    /** Its name. */
    static final String NAME = "lookup";

    private final UnaryOperator<String> results;
    private final AtomicInteger calls = new AtomicInteger();

    Lookup(UnaryOperator<String> results) {
        this.results = results;
    }

    int calls() {
        return calls.get();
    }

    @Override
    public ToolDefinition getToolDefinition() {
        return ToolDefinition.builder()
                .name(NAME)
                .description("Looks something up.")
                .inputSchema("{\"type\":\"object\",\"properties\":{\"topic\":{\"type\":\"string\"}}}")
                .build();
    }

    @Override
    public String call(String input) {
        calls.incrementAndGet();
        return results.apply(input);
    }
}
