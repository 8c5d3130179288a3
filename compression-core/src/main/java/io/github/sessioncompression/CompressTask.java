package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.List;

/**
 * A span to compress, and what it replaces.
 *
 * @param incarnation the conversation's life it was prepared in
 * @param revision what had been taken away from the conversation until then
 * @param base the record that the new one follows
 * @param previous the state to merge with, without its outline; empty if there is none
 * @param outline what the state before tells of older stretches of the chat
 * @param pins what of everything up to the boundary stays in the view, and what the state is to cover
 * @param before what was said last before the span, to understand what it answers
 * @param span the messages as a model reads them: what is to be covered and, to understand it, what is pinned among it
 * @param kept the messages that the view goes on showing
 * @param boundary the last sequence number covered
 * @param maxTokens the most the new state may take
 * @param replacedTokens what the span and the state before cost
 * @param free whether it is to be written without a model, because nobody asked for what that costs
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
        boolean free) {
    /** Whether nothing that this was prepared from has changed, but for messages that came after it. */
    boolean stillHolds(StoredChat stored) {
        CompressionRecord now = stored.record();
        return stored.incarnation().equals(incarnation)
                && stored.revision() == revision
                && now.boundary() == base.boundary()
                && now.segments().equals(base.segments());
    }

    /** The same, to be written without a model. */
    CompressTask withoutModel() {
        return with(maxTokens, true);
    }

    /** The same with another cap. */
    CompressTask within(int tokens) {
        return with(tokens, free);
    }

    private CompressTask with(int tokens, boolean withoutModel) {
        return new CompressTask(
                incarnation,
                revision,
                base,
                previous,
                outline,
                pins,
                before,
                span,
                kept,
                boundary,
                tokens,
                replacedTokens,
                withoutModel);
    }

    /** The messages that the state is to cover, in order. */
    List<Entry> covered() {
        return pins.covered();
    }
}
