package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.StoredReading.StoreDelta.Change;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Two processes' knowledge of one conversation in their store. */
class StoredChatTest {
    private static final Message SYSTEM = Message.system("You run a pottery.");
    private static final Message ASKED = Message.user("Is the kiln hot?");
    private static final Message SAID = Message.assistant("It is.");
    private static final Message NEW = Message.user("Something else.");

    private final SessionStore store = SessionStore.inMemory();
    private final AtomicInteger ids = new AtomicInteger();
    private final StoredChat here = process();
    private final StoredChat there = process();

    private StoredChat process() {
        return new StoredChat("chat", Contexts.RULES, store, () -> "id " + ids.incrementAndGet());
    }

    private static Change add(StoredChat to, String key, Message... messages) {
        int[] tokens = Arrays.stream(messages).mapToInt(Contexts::tokens).toArray();
        return Objects.requireNonNull(to.append(List.of(messages), tokens, key), "refused");
    }

    private static List<Long> numbers(List<Entry> entries) {
        return entries.stream().map(Entry::sequence).toList();
    }

    /** The record after the one that {@code chat} has, which covers everything up to {@code boundary}. */
    private static CompressionRecord covering(StoredChat chat, long boundary, List<Long> segments, Long... pinned) {
        return chat.record().replaced(boundary, List.of(pinned), segments, Contexts.STATE, Instant.EPOCH);
    }

    private static SegmentState segment(StoredChat chat, long through, StateDocument document) {
        return new SegmentState(SegmentState.id(chat.record().version() + 1, 0), through, document, Instant.EPOCH);
    }

    private static boolean compress(StoredChat chat, long boundary, Long... pinned) {
        SegmentState segment = segment(chat, boundary, Contexts.STATE);
        return chat.commit(covering(chat, boundary, List.of(segment.id()), pinned), List.of(segment)) != null;
    }

    @Test
    void anEmptyConversationIsNothing() {
        assertThat(here.sync()).isEqualTo(Change.NONE);
        assertThat(here.isEmpty()).isTrue();
        assertThat(here.incarnation()).isEmpty();
        assertThat(here.boundary()).isZero();
        assertThat(here.record())
                .isEqualTo(CompressionRecord.none(Contexts.RULES.schema().name()));
    }

    @Test
    void knowsOwnMessagesAtOnce() {
        Change change = add(here, "a", SYSTEM, ASKED);

        assertThat(change).isEqualTo(new Change.Added(List.of(Contexts.entry(1, SYSTEM), Contexts.entry(2, ASKED))));
        assertThat(numbers(here.active())).containsExactly(1L, 2L);
        assertThat(here.size()).isEqualTo(2);
        assertThat(here.lastSequence()).isEqualTo(2);
        assertThat(here.firstSequence()).isEqualTo(1);
        assertThat(Objects.requireNonNull(here.latestSystem()).sequence()).isEqualTo(1);
        assertThat(here.incarnation()).isNotEmpty();
        assertThat(here.isEmpty()).isFalse();
        assertThat(here.sync()).isEqualTo(Change.NONE);
    }

    @Test
    void skipsRepeatedSystemMessage() {
        add(here, "a", SYSTEM, ASKED);

        assertThat(add(here, "b", SYSTEM)).isEqualTo(Change.NONE);
        assertThat(here.size()).isEqualTo(2);
    }

    @Test
    void takesOverMessagesOfOtherProcess() {
        add(here, "a", ASKED, SAID);
        there.sync();
        add(there, "b", ASKED, SAID);

        Change change = here.sync();

        assertThat(change).isInstanceOfSatisfying(Change.Added.class, added -> assertThat(numbers(added.entries()))
                .containsExactly(3L, 4L));
        assertThat(numbers(here.active())).containsExactly(1L, 2L, 3L, 4L);
        assertThat(here.size()).isEqualTo(4);
        assertThat(there.size()).isEqualTo(4);
    }

    @Test
    void refusesAppendWithoutSync() {
        add(here, "a", ASKED);
        assertThat(there.append(List.of(NEW), new int[] {12}, "b")).isNull();
        assertThat(there.isEmpty()).isTrue();

        there.sync();

        assertThat(add(there, "b", NEW)).isInstanceOf(Change.Added.class);
    }

    @Test
    void takesRepeatedAppendOnce() {
        add(here, "a", ASKED);
        add(here, "b", SAID);
        there.sync();

        assertThat(there.append(List.of(SAID), new int[] {12}, "b")).isEqualTo(Change.NONE);
        assertThat(there.size()).isEqualTo(2);
    }

    @Test
    void compressionKeepsPinsAndUncoveredMessages() {
        add(here, "a", SYSTEM, ASKED, SAID, ASKED, SAID);

        assertThat(compress(here, 3, 1L, 2L)).isTrue();

        assertThat(numbers(here.pinned())).containsExactly(1L, 2L);
        assertThat(numbers(here.active())).containsExactly(4L, 5L);
        assertThat(numbers(here.entries())).containsExactly(1L, 2L, 4L, 5L);
        assertThat(here.boundary()).isEqualTo(3);
        assertThat(here.states()).containsExactly(Contexts.STATE);
        assertThat(here.size()).isEqualTo(5);
        assertThat(here.sync()).isEqualTo(Change.NONE);
    }

