package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.Artefacts;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.Accounting;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.CompressionRecord.Bridge;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore.Commit;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reconciles a known list with a reading of it.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>The state's pair is taken out of the reading, and {@linkplain ListCopies copies} of a save at the same moment.
 *   <li>{@link Alignment} matches the rest with the known messages. If all are there, or the store has dropped some of a kind, the conversation continues
 *       with everything the list can't hold; what is behind them is new. A text that the application replaced gives it a new incarnation.
 *   <li>If only messages at the end are missing that the state does not cover, and there is a side store, they count as removed.
 *   <li>Anything else is another conversation, known from the list alone, numbered from 1.
 *   <li>A state in another place or with another text than the known one becomes a record.
 * </ol>
 *
 * <p>A new incarnation is derived from the reading and the one before. So it is equal at each reading even if nothing can be remembered between them, and
 * never the previous one. <b>Threads:</b> immutable. Takes linear time.
 */
record Reconciliation<M>(MessageLists<M> lists, StateSchema schema, InstantSource clock, SideStore side) {
    /** A list as it was read: its messages without the pair, typed envelopes as they were typed, and the state in it. */
    private record ListReading<M>(
            List<Message> messages, List<M> raws, @Nullable StatePair<M> pair, StateDocument state) {
        static <M> ListReading<M> of(StateSchema schema, List<Message> all, List<M> list) {
            StatePair.Found found = StatePair.find(schema, all);
            List<Message> messages = new ArrayList<>(list.size());
            List<M> raws = new ArrayList<>(list.size());
            for (int i = 0; i < all.size(); i++) {
                if (found == null || (i != found.user() && i != found.acknowledgement())) {
                    messages.add(TypedEnvelope.read(all.get(i)));
                    raws.add(list.get(i));
                }
            }
            if (found == null) {
                return new ListReading<>(messages, raws, null, StateDocument.EMPTY);
            }
            int at = Math.min(found.user(), found.acknowledgement());
            String envelope = all.get(found.user()).text();
            StatePair<M> pair =
                    new StatePair<>(envelope, at, list.get(found.user()), list.get(found.acknowledgement()));
            return new ListReading<>(messages, raws, pair, found.state());
        }

        /** These messages as lines, from the one at {@code from} on, the first numbered {@code sequence}. */
        List<NumberedMessage<M>> lines(int from, long sequence) {
            return IntStream.range(from, messages.size())
                    .mapToObj(i -> NumberedMessage.read(sequence + i - from, messages.get(i), raws.get(i)))
                    .toList();
        }

        /** The text that names a conversation by its first message and its state. */
        String basis() {
            String first = messages.isEmpty()
                    ? ""
                    : messages.get(0).role() + " " + messages.get(0).text();
            return pair == null ? first : first + '\n' + pair.at() + pair.envelope();
        }
    }

    /** The known list after reading a changed one; {@code null} if there is none. */
    @Nullable
    KnownList<M> after(@Nullable KnownList<M> known, List<M> list, boolean keepsResults) {
        if (list.isEmpty()) {
            return known == null ? null : KnownList.begun(known.incarnation());
        }
        List<Message> messages = list.stream().map(lists::read).toList();
        ListReading<M> reading = ListReading.of(schema, messages, list);
        Alignment alignment = alignment(known, reading, keepsResults);
        List<Integer> single = ListCopies.without(
                messages, known == null ? List.of() : known.lines(), alignment != null && alignment.continues());
        if (single != null) {
            reading = ListReading.of(
                    schema,
                    single.stream().map(messages::get).toList(),
                    single.stream().map(list::get).toList());
            alignment = alignment(known, reading, keepsResults);
        }
        if (known == null || alignment == null || !alignment.continues()) {
            KnownList<M> cut = known == null || alignment == null ? null : cut(known, reading, alignment.end());
            return cut == null ? anew(known, reading).seen(list, reading.pair()) : after(cut, list, keepsResults);
        }
        if (alignment.complete()) {
            return reread(known, reading).seen(list, reading.pair());
        }
        StatePair<M> stands = place(known, reading, alignment);
        return continued(known, known, reading, alignment.matched(), stands).seen(list, stands);
    }

    /**
     * True if the list shows all known messages in their order, and behind them nothing or also a message that is not known: it may be taken
     * as it is. Otherwise another process may be about to save it.
     */
    boolean isComplete(KnownList<M> known, List<M> list, boolean keepsResults) {
        if (known.shows(list) || (list.isEmpty() && known.isGone())) {
            return true;
        }
        List<Message> messages = list.stream().map(lists::read).toList();
        ListReading<M> reading = ListReading.of(schema, messages, list);
        Alignment alignment = alignment(known, reading, keepsResults);
        int read = reading.messages().size();
        return alignment != null
                && alignment.continues()
                && (alignment.matched() == read
                        || !isKnown(known, reading.messages().subList(alignment.matched(), read)));
    }

    /** True if the list has no message that is not known, in any order: another process has saved it without the latest ones, or two at once. */
    boolean isPart(KnownList<M> known, List<M> list) {
        return isKnown(
                known, list.stream().map(lists::read).map(TypedEnvelope::read).toList());
    }

    private static boolean isKnown(KnownList<?> known, List<Message> messages) {
        Set<String> told = new HashSet<>();
        known.lines().forEach(line -> told.addAll(signs(line.message())));
        return messages.stream()
                .allMatch(message -> StateEnvelope.isAcknowledgement(message)
                        || (message.role() == Role.USER && StateEnvelope.holds(message.text()))
                        || signs(message).stream().anyMatch(told::contains));
    }

