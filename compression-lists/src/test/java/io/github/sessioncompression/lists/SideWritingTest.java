package io.github.sessioncompression.lists;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.lists.FrameworkLists.Said;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.WatchedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Incremental and full writes to a side store. */
class SideWritingTest extends ListStoreFixture {
    private static final Message ONE = Message.user("one");
    private static final Message TWO = Message.assistant("two");
    private static final Message THREE = Message.user("three");

    private final List<String> calls = new ArrayList<>();
    private final SessionStore kept = SessionStore.inMemory();
    private final SessionStore beside = WatchedStore.of(kept, call -> {
        calls.add(call.name());
        return call.proceed();
    });
    private final SideSync<Said> writing = new SideSync<>(lists, SCHEMA, TOKENS, true);

    private KnownList<Said> with(KnownList<Said> list, Message... messages) {
        return list.appended(NumberedMessage.written(entries(list.lastSequence(), messages), lists));
    }

    private static KnownList<Said> recorded(KnownList<Said> list, long version, String fact) {
        CompressionRecord record = record(version, 1, state(fact));
        return list.recorded(Commit.of(LIFE, version - 1, record), null);
    }

    private KnownList<Said> write(KnownList<Said> list) {
        calls.clear();
        return Objects.requireNonNull(writing.written(beside, CHAT, stands(), list));
    }

    private @Nullable Head stands() {
        return kept.head(CHAT).orElse(null);
    }

    private List<Long> versions() {
        return kept.history(CHAT).stream().map(CompressionRecord::version).toList();
    }

    @Test
    void writesNewListWhole() {
        KnownList<Said> written = write(recorded(with(KnownList.begun(LIFE), ONE, TWO), 1, "pots"));

        assertThat(loaded(kept)).containsExactly("1 one", "2 two");
        assertThat(versions()).containsExactly(1L);
        assertThat(written.isBeside()).isTrue();
        assertThat(calls).doesNotContain("deleteIf");
    }

    @Test
    void appendsNewMessages() {
        KnownList<Said> first = write(recorded(with(KnownList.begun(LIFE), ONE, TWO), 1, "pots"));

        KnownList<Said> next = write(recorded(with(first, THREE), 2, "pans"));

        assertThat(loaded(kept)).containsExactly("1 one", "2 two", "3 three");
        assertThat(versions()).containsExactly(1L, 2L);
        assertThat(next.isBeside()).isTrue();
        assertThat(calls).contains("append", "commit").doesNotContain("deleteIf");
    }

    @Test
    void commitsWithoutAppendIfNothingWasAdded() {
        KnownList<Said> first = write(recorded(with(KnownList.begun(LIFE), ONE, TWO), 1, "pots"));

        KnownList<Said> next = write(recorded(first, 2, "pans"));

        assertThat(versions()).containsExactly(1L, 2L);
        assertThat(next.isBeside()).isTrue();
        assertThat(calls).contains("commit").doesNotContain("append", "delete");
    }

    @Test
    void anotherLifeIsWrittenAnew() {
        write(with(KnownList.begun(LIFE), ONE, TWO));

        KnownList<Said> other = write(with(KnownList.begun("life-2"), THREE));

        assertThat(loaded(kept)).containsExactly("1 three");
        assertThat(kept.head(CHAT).orElseThrow().incarnation()).isEqualTo("life-2");
        assertThat(other.isBeside()).isTrue();
        assertThat(calls).contains("deleteIf");
    }

    @Test
    void rewritesAfterRemovalAtEnd() {
        KnownList<Said> first = write(with(KnownList.begun(LIFE), ONE, TWO, THREE));

        write(first.cutAfter(2));

        assertThat(loaded(kept)).containsExactly("1 one", "2 two");
        assertThat(calls).contains("deleteIf");
    }

    @Test
    void overwritesUnknownRecord() {
        KnownList<Said> first = write(recorded(with(KnownList.begun(LIFE), ONE, TWO), 1, "pots"));
        assertThat(kept.commit(CHAT, Commit.of(LIFE, 1, record(2, 2, state("elsewhere")))))
                .isTrue();

        write(first);

        assertThat(versions()).containsExactly(1L);
        assertThat(calls).contains("deleteIf");
    }

    @Test
    void overwritesUnknownMessage() {
        KnownList<Said> first = write(with(KnownList.begun(LIFE), ONE, TWO));
        kept.append(CHAT, LIFE, 2, key(), entries(2, THREE));

        write(first);

        assertThat(loaded(kept)).containsExactly("1 one", "2 two");
        assertThat(calls).contains("deleteIf");
    }

    @Test
    void deletesEmptiedListOnce() {
        write(with(KnownList.begun(LIFE), ONE, TWO));

        write(KnownList.begun(LIFE));
        assertThat(stands()).isNull();
        assertThat(calls).contains("deleteIf");

        write(KnownList.begun(LIFE));
        assertThat(calls).isEmpty();
    }

    @Test
    void writesSegmentStatesInOrderOfRecord() {
        SegmentState early = new SegmentState(SegmentState.id(1, 0), 1, state("early"), NOW);
        SegmentState late = new SegmentState(SegmentState.id(1, 1), 2, state("late"), NOW);
        CompressionRecord record = record(1, 2, state("both"), late.id(), early.id());
        KnownList<Said> list = with(KnownList.begun(LIFE), ONE, TWO)
                .recorded(Commit.of(LIFE, 0, record).withSegments(List.of(early, late)), null);

        assertThat(write(list).isBeside()).isTrue();
        assertThat(kept.segments(CHAT, List.of(early.id(), late.id()))).containsExactly(early, late);
    }

    @Test
    void concurrentAppendIsToldByNull() {
        KnownList<Said> first = write(with(KnownList.begun(LIFE), ONE, TWO));
        Head before = stands();
        kept.append(CHAT, LIFE, 2, key(), entries(2, Message.user("theirs")));

        assertThat(writing.written(beside, CHAT, before, with(first, THREE))).isNull();

        assertThat(loaded(kept)).containsExactly("1 one", "2 two", "3 theirs");
    }

    @Test
    void concurrentCommitIsToldByNull() {
        KnownList<Said> first = write(with(KnownList.begun(LIFE), ONE, TWO));
        Head before = stands();
        kept.commit(CHAT, Commit.of(LIFE, 0, record(1, 1, state("theirs"))));

        assertThat(writing.written(beside, CHAT, before, recorded(first, 1, "ours")))
                .isNull();

        assertThat(kept.current(CHAT).orElseThrow().injected()).isEqualTo(state("theirs"));
    }

    @Test
    void concurrentAppendIsNotDeletedByRewriting() {
        KnownList<Said> first = write(with(KnownList.begun(LIFE), ONE, TWO));
        Head before = stands();
        kept.append(CHAT, LIFE, 2, key(), entries(2, Message.user("theirs")));

        assertThat(writing.written(beside, CHAT, before, first.cutAfter(1))).isNull();
        assertThat(writing.written(beside, CHAT, before, KnownList.begun(LIFE))).isNull();

        assertThat(loaded(kept)).containsExactly("1 one", "2 two", "3 theirs");
    }
}