    @Test
    void aCompressionThereIsTakenOverWhole() {
        add(here, "a", SYSTEM, ASKED, SAID, ASKED, SAID);
        there.sync();
        compress(there, 3, 1L);

        List<Entry> active = List.copyOf(here.active());
        assertThat(here.sync()).isEqualTo(new Change.Rewritten(true, active));

        assertThat(numbers(here.pinned())).containsExactly(1L);
        assertThat(numbers(here.active())).containsExactly(4L, 5L);
        assertThat(here.record()).isEqualTo(there.record());
        assertThat(here.segments()).isEqualTo(there.segments());
        assertThat(here.firstSequence()).isEqualTo(1);
        assertThat(here.sync()).isEqualTo(Change.NONE);
    }

    @Test
    void theSecondCompressionReplacesTheSegmentOfTheFirst() {
        add(here, "a", ASKED, SAID, ASKED, SAID);
        compress(here, 2);
        long first = here.segments().get(0).id();

        compress(here, 4);

        assertThat(here.segments()).hasSize(1).noneMatch(segment -> segment.id() == first);
        assertThat(here.active()).isEmpty();
        assertThat(here.isEmpty()).isFalse();
    }

    @Test
    void refusesRecordBasedOnOldOne() {
        add(here, "a", ASKED, SAID, ASKED, SAID);
        there.sync();
        compress(there, 2);

        assertThat(compress(here, 3)).isFalse();
        assertThat(here.boundary()).isZero();
        here.sync();
        assertThat(here.boundary()).isEqualTo(2);
        assertThat(compress(here, 3)).isTrue();
    }

    @Test
    void rollbackReloadsCoveredMessages() {
        add(here, "a", ASKED, SAID, ASKED, SAID);
        compress(here, 2);
        long segment = here.segments().get(0).id();
        compress(here, 4);

        List<Entry> active = List.copyOf(here.active());
        assertThat(here.commit(covering(here, 2, List.of(segment)), List.of()))
                .isEqualTo(new Change.Rewritten(true, active));

        assertThat(numbers(here.active())).containsExactly(3L, 4L);
        assertThat(here.segments()).extracting(SegmentState::id).containsExactly(segment);
    }

    @Test
    void loadsMissingPin() {
        add(here, "a", ASKED, SAID, ASKED, SAID);
        compress(here, 2);
        long segment = here.segments().get(0).id();

        here.commit(covering(here, 2, List.of(segment), 1L), List.of());

        assertThat(numbers(here.pinned())).containsExactly(1L);
    }

    @Test
    void replacementStartsNewIncarnation() {
        add(here, "a", ASKED, SAID, ASKED, SAID);
        there.sync();
        String life = here.incarnation();

        List<Entry> active = List.copyOf(here.active());
        assertThat(here.replaceAfter(2, List.of(NEW), new int[] {12})).isEqualTo(new Change.Rewritten(true, active));

        assertThat(here.active()).extracting(Entry::message).containsExactly(ASKED, SAID, NEW);
        assertThat(here.size()).isEqualTo(3);
        assertThat(here.incarnation()).isNotEqualTo(life);
        assertThat(there.replaceAfter(2, List.of(NEW), new int[] {12})).isNull();
        assertThat(there.active()).hasSize(4);
        there.sync();
        assertThat(there.active()).isEqualTo(here.active());
    }

    @Test
    void replacementKeepsSystemMessageAtSamePosition() {
        add(here, "a", SYSTEM, ASKED);

        here.replaceAfter(1, List.of(SYSTEM, NEW), new int[] {9, 12});
        assertThat(here.active()).extracting(Entry::message).containsExactly(SYSTEM, NEW);
        here.replaceAfter(0, List.of(SYSTEM, ASKED), new int[] {9, 12});
        assertThat(here.active()).extracting(Entry::message).containsExactly(SYSTEM, ASKED);
    }

    @Test
    void seesErasureOfOtherProcess() {
        add(here, "a", ASKED, SAID, NEW);
        there.sync();

        assertThat(there.asked().erase(1)).isTrue();
        assertThat(there.asked().erase(1)).isFalse();

        List<Entry> active = List.copyOf(here.active());
        assertThat(here.sync()).isEqualTo(new Change.Rewritten(true, active));
        assertThat(numbers(here.active())).containsExactly(2L, 3L);
        assertThat(here.size()).isEqualTo(2);
        assertThat(here.firstSequence()).isEqualTo(2);
        assertThat(here.revision()).isPositive();
    }

    @Test
    void seesDeletionOfOtherProcess() {
        add(here, "a", SYSTEM, ASKED, SAID);
        compress(here, 2, 1L);
        there.sync();
        there.asked().delete();

        List<Entry> active = List.copyOf(here.active());
        assertThat(here.sync()).isEqualTo(new Change.Rewritten(true, active));

        assertThat(here.isEmpty()).isTrue();
        assertThat(here.entries()).isEmpty();
        assertThat(here.segments()).isEmpty();
        assertThat(here.size()).isZero();
        assertThat(here.firstSequence()).isZero();
        assertThat(here.revision()).isZero();
        assertThat(here.record())
                .isEqualTo(CompressionRecord.none(Contexts.RULES.schema().name()));
        assertThat(here.latestSystem()).isNull();
        assertThat(here.sync()).isEqualTo(Change.NONE);
        add(here, "b", ASKED);
        assertThat(here.firstSequence())
                .as("a number of before names nothing else")
                .isEqualTo(4);
    }
}
