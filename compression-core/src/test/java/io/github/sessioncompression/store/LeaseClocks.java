package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore.Lease;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Checks that leases of processes whose clocks differ run by the store's time. */
public final class LeaseClocks {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(300);

    private LeaseClocks() {}

    /**
     * Runs the check.
     *
     * @param processes a process by its clock, over the same data
     */
    public static void check(String chat, Function<InstantSource, SessionStore> processes) {
        SessionStore ahead = processes.apply(() -> Instant.now().plus(HOUR));
        SessionStore behind = processes.apply(() -> Instant.now().minus(HOUR));
        Lease first = ahead.tryLease(chat, "ahead", HOUR).orElseThrow();
        assertThat(behind.tryLease(chat, "behind", HOUR)).isEmpty();
        ahead.release(chat, first);
        Lease second = behind.tryLease(chat, "behind", HOUR).orElseThrow();
        assertThat(ahead.tryLease(chat, "ahead", HOUR)).isEmpty();
        behind.release(chat, second);

        assertThat(ahead.tryLease(chat, "dies", SHORT)).isPresent();
        long giveUp = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        Optional<Lease> next = Optional.empty();
        while (next.isEmpty() && System.nanoTime() < giveUp) {
            next = behind.tryLease(chat, "behind", HOUR);
        }
        assertThat(next).as("behind one that died").isPresent();
    }

    /**
     * Compresses one conversation from two processes whose clocks differ by two hours: one pays at a time, none waits for the other's clock.
     *
     * @param processes as for {@link #check}
     */
    public static void checkCompressions(String chat, Function<InstantSource, SessionStore> processes) {
        ScriptedModel model = new ScriptedModel();
        List<Outcome> outcomes = new ArrayList<>();
        try (SessionCompressor ahead = compressor(model, processes, HOUR);
                SessionCompressor behind = compressor(model, processes, HOUR.negated())) {
            for (int round = 0; round < 4; round++) {
                boolean first = round % 2 == 0;
                Conversation here = (first ? ahead : behind).conversation(chat);
                Conversation there = (first ? behind : ahead).conversation(chat);
                String answer = ScriptedModel.state("Bed 1 holds plant P-1.", "b " + round);
                model.does(request -> {
                    outcomes.add(there.compress());
                    return ModelAnswer.of(answer);
                });
                for (int i = 0; i < 30; i++) {
                    here.append(
                            Message.user("Bed " + i + " of round " + round + " holds plant P-" + i + ", does it?"),
                            Message.assistant("It does, since the " + (i + 1) + "th of May."));
                }
                assertThat(here.compress()).isInstanceOf(Outcome.Compressed.class);
                assertThat(there.view().messages()).isNotEmpty();
            }
            assertThat(outcomes).hasSize(4).containsOnly(new Outcome.Unchanged(Outcome.Unchanged.Why.BUSY));
            assertThat(model.requests()).hasSize(4);
        }
    }

    private static SessionCompressor compressor(
            ScriptedModel model, Function<InstantSource, SessionStore> processes, Duration ahead) {
        Clock clock = Clock.offset(Clock.systemUTC(), ahead);
        return SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(8_000))
                .model(model)
                .clock(clock)
                .store(processes.apply(clock))
                .build();
    }
}
