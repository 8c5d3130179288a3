package io.github.sessioncompression;

import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.context.StoredChat;
import io.github.sessioncompression.cut.Pins;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One way to make room in a context: looks at the chat and proposes a change. Changes nothing itself, so a plan may ask it, too. */
interface Step {
    /** The change it would make now; {@code null} if nothing would be gained. */
    @Nullable
    Proposal propose(Chat chat);

    /** The change that a {@link Step} proposes. */
    sealed interface Proposal {
        /** A change that can be made at once; {@code change} gives false, and changes nothing, if something came in between. */
        record Ready(Stage stage, Predicate<Chat> change, BiFunction<Chat, Integer, Outcome> outcome)
                implements Proposal {}

        /** A change for which a state has to be written first, without the lock. */
        record ToWrite(Stage stage, CompressTask task, Function<WrittenState.Written, Ready> finish)
                implements Proposal {}

        record Nothing(Outcome outcome) implements Proposal {}
    }

    /**
     * A span to compress, and what it replaces.
     *
     * @param previous the state to merge with, without its outline; empty if there is none
     * @param outline what the state before contains of older segments
     * @param pins what of everything up to the boundary stays in the view, and what the state is to cover
     * @param before the last messages before the span, to understand what it answers
     * @param span the messages as a model reads them: what must be covered and, to understand it, what is pinned among it
     * @param kept the messages that the view keeps showing
     * @param extract true if the state is not worth the price of a model
     * @param paid input of the chat's calls since a model was asked last, in tokens at full price
     * @param free true if it must be written without a model, because nobody asked for what that costs
     */
    record CompressTask(
            String incarnation,
            long revision,
            CompressionRecord base,
            StateDocument previous,
            List<StateItem> outline,
            Pins pins,
            List<Entry> before,
            List<Entry> span,
            List<Entry> kept,
            long boundary,
            int maxTokens,
            long replacedTokens,
            boolean extract,
            long paid,
            boolean free) {
        boolean stillHolds(StoredChat stored) {
            CompressionRecord now = stored.record();
            return stored.incarnation().equals(incarnation)
                    && stored.revision() == revision
                    && now.boundary() == base.boundary()
                    && now.segments().equals(base.segments())
                    && now.pinned().equals(base.pinned())
                    && now.chosen().equals(base.chosen());
        }

        CompressTask within(int tokens) {
            return with(pins, before, tokens);
        }

        List<Entry> covered() {
            return pins.covered();
        }

        /** This task for the latest covered messages of at most {@code tokens} together. */
        CompressTask latest(long tokens) {
            List<Entry> all = covered();
            int from = all.size();
            for (long left = tokens; from > 0 && all.get(from - 1).tokens() <= left; from--) {
                left -= all.get(from - 1).tokens();
            }
            if (from == 0 || from == all.size()) {
                return this;
            }
            List<Entry> latest = all.subList(from, all.size());
            return with(new Pins(pins.system(), pins.history(), pins.turn(), latest), List.of(), maxTokens);
        }

        private CompressTask with(Pins otherPins, List<Entry> otherBefore, int tokens) {
            return new CompressTask(
                    incarnation,
                    revision,
                    base,
                    previous,
                    outline,
                    otherPins,
                    otherBefore,
                    span,
                    kept,
                    boundary,
                    tokens,
                    replacedTokens,
                    extract,
                    paid,
                    free);
        }
    }
}
