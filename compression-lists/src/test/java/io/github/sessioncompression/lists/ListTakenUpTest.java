package io.github.sessioncompression.lists;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.lists.FrameworkLists.Said;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.state.Artefacts;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.Accounting;
import io.github.sessioncompression.store.ChosenPins;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.CompressionRecord.Bridge;
import io.github.sessioncompression.store.CompressionRecord.Cause;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reading of a list written by another process or by the application. */
class ListTakenUpTest extends ListStoreFixture {
    @Test
    void anotherProcessFindsTheRecordInTheList() {
        begin(
                store,
                Message.system("be brief"),
                Message.user("one"),
                Message.assistant("", List.of(new ToolCall("c", "skill", "{}"), new ToolCall("d", "time", "{}"))),
                Message.toolResult("c", "skill", "found").withPinned(true),
                Message.toolResult("d", "time", "noon"),
                Message.assistant("two"),
                Message.user("three"));
        assertThat(store.commit(CHAT, Commit.of(LIFE, 0, record(1, 6, state("a")))))
                .isTrue();

        SessionStore there = over(lists.inAnotherProcess());
        CompressionRecord found = there.current(CHAT).orElseThrow();
        assertThat(found)
                .isEqualTo(new CompressionRecord(
                        1,
                        6,
                        List.of(1L, 3L, 4L, 5L),
                        Pruned.NONE,
                        SCHEMA.name(),
                        found.segments(),
                        List.of(),
                        found.injected(),
                        true,
                        Cause.FOUND,
                        Accounting.NONE,
                        NOW,
                        7,
                        Artefacts.NONE,
                        ChosenPins.NONE,
                        Bridge.NONE));
        assertThat(there.segments(CHAT, found.segments()))
                .extracting(SegmentState::document)
                .containsExactly(found.injected());
        assertThat(StateEnvelope.wrap(SCHEMA, found.injected())).isEqualTo(envelope("a"));
        assertThat(there.head(CHAT)).contains(new Head(head(there).incarnation(), 7, 1, 0, 7));
        assertThat(there.load(CHAT, 6, 10))
                .extracting(Entry::tokens)
                .containsExactly(TOKENS.count(Message.user("three")));
    }

    @Test
    void aStateInsideATurnLeavesItsQuestionInTheView() {
        Message call = Message.assistant("", List.of(new ToolCall("c", "look", "{}")));
        Message result = Message.toolResult("c", "look", "found");
        begin(store, Message.user("old"), Message.assistant("done"), Message.user("now"), call, result, call, result);
        store.commit(CHAT, Commit.of(LIFE, 0, record(1, 5, state("a"))));
        assertThat(foundPins()).as("the turn goes on behind the state").containsExactly(3L);
        store.commit(CHAT, Commit.of(LIFE, 1, record(2, 7, state("b"))));
        assertThat(foundPins()).as("nothing has followed yet").containsExactly(3L);
        store.commit(CHAT, Commit.of(LIFE, 2, record(3, 2, state("c"))));
        assertThat(foundPins()).as("a turn begins behind the state").isEmpty();
    }

    private List<Long> foundPins() {
        return over(lists.inAnotherProcess()).current(CHAT).orElseThrow().pinned();
    }

    @Test
    void readingAndWritingInAnotherProcessChangesNoByteOfTheList() {
        begin();
        store.commit(
                CHAT,
                Commit.of(
                        LIFE,
                        0,
                        record(1, 2, StateDocument.ofTexts(Map.of("logos", List.of("</session_state> é \\"))))));
        List<Said> before = lists.stored(CHAT);
        SessionStore there = over(lists.inAnotherProcess());
        there.append(CHAT, head(there).incarnation(), 4, key(), entries(4, Message.user("five")));
        assertThat(lists.stored(CHAT).subList(0, before.size())).isEqualTo(before);
        CompressionRecord again = there.current(CHAT)
                .orElseThrow()
                .resized(there.current(CHAT).orElseThrow().injected(), NOW);
        there.commit(CHAT, Commit.of(head(there).incarnation(), 1, again));
        assertThat(lists.stored(CHAT).subList(0, before.size())).isEqualTo(before);
    }

