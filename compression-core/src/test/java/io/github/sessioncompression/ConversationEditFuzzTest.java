package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.RandomMessages;
import io.github.sessioncompression.message.Repaired;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.prune.PruneOptions.Pruning;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateOptions.Injection;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random chats that are handed back and edited at random places. */
@Tag("endurance")
@Tag("landing")
class ConversationEditFuzzTest {
    @Test
    void handedBackViewRestoresChat() {
        FuzzCases.CONVERSATION_EDIT.run(seed -> runCase(new Random(seed)));
    }

    /**
     * A chat above its trigger, which the next view compresses; a question kept for the end of its turn; pruned arguments; a list without
     * the system message.
     */
    @ParameterizedTest
    @ValueSource(longs = {53_205_223_583_910L, 53_205_223_584_438L, 53_205_223_585_073L, 555_227})
    void restoresChatFoundByFuzzing(long seed) {
        runCase(new Random(seed));
    }

    /** Seed 106: a view that left messages out, beside an earlier one that shows nearly all of them. */
    @ParameterizedTest
    @ValueSource(longs = {106, 1_006, 2_011})
    void keepsTranscriptWhenViewIsSet(long seed) {
        setViews(new Random(seed));
    }

    @Test
    void keepsTranscriptWheneverViewIsSet() {
        FuzzCases.CONVERSATION_EDIT.run(seed -> setViews(new Random(seed)));
    }

    /** A chat in a window so small that views leave messages out; what is shown of it is set now and then. */
    private static void setViews(Random random) {
        List<Execution> executions = List.of(Execution.ASYNC, Execution.AUTO, Execution.SYNC);
        CompressionPolicy policy = CompressionPolicy.forWindow(300 + random.nextInt(500))
                .withExecution(executions.get(random.nextInt(3)))
                .withState(StateOptions.defaults().withAwareness(false).withMaxTokens(140))
                .withPrune(PruneOptions.defaults()
                        .withPruning(
                                random.nextBoolean() ? PruneOptions.defaults().pruning() : Pruning.OFF));
        boolean compresses = random.nextBoolean();
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(policy)
                .tokenCounter(TokenCounter.characters(4))
                .executor(task -> {
                    if (compresses) {
                        task.run();
                    }
                })
                .build()) {
            Conversation chat = compressor.conversation("chat");
            chat.append(Chats.question(0, 1 + random.nextInt(20)), Chats.answer(0, 1 + random.nextInt(20)));
            for (int step = 1; step < 16; step++) {
                if (random.nextInt(3) > 0) {
                    chat.append(pinnedAtRandom(random, turn(random, step, 20)));
                }
                View view = chat.view();
                if (random.nextBoolean()) {
                    List<Message> before = chat.transcript();
                    chat.framework().set(new ArrayList<>(view.messages()));
                    assertThat(chat.transcript()).isEqualTo(before);
                }
            }
        }
    }

    private static List<Message> pinnedAtRandom(Random random, List<Message> turn) {
        return turn.stream()
                .map(message -> random.nextInt(8) == 0 ? message.withPinned(true) : message)
                .toList();
    }

    private static void runCase(Random random) {
        List<Injection> injections = List.of(Injection.values());
        Injection injection = injections.get(random.nextInt(injections.size()));
        CompressionPolicy policy = CompressionPolicy.forWindow(1_000 + random.nextInt(3_000))
                .withState(StateOptions.defaults().withInjection(injection));
        SessionStore store = SessionStore.inMemory();
        HeldTasks background = new HeldTasks();
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(policy)
                .store(store)
                .executor(background)
                .build()) {
            Conversation chat = compressor.conversation("chat");
            chat.framework().onlyLatestSystem();
            if (random.nextBoolean()) {
                chat.append(Message.system(Chats.SYSTEM));
            }
            RandomMessages broken = new RandomMessages(random);
            for (int step = 0; step < 12; step++) {
                chat.append(random.nextInt(4) == 0 ? broken.chat(1 + random.nextInt(4)) : turn(random, step));
                if (random.nextInt(3) == 0) {
                    chat.compress();
                }
                List<Message> view = chat.view().messages();
                List<Message> transcript = chat.transcript();
                background.hold();
                if (random.nextBoolean()) {
                    background.release();
                    edit(random, chat, view);
                    continue;
                }
                chat.framework().set(new ArrayList<>(view));
                assertThat(background.held).isEmpty();
                assertThat(withoutIds(chat.view().messages())).isEqualTo(withoutIds(view));
                // A result without a call at the very end is shown nowhere, so nothing brings it back; nor an old
                // system prompt.
                assertThat(said(chat.transcript())).isEqualTo(said(transcript));
                if (chat.view().leftOut() == 0) {
                    assertThat(withoutIds(Peek.at(policy, store, "chat", true))).isEqualTo(withoutIds(view));
                }
                background.release();
            }
        }
    }

    /** Runs tasks when they are submitted, except while they are held. */
    private static final class HeldTasks implements Executor {
        private final List<Runnable> held = new ArrayList<>();
        private boolean holds;

        void hold() {
            holds = true;
        }

        void release() {
            holds = false;
            held.forEach(Runnable::run);
            held.clear();
        }

        @Override
        public void execute(Runnable task) {
            if (holds) {
                held.add(task);
            } else {
                task.run();
            }
        }
    }

    /** All that is said of messages but the ids of placeholders, which are numbers that messages added again have no more. */
    private static List<String> withoutIds(List<Message> messages) {
        return messages.stream()
                .map(message -> message.toString().replaceAll(" →m\\d+", ""))
                .toList();
    }

    private static List<Message> said(List<Message> transcript) {
        return Repaired.chat(transcript.stream()
                .filter(message -> message.role() != Role.SYSTEM)
                .toList());
    }

    /** Takes out or puts in a message after the state: what results is valid, stored, and stays when it is handed back. */
    private static void edit(Random random, Conversation chat, List<Message> view) {
        if (view.size() < 5) {
            return;
        }
        List<Message> edited = new ArrayList<>(view);
        int at = 4 + random.nextInt(view.size() - 4);
        if (random.nextBoolean()) {
            edited.remove(at);
        } else {
            edited.add(at, Message.user("Put in between."));
        }
        chat.framework().set(edited);
        List<Message> now = chat.view().messages();
        if (chat.status().state().isEmpty()) {
            ValidSequence.check(now);
        }
        chat.framework().set(new ArrayList<>(now));
        assertThat(chat.view().messages()).isEqualTo(now);
    }

    private static List<Message> turn(Random random, int number) {
        return turn(random, number, 60);
    }

    private static List<Message> turn(Random random, int number, int words) {
        return random.nextInt(3) == 0
                ? Chats.anyToolTurn(random, number, 10 + random.nextInt(words))
                : Chats.turn(number, 10 + random.nextInt(words));
    }
}
