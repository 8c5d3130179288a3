package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.sessioncompression.lists.FrameworkLists;
import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.lists.FrameworkLists.Said;
import io.github.sessioncompression.lists.ListStores;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import io.github.sessioncompression.token.MessageTokens;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Views that an application hands back by clearing the chat and adding them again, after others have changed the chat. */
class ConversationOthersTest extends ConversationListsFixture {
    private static final List<Message> THEIRS = Chats.turn(900, 5);

    private final FrameworkLists lists = new FrameworkLists(Kind.LIVE);
    private final Conversation chat =
            chat(ListStores.asSessionStore(lists, POLICY.state().schema(), MessageTokens.of(POLICY.tokens())));

    /** A chat of ten turns, of which a state covers those before the tenth. */
    private List<Message> compressed(Conversation begun) {
        IntStream.range(0, 9).forEach(i -> begun.append(Chats.turn(i, 30)));
        begun.append(Chats.question(9, 30));
        begun.compress();
        begun.append(Chats.answer(9, 30));
        List<Message> view = begun.view().messages();
        assertThat(begun.record().orElseThrow().boundary()).isEqualTo(18);
        return view;
    }

    private void others(Consumer<List<Said>> change) {
        List<Said> list = lists.stored("chat");
        change.accept(list);
        lists.store("chat", list);
    }

    private static List<Said> pair(List<Said> list) {
        return list.stream()
                .filter(said -> StateEnvelope.holds(said.text()) || said.text().equals(StateEnvelope.ACKNOWLEDGEMENT))
                .toList();
    }

    private static void shuffle(List<Said> list) {
        List<Said> pair = pair(list);
        int at = list.indexOf(pair.get(0));
        list.removeAll(pair);
        Collections.reverse(list);
        list.addAll(at, pair);
    }

    private static List<Message> turns(int from, int to) {
        List<Message> turns = new ArrayList<>();
        IntStream.range(from, to).forEach(i -> turns.addAll(Chats.turn(i, 30)));
        return turns;
    }

    @ParameterizedTest
    @EnumSource
    void keepsCoveredMessagesAfterOthersReorderList(AddingAgain how) {
        List<Message> view = compressed(chat);
        others(ConversationOthersTest::shuffle);

        how.clearAndAdd(chat, view);

        assertThat(said(chat.transcript())).containsExactlyInAnyOrderElementsOf(said(turns(0, 10)));
        assertThat(chat.status().state()).isPresent();
        assertThat(said(chat.view().messages())).containsAll(said(turns(9, 10)));
    }

    @ParameterizedTest
    @EnumSource
    void keepsCoveredMessagesAfterOthersRemoveState(AddingAgain how) {
        List<Message> view = compressed(chat);
        others(list -> list.removeAll(pair(list)));
        others(list -> Collections.swap(list, 2, 4));

        how.clearAndAdd(chat, view);

        assertThat(said(chat.transcript())).containsExactlyInAnyOrderElementsOf(said(turns(0, 10)));
    }

    @ParameterizedTest
    @EnumSource
    void keepsMessagesOfOthersAfterView(AddingAgain how) {
        List<Message> view = compressed(chat);
        others(list -> list.addAll(FrameworkLists.said(THEIRS)));

        how.clearAndAdd(chat, view);

        List<Message> all = turns(0, 10);
        all.addAll(THEIRS);
        assertThat(said(chat.transcript())).isEqualTo(said(all));
        assertThat(chat.status().activeMessages()).isEqualTo(4);
    }

    @ParameterizedTest
    @EnumSource
    void readdingDropsOnlyShownMessagesMissingFromView(AddingAgain how) {
        List<Message> view = new ArrayList<>(compressed(chat));
        others(ConversationOthersTest::shuffle);
        others(list -> list.addAll(FrameworkLists.said(THEIRS)));
        view.remove(view.size() - 1);

        how.clearAndAdd(chat, view);

        List<Message> all = turns(0, 10);
        all.remove(all.size() - 1);
        all.addAll(THEIRS);
        assertThat(said(chat.transcript())).containsExactlyInAnyOrderElementsOf(said(all));
    }

    @ParameterizedTest
    @EnumSource
    void readdingRestoresShownMessagesRemovedByOthers(AddingAgain how) {
        List<Message> view = compressed(chat);
        others(list -> {
            list.remove(list.size() - 1);
            list.remove(0);
        });

        how.clearAndAdd(chat, view);

        List<Message> all = turns(0, 10);
        all.remove(0);
        assertThat(said(chat.transcript())).isEqualTo(said(all));
    }

