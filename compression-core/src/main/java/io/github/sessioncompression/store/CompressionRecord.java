package io.github.sessioncompression.store;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateShares;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What was compressed of a conversation: everything a view is derived from beside the transcript itself.
 *
 * <p>Immutable. A conversation has one current record; earlier ones stay as its history.
 *
 * @param version 1 for a conversation's first stored record, then one more for each
 * @param boundary the last sequence number the state covers, 0 if none; everything after it is shown in full
 * @param pinned sequence numbers at or before the boundary that every view shows all the same, ascending: system messages,
 *     groups with a {@link io.github.sessioncompression.message.Message#pinned() pinned} message, and where the boundary is inside
 *     a turn the turn's user message until a later compression covers it
 * @param prunedThrough the last sequence number whose tool results may be shown as placeholders, 0 if none
 * @param schema the name of the schema the states were written under
 * @param segments the ids of the {@linkplain SegmentState states} that hold, oldest first: at most one when states are merged,
 *     one for each compression in a chain
 * @param tellings the ids of what models told of single stretches of what is covered, oldest first: one at most for each compression
 * @param injected what of the states a view shows: the states within the room there was, or an empty document
 * @param ledger what must be shown although the states lack it
 * @param enabled whether this conversation is compressed at all
 * @param cause what made this record
 * @param accounting what it cost and saved
 * @param createdAt when it was made
 */
public record CompressionRecord(
        long version,
        long boundary,
        List<Long> pinned,
        long prunedThrough,
        String schema,
        List<Long> segments,
        List<Long> tellings,
        StateDocument injected,
        List<LedgerEntry> ledger,
        boolean enabled,
        Cause cause,
        Accounting accounting,
        Instant createdAt) {

    /** What made a record. */
    public enum Cause {
        /** Nothing: there is no record yet. */
        NONE,
        /** Tool results went behind the prune boundary. */
        PRUNED,
        /** A model wrote the state. */
        MODEL,
        /** The offline compiler wrote the state. */
        OFFLINE,
        /** The injected part of the state was made smaller or larger; the state itself stayed. */
        RESIZED,
        /** Compression was switched on or off. */
        SWITCHED,
        /** The application put other messages, or a state it had kept, in the place of what was there. */
        REPLACED,
        /** The state was found in a list of messages, where another process or an earlier one has left it. */
        FOUND,
        /** A message was erased, and what the state had of it. */
        ERASED,
        /** An earlier record holds again. */
        ROLLED_BACK;

        /** True if the application has asked for just this, so that it is to be kept at once. */
        public boolean isTheApplications() {
            return switch (this) {
                case REPLACED, ERASED, ROLLED_BACK -> true;
                case NONE, PRUNED, MODEL, OFFLINE, RESIZED, SWITCHED, FOUND -> false;
            };
        }
    }

    /**
     * What a compression covered, cost and saved, in tokens.
     *
     * @param messages how many messages the span had
     * @param spanTokens what the span and the state before cost in a request
     * @param stateTokens what the new state costs in a request
     * @param modelInputTokens what the compression model read, 0 offline
     * @param modelOutputTokens what the compression model wrote, 0 offline
     * @param coverage what became of the facts
     * @param shares tokens of the shown state by who wrote them
     */
    public record Accounting(
            int messages,
            long spanTokens,
            int stateTokens,
            long modelInputTokens,
            long modelOutputTokens,
            Coverage coverage,
            StateShares shares) {
        /** Nothing covered, nothing spent. */
        public static final Accounting NONE = new Accounting(0, 0, 0, 0, 0, Coverage.NONE, StateShares.NONE);
    }

    /**
     * What became of the facts of the span and of the state before it: names, numbers, dates, decisions, rules and the like.
     *
     * @param required how many had to be shown; what was put right later is not among them
     * @param held how many of them the new state or the messages that stay show
     * @param shown how many they show together with the ledger
     * @param leftOut how many sentences with facts found no room
     * @param invented how many sentences of the model were taken away because they name a value that it was not given, or
     *     tell what the user has taken back
     */
    public record Coverage(int required, int held, int shown, int leftOut, int invented) {
        /** Nothing was required. */
        public static final Coverage NONE = new Coverage(0, 0, 0, 0, 0);

        /** The share of what is required that is shown, 0 to 1; 1 if nothing is. */
        public double share() {
            return required == 0 ? 1 : Math.min(1, (double) shown / required);
        }
    }

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if {@code version} or a sequence number is below 0
     */
    public CompressionRecord {
        pinned = List.copyOf(pinned);
        segments = List.copyOf(segments);
        tellings = List.copyOf(tellings);
        ledger = List.copyOf(ledger);
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(injected, "injected");
        Objects.requireNonNull(cause, "cause");
        Objects.requireNonNull(accounting, "accounting");
        Objects.requireNonNull(createdAt, "createdAt");
        if (version < 0 || boundary < 0 || prunedThrough < 0) {
            throw new IllegalArgumentException("version, boundary and prunedThrough must be 0 or more, but were "
                    + version + ", " + boundary + " and " + prunedThrough);
        }
    }

    /** A record without anything told of single stretches. */
    public CompressionRecord(
            long version,
            long boundary,
            List<Long> pinned,
            long prunedThrough,
            String schema,
            List<Long> segments,
            StateDocument injected,
            List<LedgerEntry> ledger,
            boolean enabled,
            Cause cause,
            Accounting accounting,
            Instant createdAt) {
        this(
                version,
                boundary,
                pinned,
                prunedThrough,
                schema,
                segments,
                List.of(),
                injected,
                ledger,
                enabled,
                cause,
                accounting,
                createdAt);
    }

    /** The ids of all that a store keeps for this record: {@link #segments} and {@link #tellings}. */
    public List<Long> needed() {
        return Stream.concat(segments.stream(), tellings.stream()).toList();
    }

    /** What holds as long as a conversation has no record: enabled, nothing compressed or pruned, version 0. */
    public static CompressionRecord none(String schema) {
        return none(schema, 0);
    }

    /** The same in the place of a record of that version, which can't be read. */
    public static CompressionRecord none(String schema, long version) {
        return new CompressionRecord(
                version,
                0,
                List.of(),
                0,
                schema,
                List.of(),
                StateDocument.EMPTY,
                List.of(),
                true,
                Cause.NONE,
                Accounting.NONE,
                Instant.EPOCH);
    }

    /** The record that follows this one with other results pruned. */
    public CompressionRecord pruned(long through, Instant now) {
        return next(Cause.PRUNED, boundary, pinned, through, segments, tellings, injected, ledger, enabled, now);
    }

    /** The record that follows this one with more or less of the same states injected. */
    public CompressionRecord resized(StateDocument shown, Instant now) {
        return next(Cause.RESIZED, boundary, pinned, prunedThrough, segments, tellings, shown, ledger, enabled, now);
    }

    /** The record that follows this one with compression switched on or off. */
    public CompressionRecord switched(boolean on, Instant now) {
        return next(Cause.SWITCHED, boundary, pinned, prunedThrough, segments, tellings, injected, ledger, on, now);
    }

    /**
     * The record that follows this one when the application put other messages in the place of those there were: nothing
     * is covered but what came before, and only {@code state} is shown of it.
     */
    public CompressionRecord replaced(
            long newBoundary, List<Long> newPinned, List<Long> newSegments, StateDocument state, Instant now) {
        List<Long> none = List.of();
        return next(Cause.REPLACED, newBoundary, newPinned, 0, newSegments, none, state, List.of(), enabled, now);
    }

    /** The record that follows this one when the application took messages out that are pinned. */
    public CompressionRecord unpinned(List<Long> stillPinned, Instant now) {
        return next(
                Cause.REPLACED,
                boundary,
                stillPinned,
                prunedThrough,
                segments,
                tellings,
                injected,
                ledger,
                enabled,
                now);
    }

    /**
     * The record that follows this one when what an earlier one shows holds again, now for the messages up to {@code through}; without
     * what was told of single stretches, whose messages may have other numbers now.
     *
     * @param newSegments the earlier record's segments under their ids in this life of the conversation
     * @param shown the earlier record's state, with the sequence numbers that its messages have now
     * @param kept the earlier record's ledger, likewise
     */
    public CompressionRecord restored(
            CompressionRecord earlier,
            long through,
            List<Long> newPinned,
            List<Long> newSegments,
            StateDocument shown,
            List<LedgerEntry> kept,
            Instant now) {
        return next(Cause.REPLACED, through, newPinned, 0, newSegments, List.of(), shown, kept, earlier.enabled, now);
    }

    /** The record that follows this one when messages were erased, and with them what the states and the tellings had of them. */
    public CompressionRecord erased(
            List<Long> stillPinned,
            List<Long> newSegments,
            List<Long> newTellings,
            StateDocument shown,
            List<LedgerEntry> kept,
            Instant now) {
        return next(
                Cause.ERASED,
                boundary,
                stillPinned,
                prunedThrough,
                newSegments,
                newTellings,
                shown,
                kept,
                enabled,
                now);
    }

    /** The record that follows this one when an earlier one of the same conversation holds again; the switch stays as it is. */
    public CompressionRecord rolledBack(CompressionRecord earlier, Instant now) {
        return next(
                Cause.ROLLED_BACK,
                earlier.boundary,
                earlier.pinned,
                earlier.prunedThrough,
                earlier.segments,
                earlier.tellings,
                earlier.injected,
                earlier.ledger,
                enabled,
                now);
    }

    private CompressionRecord next(
            Cause why,
            long through,
            List<Long> staying,
            long pruned,
            List<Long> states,
            List<Long> told,
            StateDocument shown,
            List<LedgerEntry> missing,
            boolean on,
            Instant now) {
        return new CompressionRecord(
                version + 1,
                through,
                staying,
                pruned,
                schema,
                states,
                told,
                shown,
                missing,
                on,
                why,
                Accounting.NONE,
                now);
    }
}
