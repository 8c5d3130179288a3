package io.github.sessioncompression;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.LedgerEntry;
import io.github.sessioncompression.store.SegmentState;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Erases a message and everything that the state has of it.
 *
 * <p>What the state says of it goes first, so that a crash leaves a message too many and never a trace too many. After it another
 * record is committed in any case: a compression that has read the message meanwhile names the record before and is refused.
 */
final class Erasure {
    private final ContextRules rules;
    private final InstantSource clock;

    Erasure(ContextRules rules, InstantSource clock) {
        this.rules = rules;
        this.clock = clock;
    }

    /** What became of an erasure. */
    enum Result {
        /** There is no such message. */
        NOTHING,
        /** The message is gone. */
        ERASED,
        /** The message is gone, and so much of the state with it that it is to be written anew. */
        STATE_TOO_SMALL
    }

    /** Erases the message at {@code sequence} of {@code chat}, which is locked and up to date. */
    Result erase(Chat chat, long sequence) {
        boolean covered = sequence <= chat.stored().boundary();
        int before = rules.stateTokens(chat.stored().record().injected());
        if (covered) {
            withoutTraces(chat, sequence);
        }
        if (!chat.stored().asked().erase(sequence)) {
            return Result.NOTHING;
        }
        chat.sync();
        withoutTraces(chat, sequence);
        int after = rules.stateTokens(chat.stored().record().injected());
        return covered && after * 2 < before ? Result.STATE_TOO_SMALL : Result.ERASED;
    }

    private void withoutTraces(Chat chat, long sequence) {
        for (int tries = 1; !tryWithoutTraces(chat, sequence); tries++) {
            chat.refuseAfter(tries);
            chat.sync();
        }
    }

    private boolean tryWithoutTraces(Chat chat, long sequence) {
        StoredChat stored = chat.stored();
        CompressionRecord record = stored.record();
        List<SegmentState> segments = new ArrayList<>();
        List<SegmentState> changed = new ArrayList<>();
        for (SegmentState segment : stored.segments()) {
            StateDocument clean = without(segment.document(), sequence);
            SegmentState kept = segment;
            if (!clean.equals(segment.document())) {
                long id = SegmentState.id(record.version() + 1, changed.size());
                kept = new SegmentState(id, segment.through(), clean, clock.instant());
                changed.add(kept);
            }
            segments.add(kept);
        }
        List<LedgerEntry> ledger = record.ledger().stream()
                .filter(entry -> !entry.sources().contains(sequence))
                .toList();
        List<Long> pinned =
                record.pinned().stream().filter(pin -> pin != sequence).toList();
        List<Long> ids = segments.stream().map(SegmentState::id).toList();
        return chat.commit(
                record.erased(
                        pinned,
                        ids,
                        tellings(stored, sequence),
                        without(record.injected(), sequence),
                        ledger,
                        clock.instant()),
                changed);
    }

    /** A model that told of the message read it when it told of the stretches beside it, too: all of that goes. */
    private static List<Long> tellings(StoredChat stored, long sequence) {
        return stored.asked().segments(stored.record().tellings()).stream()
                .filter(told -> told.tellings().stream()
                        .noneMatch(telling -> telling.sources().contains(sequence)))
                .map(SegmentState::id)
                .toList();
    }

    /** What is not known to come from elsewhere may come from the message: it goes, too. */
    private static StateDocument without(StateDocument document, long sequence) {
        Map<String, List<StateItem>> fields = new LinkedHashMap<>();
        document.without(List.of(sequence))
                .fields()
                .forEach((name, items) -> fields.put(
                        name,
                        items.stream().filter(item -> !item.sources().isEmpty()).toList()));
        return new StateDocument(fields);
    }
}
