package io.github.sessioncompression.lists;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.lists.FrameworkLists.Said;
import io.github.sessioncompression.lists.ListCopiesTest.Order;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.WatchedStore;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The side store refuses an append that another process has already read in the list. */
class RefusedAppendTest extends SideStoreFixture {
    private final AtomicReference<Runnable> beforeAppend = new AtomicReference<>(() -> {});
    private final SessionStore watched = WatchedStore.of(side.store, call -> {
        if (call.name().equals("append")) {
            beforeAppend.getAndSet(() -> {}).run();
        }
        return call.proceed();
    });
    private final SessionStore here =
            MessageLists.store(lists.inAnotherProcess(), SCHEMA, TOKENS, () -> NOW, SideStore.of(watched));
    private final SessionStore there = process(lists);

    private Append append(String text) {
        long last = head(here).lastSequence();
        return here.append(CHAT, head(here).incarnation(), last, key(), entries(last, Message.user(text)));
    }

    @Test
    void addsMessageTakenByAnotherProcessOnce() {
        begin(here, Message.user("one"), Message.assistant("two"));
        List<Said> before = lists.stored(CHAT);
        beforeAppend.set(() -> {
            List<Said> first = lists.stored(CHAT);
            lists.store(CHAT, before);
            add(there, Message.user("there"));
            lists.store(CHAT, Order.BY_PLACE.mixed(lists.stored(CHAT), first));
            there.head(CHAT);
        });

        assertThat(append("here")).isEqualTo(Append.REFUSED);
        assertThat(append("here")).isEqualTo(Append.ALREADY_THERE);

        for (SessionStore each : List.of(here, there)) {
            each.head(CHAT);
            assertThat(messages(each)).extracting(Message::text).containsExactly("one", "two", "there", "here");
        }
        assertThat(append("here")).isEqualTo(Append.ADDED);
        assertThat(texts(lists)).containsExactly("one", "two", "there", "here", "here");
    }
}
