package io.github.sessioncompression.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

/** Work of several threads that begin at the same time. */
final class Threads {
    static final int COUNT = 8;

    /** Memories that the threads are tried with: a race does not show each time. */
    static final int ROUNDS = 20;

    private static final int TURNS = 10;

    /** Size of a memory that keeps all that the threads add. */
    static final MemorySize ROOM = MemorySize.ofMessages(COUNT * TURNS * 4);

    private Threads() {}

    /** Fails if an empty chat, to which all threads add turns, then lacks a question or has one twice. */
    static void addTurns(IntFunction<DrivenChat> chats) {
        List<RequestMessage> wanted = new ArrayList<>();
        for (int i = 0; i < COUNT * TURNS; i++) {
            wanted.add(RequestMessage.user(Sample.question(i)));
        }
        for (int round = 0; round < ROUNDS; round++) {
            DrivenChat chat = chats.apply(round);
            run(thread -> {
                for (int number = thread * TURNS; number < (thread + 1) * TURNS; number++) {
                    chat.ask(Sample.question(number));
                    chat.answer(Sample.answer(number));
                }
            });
            List<RequestMessage> now = chat.messages();
            Promises.assertHas("of messages that 8 threads added,", now, wanted);
            Promises.assertOnce("of messages that 8 threads added,", now, wanted);
        }
    }

    /** Runs {@code work} on {@value #COUNT} threads with their numbers; throws what one of them threw. */
    private static void run(IntConsumer work) {
        ExecutorService threads = Executors.newFixedThreadPool(COUNT);
        try {
            CountDownLatch ready = new CountDownLatch(COUNT);
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < COUNT; i++) {
                int number = i;
                running.add(threads.submit(() -> {
                    ready.countDown();
                    ready.await();
                    work.accept(number);
                    return null;
                }));
            }
            for (Future<?> future : running) {
                future.get();
            }
        } catch (ExecutionException e) {
            throw new AssertionError("a thread failed: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        } finally {
            threads.shutdownNow();
        }
    }
}
