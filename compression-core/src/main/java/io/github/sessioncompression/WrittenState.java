package io.github.sessioncompression;

import io.github.sessioncompression.state.StateDocument;
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

    /** What went wrong, as the name of a kind; {@code null} if nothing did. */
    @Nullable
    String failure();

    /**
     * A state within its cap, written offline where there was a failure before.
     *
     * @param ledger what it shows beside what was written, because that lacks it
     * @param coverage what became of the facts
     */
    record Written(
            StateDocument document,
            List<LedgerEntry> ledger,
            Coverage coverage,
            Outcome.Compressed.By by,
            Usage usage,
            int calls,
            @Nullable String failure)
            implements WrittenState {}

    /** None: the context stays as it is. */
    record Failed(String failure, Usage usage, int calls) implements WrittenState {}
}
