package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent.LateResultDiscarded;
import io.github.sessioncompression.event.CompressionEvent.StageFailed;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.event.CompressionEvent.StageStarted;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same chat again and again over a store of which one call after the other fails, before or after it has had its effect: each under {@code -Pfuzz}, else
 * one of {@value #OF_SO_MANY}, others with each {@code fuzz.seed}.
 */
@Tag("landing")
class StoreFaultSweepTest extends FaultFixture {
    private static final int TURNS = 16;

    private static final int OF_SO_MANY = 8;

    /** First failing call, counted from 1 within {@link #chatting}; 0 for none. */
    private int failing;

    private boolean afterEffect;
    private boolean chatting;
    private int calls;
    private String failed = "";

    private SessionStore store() {
        return WatchedStore.of(SessionStore.inMemory(100, time), call -> {
            boolean fails = chatting && ++calls == failing;
            if (fails) {
                failed = call.name();
            }
            if (fails && !afterEffect) {
                throw new IllegalStateException("connection reset, secret");
            }
            Object result = call.proceed();
            if (fails) {
                throw new IllegalStateException("connection reset, secret");
            }
            return result;
        });
    }

    private interface Step<T> {
        T take();
    }

    private <T> T chatting(Step<T> step) {
        chatting = true;
        try {
            return step.take();
        } finally {
            chatting = false;
        }
    }

    /** Adds messages as an application does that repeats what failed. */
    private void append(Conversation chat, Invariants all, String key, List<Message> messages) {
        try {
            chatting(() -> {
                chat.append(messages, key);
                return key;
            });
        } catch (IllegalStateException e) {
            assertThat(e).hasMessageContaining("connection reset");
            chatting(() -> {
                chat.append(messages, key);
                return key;
            });
        }
        all.transcript().addAll(messages);
    }

    private void run(CompressionPolicy policy, boolean withModel) {
        SessionStore store = store();
        SessionCompressor.Builder builder = SessionCompressor.builder();
        if (withModel) {
            builder.model(model).modelCalls(model.executor(), time);
        }
        SessionCompressor compressor = builder.policy(policy)
                .store(store)
                .executor(Runnable::run)
                .listener(events::add)
                .clock(time)
                .build();
        open.add(compressor);
        Conversation chat = compressor.conversation("chat");
        Invariants all = new Invariants(chat, policy);
        append(chat, all, "system", List.of(Message.system(Chats.SYSTEM)));
        for (int i = 0; i < TURNS; i++) {
            List<Message> turn = i % 4 == 2 ? Chats.toolTurn(i, 120) : Chats.turn(i, 90);
            for (int j = 0; j < turn.size(); j++) {
                append(chat, all, i + " " + j, List.of(turn.get(j)));
                if (j < turn.size() - 1) {
                    View view = chatting(chat::view);
                    all.check(view);
                }
            }
            if (i == TURNS / 2) {
                Outcome outcome = chatting(chat::compress);
                assertThat(outcome).isNotNull();
            }
        }
        assertThat(chat.status().compressing()).isFalse();
        assertThat(chat.status().boundary()).isPositive();
        View last = chat.view();
        assertThat(last.tokens()).isLessThanOrEqualTo(policy.hardLimitTokens());
        all.check(last);
        assertThat(count(StageStarted.class))
                .as("each stage that began has an end")
                .isLessThanOrEqualTo(count(StageFinished.class) + count(StageFailed.class) + discarded());
        elsewhere(policy, store, chat);
    }

    /** Another process goes on with the same chat. */
    private void elsewhere(CompressionPolicy policy, SessionStore store, Conversation chat) {
        try (SessionCompressor other = SessionCompressor.builder()
                .policy(policy)
                .store(store)
                .executor(task -> {})
                .clock(time)
                .build()) {
            Conversation same = other.conversation("chat");
            assertThat(same.transcript()).isEqualTo(chat.transcript());
            assertThat(same.status().boundary()).isEqualTo(chat.status().boundary());
        }
    }

    private long count(Class<?> type) {
        return events.stream().filter(type::isInstance).count();
    }

    private long discarded() {
        return count(LateResultDiscarded.class);
    }

    static Stream<Arguments> ways() {
        return Stream.of(Execution.values()).flatMap(execution -> Stream.of(true, false)
                .flatMap(after -> Stream.of(true, false).map(withModel -> Arguments.of(execution, after, withModel))));
    }

    @ParameterizedTest(name = "{0}, after its effect {1}, with a model {2}")
    @MethodSource("ways")
    void chatSurvivesOneFailingCall(Execution execution, boolean after, boolean withModel) {
        sweep(POLICY.withExecution(execution), after, withModel);
    }

    private void sweep(CompressionPolicy policy, boolean after, boolean withModel) {
        afterEffect = after;
        failing = 0;
        calls = 0;
        run(policy, withModel);
        int all = calls;
        int quiet = warnings.lines().size();
        List<String> problems = new ArrayList<>();
        int step = Boolean.getBoolean("fuzz") ? 1 : OF_SO_MANY;
        int first = 1 + (int) Math.floorMod(Long.getLong("fuzz.seed", 0L), (long) step);
        for (failing = first; failing <= all; failing += step) {
            calls = 0;
            events.clear();
            int before = warnings.lines().size();
            try {
                run(policy, withModel);
                int more = warnings.lines().size() - before - quiet;
                if (more > 1) {
                    problems.add("call " + failing + ", " + failed + ": " + more + " more WARNs: "
                            + warnings.lines().subList(before, warnings.lines().size()));
                }
            } catch (RuntimeException | AssertionError e) {
                problems.add("call " + failing + ", " + failed + ": "
                        + e.toString().substring(0, Math.min(600, e.toString().length())) + " at "
                        + List.of(e.getStackTrace()).stream()
                                .filter(at -> at.getClassName().contains("sessioncompression"))
                                .limit(3)
                                .toList());
            }
        }
        assertThat(all).isGreaterThan(60);
        assertThat(String.join("\n", problems)).isEmpty();
    }
}
