package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Staying;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.token.MessageTokens;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What this process knows of one list: its messages under their sequence numbers, where the state stands in it, and what of
 * the records the list can't hold. Immutable; a change is a new one.
 *
 * @param incarnation names this life of the conversation
 * @param lastSequence the last sequence number ever given
 * @param lines the messages without the pair; numbers that were given up are missing among them
 * @param raws the framework's messages for {@code lines}, one for each
 * @param pair where the state stands, if it does
 * @param seen the list as it was last read or saved, pair and all: what the next reading is compared with first
 * @param records all records, oldest first, at most {@value #MAX_RECORDS} of them
 * @param size how much it is
 */
record KnownList<M>(
        String incarnation,
        long lastSequence,
        List<NumberedMessage> lines,
        List<M> raws,
        @Nullable StatePair<M> pair,
        List<M> seen,
        List<CompressionRecord> records,
        ListSize size) {
    static final int MAX_RECORDS = 100;

    /** A conversation without a message. */
    static <M> KnownList<M> begun(String incarnation) {
        return new KnownList<>(incarnation, 0, List.of(), List.of(), null, List.of(), List.of(), ListSize.NONE);
    }

    /** Whether there is no conversation; remembered only so that the next one is told from the one before. */
    boolean isGone() {
        return lastSequence == 0 && pair == null;
    }

    @Nullable
    CompressionRecord record() {
        return records.isEmpty() ? null : records.get(records.size() - 1);
    }

    long version() {
        CompressionRecord record = record();
        return record == null ? 0 : record.version();
    }

    /** Whether a list is as it was when it was last read or saved; fastest where the elements are the same objects. */
    boolean shows(List<M> list) {
        return Arrays.equals(seen.toArray(), list.toArray());
    }

    /** Whether tool results were among what was last read or saved. */
    boolean showsResults() {
        return size.results() > 0 && seen.size() == raws.size() + (pair == null ? 0 : 2);
    }

    Head head() {
        return new Head(incarnation, lastSequence, version());
    }

    boolean stands(String expectedIncarnation, long expectedLast) {
        return incarnation.equals(expectedIncarnation) && lastSequence == expectedLast;
    }

    /** The sequence numbers of the messages before a state after {@code end} of them that every view shows all the same. */
    List<Long> staying(int end) {
        List<Message> messages = lines.stream().map(NumberedMessage::message).toList();
        return Staying.before(messages, end).stream()
                .map(index -> lines.get(index).sequence())
                .toList();
    }

    List<Entry> entries(long after, int limit, MessageTokens counter) {
        List<Entry> found = new ArrayList<>();
        for (int i = NumberedMessage.countThrough(lines, after); i < lines.size() && found.size() < limit; i++) {
            found.add(lines.get(i).entry(counter));
        }
        return found;
    }

    /** The whole list as it is to be saved, with the pair in its place. */
    List<M> content() {
        if (pair == null) {
            return raws;
        }
        List<M> content = new ArrayList<>(raws.size() + 2);
        content.addAll(raws.subList(0, pair.at()));
        content.add(pair.user());
        content.add(pair.acknowledgement());
        content.addAll(raws.subList(pair.at(), raws.size()));
        return content;
    }

    /** With more at the end. */
    KnownList<M> appended(List<NumberedMessage> added, List<M> addedRaws) {
        if (added.isEmpty()) {
            return this;
        }
        return new KnownList<>(
                incarnation,
                added.get(added.size() - 1).sequence(),
                joined(lines, added),
                joined(raws, addedRaws),
                pair,
                seen,
                records,
                size.plus(added));
    }

    /** Only what comes up to and including {@code through}; the numbers up to the last one stay taken. */
    KnownList<M> cutAfter(long through) {
        int end = NumberedMessage.countThrough(lines, through);
        List<NumberedMessage> kept = List.copyOf(lines.subList(0, end));
        StatePair<M> moved = pair == null ? null : pair.at(Math.min(pair.at(), end));
        return new KnownList<>(
                incarnation,
                lastSequence,
                kept,
                List.copyOf(raws.subList(0, end)),
                moved,
                seen,
                records,
                ListSize.NONE.plus(kept));
    }

    /** Without the line at {@code index}. */
    KnownList<M> without(int index) {
        StatePair<M> moved = pair == null || pair.at() <= index ? pair : pair.at(pair.at() - 1);
        return new KnownList<>(
                incarnation,
                lastSequence,
                joined(lines.subList(0, index), lines.subList(index + 1, lines.size())),
                joined(raws.subList(0, index), raws.subList(index + 1, raws.size())),
                moved,
                seen,
                records,
                size.minus(lines.get(index)));
    }

    /** With another record in force, and its pair. */
    KnownList<M> recorded(CompressionRecord next, @Nullable StatePair<M> newPair) {
        List<CompressionRecord> kept = records.subList(Math.max(0, records.size() - MAX_RECORDS + 1), records.size());
        return new KnownList<>(
                incarnation,
                lastSequence,
                lines,
                raws,
                newPair,
                seen,
                joined(kept, List.of(next)),
                size.plus(newPair == null ? "" : newPair.envelope()));
    }

    /** With the same state in the same place, in other messages of the framework. */
    KnownList<M> standing(@Nullable StatePair<M> samePair) {
        return new KnownList<>(incarnation, lastSequence, lines, raws, samePair, seen, records, size);
    }

    /** The same content in another life of the conversation. */
    KnownList<M> reborn(String newIncarnation) {
        return new KnownList<>(newIncarnation, lastSequence, lines, raws, pair, seen, records, size);
    }

    /** With other contents of the same lines. */
    KnownList<M> rewritten(List<NumberedMessage> newLines, List<M> newRaws) {
        return new KnownList<>(
                incarnation, lastSequence, newLines, newRaws, pair, seen, records, ListSize.NONE.plus(newLines));
    }

    /** After the list was read or saved like this. */
    KnownList<M> seen(List<M> list) {
        return new KnownList<>(incarnation, lastSequence, lines, raws, pair, list, records, size);
    }

    /** A list of its own of both. */
    private static <T> List<T> joined(List<T> first, List<T> second) {
        List<T> all = new ArrayList<>(first.size() + second.size());
        all.addAll(first);
        all.addAll(second);
        return all;
    }
}
