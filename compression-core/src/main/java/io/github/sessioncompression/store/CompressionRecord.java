package io.github.sessioncompression.store;

import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.state.Artefacts;
import io.github.sessioncompression.state.StateDocument;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The compressed part of a conversation: everything a view is derived from beside the transcript itself.
 *
 * <p>Immutable. A conversation has one current record; earlier ones stay as its history.
 *
 * <p>It names its states by id and has a copy of what is shown of them, so a view needs one read, and a record that changes anything else adds no state.
 * Each method that returns "the next record" adds one to the version and sets cause and time. Such a record has the accounting of a compression no longer,
 * and the bridge only if pins, placeholders or the switch changed: after anything else what it replaces may be covered or gone.
 *
 * @param version 1 for a conversation's first stored record, then one more for each
 * @param boundary the last sequence number the state covers, 0 if none; everything after it is shown in full
 * @param pinned sequence numbers at or before the boundary that every view shows all the same, ascending: system messages,
 *     groups with a {@link io.github.sessioncompression.message.Message#pinned() pinned} message, and if the boundary is inside
 *     a turn the turn's user message until a later compression covers it
 * @param pruned the messages that views show less of
 * @param schema the name of the schema the states were written under
 * @param segments the ids of the {@linkplain SegmentState states} that hold, oldest first: at most one when states are merged,
 *     one for each compression in a chain
 * @param tellings the ids of models' summaries of single stretches of the covered part, oldest first: one at most for each compression
 * @param injected what of the states a view shows: the states within the room there was, or an empty document
 * @param enabled false if the application has switched compression off for this conversation
 * @param cause what made this record
 * @param accounting what it cost and saved
 * @param createdAt when it was made
 * @param lastSequence the last sequence number of the transcript when it was made, 0 if that is not known
 * @param artefacts the files, tools, commands, decisions and open questions of what is covered
 * @param chosen the application's choices about pins
 * @param bridge what views show until a model's state covers more; {@link Bridge#NONE} if nothing
 */
public record CompressionRecord(
        long version,
        long boundary,
        List<Long> pinned,
        Pruned pruned,
        String schema,
        List<Long> segments,
        List<Long> tellings,
        StateDocument injected,
        boolean enabled,
        Cause cause,
        Accounting accounting,
        Instant createdAt,
        long lastSequence,
        Artefacts artefacts,
        ChosenPins chosen,
        Bridge bridge) {
    /** The step that made a record. */
    public enum Cause {
        /** Nothing: there is no record yet. */
        NONE,
        /** Tool results went behind the prune boundary. */
        PRUNED,
        /** A model wrote the state. */
        MODEL,
        /** The extract compiler wrote the state. */
        OFFLINE,
        /** An extract is shown while a model writes the state: see {@link Bridge}. */
        BRIDGED,
        /** The injected part of the state was made smaller or larger; the state itself stayed. */
        RESIZED,
        /** Compression was switched on or off. */
        SWITCHED,
        /** The application pinned or unpinned a message. */
        PINNED,
        /** The application put other messages, or a state it had kept, in the place of what was there. */
        REPLACED,
        /** The state was found in a list of messages, left there by another process or an earlier one. */
        FOUND,
        /** A message was erased, and what the state had of it. */
        ERASED,
        /** An earlier record holds again. */
        ROLLED_BACK,
        /** A session began, and shows the states of earlier ones. */
        CONTINUED;

        /** True if the application has asked for just this, so that it must be kept at once. */
        public boolean isTheApplications() {
            return switch (this) {
                case REPLACED, ERASED, ROLLED_BACK, CONTINUED -> true;
                case NONE, PRUNED, MODEL, OFFLINE, BRIDGED, RESIZED, SWITCHED, PINNED, FOUND -> false;
            };
        }
    }

    /**
     * An extract that replaces messages behind the boundary above the hard limit, while a model writes their state. It is in the record, so that
     * all processes show the same one. The messages stay to be compressed.
     *
     * @param through the last sequence number that it replaces, 0 if none
     * @param shown what views show of it and of the state before
     * @param whole all of it, with the state before
     */
    public record Bridge(long through, StateDocument shown, StateDocument whole) {
        /** No extract. */
        public static final Bridge NONE = new Bridge(0, StateDocument.EMPTY, StateDocument.EMPTY);
    }

    /** Checks the bounds. */
    public CompressionRecord {
        pinned = List.copyOf(pinned);
        segments = List.copyOf(segments);
        tellings = List.copyOf(tellings);
        Objects.requireNonNull(chosen, "chosen");
        Objects.requireNonNull(bridge, "bridge");
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(injected, "injected");
        Objects.requireNonNull(cause, "cause");
        Objects.requireNonNull(accounting, "accounting");
        Objects.requireNonNull(createdAt, "createdAt");
        Objects.requireNonNull(artefacts, "artefacts");
        Objects.requireNonNull(pruned, "pruned");
        if (version < 0 || boundary < 0 || lastSequence < 0) {
            throw new IllegalArgumentException("version, boundary and lastSequence must be 0 or more, but were "
                    + version + ", " + boundary + " and " + lastSequence);
        }
    }

    /** The ids of all that a store keeps for this record: {@link #segments} and {@link #tellings}. */
    public List<Long> needed() {
        return Stream.concat(segments.stream(), tellings.stream()).toList();
    }

    /** The record of a conversation that has none yet: enabled, nothing compressed or pruned, version 0. */
    public static CompressionRecord none(String schema) {
        return none(schema, 0);
    }

    /** An empty record like {@link #none(String)} that replaces an unreadable one of the given version. */
    public static CompressionRecord none(String schema, long version) {
        return new CompressionRecord(
                version,
                0,
                List.of(),
                Pruned.NONE,
                schema,
                List.of(),
                List.of(),
                StateDocument.EMPTY,
                true,
                Cause.NONE,
                Accounting.NONE,
                Instant.EPOCH,
                0,
                Artefacts.NONE,
                ChosenPins.NONE,
                Bridge.NONE);
    }

    /** The same record, made when the transcript ended with that message. */
    public CompressionRecord madeAt(long last) {
        return copy(last, artefacts, chosen, bridge);
    }

    /** The same record with other artefacts. */
    public CompressionRecord withArtefacts(Artefacts others) {
        return copy(lastSequence, others, chosen, bridge);
    }

    private CompressionRecord copy(long last, Artefacts work, ChosenPins pins, Bridge shown) {
        return new CompressionRecord(
                version,
                boundary,
                pinned,
                pruned,
                schema,
                segments,
                tellings,
                injected,
                enabled,
                cause,
                accounting,
                createdAt,
                last,
                work,
                pins,
                shown);
    }

    /** The next record, with other choices about pins. */
    public CompressionRecord pinning(ChosenPins pins, List<Long> newPinned, Instant now) {
        return edited(Cause.PINNED, newPinned, segments, tellings, injected, now)
                .choosing(pins);
    }

    /** The same record with other choices about pins. */
    public CompressionRecord choosing(ChosenPins pins) {
        return copy(lastSequence, artefacts, pins, bridge);
    }

    /** The next record, with more messages pruned. */
    public CompressionRecord pruned(Pruned more, Instant now) {
        return next(Cause.PRUNED, boundary, pinned, more, segments, tellings, injected, enabled, now);
    }

    /** The next record, with an extract for messages behind the boundary. */
    public CompressionRecord bridged(Bridge extract, Instant now) {
        return edited(Cause.BRIDGED, pinned, segments, tellings, injected, now).copy(0, artefacts, chosen, extract);
    }

    /** The next record, with more or less of the same states injected. */
    public CompressionRecord resized(StateDocument shown, Instant now) {
        return edited(Cause.RESIZED, pinned, segments, tellings, shown, now);
    }

    /** The next record, with compression switched on or off. */
    public CompressionRecord switched(boolean on, Instant now) {
        return next(Cause.SWITCHED, boundary, pinned, pruned, segments, tellings, injected, on, now);
    }

    /** The next record after the application replaced the messages: it covers those up to {@code through}, and shows only {@code state}. */
    public CompressionRecord replaced(
            long through, List<Long> newPinned, List<Long> newSegments, StateDocument state, Instant now) {
        List<Long> none = List.of();
        return next(Cause.REPLACED, through, newPinned, Pruned.NONE, newSegments, none, state, enabled, now)
                .withArtefacts(Artefacts.NONE);
    }

    /** The next record after the application removed pinned messages. */
    public CompressionRecord unpinned(List<Long> stillPinned, Instant now) {
        return edited(Cause.REPLACED, stillPinned, segments, tellings, injected, now);
    }

    /**
     * The next record when an earlier one holds again without its tellings, for the messages up to {@code through}, which may have other numbers
     * now: with its segments under their ids in this incarnation of the conversation, and its state with the numbers of now.
     */
    public CompressionRecord restored(
            CompressionRecord earlier,
            long through,
            List<Long> newPinned,
            List<Long> newSegments,
            StateDocument shown,
            Instant now) {
        List<Long> none = List.of();
        boolean on = earlier.enabled;
        return next(Cause.REPLACED, through, newPinned, Pruned.NONE, newSegments, none, shown, on, now)
                .withArtefacts(earlier.artefacts);
    }

    /** The next record, with other states of earlier sessions in the last of its segments and in what is shown. */
    public CompressionRecord continued(List<Long> newSegments, StateDocument shown, Instant now) {
        return edited(Cause.CONTINUED, pinned, newSegments, tellings, shown, now);
    }

    /** The next record of a session that begins behind the message {@code through}: nothing of it is compressed yet. */
    public CompressionRecord begun(long through, Instant now) {
        List<Long> none = List.of();
        Pruned all = Pruned.through(through);
        return next(Cause.CONTINUED, through, none, all, none, none, StateDocument.EMPTY, enabled, now)
                .copy(0, Artefacts.NONE, ChosenPins.NONE, Bridge.NONE);
    }

    /** The next record after messages were erased, also from the states and tellings. */
    public CompressionRecord erased(
            List<Long> stillPinned, List<Long> newSegments, List<Long> newTellings, StateDocument shown, Instant now) {
        return edited(Cause.ERASED, stillPinned, newSegments, newTellings, shown, now);
    }

    /** The next record when an earlier one of the same conversation holds again; the switch and what is chosen stay as they are. */
    public CompressionRecord rolledBack(CompressionRecord earlier, List<Long> newPinned, Instant now) {
        return next(
                        Cause.ROLLED_BACK,
                        earlier.boundary,
                        newPinned,
                        earlier.pruned,
                        earlier.segments,
                        earlier.tellings,
                        earlier.injected,
                        enabled,
                        now)
                .withArtefacts(earlier.artefacts);
    }

    /** The next record with the same boundary, placeholders and switch. */
    private CompressionRecord edited(
            Cause why, List<Long> pins, List<Long> states, List<Long> told, StateDocument shown, Instant now) {
        return next(why, boundary, pins, pruned, states, told, shown, enabled, now);
    }

    /** The next record. What was paid since a model was asked last is kept as long as the boundary is. */
    private CompressionRecord next(
            Cause why,
            long through,
            List<Long> pins,
            Pruned less,
            List<Long> states,
            List<Long> told,
            StateDocument shown,
            boolean on,
            Instant now) {
        return new CompressionRecord(
                version + 1,
                through,
                pins,
                less,
                schema,
                states,
                told,
                shown,
                on,
                why,
                through == boundary ? accounting.unspent() : Accounting.NONE,
                now,
                0,
                artefacts,
                chosen,
                why == Cause.PRUNED || why == Cause.PINNED || why == Cause.SWITCHED ? bridge : Bridge.NONE);
    }
}
