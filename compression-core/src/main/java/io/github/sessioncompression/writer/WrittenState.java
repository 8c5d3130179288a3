package io.github.sessioncompression.writer;

import io.github.sessioncompression.state.Artefacts;
import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.Accounting.Coverage;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Result of writing a state: {@link Written}, or {@link Failed}. Immutable. */
public sealed interface WrittenState {
    /** Tokens that models were paid for, also for answers that were rejected. */
    Usage usage();

    /** Number of calls of models, repeated ones too; 0 if none was asked. */
    int calls();

    /** Cause of a failure, after which an extract may have been written; {@code null} if nothing failed. */
    @Nullable
    Failure failure();

    /**
     * Cause of a failure.
     *
     * @param kind its name in events and in the log, such as {@code EMPTY_STATE}
     * @param detail words for the log, never contents of a chat; may be empty
     * @param calls number of calls of models until then
     */
    record Failure(String kind, String detail, int calls) {
        public Failure(String kind, String detail) {
            this(kind, detail, 0);
        }

        public static Failure of(String kind) {
            return new Failure(kind, "");
        }
    }

    /**
     * A state.
     *
     * @param coverage how much it shows of what had to be shown
     * @param tellings the model's summaries of segments; empty for an extract
     * @param judgeFailure why the judge could not check it; {@code null} if nothing failed or there is no judge
     * @param byModel true if a model wrote it, false for an extract
     * @param secrets number of the user's messages in the span with secrets that it does not hold
     */
    record Written(
            StateDocument document,
            Coverage coverage,
            Artefacts artefacts,
            List<SegmentSummary> tellings,
            @Nullable String judgeFailure,
            boolean byModel,
            Usage usage,
            int calls,
            @Nullable Failure failure,
            int secrets)
            implements WrittenState {
        Written beside(List<SegmentSummary> segments, @Nullable String failureOfJudge) {
            return new Written(
                    document, coverage, artefacts, segments, failureOfJudge, byModel, usage, calls, failure, secrets);
        }

        Written with(StateDocument other) {
            return new Written(
                    other, coverage, artefacts, tellings, judgeFailure, byModel, usage, calls, failure, secrets);
        }
    }

    /** No state: the context stays as it is. Without a failure nothing in the messages is worth a note. */
    record Failed(@Nullable Failure failure, Usage usage, int calls) implements WrittenState {}
}