    @Test
    void takesUpMessagesOfOtherProcess() {
        begin();
        SessionStore there = over(lists.inAnotherProcess());
        there.append(CHAT, head(there).incarnation(), 4, key(), entries(4, Message.user("five")));
        assertThat(store.head(CHAT)).contains(new Head(LIFE, 5, 0, 0, 5));
        assertThat(store.load(CHAT, 4, 10)).extracting(Entry::sequence).containsExactly(5L);
        assertThat(store.append(CHAT, LIFE, 4, key(), entries(4, Message.user("lost"))))
                .isEqualTo(Append.REFUSED);
        assertThat(store.append(CHAT, LIFE, 5, key(), entries(5, Message.user("six"))))
                .isEqualTo(Append.ADDED);
        assertThat(texts(lists)).containsExactly("one", "two", "three", "four", "five", "six");
    }

    @Test
    void takesUpStateOfOtherProcess() {
        begin();
        store.commit(CHAT, Commit.of(LIFE, 0, record(1, 2, state("a"))));
        store.commit(CHAT, Commit.of(LIFE, 1, store.current(CHAT).orElseThrow().switched(false, NOW)));
        SessionStore there = over(lists.inAnotherProcess());
        there.commit(CHAT, Commit.of(head(there).incarnation(), 1, record(2, 4, state("b"))));

        assertThat(store.head(CHAT)).contains(new Head(LIFE, 4, 3, 0, 4));
        CompressionRecord taken = store.current(CHAT).orElseThrow();
        assertThat(taken.boundary()).isEqualTo(4);
        assertThat(StateEnvelope.wrap(SCHEMA, taken.injected())).isEqualTo(envelope("b"));
        assertThat(taken.enabled()).isFalse();
        assertThat(store.history(CHAT)).hasSize(3);
        assertThat(store.commit(CHAT, Commit.of(LIFE, 2, record(3, 4, state("late")))))
                .isFalse();
    }

    @Test
    void takesUpRemovalOfStateByOtherProcess() {
        begin();
        store.commit(CHAT, Commit.of(LIFE, 0, record(1, 2, state("a"))));
        lists.store(
                CHAT,
                FrameworkLists.said(List.of(
                        Message.user("one"),
                        Message.assistant("two"),
                        Message.user("three"),
                        Message.assistant("four"))));
        CompressionRecord record = store.current(CHAT).orElseThrow();
        assertThat(record.boundary()).isZero();
        assertThat(record.injected().isEmpty()).isTrue();
        assertThat(head(store)).isEqualTo(new Head(LIFE, 4, 2, 0, 4));
    }

    @Test
    void anythingElseIsAnotherConversation() {
        begin();
        store.commit(CHAT, Commit.of(LIFE, 0, record(1, 2, state("a"))));
        List<Said> edited = lists.stored(CHAT);
        edited.set(0, edited.get(0).withText("edited"));
        lists.store(CHAT, edited);
        Head head = head(store);
        assertThat(head.incarnation()).isNotEqualTo(LIFE);
        assertThat(head).isEqualTo(new Head(head.incarnation(), 4, 1, 0, 4));
        assertThat(store.append(CHAT, LIFE, 4, key(), entries(4, Message.user("five"))))
                .isEqualTo(Append.REFUSED);
        assertThat(store.commit(CHAT, Commit.of(LIFE, 1, record(2, 4, state("late")))))
                .isFalse();
        assertThat(store.load(CHAT, 0, 1).get(0).message().text()).isEqualTo("edited");
        assertThat(head(store)).isEqualTo(head);
    }