    /** What a framework's store may have kept of a message. */
    private static List<String> signs(Message message) {
        String text = message.role() + " " + message.text().strip();
        return message.role() == Role.TOOL && !message.toolCallId().isEmpty()
                ? List.of(text, "call " + message.toolCallId())
                : List.of(text);
    }

    private static <M> @Nullable Alignment alignment(
            @Nullable KnownList<M> known, ListReading<M> reading, boolean keepsResults) {
        return known == null || known.isGone() ? null : Alignment.of(known.lines(), reading.messages(), keepsResults);
    }

    private KnownList<M> anew(@Nullable KnownList<M> known, ListReading<M> reading) {
        KnownList<M> list = KnownList.<M>begun(successor(known == null ? "" : known.incarnation(), reading))
                .appended(reading.lines(0, 1));
        return found(list, reading.pair(), reading.state());
    }

    /**
     * The known list without the messages that are gone from the end, because a transaction was rolled back or a message deleted; {@code
     * null} if it is another list, or if the state covers what is gone.
     */
    private @Nullable KnownList<M> cut(KnownList<M> known, ListReading<M> reading, int end) {
        long last = known.lines().get(end - 1).sequence();
        CompressionRecord record = known.record();
        return side.store() == null || (record != null && record.boundary() > last)
                ? null
                : known.cutAfter(last).reborn(successor(known.incarnation() + '\n' + last, reading));
    }

    /** All known messages were read: the list's contents replace the known ones. */
    private KnownList<M> reread(KnownList<M> known, ListReading<M> reading) {
        int size = known.lines().size();
        List<NumberedMessage<M>> lines = new ArrayList<>(size);
        boolean isRewritten = false;
        for (int i = 0; i < size; i++) {
            NumberedMessage<M> before = known.lines().get(i);
            lines.add(before.reread(reading.messages().get(i), reading.raws().get(i)));
            isRewritten |= !lines.get(i).message().equals(before.message());
        }
        KnownList<M> list = known.rewritten(lines);
        if (isRewritten) {
            list = list.reborn(successor(known.incarnation(), reading));
        }
        return continued(known, list, reading, size, reading.pair());
    }

    /** True if the pair has the state of one of the known records, most likely the newest, or there is no pair. */
    private boolean isRecorded(KnownList<M> known, @Nullable StatePair<M> pair) {
        List<CompressionRecord> records = known.unlisted().records();
        return pair == null
                || IntStream.rangeClosed(1, records.size())
                        .mapToObj(back -> records.get(records.size() - back).injected())
                        .filter(state -> !state.isEmpty())
                        .anyMatch(state -> StateEnvelope.wrap(schema, state).equals(pair.envelope()));
    }

    /** The pair's place among the known messages, some of which were not read. */
    private @Nullable StatePair<M> place(KnownList<M> known, ListReading<M> reading, Alignment alignment) {
        StatePair<M> read = reading.pair();
        if (read == null) {
            return null;
        }
        StatePair<M> stood =
                known.seen().pair() == null ? known.pair() : known.seen().pair();
        boolean same = stood != null && alignment.readBefore(stood.at()) == read.at();
        return read.at(same && stood != null ? stood.at() : alignment.place(read.at()));
    }

    /** If the list still has the state that it had, the known record stays, also a pending one. */
    private KnownList<M> continued(
            KnownList<M> known, KnownList<M> list, ListReading<M> reading, int from, @Nullable StatePair<M> stands) {
        KnownList<M> longer = list.appended(reading.lines(from, list.lastSequence() + 1));
        if (side.store() != null && isRecorded(known, stands)) {
            // The side store knows more of this state than the list, and perhaps a later one.
            return StatePair.same(longer.pair(), stands) ? longer.standing(stands) : longer;
        }
        if (!StatePair.same(known.seen().pair(), stands)) {
            return found(longer, stands, reading.state());
        }
        return known.isPending() ? longer : longer.standing(stands);
    }

    /** With a record for the pair in the list; everything that the list can't hold stays. */
    private KnownList<M> found(KnownList<M> list, @Nullable StatePair<M> pair, StateDocument state) {
        CompressionRecord before = list.record();
        if (pair == null && before == null) {
            return list;
        }
        CompressionRecord base = before == null ? CompressionRecord.none(schema.name()) : before;
        int at = pair == null ? 0 : pair.at();
        long boundary = at == 0 ? 0 : list.lines().get(at - 1).sequence();
        long version = base.version() + 1;
        List<SegmentState> segments = pair == null
                ? List.of()
                : List.of(new SegmentState(SegmentState.id(version, 0), boundary, state, clock.instant()));
        CompressionRecord next = new CompressionRecord(
                version,
                boundary,
                list.staying(at, base.chosen()),
                base.pruned(),
                schema.name(),
                segments.stream().map(SegmentState::id).toList(),
                List.of(),
                state,
                base.enabled(),
                CompressionRecord.Cause.FOUND,
                Accounting.NONE,
                clock.instant(),
                list.lines().isEmpty()
                        ? 0
                        : list.lines().get(list.lines().size() - 1).sequence(),
                Artefacts.NONE,
                base.chosen(),
                Bridge.NONE);
        return list.recorded(
                Commit.of(list.incarnation(), base.version(), next).withSegments(segments),
                side.stateInList() ? pair : null);
    }

    private static String successor(String incarnation, ListReading<?> reading) {
        String basis = incarnation + '\n' + reading.basis();
        return UUID.nameUUIDFromBytes(basis.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
