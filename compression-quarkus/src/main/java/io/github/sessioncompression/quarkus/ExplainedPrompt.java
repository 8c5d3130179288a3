package io.github.sessioncompression.quarkus;

import dev.langchain4j.data.message.SystemMessage;
import org.jspecify.annotations.Nullable;

/**
 * A system prompt with what the memory has appended to it to explain the state. It is also equal to the prompt alone: Quarkus compares it with the
 * service's prompt when a turn begins, and would put that in its place.
 */
final class ExplainedPrompt extends SystemMessage {
    private final String own;

    /**
     * A prompt.
     *
     * @param text what is sent
     * @param own the part of it that the service has written
     */
    ExplainedPrompt(String text, String own) {
        super(text);
        this.own = own;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof SystemMessage prompt
                        && (prompt.text().equals(text()) || prompt.text().equals(own)));
    }

    @Override
    public int hashCode() {
        return text().hashCode();
    }
}
