package io.github.sessioncompression.lists;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.CompressionRecord;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Puts together what is known of a list and what was read of it.
 *
 * <p>What was read is the same as what is known, or more of it, or something else. In the first two cases what is known goes on,
 * with everything the list can't hold; a state that stands elsewhere or says something else is a new record. In the third it
 * is another conversation, known from the list alone.
 *
 * <p>The incarnation of such a conversation follows from what was read and from what was known before. So it is the same at each
 * reading even if nothing can be remembered between them, and never that of the life before.
 */
final class Reconciliation<M> {
    private final MessageLists<M> lists;
    private final StateSchema schema;
    private final InstantSource clock;

    Reconciliation(MessageLists<M> lists, StateSchema schema, InstantSource clock) {
        this.lists = lists;
        this.schema = schema;
        this.clock = clock;
    }

    /**
     * What is known after reading a list that is not as it was.
     *
     * @param keepsResults whether the framework's store is known to keep tool messages
     * @return {@code null} if nothing was known and nothing is there
     */
    @Nullable
    KnownList<M> after(@Nullable KnownList<M> known, List<M> list, boolean keepsResults) {
        if (list.isEmpty()) {
            return known == null ? null : KnownList.begun(known.incarnation());
        }
        ListReading<M> reading = ListReading.of(lists, schema, list);
        Alignment alignment =
                known == null || known.isGone() ? null : Alignment.of(known.lines(), reading.messages(), keepsResults);
        KnownList<M> now = known == null || alignment == null
                ? anew(known, reading)
                : alignment.complete() ? reread(known, reading) : restored(known, reading, alignment);
        return now.seen(list);
    }

    private KnownList<M> anew(@Nullable KnownList<M> known, ListReading<M> reading) {
        KnownList<M> kept = KnownList.<M>begun(successor(known == null ? "" : known.incarnation(), reading))
                .appended(reading.lines(0, 1), reading.raws());
        return placed(kept, reading.pair(), reading.state());
    }

    /** All that is known was read: what is in the list now goes for everything the list can hold. */
    private KnownList<M> reread(KnownList<M> known, ListReading<M> reading) {
        int size = known.lines().size();
        List<NumberedMessage> lines = Alignment.updated(known.lines(), reading.messages());
        KnownList<M> kept = known.rewritten(lines, reading.raws().subList(0, size));
        if (lines != known.lines()) {
            kept = kept.reborn(successor(known.incarnation(), reading));
        }
        return continued(kept, reading, size, reading.pair());
    }

    /** The store has lost some of what is known: that goes for what was read, too. */
    private KnownList<M> restored(KnownList<M> known, ListReading<M> reading, Alignment alignment) {
        StatePair<M> read = reading.pair();
        StatePair<M> stood = known.pair();
        StatePair<M> stands = null;
        if (read != null) {
            boolean same = stood != null && alignment.readBefore(stood.at()) == read.at();
            stands = read.at(
                    same && stood != null
                            ? stood.at()
                            : alignment.place(read.at(), known.lines().size()));
        }
        return continued(known, reading, alignment.matched(), stands);
    }

    private KnownList<M> continued(
            KnownList<M> known, ListReading<M> reading, int from, @Nullable StatePair<M> stands) {
        List<M> raws = reading.raws();
        KnownList<M> kept =
                known.appended(reading.lines(from, known.lastSequence() + 1), raws.subList(from, raws.size()));
        return StatePair.same(known.pair(), stands) ? kept.standing(stands) : placed(kept, stands, reading.state());
    }

    /** With the record that a pair found in the list stands for; what the list can't say is as it was before. */
    private KnownList<M> placed(KnownList<M> kept, @Nullable StatePair<M> pair, StateDocument state) {
        CompressionRecord before = kept.record();
        if (pair == null && before == null) {
            return kept;
        }
        CompressionRecord base = before == null ? CompressionRecord.none(schema.name()) : before;
        int at = pair == null ? 0 : pair.at();
        CompressionRecord next = new CompressionRecord(
                base.version() + 1,
                at == 0 ? 0 : kept.lines().get(at - 1).sequence(),
                kept.staying(at),
                base.prunedThrough(),
                schema.name(),
                pair == null ? List.of() : List.of(state),
                state,
                base.enabled(),
                CompressionRecord.Cause.FOUND,
                CompressionRecord.Accounting.NONE,
                clock.instant());
        return kept.recorded(next, pair);
    }

    private static String successor(String incarnation, ListReading<?> reading) {
        String basis = incarnation + '\n' + reading.basis();
        return UUID.nameUUIDFromBytes(basis.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