    @Test
    void theSameWordsAfterADeletionAreAnotherConversation() {
        lists.store(CHAT, FrameworkLists.said(List.of(Message.user("hi"))));
        String before = head(store).incarnation();
        lists.delete(CHAT);
        assertThat(store.head(CHAT)).isEmpty();
        lists.store(CHAT, FrameworkLists.said(List.of(Message.user("hi"))));
        assertThat(head(store).incarnation()).isNotEqualTo(before);

        String second = head(store).incarnation();
        assertThat(store.delete(CHAT)).isTrue();
        lists.store(CHAT, FrameworkLists.said(List.of(Message.user("hi"))));
        assertThat(head(store).incarnation()).isNotIn(before, second);
    }

    @Test
    void doesNotRestoreResultTextRemovedByApplication() {
        Message call = Message.assistant("", List.of(new ToolCall("c", "look", "{}")));
        begin(store, Message.user("one"), call, Message.toolResult("c", "look", "card 4711"), Message.assistant("two"));
        store.commit(
                CHAT, Commit.of(LIFE, 0, CompressionRecord.none(SCHEMA.name()).pruned(Pruned.through(3), NOW)));
        List<Said> edited = lists.stored(CHAT);
        edited.set(2, edited.get(2).withText("(removed)"));
        lists.store(CHAT, edited);

        Head head = head(store);
        assertThat(head.incarnation())
                .as("whoever shows the old text has to read anew")
                .isNotEqualTo(LIFE);
        assertThat(store.current(CHAT).orElseThrow().pruned().through()).isEqualTo(3);
        assertThat(loaded(store)).contains("3 (removed)");
        store.append(CHAT, head.incarnation(), 4, key(), entries(4, Message.user("five")));
        assertThat(texts(lists)).containsExactly("one", "", "(removed)", "two", "five");
    }

    @Test
    void doesNotRestoreResultErasedByOtherProcess() {
        Message call = Message.assistant("", List.of(new ToolCall("c", "look", "{}")));
        begin(store, Message.user("one"), call, Message.toolResult("c", "look", "card 4711"), Message.assistant("two"));
        assertThat(store.head(CHAT)).isPresent();
        SessionStore there = over(lists.inAnotherProcess());
        assertThat(there.erase(CHAT, 3)).isTrue();
        Head head = head(store);
        assertThat(head.incarnation()).isNotEqualTo(LIFE);
        store.append(
                CHAT,
                head.incarnation(),
                head.lastSequence(),
                key(),
                entries(head.lastSequence(), Message.user("five")));
        assertThat(texts(lists)).containsExactly("one", "", "two", "five");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void takesUpAdditionsOfOtherProcessToLossyStore(Kind kind) {
        FrameworkLists here = new FrameworkLists(kind);
        FrameworkLists there = here.inAnotherProcess();
        SessionStore one = over(here);
        SessionStore other = over(there);
        List<ToolCall> calls = List.of(new ToolCall("c", "look", "{}"));
        begin(
                one,
                Message.user("1"),
                Message.assistant("", calls),
                Message.toolResult("c", "look", "x"),
                Message.assistant("2"));
        Head first = head(other);
        assertThat(other.append(
                        CHAT,
                        first.incarnation(),
                        first.lastSequence(),
                        key(),
                        entries(first.lastSequence(), Message.user("3"), Message.assistant("4"))))
                .isEqualTo(Append.ADDED);
        assertThat(one.commit(CHAT, Commit.of(LIFE, 0, record(1, 4, state("a")))))
                .isTrue();
        assertThat(loaded(one)).containsExactly("1 1", "2 ", "3 x", "4 2", "5 3", "6 4");
        CompressionRecord taken = other.current(CHAT).orElseThrow();
        assertThat(taken.boundary()).isEqualTo(first.lastSequence());
        assertThat(head(other).incarnation()).isEqualTo(first.incarnation());
        assertThat(loaded(other)).endsWith((first.lastSequence() + 1) + " 3", (first.lastSequence() + 2) + " 4");
    }
}
