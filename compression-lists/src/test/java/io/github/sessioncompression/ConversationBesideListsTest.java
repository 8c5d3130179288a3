package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.lists.FrameworkLists;
import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.lists.FrameworkLists.Said;
import io.github.sessioncompression.lists.SideStore;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole chats in a framework's lists with a side store: a process that comes later has all that the one before had. */
class ConversationBesideListsTest extends ConversationListsFixture {
    private final SessionStore side = SessionStore.inMemory();

    private SessionStore store(FrameworkLists lists, boolean stateInList) {
        return FrameworkLists.over(
                lists.inAnotherProcess(),
                InstantSource.system(),
                SideStore.of(side).withStateInList(stateInList));
    }

    /** Without the side store a list has no gaps for what was erased, so its messages have other numbers until that is there again. */
    @Test
    void listsMessagesOnceAfterSideStoreReturns() {
        FrameworkLists lists = new FrameworkLists(Kind.TEXT_AND_ROLE);
        Conversation before = chat(store(lists, false));
        before.append(
                Message.user("One?"), Message.assistant("Two."), Message.user("Three?"), Message.assistant("Four."));
        before.erase(2);
        MutableTime time = new MutableTime();
        AtomicBoolean away = new AtomicBoolean(true);
        SessionStore failing = WatchedStore.of(side, call -> {
            if (away.get()) {
                throw new IllegalStateException("away");
            }
            return call.proceed();
        });
        Conversation chat = chat(FrameworkLists.over(
                lists.inAnotherProcess(), time, SideStore.of(failing).withStateInList(false)));
        chat.append(Message.user("Five?"));
        away.set(false);
        time.advance(Duration.ofHours(1));

        assertThat(chat.transcript()).extracting(Message::text).containsExactly("One?", "Three?", "Four.", "Five?");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aRestartLosesNothingOfALongChatWithTools(Kind kind) {
        FrameworkLists lists = new FrameworkLists(kind);
        SessionStore store = store(lists, false);
        Conversation chat = chat(store);
        for (int i = 0; i < 40; i++) {
            chat.append(Chats.toolTurn(i, 60));
            chat.view();
        }
        assertThat(chat.view().compressions()).isPositive();
        SessionStore later = store(lists, false);
        Conversation again = chat(later);
        assertThat(said(again.view().messages())).isEqualTo(said(chat.view().messages()));
        assertThat(again.record()).isEqualTo(chat.record());
        assertThat(again.history()).isEqualTo(chat.history()).hasSizeGreaterThan(2);
        assertThat(said(again.transcript())).isEqualTo(said(chat.transcript())).hasSize(200);
        List<Long> ids = chat.record().orElseThrow().segments();
        List<SegmentState> states = later.segments("chat", ids);
        assertThat(states).isNotEmpty().isEqualTo(store.segments("chat", ids));
        assertThat(states.get(0).document().items())
                .anySatisfy(item -> assertThat(item.sources()).isNotEmpty());
        assertThat(again.status().stats().compressions())
                .isPositive()
                .isEqualTo(chat.status().stats().compressions());
        assertThat(lists.stored("chat"))
                .extracting(Said::text)
                .noneMatch(text -> StateEnvelope.holds(text))
                .isSubsetOf(chat.transcript().stream().map(Message::text).toList());
        again.enabled(false);
        assertThat(chat(store(lists, false)).status().enabled()).isFalse();
    }
}
