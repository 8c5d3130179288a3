package io.github.sessioncompression.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.lists.FrameworkLists.Said;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Commit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lists and side stores that differ, or one of them missing. */
class SideStoreDisagreementTest extends SideStoreFixture {
    @Test
    void takesUpForeignAppendAndKeepsState() {
        SessionStore here = process(lists);
        begin(here, Message.user("one"), Message.assistant("two"), Message.user("three"));
        here.commit(CHAT, commit(here, 2, "a"));
        List<Said> stored = lists.stored(CHAT);
        stored.add(FrameworkLists.said(Message.assistant("four")));
        lists.store(CHAT, stored);
        SessionStore there = process(lists);
        assertThat(loaded(there)).containsExactly("1 one", "2 two", "3 three", "4 four");
        assertThat(there.current(CHAT).orElseThrow().boundary()).isEqualTo(2);
        assertThat(side.store.head(BESIDE).orElseThrow().lastSequence()).isEqualTo(4);
    }

    @Test
    void dropsMessagesRemovedFromEndOfListAndKeepsState() {
        SessionStore here = process(lists);
        begin(here, Message.user("one"), Message.assistant("two"), Message.user("three"), Message.assistant("four"));
        Commit commit = commit(here, 2, "a");
        here.commit(CHAT, commit);
        lists.store(CHAT, lists.stored(CHAT).subList(0, 3));
        SessionStore there = process(lists);
        assertThat(loaded(there)).containsExactly("1 one", "2 two", "3 three");
        assertThat(there.current(CHAT)).contains(commit.record());
        assertThat(there.segments(CHAT, commit.record().segments())).isEqualTo(commit.newSegments());
        assertThat(besideIt()).containsExactly("1 one", "2 two", "3 three");
        lists.store(CHAT, lists.stored(CHAT).subList(0, 1));
        assertThat(loaded(process(lists))).containsExactly("1 one");
        assertThat(process(lists).current(CHAT)).as("its messages are gone").isEmpty();
    }

    @Test
    void anotherChatUnderTheSameIdIsNotMixedWithTheOneBeside() {
        SessionStore here = process(lists);
        begin(here, TOOL_CHAT);
        here.commit(CHAT, commit(here, 4, "a"));
        lists.store(CHAT, FrameworkLists.said(List.of(Message.user("hello"), Message.assistant("hi"))));
        SessionStore there = process(lists);
        assertThat(loaded(there)).containsExactly("1 hello", "2 hi");
        assertThat(there.current(CHAT)).isEmpty();
        assertThat(besideIt()).containsExactly("1 hello", "2 hi");
        lists.store(CHAT, List.of());
        assertThat(process(lists).head(CHAT)).isEmpty();
        assertThat(side.store.head(BESIDE)).isEmpty();
    }

    @Test
    void unavailableSideStoreLosesExtrasWithOneWarning() {
        SessionStore here = process(lists);
        begin(here, Message.user("one"), Message.assistant("two"), Message.user("three"), Message.assistant("four"));
        side.away(true);
        try (Warnings warnings = new Warnings()) {
            add(here, Message.user("five"));
            assertThat(here.commit(CHAT, commit(here, 2, "a"))).isTrue();
            add(here, Message.assistant("six"));
            int asked = side.asked();
            add(here, Message.user("seven"));
            assertThat(side.asked()).as("left alone for a while").isEqualTo(asked);
            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains("side store")
                    .contains("IllegalStateException")
                    .doesNotContain("secret");
        }
        assertThat(texts(lists))
                .containsExactly(
                        "one",
                        "two",
                        envelope("a"),
                        StateEnvelope.ACKNOWLEDGEMENT,
                        "three",
                        "four",
                        "five",
                        "six",
                        "seven");
        side.away(false);
        time.set(NOW.plusSeconds(60));
        CompressionRecord record = here.current(CHAT).orElseThrow();
        SessionStore there = process(lists);
        assertThat(there.current(CHAT)).contains(record);
        assertThat(there.segments(CHAT, record.segments())).hasSize(1);
        assertThat(loaded(there)).hasSize(7);
    }

    @Test
    void startsFromListIfSideStoreIsUnavailable() {
        SessionStore here = process(lists);
        begin(here, Message.user("one"), Message.assistant("two"), Message.user("three"));
        here.commit(CHAT, commit(here, 2, "a"));
        add(here, Message.assistant("four"));
        side.away(true);
        SessionStore there = process(lists);
        assertThat(there.current(CHAT).orElseThrow().injected().text("logos")).isEqualTo("a");
        add(there, Message.user("five"));
        side.away(false);
        time.set(NOW.plusSeconds(60));
        assertThat(there.segments(CHAT, there.current(CHAT).orElseThrow().segments()))
                .singleElement()
                .extracting(segment -> segment.document().text("logos"))
                .isEqualTo("a in full");
        assertThat(loaded(there)).containsExactly("1 one", "2 two", "3 three", "4 four", "5 five");
    }

    @Test
    void anEmptySideStoreIsFilledFromTheListWithOneWarning() {
        begin();
        store.commit(CHAT, Commit.of(LIFE, 0, record(1, 2, state("a"))));
        try (Warnings warnings = new Warnings()) {
            SessionStore there = process(lists);
            assertThat(there.current(CHAT).orElseThrow().injected().text("logos"))
                    .isEqualTo("a");
            assertThat(loaded(there)).hasSize(4);
            assertThat(warnings.lines()).singleElement().asString().contains("knows nothing");
        }
        assertThat(besideIt()).hasSize(4);
        assertThat(side.store.current(BESIDE).orElseThrow().injected().text("logos"))
                .isEqualTo("a");
    }

    @Test
    void erasureAndDeletionFailIfSideStoreIsUnavailable() {
        SessionStore here = process(lists);
        begin(here, Message.user("one"), Message.assistant("two"));
        side.away(true);
        assertThatThrownBy(() -> here.erase(CHAT, 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> here.delete(CHAT)).isInstanceOf(IllegalStateException.class);
        assertThat(texts(lists)).containsExactly("one", "two");
        side.away(false);
        time.set(NOW.plusSeconds(60));
        assertThat(here.erase(CHAT, 1)).isTrue();
        assertThat(besideIt()).containsExactly("2 two");
        assertThat(loaded(process(lists))).containsExactly("2 two");
        assertThat(here.delete(CHAT)).isTrue();
        assertThat(side.store.head(BESIDE)).isEmpty();
    }

    @Test
    void emptyListKeepsOwnConversationInSideStore() {
        begin(side.store, Message.user("kept here before"));
        SessionStore here = process(lists);
        assertThat(here.head(CHAT)).isEmpty();
        assertThat(here.conversations(null, 10)).isEmpty();
        begin(here, Message.user("one"));
        assertThat(here.delete(CHAT)).isTrue();
        assertThat(loaded(side.store)).containsExactly("1 kept here before");
    }
}