    @ParameterizedTest
    @EnumSource
    void anotherProcessOverAnyStoreIsSomebodyElse(AddingAgain how) {
        SessionStore store = SessionStore.inMemory();
        Conversation here = chat(store);
        List<Message> view = compressed(here);
        Conversation there = chat(store);
        there.framework().set(turns(3, 10));

        how.clearAndAdd(here, view);

        assertThat(said(here.transcript())).containsExactlyInAnyOrderElementsOf(said(turns(3, 10)));
    }

    @Test
    void settingViewKeepsMessagesItDidNotShow() {
        List<Message> view = compressed(chat);
        others(ConversationOthersTest::shuffle);
        others(list -> list.addAll(FrameworkLists.said(THEIRS)));

        chat.framework().set(view);

        List<Message> all = turns(0, 10);
        all.addAll(THEIRS);
        assertThat(said(chat.transcript())).containsExactlyInAnyOrderElementsOf(said(all));
    }

    @Test
    void settingViewKeepsStateAfterOthersMoveMessage() {
        List<Message> view = compressed(chat);
        StateDocument state = chat.status().state().orElseThrow();
        others(list -> list.add(5, list.remove(list.size() - 1)));

        chat.framework().set(view);

        assertThat(chat.status().state().orElseThrow().texts()).isEqualTo(state.texts());
        assertThat(chat.status().activeMessages()).isEqualTo(2);
        assertThat(said(chat.transcript())).isEqualTo(said(turns(0, 10)));
    }

    @Test
    void settingViewChangesNothingAfterAppendsOfOthers() {
        List<Message> view = compressed(chat);
        others(list -> list.addAll(FrameworkLists.said(THEIRS)));
        assertThat(chat.status().messages()).isEqualTo(22);
        List<Said> stored = lists.stored("chat");

        chat.framework().set(view);

        assertThat(lists.stored("chat")).isEqualTo(stored);
    }

    @ParameterizedTest
    @EnumSource
    void readdingAppliesToLatestView(AddingAgain how) {
        compressed(chat);
        others(ConversationOthersTest::shuffle);
        List<Message> view = new ArrayList<>(chat.view().messages());
        Message gone = view.remove(view.size() - 1);

        how.clearAndAdd(chat, view);

        List<Message> all = turns(0, 10);
        all.removeIf(message -> message.text().equals(gone.text()));
        assertThat(said(chat.transcript())).containsExactlyInAnyOrderElementsOf(said(all));
    }

    @Test
    void setReadsTranscriptOnlyAfterChangesOfOthers() {
        AtomicInteger loads = new AtomicInteger();
        SessionStore kept = SessionStore.inMemory();
        Conversation here = chat(WatchedStore.of(kept, call -> {
            loads.addAndGet(call.name().equals("load") ? 1 : 0);
            return call.proceed();
        }));
        compressed(here);
        chat(kept).framework().set(turns(3, 10));
        List<Message> view = here.view().messages();
        here.framework().set(view);
        int before = loads.get();

        here.framework().set(view);

        assertThat(loads.get() - before).isZero();
    }

    @Test
    void setKeepsMessagesOfOthersAfterAppendWithLostAnswer() {
        AtomicBoolean lost = new AtomicBoolean();
        SessionStore kept = SessionStore.inMemory();
        Conversation here = chat(WatchedStore.of(kept, call -> {
            Object result = call.proceed();
            if (lost.get() && call.name().equals("append")) {
                throw new IllegalStateException("connection reset");
            }
            return result;
        }));
        List<Message> view = new ArrayList<>(compressed(here));
        Message own = Chats.question(10, 30);
        lost.set(true);
        assertThatIllegalStateException().isThrownBy(() -> here.append(List.of(own), "key"));
        lost.set(false);
        chat(kept).append(THEIRS);
        here.append(List.of(own), "key");
        view.add(own);

        here.framework().set(view);

        List<Message> all = turns(0, 10);
        all.add(own);
        all.addAll(THEIRS);
        assertThat(said(here.transcript())).isEqualTo(said(all));
    }

    @Test
    void setKeepsMessagesOfOthersAddedDuringCommit() {
        SessionStore kept = SessionStore.inMemory();
        Conversation there = chat(kept);
        AtomicBoolean now = new AtomicBoolean();
        Conversation here = chat(WatchedStore.of(kept, call -> {
            Object result = call.proceed();
            if (call.name().equals("commit") && now.getAndSet(false)) {
                there.append(THEIRS);
            }
            return result;
        }));
        List<Message> view = compressed(here);
        here.append(Chats.question(10, 30));
        here.compress();
        now.set(true);
        here.rollback(1);

        here.framework().set(view);

        assertThat(said(here.transcript())).endsWith(said(THEIRS).toArray(new String[0]));
    }
}
