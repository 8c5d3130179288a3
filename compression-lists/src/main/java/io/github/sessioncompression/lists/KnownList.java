package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.RetainedMessages;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.store.ChosenPins;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.token.MessageTokens;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A list as this process knows it: its messages under their sequence numbers, the place of the state in it, and everything that the
 * list can't hold. Immutable; a change is a new one.
 *
 * @param lines the messages without the pair; numbers that were given up are missing among them
 * @param pair the place of the state once the list is saved, if it has one; a compression changes this alone, and leaves it
 *     <i>pending</i> until the next save
 * @param seen the list as it was last read or saved, with which the next reading is compared first
 */
record KnownList<M>(
        String incarnation,
        long lastSequence,
        List<NumberedMessage<M>> lines,
        @Nullable StatePair<M> pair,
        Seen<M> seen,
        Unlisted unlisted) {
    private static final long OVERHEAD_CHARACTERS = 100;

    /** A list, with its pair, as it was last read or saved; the place of the pair is counted in the known messages. */
    record Seen<M>(List<M> list, @Nullable StatePair<M> pair) {}

    static <M> KnownList<M> begun(String incarnation) {
        return new KnownList<>(incarnation, 0, List.of(), null, new Seen<>(List.of(), null), Unlisted.NONE);
    }

    /** True if there is no conversation; remembered only so that the next one gets another incarnation. */
    boolean isGone() {
        return lastSequence == 0 && pair == null;
    }

    long characters() {
        long characters =
                OVERHEAD_CHARACTERS + (pair == null ? 0 : pair.envelope().length());
        for (NumberedMessage<M> line : lines) {
            characters += OVERHEAD_CHARACTERS + line.message().text().length();
            for (ToolCall call : line.message().toolCalls()) {
                characters += call.arguments().length();
            }
        }
        return characters;
    }

    @Nullable
    CompressionRecord record() {
        return unlisted.record();
    }

    long version() {
        CompressionRecord record = record();
        return record == null ? 0 : record.version();
    }

    /** {@code same}, or the existing pair if it is the same. */
    @Nullable
    StatePair<M> paired(@Nullable StatePair<M> same) {
        return StatePair.same(same, pair) ? pair : same;
    }

    /** True if the list does not have the state yet that it is to have. */
    boolean isPending() {
        return !StatePair.same(pair, seen.pair());
    }

    /** True if a list is as it was when it was last read or saved; fastest if the elements are the same objects. */
    boolean shows(List<M> list) {
        return Arrays.equals(seen.list().toArray(), list.toArray());
    }

    /** True if tool results were among what was last read or saved. */
    boolean showsResults() {
        return seen.list().size() == lines.size() + (seen.pair() == null ? 0 : 2)
                && lines.stream().anyMatch(line -> line.message().role() == Role.TOOL);
    }

    Head head() {
        return new Head(incarnation, lastSequence, version(), unlisted.revision(), lines.size());
    }

    /** True if both have the same messages in the same incarnation, with any records. */
    boolean hasMessagesOf(KnownList<M> other) {
        return stands(other.incarnation, other.lastSequence)
                && unlisted.revision() == other.unlisted.revision()
                && lines.size() == other.lines.size();
    }

    /** True if these messages are there under their numbers. */
    boolean hasAll(List<Entry> entries) {
        return entries.stream().allMatch(entry -> {
            int index = NumberedMessage.countThrough(lines, entry.sequence()) - 1;
            return index >= 0
                    && lines.get(index).sequence() == entry.sequence()
                    && lines.get(index).message().role() == entry.message().role()
                    && NumberedMessage.sameText(
                            lines.get(index).message().text(), entry.message().text());
        });
    }

    boolean stands(String expectedIncarnation, long expectedLast) {
        return incarnation.equals(expectedIncarnation) && lastSequence == expectedLast;
    }

    /** The sequence numbers of the first {@code end} messages that every view shows although the state covers them, as they are pinned by {@code pins}. */
    List<Long> staying(int end, ChosenPins pins) {
        List<Message> messages = lines.stream()
                .map(line -> pins.marked(line.sequence(), line.message()))
                .toList();
        return RetainedMessages.before(messages, end).stream()
                .map(index -> lines.get(index).sequence())
                .toList();
    }

    List<Entry> entries(long after, int limit, MessageTokens counter) {
        return lines.stream()
                .skip(NumberedMessage.countThrough(lines, after))
                .limit(limit)
                .map(line -> line.entry(counter))
                .toList();
    }

    /** The list to save, with the pair in its place. */
    List<M> content() {
        List<M> content = new ArrayList<>(lines.size() + 2);
        lines.forEach(line -> content.add(line.raw()));
        if (pair != null) {
            content.addAll(pair.at(), List.of(pair.user(), pair.acknowledgement()));
        }
        return content;
    }

    KnownList<M> appended(List<NumberedMessage<M>> added) {
        if (added.isEmpty()) {
            return this;
        }
        long last = added.get(added.size() - 1).sequence();
        return new KnownList<>(incarnation, last, joined(lines, added), pair, seen, unlisted);
    }

    /** Without what follows {@code through}; the numbers up to the last one stay taken. */
    KnownList<M> cutAfter(long through) {
        int end = NumberedMessage.countThrough(lines, through);
        if (end == lines.size()) {
            return this;
        }
        StatePair<M> moved = pair == null ? null : pair.at(Math.min(pair.at(), end));
        return with(List.copyOf(lines.subList(0, end)), moved, unlisted.revised());
    }

    KnownList<M> without(int index) {
        StatePair<M> moved = pair == null || pair.at() <= index ? pair : pair.at(pair.at() - 1);
        return with(joined(lines.subList(0, index), lines.subList(index + 1, lines.size())), moved, unlisted.erased());
    }

    KnownList<M> withoutEarlierRecords() {
        return with(lines, pair, unlisted.erased());
    }

    KnownList<M> recorded(Commit commit, @Nullable StatePair<M> newPair) {
        return with(lines, newPair, unlisted.recorded(commit));
    }

    KnownList<M> keyed(String key) {
        return with(lines, pair, unlisted.appended(key));
    }

    /** With the same state in the same place, in other messages of the framework. */
    KnownList<M> standing(@Nullable StatePair<M> samePair) {
        return with(lines, samePair, unlisted);
    }

    /** In agreement with a side store that has this head. */
    KnownList<M> beside(Head head) {
        return with(lines, pair, unlisted.beside(head));
    }

    /** True if the side store held just this when it was last asked. */
    boolean isBeside() {
        return head().equals(unlisted.beside());
    }

    /** This list in another incarnation of the conversation. */
    KnownList<M> reborn(String newIncarnation) {
        return new KnownList<>(newIncarnation, lastSequence, lines, pair, seen, unlisted);
    }

    KnownList<M> rewritten(List<NumberedMessage<M>> newLines) {
        return with(newLines, pair, unlisted);
    }

    /** After the list was read or saved like this, with the state in this place. */
    KnownList<M> seen(List<M> list, @Nullable StatePair<M> stands) {
        return new KnownList<>(incarnation, lastSequence, lines, pair, new Seen<>(list, stands), unlisted);
    }

    private KnownList<M> with(List<NumberedMessage<M>> newLines, @Nullable StatePair<M> newPair, Unlisted newUnlisted) {
        return new KnownList<>(incarnation, lastSequence, newLines, newPair, seen, newUnlisted);
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
