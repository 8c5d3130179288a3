package io.github.sessioncompression;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.Telling;
import io.github.sessioncompression.store.CompressionRecord.Coverage;
import io.github.sessioncompression.store.CompressionRecord.LedgerEntry;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Result of writing a state. */
sealed interface WrittenState {
    /** Cost of the model calls. */
    Usage usage();

    /** Number of model calls. */
    int calls();

    /** Cause of a failure; {@code null} if there was none. */
    @Nullable
    Failure failure();

    /** Outcome where no state was written. */
    default Outcome withoutEffect() {
        Failure failure = failure();
        return failure == null
                ? new Outcome.Unchanged(Outcome.Unchanged.Why.NOTHING_TO_GAIN)
                : new Outcome.Failed(failure.kind());
    }

    /**
     * Cause of a failure.
     *
     * @param kind name of its kind
     * @param detail a clause for the log, without contents of the chat; empty if the kind says all
     * @param calls model calls made until then
     */
    record Failure(String kind, String detail, int calls) {
        /** A failure before any call. */
        Failure(String kind, String detail) {
            this(kind, detail, 0);
        }

        static Failure of(String kind) {
            return new Failure(kind, "");
        }
    }

    /**
     * A state within its cap.
     *
     * @param ledger sentences shown beside it, because it lacks them
     * @param coverage facts required, shown and left out
     * @param tellings the model's summaries of single segments
     * @param judgeFailure what went wrong with the judge; {@code null} if nothing did
     * @param failure why the extract was written instead of a model's state; {@code null} if it was not
     */
    record Written(
            StateDocument document,
            List<LedgerEntry> ledger,
            Coverage coverage,
            List<Telling> tellings,
            @Nullable String judgeFailure,
            Outcome.Compressed.By by,
            Usage usage,
            int calls,
            @Nullable Failure failure)
            implements WrittenState {
        Written(
                StateDocument document,
                List<LedgerEntry> ledger,
                Coverage coverage,
                Outcome.Compressed.By by,
                Usage usage,
                int calls,
                @Nullable Failure failure) {
            this(document, ledger, coverage, List.of(), null, by, usage, calls, failure);
        }

        Written beside(List<Telling> segments, @Nullable String failureOfJudge) {
            return new Written(document, ledger, coverage, segments, failureOfJudge, by, usage, calls, failure);
        }

        Written with(StateDocument other) {
            return new Written(other, ledger, coverage, tellings, judgeFailure, by, usage, calls, failure);
        }
    }

    /** No state: the context stays as it is. */
    record Failed(Failure failure, Usage usage, int calls) implements WrittenState {}

    /** No state and no failure: nothing in the messages is worth a note. The context stays as it is. */
    record NothingToNote() implements WrittenState {
        @Override
        public Usage usage() {
            return Usage.NONE;
        }

        @Override
        public int calls() {
            return 0;
        }

        @Override
        public @Nullable Failure failure() {
            return null;
        }
    }
}
