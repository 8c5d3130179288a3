package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Staying;
import io.github.sessioncompression.store.Commit;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.MessageTokens;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What this process knows of one list: its messages under their sequence numbers, where the state is to stand in it, and what the
 * list can't hold. Immutable; a change is a new one.
 *
 * @param incarnation names this life of the conversation
 * @param lastSequence the last sequence number ever given
 * @param lines the messages without the pair; numbers that were given up are missing among them
 * @param raws the framework's messages for {@code lines}, one for each
 * @param pair where the state stands once the list is saved, if it does; a compression changes this alone, and leaves it
 *     <i>pending</i> until the next save
 * @param seen the list as it was last read or saved: what the next reading is compared with first
 * @param unlisted what the list can't hold
 * @param size how much it is
 */
record KnownList<M>(
        String incarnation,
        long lastSequence,
        List<NumberedMessage> lines,
        List<M> raws,
        @Nullable StatePair<M> pair,
        Seen<M> seen,
        Unlisted unlisted,
        ListSize size) {

    /**
     * A list as it was last read or saved.
     *
     * @param list all of it, pair and all
     * @param pair where the state stood in it, counted in the known messages, if it did
     */
    record Seen<M>(List<M> list, @Nullable StatePair<M> pair) {}

    /** A conversation without a message. */
    static <M> KnownList<M> begun(String incarnation) {
        return new KnownList<>(
                incarnation, 0, List.of(), List.of(), null, new Seen<>(List.of(), null), Unlisted.NONE, ListSize.NONE);
    }

    /** True if there is no conversation; remembered only so that the next one is told from the one before. */
    boolean isGone() {
        return lastSequence == 0 && pair == null;
    }

    @Nullable
    CompressionRecord record() {
        return unlisted.record();
    }

    long version() {
        CompressionRecord record = record();
        return record == null ? 0 : record.version();
    }

    /** {@code same}, or the pair that stands here already if it is the same. */
    @Nullable
    StatePair<M> paired(@Nullable StatePair<M> same) {
        return StatePair.same(same, pair) ? pair : same;
    }

    /** True if the list doesn't yet say of the state what it is to say. */
    boolean isPending() {
        return !StatePair.same(pair, seen.pair());
    }

    /** True if a list is as it was when it was last read or saved; fastest where the elements are the same objects. */
    boolean shows(List<M> list) {
        return Arrays.equals(seen.list().toArray(), list.toArray());
    }

    /** True if tool results were among what was last read or saved. */
    boolean showsResults() {
        return size.results() > 0 && seen.list().size() == raws.size() + (seen.pair() == null ? 0 : 2);
    }

    Head head() {
        return new Head(incarnation, lastSequence, version(), unlisted.revision(), lines.size());
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

    /** With entries at its end, as {@code lists} writes them. */
    KnownList<M> appended(List<Entry> entries, MessageLists<M> lists) {
        List<NumberedMessage> added = new ArrayList<>(entries.size());
        List<M> addedRaws = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            added.add(NumberedMessage.of(entry));
            addedRaws.add(lists.write(TypedEnvelope.written(entry.message())));
        }
        return appended(added, addedRaws);
    }

    /** With more at the end. */
    KnownList<M> appended(List<NumberedMessage> added, List<M> addedRaws) {
        if (added.isEmpty()) {
            return this;
        }
        long last = added.get(added.size() - 1).sequence();
        return new KnownList<>(
                incarnation,
                last,
                joined(lines, added),
                joined(raws, addedRaws),
                pair,
                seen,
                unlisted,
                size.plus(added));
    }

    /** Only what comes up to and including {@code through}; the numbers up to the last one stay taken. */
    KnownList<M> cutAfter(long through) {
        int end = NumberedMessage.countThrough(lines, through);
        if (end == lines.size()) {
            return this;
        }
        List<NumberedMessage> kept = List.copyOf(lines.subList(0, end));
        List<M> keptRaws = List.copyOf(raws.subList(0, end));
        StatePair<M> moved = pair == null ? null : pair.at(Math.min(pair.at(), end));
        return new KnownList<>(
                incarnation, lastSequence, kept, keptRaws, moved, seen, unlisted.revised(), ListSize.NONE.plus(kept));
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
                unlisted.erased(),
                size.minus(lines.get(index)));
    }

    boolean hasEarlierRecords() {
        return unlisted.records().size() > 1;
    }

    /** With the current record alone. */
    KnownList<M> withoutEarlierRecords() {
        return new KnownList<>(incarnation, lastSequence, lines, raws, pair, seen, unlisted.erased(), size);
    }

    /** With another record in force, and its pair. */
    KnownList<M> recorded(Commit commit, @Nullable StatePair<M> newPair) {
        return new KnownList<>(
                incarnation,
                lastSequence,
                lines,
                raws,
                newPair,
                seen,
                unlisted.recorded(commit),
                size.plus(newPair == null ? "" : newPair.envelope()));
    }

    /** Remembering the key of an append. */
    KnownList<M> keyed(String key) {
        ListSize with = unlisted.keys().size() < SessionStore.REMEMBERED_KEYS ? size.plus(key) : size;
        return new KnownList<>(incarnation, lastSequence, lines, raws, pair, seen, unlisted.appended(key), with);
    }

    /** With the same state in the same place, in other messages of the framework. */
    KnownList<M> standing(@Nullable StatePair<M> samePair) {
        return new KnownList<>(incarnation, lastSequence, lines, raws, samePair, seen, unlisted, size);
    }

    /** In agreement with a side store that stands there. */
    KnownList<M> beside(Head head) {
        return new KnownList<>(incarnation, lastSequence, lines, raws, pair, seen, unlisted.beside(head), size);
    }

    /** True if the side store held just this when it was last asked. */
    boolean isBeside() {
        return head().equals(unlisted.beside());
    }

    /** The same content in another life of the conversation. */
    KnownList<M> reborn(String newIncarnation) {
        return new KnownList<>(newIncarnation, lastSequence, lines, raws, pair, seen, unlisted, size);
    }

    /** With other contents of the same lines. */
    KnownList<M> rewritten(List<NumberedMessage> newLines, List<M> newRaws) {
        return new KnownList<>(
                incarnation, lastSequence, newLines, newRaws, pair, seen, unlisted, ListSize.NONE.plus(newLines));
    }

    /** After the list was read or saved like this, with the state in this place. */
    KnownList<M> seen(List<M> list, @Nullable StatePair<M> stands) {
        return new KnownList<>(incarnation, lastSequence, lines, raws, pair, new Seen<>(list, stands), unlisted, size);
    }

    /** A list of its own of both. */
    private static <T> List<T> joined(List<T> first, List<T> second) {
        List<T> all = new ArrayList<>(first.size() + second.size());
        all.addAll(first);
        all.addAll(second);
        return all;
    }
}
