package io.github.sessioncompression.context;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SegmentState;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Erases a message and everything that the state has of it.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>Commit a record without the state's traces of the message: first, so that a crash leaves a message too many, never a trace too many.
 *   <li>Erase the message in the store.
 *   <li>Commit once more in any case: a writer that has read the message names the record before and is refused.
 *   <li>If another record was kept in between, which may have the message and be rolled back to, begin again.
 * </ol>
 *
 * <p>A trace is an entry of a state with that source or without any, a line of the outline or a model's summary that may be made of it, an artefact,
 * a pin. <b>Does nothing</b> if the number is no message's; what the state has of a message that is gone is removed all the same. <b>Threads:</b>
 * used under the chat's lock. <b>On failure</b> of the store its exception is thrown, and a repeated call ends what was begun.
 */
public record Erasure(ContextRules rules, InstantSource clock) {
    /** No version of a record. */
    private static final long NONE = -1;

    /** Outcome of an erasure. */
    public enum Result {
        /** There was no such message. */
        NOTHING,
        /** The message is gone; what is left of the state stays. */
        ERASED,
        /** The message is gone, and so much of the state with it that the state must be rewritten. */
        STATE_TOO_SMALL
    }

    /**
     * A record without what it has of a message.
     *
     * @param changed the states of it that the store has not yet; the others stay under their ids
     */
    private record Cleaned(CompressionRecord record, List<SegmentState> changed) {
        boolean isSame(CompressionRecord before) {
            return changed.isEmpty()
                    && record.pinned().equals(before.pinned())
                    && record.chosen().equals(before.chosen())
                    && record.segments().equals(before.segments())
                    && record.tellings().equals(before.tellings())
                    && record.artefacts().equals(before.artefacts())
                    && record.bridge().equals(before.bridge())
                    && record.injected().equals(before.injected());
        }
    }

    /**
     * Erases the message under a number.
     *
     * @return {@link Result#STATE_TOO_SMALL} if the message was covered and less than half of the shown state is left
     */
    public Result erase(Chat chat, long sequence) {
        StoredChat stored = chat.stored();
        if (sequence < 1 || sequence > stored.lastSequence()) {
            return Result.NOTHING;
        }
        boolean covered = sequence <= stored.boundary();
        int before = rules.stateTokens(stored.record().injected());
        long last = stored.lastSequence();
        boolean erased = false;
        boolean done = false;
        // Numbers never grow smaller but in a conversation that was deleted and begun again.
        ConflictRetry tries = chat.tries();
        while (!done && stored.lastSequence() >= last) {
            long clean = withoutTraces(chat, sequence);
            if (clean != NONE) {
                erased |= stored.asked().erase(sequence);
                chat.sync();
                done = stored.record().version() == clean && commit(chat, cleaned(stored, sequence));
            }
            if (!done) {
                tries.next();
            }
        }
        if (!erased) {
            return Result.NOTHING;
        }
        int after = rules.stateTokens(stored.record().injected());
        return covered && after * 2 < before ? Result.STATE_TOO_SMALL : Result.ERASED;
    }

    /** Makes the current record one without traces; its version, {@link #NONE} if somebody was faster. */
    private long withoutTraces(Chat chat, long sequence) {
        CompressionRecord record = chat.stored().record();
        Cleaned cleaned = cleaned(chat.stored(), sequence);
        if (cleaned.isSame(record)) {
            return record.version();
        }
        return commit(chat, cleaned) ? cleaned.record().version() : NONE;
    }

    /** False if another process was faster. */
    private static boolean commit(Chat chat, Cleaned cleaned) {
        return chat.commit(cleaned.record(), cleaned.changed());
    }

    /**
     * The current record without traces of a message. Summaries that may mention it go as a whole, and with them the outline from their first message
     * on.
     */
    private Cleaned cleaned(StoredChat stored, long sequence) {
        CompressionRecord record = stored.record();
        List<SegmentState> told = stored.asked().segments(record.tellings());
        List<SegmentState> tainted =
                told.stream().filter(each -> mayTellOf(each, sequence)).toList();
        long outline = tainted.stream()
                .flatMap(each -> each.tellings().stream())
                .mapToLong(telling -> Math.min(sequence, telling.sources().get(0)))
                .min()
                .orElse(Long.MAX_VALUE);
        List<SegmentState> segments = new ArrayList<>();
        List<SegmentState> changed = new ArrayList<>();
        for (SegmentState segment : stored.segments()) {
            StateDocument clean = without(segment.document(), sequence, outline);
            SegmentState kept = segment;
            if (!clean.equals(segment.document())) {
                long id = SegmentState.id(record.version() + 1, changed.size());
                kept = new SegmentState(id, segment.through(), clean, clock.instant());
                changed.add(kept);
            }
            segments.add(kept);
        }
        List<Long> pinned =
                record.pinned().stream().filter(pin -> pin != sequence).toList();
        List<Long> ids = segments.stream().map(SegmentState::id).toList();
        return new Cleaned(
                record.erased(
                                pinned,
                                ids,
                                told.stream()
                                        .filter(each -> !tainted.contains(each))
                                        .map(SegmentState::id)
                                        .toList(),
                                without(record.injected(), sequence, outline),
                                clock.instant())
                        .withArtefacts(record.artefacts().without(sequence))
                        .choosing(record.chosen().without(sequence)),
                changed);
    }

    /** A model that read the message, or a state that was made of it, may mention it in its summary of any segment. */
    private static boolean mayTellOf(SegmentState told, long sequence) {
        return told.through() >= sequence
                || told.tellings().stream()
                        .anyMatch(telling -> telling.sources().contains(sequence));
    }

    /**
     * Removes items without known sources, too: they may come from the message.
     *
     * @param outline message from which on the lines of the outline go: the next compression writes them of what is left
     */
    private static StateDocument without(StateDocument document, long sequence, long outline) {
        Map<String, List<StateItem>> fields = new LinkedHashMap<>();
        List<StateItem> lines = document.items(StateDocument.SEGMENTS).stream()
                .filter(line -> line.sources().stream().allMatch(source -> source < outline))
                .toList();
        document.with(StateDocument.SEGMENTS, lines)
                .without(List.of(sequence))
                .fields()
                .forEach((name, items) -> fields.put(
                        name,
                        name.equals(StateDocument.EARLIER)
                                ? items // of other conversations, each with an erasure of its own
                                : items.stream()
                                        .filter(item -> !item.sources().isEmpty())
                                        .toList()));
        return new StateDocument(fields);
    }
}
