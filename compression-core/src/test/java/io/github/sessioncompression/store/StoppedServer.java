package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.View;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ValidSequence;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** A server that is away for a while: what is said meanwhile is delayed and not lost, and a view tells what it could not read. */
public final class StoppedServer {
    private static final int CHATS = 4;
    private static final int TURNS = 5;
    /** At a quarter of a second each, the server is away for five seconds. */
    private static final int LOOKS = 20;

    private static final int MOST_LOOKS = 100;

    private StoppedServer() {}

    /** The server behind the stores. */
    public interface Switch {
        /** Ends it. */
        void stop() throws Exception;

        /** Starts it again, where it was and with what it has kept. */
        void start() throws Exception;
    }

    /**
     * Chats while the server is stopped and started again.
     *
     * @param patient a store that waits for it
     * @param impatient the same, but it gives up after a quarter of a second
     */
    public static void chat(SessionStore patient, SessionStore impatient, Switch server) throws Exception {
        AtomicIntegerArray said = new AtomicIntegerArray(CHATS);
        AtomicBoolean enough = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(CHATS);
        try (SessionCompressor chatting = ChattingProcess.compressor(patient);
                SessionCompressor looking = ChattingProcess.compressor(impatient)) {
            List<Future<?>> running = new ArrayList<>();
            for (int c = 0; c < CHATS; c++) {
                int number = c;
                running.add(threads.submit(() -> talk(chatting.conversation("chat " + number), said, number, enough)));
            }
            await(said, List.of(), running);
            Conversation other = looking.conversation("other");
            other.append(ChattingProcess.turn("before"));
            complete(other);
            server.stop();
            for (int look = 0; look < LOOKS; look++) {
                View view = other.view();
                assertThat(view.complete()).as("the store is away").isFalse();
                ValidSequence.check(view.messages());
                assertThat(view.messages()).containsAll(ChattingProcess.turn("before"));
            }
            assertThatThrownBy(() -> other.append(Message.user("meanwhile"))).isInstanceOf(RuntimeException.class);
            List<Integer> meanwhile = numbers(said);
            server.start();
            await(said, meanwhile, running);
            enough.set(true);
            for (Future<?> each : running) {
                each.get();
            }
            for (int c = 0; c < CHATS; c++) {
                List<Message> expected = new ArrayList<>();
                for (int turn = 1; turn <= said.get(c); turn++) {
                    expected.addAll(ChattingProcess.turn("turn " + turn));
                }
                assertThat(chatting.conversation("chat " + c).transcript()).isEqualTo(expected);
                complete(looking.conversation("chat " + c));
            }
        } finally {
            enough.set(true);
            threads.shutdownNow();
        }
    }

    private static Void talk(Conversation chat, AtomicIntegerArray said, int number, AtomicBoolean enough) {
        for (int turn = 1; !enough.get(); turn++) {
            chat.append(ChattingProcess.turn("turn " + turn));
            said.set(number, turn);
            View view = chat.view();
            assertThat(view.complete()).isTrue();
            ValidSequence.check(view.messages());
        }
        return null;
    }

    /** A view of the whole conversation, of a store that gives up early: on a busy machine it may have to be asked again. */
    private static void complete(Conversation chat) {
        boolean complete = false;
        for (int look = 0; look < MOST_LOOKS && !complete; look++) {
            complete = chat.view().complete();
        }
        assertThat(complete).as("the store is there").isTrue();
    }

    /** Waits until each chat has had some more turns than before. */
    private static void await(AtomicIntegerArray said, List<Integer> before, List<Future<?>> running) throws Exception {
        for (int c = 0; c < CHATS; c++) {
            int enough = (before.isEmpty() ? 0 : before.get(c)) + TURNS;
            while (said.get(c) < enough) {
                if (running.get(c).isDone()) {
                    running.get(c).get();
                }
                Thread.onSpinWait();
            }
        }
    }

    private static List<Integer> numbers(AtomicIntegerArray said) {
        List<Integer> numbers = new ArrayList<>();
        for (int c = 0; c < CHATS; c++) {
            numbers.add(said.get(c));
        }
        return numbers;
    }
}
