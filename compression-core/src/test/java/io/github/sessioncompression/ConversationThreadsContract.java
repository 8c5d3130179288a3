package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every operation that keeps what others have added, at random, by several threads of two processes over one store of which any call may
 * fail, before or after it has had its effect: what was added is there once, what was erased is gone, and every view is valid.
 */
@Tag("endurance")
public abstract class ConversationThreadsContract {
    private static final int STEPS = 20;
    private static final int THREADS = 4;
    private static final String RESET = "connection reset";

    /** A new store, of its own for each case. */
    protected abstract SessionStore store(CompressionPolicy policy);

    @Test
    void nothingIsLostOrDoubled() {
        FuzzCases.CONVERSATION_THREADS.run(seed -> {
            try {
                new Case(new Random(seed)).run();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    /** Something that fails now and then. */
    @FunctionalInterface
    private interface Call {
        void run();
    }

    private final class Case {
        private final Random random;
        private final int failing;
        /** Or erases: what is switched off shows the gaps. */
        private final boolean switches;

        private final CompressionPolicy policy;
        private final List<Conversation> processes = new ArrayList<>();
        private final ConcurrentLinkedQueue<String> added = new ConcurrentLinkedQueue<>();
        private final ConcurrentLinkedQueue<String> erased = new ConcurrentLinkedQueue<>();
        private volatile boolean fails = true;

        Case(Random random) {
            this.random = random;
            this.failing = List.of(1_000_000, 60, 12).get(random.nextInt(3));
            this.switches = random.nextBoolean();
            this.policy = CompressionPolicy.forWindow(1_500 + random.nextInt(3_000))
                    .withExecution(List.of(Execution.values()).get(random.nextInt(3)));
        }

        private SessionStore fragile(SessionStore store, Random own) {
            return WatchedStore.of(store, call -> {
                int luck;
                synchronized (own) {
                    luck = fails ? own.nextInt(failing) : -1;
                }
                if (luck == 0) {
                    throw new IllegalStateException(RESET);
                }
                Object result = call.proceed();
                if (luck == 1 && !call.name().equals("count")) {
                    throw new IllegalStateException(RESET);
                }
                return result;
            });
        }

        void run() throws Exception {
            ExecutorService threads = Executors.newCachedThreadPool();
            List<SessionCompressor> open = new ArrayList<>();
            try {
                SessionStore store = store(policy);
                for (int i = 0; i < 2; i++) {
                    SessionCompressor compressor = SessionCompressor.builder()
                            .policy(policy)
                            .store(fragile(store, new Random(random.nextLong())))
                            .build();
                    open.add(compressor);
                    processes.add(compressor.conversation("chat"));
                }
                List<Future<?>> running = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    Caller caller = new Caller(i, processes.get(i % 2), new Random(random.nextLong()));
                    running.add(threads.submit(caller::run));
                }
                for (Future<?> each : running) {
                    each.get(2, TimeUnit.MINUTES);
                }
                fails = false;
                check(store);
            } finally {
                threads.shutdownNow();
                open.forEach(SessionCompressor::close);
            }
        }

        private void check(SessionStore store) {
            for (Conversation chat : processes) {
                List<String> there =
                        chat.transcript().stream().map(Message::text).toList();
                assertThat(there).containsExactlyInAnyOrderElementsOf(added);
                assertThat(there).noneMatch(text -> erased.stream().anyMatch(text::contains));
                View view = chat.view();
                ValidSequence.check(view.messages());
                assertThat(view.complete()).isTrue();
                for (Message message : view.messages()) {
                    assertThat(erased).noneMatch(message.text()::contains);
                }
            }
            assertThat(Peek.at(policy, store, "chat")).isNotEmpty();
        }

        /** One thread. */
        private final class Caller {
            private final int number;
            private final Conversation chat;
            private final Random own;
            private int said;

            Caller(int number, Conversation chat, Random own) {
                this.number = number;
                this.chat = chat;
                this.own = own;
            }

            void run() {
                for (int step = 0; step < STEPS; step++) {
                    step();
                }
            }

            private void step() {
                switch (own.nextInt(14)) {
                    case 0, 1, 2, 3, 4, 5 -> turn();
                    case 6, 7 -> ValidSequence.check(chat.view().messages());
                    case 8 -> sometimes(chat::compress);
                    case 9 -> sometimes(chat::prune);
                    case 10 -> sometimes(this::rollback);
                    case 11, 12 -> {
                        if (switches) {
                            sometimes(() -> chat.enabled(own.nextInt(3) > 0));
                        } else {
                            erase();
                        }
                    }
                    default ->
                        sometimes(() -> {
                            if (!chat.entries().isEmpty()) {
                                chat.export();
                            }
                        });
                }
            }

            private void sometimes(Call call) {
                try {
                    call.run();
                } catch (IllegalStateException e) {
                    assertThat(e).hasMessage(RESET);
                }
            }

            private void again(Call call) {
                for (int tries = 0; ; tries++) {
                    try {
                        call.run();
                        return;
                    } catch (IllegalStateException e) {
                        assertThat(e).hasMessage(RESET);
                        assertThat(tries).isLessThan(50);
                    }
                }
            }

            private String words(String who) {
                return who + " " + number + ": number n" + said + "of" + number + who.charAt(0) + "n needs "
                        + "soil ".repeat(own.nextInt(60)) + "and rakes.";
            }

            private void turn() {
                said++;
                List<Message> turn = List.of(Message.user(words("Order")), Message.assistant(words("Reply")));
                String key = number + " " + said;
                again(() -> chat.append(turn, key));
                if (own.nextInt(5) == 0) {
                    again(() -> chat.append(turn, key));
                }
                turn.forEach(message -> added.add(message.text()));
            }

            private void rollback() {
                List<CompressionRecord> history = chat.history();
                if (!history.isEmpty()) {
                    long version = history.get(own.nextInt(history.size())).version();
                    try {
                        chat.rollback(version);
                    } catch (IllegalArgumentException e) { // an erasure has taken it
                        assertThat(e).hasMessageContaining("version");
                    }
                }
            }

            private void erase() {
                List<Entry> mine = new ArrayList<>();
                again(() -> {
                    mine.clear();
                    chat.entries().stream()
                            .filter(entry -> entry.message().text().startsWith("Order " + number))
                            .forEach(mine::add);
                });
                if (!mine.isEmpty()) {
                    Entry gone = mine.get(own.nextInt(mine.size()));
                    again(() -> chat.erase(gone.sequence()));
                    added.remove(gone.message().text());
                    String text = gone.message().text();
                    int end = text.indexOf(" needs");
                    erased.add(text.substring(text.lastIndexOf(' ', end - 1), end));
                }
            }
        }
    }
}
