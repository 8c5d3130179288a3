package io.github.sessioncompression.conformance;

/**
 * A rule that a request breaks.
 *
 * @param index index of the message that breaks it, from 0; the number of messages if the end of the request breaks it
 * @param reason the rule and what breaks it, in one sentence
 */
public record Violation(int index, String reason) {
    @Override
    public String toString() {
        return "message " + index + ": " + reason;
    }
}
