package io.github.sessioncompression;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.Telling;
import io.github.sessioncompression.store.CompressionRecord.Coverage;
import io.github.sessioncompression.store.LedgerEntry;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What came of writing a state. */
sealed interface WrittenState {
    /** What the model calls cost. */
    Usage usage();

    /** How many calls there were. */
    int calls();

    /** What went wrong; {@code null} if nothing did. */
    @Nullable
    Failure failure();

    /** What it comes to where none was written. */
    default Outcome withoutEffect() {
        Failure failure = failure();
        return failure == null
                ? new Outcome.Unchanged(Outcome.Unchanged.Why.NOTHING_TO_GAIN)
                : new Outcome.Failed(failure.kind());
    }

    /**
     * What went wrong on the way to a state.
     *
     * @param kind the name of its kind
     * @param detail one sentence for the log, without contents of the chat: {@link
     *     io.github.sessioncompression.model.Compilation.Rejected#detail()}; empty if the kind says all
     */
    record Failure(String kind, String detail) {
        static Failure of(String kind) {
            return new Failure(kind, "");
        }
    }

    /**
     * A state within its cap, written offline where there was a failure before.
     *
     * @param ledger what it shows beside what was written, because that lacks it
     * @param coverage what became of the facts
     * @param tellings what the model told of single stretches beside it
     */
    record Written(
            StateDocument document,
            List<LedgerEntry> ledger,
            Coverage coverage,
            List<Telling> tellings,
            Outcome.Compressed.By by,
            Usage usage,
            int calls,
            @Nullable Failure failure)
            implements WrittenState {
        /** A state beside which nothing was told of single stretches. */
        Written(
                StateDocument document,
                List<LedgerEntry> ledger,
                Coverage coverage,
                Outcome.Compressed.By by,
                Usage usage,
                int calls,
                @Nullable Failure failure) {
            this(document, ledger, coverage, List.of(), by, usage, calls, failure);
        }

        /** The same with what was told of single stretches. */
        Written telling(List<Telling> of) {
            return new Written(document, ledger, coverage, of, by, usage, calls, failure);
        }

        /** The same with another document. */
        Written with(StateDocument other) {
            return new Written(other, ledger, coverage, tellings, by, usage, calls, failure);
        }
    }

    /** None: the context stays as it is. */
    record Failed(Failure failure, Usage usage, int calls) implements WrittenState {}

    /** None, and nobody did anything wrong: what was to be covered has nothing worth a note. The context stays as it is. */
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
