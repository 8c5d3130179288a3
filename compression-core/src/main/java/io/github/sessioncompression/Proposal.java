package io.github.sessioncompression;

import io.github.sessioncompression.event.Stage;
import java.util.function.Function;
import java.util.function.Predicate;

/** What a {@link Step} would do. */
sealed interface Proposal {
    /**
     * A change that can be made at once.
     *
     * @param stage what events call it
     * @param change makes it; {@code false}, and nothing changed, if something came in between
     * @param outcome what it came to
     */
    record Ready(Stage stage, Predicate<Chat> change, Ending outcome) implements Proposal {}

    /**
     * A change for which a state has to be written first, without the lock.
     *
     * @param stage what events call it
     * @param task what to write
     * @param finish makes the change of what was written
     */
    record ToWrite(Stage stage, CompressTask task, Function<WrittenState.Written, Ready> finish) implements Proposal {}

    /**
     * No change, but something to tell.
     *
     * @param outcome what
     */
    record Nothing(Outcome outcome) implements Proposal {}

    /** Tells what a change came to. */
    @FunctionalInterface
    interface Ending {
        /**
         * The outcome of a change that was made.
         *
         * @param before the context's size before it
         */
        Outcome of(Chat chat, int before);
    }
}
