package io.github.sessioncompression.model;

import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import java.util.Objects;

/**
 * Port for checking the meaning of a model's state against the chat. There is none by default.
 *
 * <p>The verdict is applied once: entries that it calls unsupported are taken out, and what it calls missing goes to the state's ledger if
 * it stands literally in one of the messages. A judge that throws, or takes longer than {@code model.timeout}, changes nothing.
 *
 * <p>Implementations are safe for use by many threads. They are called on the thread of a model call, never under a lock.
 */
@FunctionalInterface
public interface StateJudge {
    /**
     * Judges a state.
     *
     * @param request the messages and the state before them, secrets hidden
     * @param state the state that was written for it
     * @throws Exception if there is no verdict
     */
    Verdict judge(CompileRequest request, StateDocument state) throws Exception;

    /**
     * Result of judging a state.
     *
     * @param unsupported texts of the entries that neither the messages nor the previous state support, as they stand in the state
     * @param missing statements that the state lacks, as they stand in a message
     * @param usage cost of the calls that were made
     */
    record Verdict(List<String> unsupported, List<String> missing, Usage usage) {
        /** Copies the lists. */
        public Verdict {
            unsupported = List.copyOf(unsupported);
            missing = List.copyOf(missing);
            Objects.requireNonNull(usage, "usage");
        }
    }

    /** A judge that asks a model in one call, under a JSON schema; the request must fit that model's window. */
    static StateJudge asking(StructuredModel model) {
        return new AskingJudge(Objects.requireNonNull(model, "model"));
    }
}
