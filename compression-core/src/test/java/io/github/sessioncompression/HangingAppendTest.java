package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Other calls of a chat while an append of the same process hangs in the store. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HangingAppendTest {
    private static final Message HELLO = Message.user("Hello.");
    private static final Message ANSWER = Message.assistant("Good morning.");
    private static final Message HANGING = Message.user("When does my order arrive?");

    /** Place of the hang: before the store has the messages, or after that. */
    private enum Hang {
        NONE,
        BEFORE,
        AFTER
    }

    private final SessionStore kept = SessionStore.inMemory();
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final CountDownLatch hangs = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile Hang hang = Hang.NONE;
    private final SessionCompressor compressor = compressor(WatchedStore.of(kept, call -> {
        Hang here = call.name().equals("append") ? hang : Hang.NONE;
        hang = here == Hang.NONE ? hang : Hang.NONE;
        hangIf(here == Hang.BEFORE);
        Object result = call.proceed();
        hangIf(here == Hang.AFTER);
        return result;
    }));
    private final Conversation chat = compressor.conversation("chat");
    private final Conversation elsewhere = compressor(kept).conversation("chat");

    private static SessionCompressor compressor(SessionStore store) {
        return SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(16_000))
                .store(store)
                .build();
    }

    private void hangIf(boolean here) {
        if (here) {
            hangs.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @BeforeEach
    void begins() {
        chat.append(HELLO, ANSWER);
        assertThat(said(chat.view())).containsExactly(HELLO, ANSWER);
    }

    @AfterEach
    void close() {
        end.countDown();
        pool.shutdownNow();
        compressor.close();
    }

    private static List<Message> said(View view) {
        return view.messages().stream()
                .filter(message -> message.role() != Role.SYSTEM)
                .toList();
    }

    private Future<?> hangingAppend(Hang place) throws InterruptedException {
        hang = place;
        Future<?> append = pool.submit(() -> chat.append(HANGING));
        hangs.await();
        return append;
    }

    @Test
    void viewShowsWhatIsStoredWhileAppendHangs() throws Exception {
        Future<?> append = hangingAppend(Hang.BEFORE);

        View during = chat.view();
        assertThat(said(during)).containsExactly(HELLO, ANSWER);
        assertThat(during.complete()).isTrue();
        assertThat(said(chat.framework().steadyView())).containsExactly(HELLO, ANSWER);
        assertThat(chat.status().messages()).isEqualTo(2);

        end.countDown();
        append.get();
        assertThat(said(chat.view())).containsExactly(HELLO, ANSWER, HANGING);
        assertThat(chat.transcript()).containsExactly(HELLO, ANSWER, HANGING);
    }

    @Test
    void viewShowsHangingMessageOnceStoreHasIt() throws Exception {
        Future<?> append = hangingAppend(Hang.AFTER);

        assertThat(said(chat.view())).containsExactly(HELLO, ANSWER, HANGING);

        end.countDown();
        append.get();
        assertThat(said(chat.view())).containsExactly(HELLO, ANSWER, HANGING);
        assertThat(chat.transcript()).containsExactly(HELLO, ANSWER, HANGING);
        assertThat(chat.status().messages()).isEqualTo(3);
    }

    @Test
    void appendsOfAnotherProcessAreShownWhileAppendHangs() throws Exception {
        Future<?> append = hangingAppend(Hang.BEFORE);
        Message other = Message.user("I am at another machine.");
        elsewhere.append(other);

        assertThat(said(chat.view())).containsExactly(HELLO, ANSWER, other);

        end.countDown();
        append.get();
        assertThat(chat.transcript()).containsExactly(HELLO, ANSWER, other, HANGING);
        assertThat(chat.view().messages()).isEqualTo(elsewhere.view().messages());
    }

    @Test
    void appendsOfOneProcessKeepTheirOrder() throws Exception {
        List<Future<?>> appends = new ArrayList<>(List.of(hangingAppend(Hang.BEFORE)));
        Message next = Message.user("And my second order?");
        Thread[] thread = new Thread[1];
        CountDownLatch begun = new CountDownLatch(1);
        appends.add(pool.submit(() -> {
            thread[0] = Thread.currentThread();
            begun.countDown();
            chat.append(next);
        }));
        begun.await();
        while (thread[0].getState() != Thread.State.WAITING) {
            assertThat(appends.get(1).isDone()).isFalse();
            Thread.onSpinWait();
        }

        end.countDown();
        for (Future<?> each : appends) {
            each.get();
        }
        assertThat(chat.transcript()).containsExactly(HELLO, ANSWER, HANGING, next);
    }

    @Test
    void answerFollowsItsQuestionInItsIncarnation() throws Exception {
        hang = Hang.AFTER;
        FrameworkChat turns = chat.framework();
        Future<TurnHandle> asked = pool.submit(() -> turns.append(turns.begin(), List.of(HANGING)));
        hangs.await();
        Message edited = Message.user("Hi.");
        turns.set(List.of(edited, ANSWER, HANGING));
        end.countDown();

        TurnHandle answered = turns.append(asked.get(), List.of(Message.assistant("On Friday.")));

        assertThat(answered.isDropped()).isFalse();
        assertThat(chat.transcript()).containsExactly(edited, ANSWER, HANGING, Message.assistant("On Friday."));
    }

    @Test
    void clearBeatsAppendThatStoreHasAlready() throws Exception {
        Future<?> append = hangingAppend(Hang.AFTER);

        chat.clear();

        end.countDown();
        append.get();
        assertThat(said(chat.view())).isEmpty();
        chat.append(HELLO);
        assertThat(chat.transcript()).containsExactly(HELLO);
        assertThat(chat.entries().get(0).sequence()).isEqualTo(4);
        assertThat(said(elsewhere.view())).containsExactly(HELLO);
    }

    @Test
    void questionShownByAnotherThreadIsSentOnce() throws Exception {
        Future<?> append = hangingAppend(Hang.AFTER);
        int sent = chat.view().tokens();
        end.countDown();
        append.get();
        Conversation quick = compressor.conversation("quick");
        quick.append(HELLO, ANSWER, HANGING);
        assertThat(quick.view().tokens()).isEqualTo(sent);

        assertThat(sizeAfterReport(chat, sent)).isEqualTo(sizeAfterReport(quick, sent));
    }

    private static int sizeAfterReport(Conversation chat, int tokens) {
        chat.framework().reportUsage(Usage.of(tokens, 5));
        chat.append(ANSWER);
        return chat.status().contextTokens();
    }

    @Test
    void appendThatFailsAfterViewAddsNothing() throws Exception {
        Conversation failing = compressor(WatchedStore.of(kept, call -> {
                    if (call.name().equals("append")) {
                        hangIf(true);
                        throw new IllegalStateException("the connection is gone");
                    }
                    return call.proceed();
                }))
                .conversation("chat");
        Future<?> append = pool.submit(() -> failing.append(HANGING));
        hangs.await();
        assertThat(said(failing.view())).containsExactly(HELLO, ANSWER);
        end.countDown();
        assertThatThrownBy(append::get).hasRootCauseMessage("the connection is gone");
        assertThat(said(failing.view())).containsExactly(HELLO, ANSWER);
    }
}
