package io.github.sessioncompression.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.lists.FrameworkLists.Said;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Appends that are repeated because saving the list threw, whether or not the list has them. */
class UnheardAppendTest extends ListStoreFixture {
    @ParameterizedTest
    @EnumSource(Kind.class)
    void repeatedAppendWithLostAnswerAddsNothing(Kind kind) {
        FrameworkLists shaky = new FrameworkLists(kind);
        SessionStore here = over(shaky);
        List<Entry> first = entries(0, Message.user("one"), Message.assistant("two"));
        List<Entry> more = entries(2, Message.user("three"), Message.assistant("four"));

        assertThat(unheard(shaky, here, LIFE, 0, first)).isEqualTo(Append.ALREADY_THERE);
        String life = head(here).incarnation();
        assertThat(unheard(shaky, here, life, 2, more)).isEqualTo(Append.ALREADY_THERE);

        assertThat(loaded(here)).containsExactly("1 one", "2 two", "3 three", "4 four");
        assertThat(here.append(CHAT, life, 4, key(), entries(4, Message.user("three"))))
                .as("said once more")
                .isEqualTo(Append.ADDED);
        assertThat(loaded(here)).hasSize(5).endsWith("5 three");
    }

    /** Result of repeating an append after its reply was lost. */
    private static Append unheard(
            FrameworkLists shaky, SessionStore store, String life, long last, List<Entry> entries) {
        String key = key();
        shaky.loseReplies(true);
        assertThatThrownBy(() -> store.append(CHAT, life, last, key, entries)).hasMessage("connection reset");
        shaky.loseReplies(false);
        return store.append(CHAT, life, last, key, entries);
    }

    @Test
    void findsUnconfirmedAppendBehindMessagesOfOthers() {
        begin();
        List<Entry> said = entries(4, Message.user("five"), Message.assistant("six"));
        List<Said> before = lists.stored(CHAT);
        lists.loseReplies(true);
        assertThatThrownBy(() -> store.append(CHAT, LIFE, 4, "key", said)).hasMessage("connection reset");
        lists.loseReplies(false);
        before.add(FrameworkLists.said(Message.user("theirs")));
        before.addAll(lists.stored(CHAT).subList(4, 6));
        lists.store(CHAT, before);

        assertThat(store.append(CHAT, LIFE, 4, "key", said)).isEqualTo(Append.ALREADY_THERE);

        assertThat(texts(lists)).containsExactly("one", "two", "three", "four", "theirs", "five", "six");
    }

    @Test
    void repeatedFailedAppendAddsMessages() {
        begin();
        List<Entry> said = entries(4, Message.user("five"), Message.assistant("six"));
        lists.breakDown(true);
        assertThatThrownBy(() -> store.append(CHAT, LIFE, 4, "key", said)).hasMessage("the store is down");
        lists.breakDown(false);
        List<Said> half = lists.stored(CHAT);
        half.add(FrameworkLists.said(Message.user("five")));
        half.add(FrameworkLists.said(Message.user("six")));
        lists.store(CHAT, half);

        assertThat(store.append(CHAT, LIFE, 4, "key", said)).isEqualTo(Append.REFUSED);
        assertThat(store.append(CHAT, LIFE, 6, "key", entries(6, Message.user("five"), Message.assistant("six"))))
                .isEqualTo(Append.ADDED);
        assertThat(texts(lists)).endsWith("five", "six", "five", "six");
    }

    @Test
    void remembersUnconfirmedAppendAfterAnotherOne() {
        begin();
        List<Entry> said = entries(4, Message.user("five"), Message.assistant("six"));
        lists.loseReplies(true);
        assertThatThrownBy(() -> store.append(CHAT, LIFE, 4, "key", said)).hasMessage("connection reset");
        lists.loseReplies(false);
        assertThat(store.append(CHAT, LIFE, 6, "other", entries(6, Message.user("seven"))))
                .isEqualTo(Append.ADDED);

        assertThat(store.append(CHAT, LIFE, 7, "key", entries(7, Message.user("five"), Message.assistant("six"))))
                .isEqualTo(Append.ALREADY_THERE);
        assertThat(texts(lists)).containsExactly("one", "two", "three", "four", "five", "six", "seven");
    }

    @Test
    void addsFailedAppendDespiteEqualOneBefore() {
        begin();
        lists.breakDown(true);
        assertThatThrownBy(() -> store.append(CHAT, LIFE, 4, "key", entries(4, Message.user("five"))))
                .hasMessage("the store is down");
        lists.breakDown(false);
        assertThat(store.append(CHAT, LIFE, 4, "other", entries(4, Message.user("five"))))
                .isEqualTo(Append.ADDED);

        assertThat(store.append(CHAT, LIFE, 5, "key", entries(5, Message.user("five"))))
                .isEqualTo(Append.ADDED);
        assertThat(texts(lists)).endsWith("four", "five", "five");
    }
}
