package io.github.sessioncompression.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call of a {@link StructuredModel}: everything the model is told.
 *
 * <p>The parts are already escaped: none of them can close the tag that {@link #prompt()} puts around it. Immutable, so safe
 * for use by many threads. The same input gives the same request.
 *
 * @param instructions the model's role and task, for the system message
 * @param transcript the messages to compress, rendered as tagged text; empty when {@code previousState} is only to be shortened
 * @param previousState the state so far as JSON; {@code null} for a first compression
 * @param saidBefore the last messages before these, rendered like them: covered already, and shown so that answers and corrections are
 *     understood; {@code null} for nothing
 * @param focus what the application wants kept with special care
 * @param systemContext the chat's system prompt, or what the application says about itself instead
 * @param correction what was wrong with the answer before this one, in our words; {@code null} for a first try
 * @param task last words of the prompt, after everything that is shown; {@code null} for writing a state
 * @param schemaName the name of the schema: letters, digits, underscores
 * @param jsonSchema the JSON Schema of the answer, as JSON
 * @param maxOutputTokens the most the model may write, in tokens, 1 or more
 */
public record ModelRequest(
        String instructions,
        String transcript,
        @Nullable String previousState,
        @Nullable String saidBefore,
        @Nullable String focus,
        @Nullable String systemContext,
        @Nullable String correction,
        @Nullable String task,
        String schemaName,
        String jsonSchema,
        int maxOutputTokens) {
    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if {@code maxOutputTokens} is below 1
     */
    public ModelRequest {
        Objects.requireNonNull(instructions, "instructions");
        Objects.requireNonNull(transcript, "transcript");
        Objects.requireNonNull(schemaName, "schemaName");
        Objects.requireNonNull(jsonSchema, "jsonSchema");
        if (maxOutputTokens < 1) {
            throw new IllegalArgumentException("maxOutputTokens must be 1 or more, but was " + maxOutputTokens);
        }
    }

    /** A request for a state. */
    public ModelRequest(
            String instructions,
            String transcript,
            @Nullable String previousState,
            @Nullable String saidBefore,
            @Nullable String focus,
            @Nullable String systemContext,
            @Nullable String correction,
            String schemaName,
            String jsonSchema,
            int maxOutputTokens) {
        this(
                instructions,
                transcript,
                previousState,
                saidBefore,
                focus,
                systemContext,
                correction,
                null,
                schemaName,
                jsonSchema,
                maxOutputTokens);
    }

    /** This request once more, saying what was wrong with the answer. */
    ModelRequest withCorrection(String wrong) {
        return new ModelRequest(
                instructions,
                transcript,
                previousState,
                saidBefore,
                focus,
                systemContext,
                wrong,
                task,
                schemaName,
                jsonSchema,
                maxOutputTokens);
    }

    /** The parts other than the instructions as one text, each between its tags: the user message. */
    public String prompt() {
        StringBuilder out = new StringBuilder(transcript.length() + 1_024);
        Fence.SYSTEM_CONTEXT.append(out, systemContext);
        Fence.PREVIOUS_STATE.append(out, previousState);
        Fence.SAID_BEFORE.append(out, saidBefore);
        Fence.NEW_MESSAGES.append(out, transcript.isEmpty() ? null : transcript);
        Fence.FOCUS.append(out, focus);
        Fence.CORRECTION.append(out, correction);
        return out.append(task == null ? stateTask() : task)
                .append(" Answer with the JSON object only.")
                .toString();
    }

    /** The task once more behind all that was shown: small models remember the end of a long prompt best. */
    private String stateTask() {
        if (transcript.isEmpty()) {
            return "Now write the state above shorter.";
        }
        return previousState == null
                ? "Now write down what was said in the messages above."
                : "Now write down what the state and the messages above say, as one state.";
    }
}
