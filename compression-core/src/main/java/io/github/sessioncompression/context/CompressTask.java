package io.github.sessioncompression.context;

import io.github.sessioncompression.cut.Pins;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * A span to compress, and what it replaces. Made under the chat's lock by {@link TaskMaker}, written without it, and committed only if
 * {@link #stillHolds}. Immutable.
 *
 * @param basis the stored chat that it was made of
 * @param previous the state to merge with, without its outline; empty if there is none
 * @param outline what the state before contains of older segments
 * @param pins what of everything up to the boundary stays in the view, and what the state must cover
 * @param before the last messages before the span, to understand what it answers
 * @param span the messages as a model reads them: what must be covered and, to understand it, what is pinned among it
 * @param kept the messages that the view keeps showing
 * @param boundary the last sequence number that the state covers
 * @param maxTokens largest state, in tokens, with its outline
 * @param replacedTokens size of the messages and of the state that it replaces, in tokens
 * @param extract true if the state is not worth the price of a model
 * @param paid input of the chat's calls since a model was asked last, in tokens at full price
 * @param free true if it must be written without a model, because nobody asked for what that costs
 */
public record CompressTask(
        Basis basis,
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
    /**
     * The stored chat that a task was made of.
     *
     * @param revision changes whenever messages are erased or replaced
     * @param record the record that the next one replaces
     */
    public record Basis(String incarnation, long revision, CompressionRecord record) {
        public static Basis of(StoredChat stored) {
            return new Basis(stored.incarnation(), stored.revision(), stored.record());
        }
    }

    /**
     * True if nothing has changed in the chat that the state depends on: no message was taken away, no other state or pin was committed. Messages
     * that were added do not count, nor does another version of the record that has only another pruning, extract or switch.
     */
    public boolean stillHolds(StoredChat stored) {
        CompressionRecord now = stored.record();
        return stored.incarnation().equals(basis.incarnation())
                && stored.revision() == basis.revision()
                && now.boundary() == base().boundary()
                && now.segments().equals(base().segments())
                && now.pinned().equals(base().pinned())
                && now.chosen().equals(base().chosen());
    }

    /** The record that the task was made of. */
    public CompressionRecord base() {
        return basis.record();
    }

    /** The messages that a view keeps showing if the task is done now: others may have come since it was made. */
    public List<Entry> keptNow(StoredChat stored) {
        return kept(stored, pins, boundary);
    }

    /** The messages up to the boundary that stay, and all behind it, without system messages. */
    static List<Entry> kept(StoredChat stored, Pins pins, long boundary) {
        List<Entry> kept = new ArrayList<>(pins.history());
        List<Entry> active = stored.active();
        kept.addAll(active.subList(Entry.countThrough(active, boundary), active.size()));
        kept.removeIf(entry -> entry.message().role() == Role.SYSTEM);
        return kept;
    }

    /** This task for a smaller state. */
    public CompressTask within(int tokens) {
        return with(pins, before, tokens);
    }

    /** The messages that the state must cover, in order; the view does not show them any more. */
    public List<Entry> covered() {
        return pins.covered();
    }

    /** This task for the latest covered messages of at most {@code tokens} together. */
    public CompressTask latest(long tokens) {
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
                basis,
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
