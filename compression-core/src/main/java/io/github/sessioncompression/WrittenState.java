package io.github.sessioncompression;

import io.github.sessioncompression.state.Artefacts;
import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.Accounting.Coverage;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Result of writing a state. */
sealed interface WrittenState {
    Usage usage();

    int calls();

    /** Cause of a failure; {@code null} if there was none. */
    @Nullable
    Failure failure();

    default Outcome withoutEffect() {
        Failure failure = failure();
        return failure == null
                ? new Outcome.Unchanged(Outcome.Unchanged.Why.NOTHING_TO_GAIN)
                : new Outcome.Failed(failure.kind());
    }

    record Failure(String kind, String detail, int calls) {
        Failure(String kind, String detail) {
            this(kind, detail, 0);
        }

        static Failure of(String kind) {
            return new Failure(kind, "");
        }
    }

    /**
     * A state.
     *
     * @param secrets number of the user's messages in the span with secrets that it does not hold
     */
    record Written(
            StateDocument document,
            Coverage coverage,
            Artefacts artefacts,
            List<SegmentSummary> tellings,
            @Nullable String judgeFailure,
            Outcome.Compressed.By by,
            Usage usage,
            int calls,
            @Nullable Failure failure,
            int secrets)
            implements WrittenState {
        Written beside(List<SegmentSummary> segments, @Nullable String failureOfJudge) {
            return new Written(
                    document, coverage, artefacts, segments, failureOfJudge, by, usage, calls, failure, secrets);
        }

        Written with(StateDocument other) {
            return new Written(other, coverage, artefacts, tellings, judgeFailure, by, usage, calls, failure, secrets);
        }
    }

    /** No state: the context stays as it is. Without a failure nothing in the messages is worth a note. */
    record Failed(@Nullable Failure failure, Usage usage, int calls) implements WrittenState {}
}
