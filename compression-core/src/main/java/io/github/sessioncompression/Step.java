package io.github.sessioncompression;

import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.context.CompressTask;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.writer.WrittenState;
import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One way to make room in a context: looks at the chat and proposes a change. Changes nothing itself, so a plan may ask it, too. <b>Threads:</b>
 * called under the chat's lock.
 *
 * @see Steps
 */
interface Step {
    /** The change it would make now; {@code null} if nothing would be gained. */
    @Nullable
    Proposal propose(Chat chat);

    /** The change that a {@link Step} proposes. */
    sealed interface Proposal {
        /**
         * A change that can be made at once.
         *
         * @param change makes it under the lock; gives false, and changes nothing, if something came in between
         * @param outcome gives the outcome, by the chat as it is then and the size of the context before, in tokens
         */
        record Ready(Stage stage, Predicate<Chat> change, BiFunction<Chat, Integer, Outcome> outcome)
                implements Proposal {}

        /**
         * A change for which a state has to be written first, without the lock.
         *
         * @param task the state to write
         * @param finish makes the change of the written state and the time that writing took
         */
        record ToWrite(Stage stage, CompressTask task, BiFunction<WrittenState.Written, Duration, Ready> finish)
                implements Proposal {}

        /** No change, but an outcome to report. */
        record Nothing(Outcome outcome) implements Proposal {}
    }
}
