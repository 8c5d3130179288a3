package io.github.sessioncompression.lists;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Use of a list by other threads while one hangs reading it, for its state or for a commit. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HangingListsTest {
    private static final String CHAT = "chat";
    private static final StateSchema SCHEMA = StateSchema.session();

    private final InterruptedLists lists = new InterruptedLists(new FrameworkLists(Kind.LIVE));
    private final SessionStore store = FrameworkLists.over(lists);
    private final CountDownLatch hangs = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicReference<@Nullable Object> answer = new AtomicReference<>();
    private @Nullable Thread hanging;

    @AfterEach
    void goOn() throws InterruptedException {
        released.countDown();
        if (hanging != null) {
            hanging.join();
        }
    }

    private Append add(long last, String text) {
        return store.append(CHAT, "life", last, text, List.of(new Entry(last + 1, Message.user(text), 1)));
    }

    private void hang(Function<SessionStore, Object> question) throws InterruptedException {
        add(0, "one");
        lists.afterNextLoad(() -> {
            hangs.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Thread thread = new Thread(() -> answer.set(question.apply(store)));
        hanging = thread;
        thread.start();
        hangs.await();
    }

    @Test
    void addToItWhileAnotherOneWantsToKnowHowItStands() throws InterruptedException {
        hang(asked -> asked.head(CHAT).orElseThrow().messages());

        assertThat(add(1, "two")).isEqualTo(Append.ADDED);
        assertThat(store.head(CHAT).orElseThrow().messages()).isEqualTo(2);

        goOn();
        assertThat(answer.get()).as("read once more").isEqualTo(2L);
    }

    @Test
    void addToItWhileAnotherOneKeepsACompression() throws InterruptedException {
        Commit commit = ModelCommits.of(new Head("life", 1, 0, 0, 1), SCHEMA, 1, "a");
        hang(asked -> asked.commit(CHAT, commit));

        assertThat(add(1, "two")).isEqualTo(Append.ADDED);

        goOn();
        assertThat(answer.get()).isEqualTo(true);
        assertThat(store.head(CHAT).orElseThrow().messages()).isEqualTo(2);
        assertThat(store.current(CHAT)).contains(commit.record());
    }
}
