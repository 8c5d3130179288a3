package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ValidSequence;
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
 * A view that is handed back over a store of which one call after the other fails, before or after it has had its effect: the application
 * repeats what failed, and everything is there, once.
 */
@Tag("landing")
class HandedBackFaultTest {
    /** Words per message: enough for a compression at the start of each of some thousand runs. */
    private static final int WORDS = 20;

    /** Ways of an application to hand a view back. */
    enum Way {
        SET,
        SET_WITHOUT_THE_LAST
    }

    /** Changes by others since the view was taken. */
    enum Others {
        NOTHING,
        ADDED,
        CHANGED
    }

    /** First failing call, counted from 1 while the view is handed back; 0 for none. */
    private int failing;

    /** Number of consecutive failing calls. */
    private int length;

    private boolean afterEffect;
    private boolean handingBack;
    private int calls;
    private String failed = "";

    private final List<AutoCloseable> open = new ArrayList<>();

    private SessionStore fragile(SessionStore store) {
        return WatchedStore.of(store, call -> {
            boolean fails = handingBack && ++calls >= failing && calls < failing + length && failing > 0;
            if (fails) {
                failed = call.name();
            }
            if (fails && !afterEffect) {
                throw new IllegalStateException("connection reset");
            }
            Object result = call.proceed();
            if (fails) {
                throw new IllegalStateException("connection reset");
            }
            return result;
        });
    }

    private Conversation chat(SessionStore store) {
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(FaultFixture.POLICY)
                .store(store)
                .executor(task -> {})
                .build();
        open.add(compressor);
        return compressor.conversation("chat");
    }

    private void handBack(Runnable step) {
        handingBack = true;
        for (int tries = 0; handingBack; tries++) {
            assertThat(tries).as("tries").isLessThanOrEqualTo(length);
            try {
                step.run();
                handingBack = false;
            } catch (IllegalStateException e) {
                assertThat(e).hasMessage("connection reset");
            }
        }
    }

    private void run(Way way, Others others) {
        SessionStore store = SessionStore.inMemory();
        Conversation chat = chat(fragile(store));
        chat.append(Message.system(Chats.SYSTEM));
        for (int i = 0; i < 6; i++) {
            chat.append(Chats.turn(i, WORDS));
        }
        chat.compress();
        chat.append(Chats.toolTurn(6, 20));
        List<Message> view = chat.view().messages();
        assertThat(chat.status().boundary()).isPositive();
        Conversation other = chat(store);
        if (others == Others.ADDED) {
            other.append(Chats.turn(90, 10));
        } else if (others == Others.CHANGED) {
            List<Message> all = new ArrayList<>(other.transcript());
            Message last = all.remove(all.size() - 1);
            all.add(Message.assistant("What others put there instead."));
            all.add(Message.user("And what they said then."));
            other.framework().set(all);
            other.append(last);
        }
        List<Message> expected = new ArrayList<>(other.transcript());
        switch (way) {
            case SET -> handBack(() -> chat.framework().set(view));
            case SET_WITHOUT_THE_LAST -> {
                expected.remove(view.get(view.size() - 1));
                handBack(() -> chat.framework().set(view.subList(0, view.size() - 1)));
            }
        }
        List<String> there = conversation(chat);
        List<String> missing = new ArrayList<>(conversation(expected));
        List<String> tooMuch = new ArrayList<>(there);
        there.forEach(missing::remove);
        conversation(expected).forEach(tooMuch::remove);
        assertThat(tooMuch).as("what is there too often").isEmpty();
        assertThat(missing).as("what is lost").isEmpty();
        assertThat(conversation(chat(store))).isEqualTo(conversation(chat));
        ValidSequence.check(chat.view().messages());
    }

    private static List<String> conversation(Conversation chat) {
        return conversation(chat.transcript());
    }

    /** Role and first words of each message except system messages. */
    private static List<String> conversation(List<Message> messages) {
        return messages.stream()
                .filter(message -> message.role() != Role.SYSTEM)
                .map(message -> message.role() + " "
                        + message.text()
                                .substring(0, Math.min(26, message.text().length())))
                .toList();
    }

    static Stream<Arguments> ways() {
        return Stream.of(Way.values()).flatMap(way -> Stream.of(Others.values())
                .flatMap(others -> Stream.of(true, false).map(after -> Arguments.of(way, others, after))));
    }

    @ParameterizedTest(name = "{0}, others {1}, after its effect {2}")
    @MethodSource("ways")
    void keepsEveryMessageOnceIfAnyCallFails(Way way, Others others, boolean after) throws Exception {
        afterEffect = after;
        List<String> problems = new ArrayList<>();
        int all = sweptOver(way, others, problems);

        assertThat(all).isPositive();
        assertThat(problems).isEmpty();
    }

    /** Sweeps over all failing calls; returns the number of calls of a run without failure. */
    private int sweptOver(Way way, Others others, List<String> problems) throws Exception {
        int all = 0;
        for (int each : new int[] {1, 3}) {
            length = each;
            for (failing = 0; failing <= all; failing++) {
                calls = 0;
                try {
                    run(way, others);
                } catch (RuntimeException | AssertionError e) {
                    problems.add(length + " from call " + failing + ", " + failed + ": "
                            + e.toString().replaceAll("\\s+", " "));
                }
                all = failing == 0 ? calls : all;
                for (AutoCloseable closed : open) {
                    closed.close();
                }
                open.clear();
            }
        }
        return all;
    }
}
