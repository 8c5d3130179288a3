package io.github.sessioncompression.model;

import io.github.sessioncompression.token.Usage;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Answer of a model to one {@link ModelRequest}.
 *
 * @param text the text of the answer as it came, expected to be one JSON object; empty if there was none
 * @param finishReason the reason for which the model stopped
 * @param usage cost of the call as the provider reports it; {@code null} if it does not
 */
public record ModelAnswer(String text, FinishReason finishReason, @Nullable Usage usage) {
    /** Checks that text and finish reason are there. */
    public ModelAnswer {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(finishReason, "finishReason");
    }

    /** A finished answer without reported usage. */
    public static ModelAnswer of(String text) {
        return new ModelAnswer(text, FinishReason.STOP, null);
    }

    /** Reason for which a model stopped writing. Only {@link #STOP} lets an answer be accepted. */
    public enum FinishReason {
        /** The model was done; also reported if the provider gives no reason at all. */
        STOP,
        /** The answer hit the output limit and is cut off. */
        LENGTH,
        /** The model wants to call a tool instead of answering. */
        TOOL_CALLS,
        /** The provider withheld the answer, or the model refused. */
        CONTENT_FILTER,
        /** The provider named another reason. */
        OTHER;

        /**
         * The reason for the end of {@code text}: {@link #of(String)}, but {@link #LENGTH} if there is no word and the text ends inside a JSON
         * object. Clients drop reasons that they do not know.
         */
        public static FinishReason of(@Nullable String word, String text) {
            FinishReason named = of(word);
            boolean given = word != null && !word.isBlank() && !word.strip().equalsIgnoreCase("null");
            return given || !JsonObjects.endsInside(text) ? named : LENGTH;
        }

        /**
         * The reason that a provider or framework calls by this word, in any case; {@link #OTHER} for an unknown one.
         *
         * @param word no word at all is {@link #STOP}: {@code null}, a blank one, or {@code null} written out
         */
        public static FinishReason of(@Nullable String word) {
            String name = word == null ? "" : word.strip().toLowerCase(Locale.ROOT);
            return switch (name) {
                case "", "null", "stop", "end_turn", "stop_sequence", "complete", "finish_reason_unspecified" -> STOP;
                case "length", "max_tokens", "model_length", "model_context_window_exceeded" -> LENGTH;
                case "tool_call", "tool_calls", "tool_use", "tool_execution", "function_call" -> TOOL_CALLS;
                case "content_filter",
                        "content_filtered",
                        "guardrail_intervened",
                        "refusal",
                        "safety",
                        "recitation",
                        "blocklist",
                        "prohibited_content",
                        "spii" -> CONTENT_FILTER;
                default -> OTHER;
            };
        }
    }
}
