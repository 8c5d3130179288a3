package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A message is erased while the state is written anew, because another one was erased that most of it told of. What was written is discarded then, and written
 * once more.
 */
class RewriteRaceTest extends TalkFixture {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    /** Action after the messages for the state were read. */
    private Runnable whenRead = () -> {};

    private boolean rewrites;

    @Override
    SessionStore newStore() {
        return WatchedStore.of(super.newStore(), call -> {
            rewrites |= call.name().equals("tryLease");
            Object result = call.proceed();
            if (rewrites && call.name().equals("load")) {
                Runnable next = whenRead;
                whenRead = () -> {};
                next.run();
            }
            return result;
        });
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private void inAnotherThread(Runnable action) {
        try {
            threads.submit(action).get(1, TimeUnit.MINUTES);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** A chat whose state tells mostly of its first message. */
    private Conversation chat(long[] pond) {
        Conversation chat = chat();
        StringBuilder codes = new StringBuilder();
        for (int door = 1; door <= 160; door++) {
            codes.append("The code of door ")
                    .append(door)
                    .append(" is ")
                    .append(40_000 + 7 * door)
                    .append(". ");
        }
        chat.append(Message.user(codes.toString()), Message.assistant("Noted."));
        chat.append(Message.user("The shed by the pond looks quite green."), Message.assistant("It does."));
        chat.append(Message.user("The new gate is rather nice."), Message.assistant("I think so."));
        chat.append(Message.user("Thank you."), Message.assistant("You are welcome."));
        chat.compress();
        assertThat(text(chat.view())).contains("The code of door ");
        pond[0] = chat.entries().stream()
                .filter(entry -> entry.message().text().contains("pond"))
                .findFirst()
                .orElseThrow()
                .sequence();
        rewrites = false;
        return chat;
    }

    @Test
    void rewritesStateFromRemainingMessages() {
        Conversation chat = chat(new long[1]);

        chat.erase(1);

        assertThat(text(chat.view())).contains("pond").doesNotContain("code of door");
    }

    @Test
    void omitsMessageErasedConcurrentlyInProcess() {
        long[] pond = new long[1];
        Conversation chat = chat(pond);
        boolean[] erased = new boolean[1];
        whenRead = () -> inAnotherThread(() -> erased[0] = chat.erase(pond[0]));

        chat.erase(1);

        assertThat(erased[0]).isTrue();
        assertThat(text(chat.view())).contains("gate").doesNotContain("pond", "code of door");
        assertThat(chat.history().toString()).doesNotContain("pond");
    }

    @Test
    void omitsMessageErasedConcurrentlyElsewhere() {
        long[] pond = new long[1];
        Conversation chat = chat(pond);
        Conversation elsewhere = compressor(POLICY).conversation("chat");
        boolean[] erased = new boolean[1];
        whenRead = () -> inAnotherThread(() -> erased[0] = elsewhere.erase(pond[0]));

        chat.erase(1);

        assertThat(erased[0]).isTrue();
        assertThat(text(chat.view())).contains("gate").doesNotContain("pond", "code of door");
        assertThat(text(elsewhere.view())).contains("gate").doesNotContain("pond", "code of door");
    }
}
