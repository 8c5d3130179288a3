package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.Reason;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.TriggerPoint;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.store.SessionStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Compression of conversations to which nothing was said for a time. */
class ConversationRestTest {
    private static final Duration REST = Duration.ofMinutes(5);
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(4_000)
            .withTriggerPoints(Set.of(TriggerPoint.IDLE))
            .withIdleAfter(REST);

    private final SessionStore store = SessionStore.inMemory();
    private final List<Runnable> alarms = new ArrayList<>();
    private final List<CompressionEvent> events = new ArrayList<>();

    @AutoClose
    private final Compressors open = new Compressors();

    private long now;

    private SessionCompressor.Builder builder(CompressionPolicy policy) {
        return SessionCompressor.builder()
                .policy(policy)
                .store(store)
                .executor(Runnable::run)
                .rests((task, nanos) -> alarms.add(task), () -> now)
                .listener(events::add);
    }

    private SessionCompressor compressor(CompressionPolicy policy) {
        return open.open(builder(policy));
    }

    /** Turns up to a size between target and trigger. */
    private static Conversation talk(Conversation chat) {
        for (int i = 0; chat.status().contextTokens() <= chat.policy().targetTokens(); i++) {
            chat.append(Chats.turn(i, 30));
        }
        assertThat(chat.status().contextTokens()).isLessThan(chat.policy().triggerTokens());
        return chat;
    }

    private void passes(Duration time) {
        now += time.toNanos();
        List<Runnable> due = List.copyOf(alarms);
        alarms.clear();
        due.forEach(Runnable::run);
    }

    @Test
    void compressesDownToTargetAfterRest() {
        Conversation chat = talk(compressor(POLICY).conversation("chat"));
        passes(REST.minusMillis(1));
        assertThat(chat.record()).isEmpty();

        passes(Duration.ofMillis(1));

        assertThat(chat.status().boundary()).isPositive();
        assertThat(chat.status().contextTokens()).isLessThanOrEqualTo(POLICY.targetTokens());
        assertThat(events)
                .filteredOn(StageFinished.class::isInstance)
                .extracting(event -> ((StageFinished) event).reason())
                .containsOnly(Reason.IDLE);
        passes(REST);
        assertThat(alarms).isEmpty();
    }

    @Test
    void waitsAnewAfterEachAnswerWithOneAlarm() {
        Conversation chat = talk(compressor(POLICY).conversation("chat"));
        passes(REST.dividedBy(2));
        chat.append(Chats.turn(90, 1));
        assertThat(alarms).hasSize(1);
        passes(REST.dividedBy(2));
        assertThat(chat.record()).isEmpty();

        passes(REST.dividedBy(2));
        assertThat(chat.record()).isPresent();
    }

    @Test
    void leavesChatAloneThatGoesOn() {
        Conversation chat = talk(compressor(POLICY).conversation("chat"));
        chat.append(Message.user("One more thing."));
        passes(REST);
        assertThat(chat.record()).isEmpty();
    }

    @Test
    void leavesChatAloneThatGoesOnInAnotherProcess() {
        Conversation chat = talk(compressor(POLICY).conversation("chat"));
        List<Runnable> ours = List.copyOf(alarms);
        alarms.clear();
        compressor(POLICY).conversation("chat").append(Chats.turn(90, 1));
        now += REST.toNanos();

        ours.forEach(Runnable::run);
        assertThat(chat.record()).isEmpty();
        passes(Duration.ZERO);
        assertThat(chat.record()).isPresent();
    }

    @Test
    void watchesNothingBelowTargetOrUnasked() {
        compressor(POLICY).conversation("small").append(Chats.turn(0, 1));
        talk(compressor(CompressionPolicy.forWindow(4_000)).conversation("chat"));
        assertThat(alarms).isEmpty();
        assertThat(CompressionPolicy.defaults().triggerPoints()).doesNotContain(TriggerPoint.IDLE);
    }

    @Test
    void endsTimerWithCompressor() {
        SessionCompressor compressor = compressor(POLICY);
        Conversation chat = talk(compressor.conversation("chat"));
        compressor.close();
        passes(REST);
        assertThat(chat.record()).isEmpty();
    }

    @Test
    void eachCompressorOfOneBuilderWatchesItsOwn() {
        SessionCompressor.Builder builder = builder(POLICY);
        SessionCompressor first = open.open(builder);
        SessionCompressor second =
                builder.policy(POLICY.withIdleAfter(REST.multipliedBy(2))).build();
        Conversation chat = talk(first.conversation("chat"));
        talk(second.conversation("another chat"));
        second.close();

        passes(REST);

        assertThat(first.policy()).isEqualTo(POLICY);
        assertThat(chat.record()).isPresent();
    }

    @Test
    void prunesAfterAnswerAboveToolTokens() {
        PruneOptions early = PruneOptions.defaults()
                .withTriggerTokens(600)
                .withProtectTokens(100)
                .withMinSavingsTokens(0);
        for (boolean on : List.of(true, false)) {
            CompressionPolicy policy = CompressionPolicy.forWindow(8_000)
                    .withPrune(on ? early : early.withTriggerTokens(0).withMinContextTokens(0));
            Conversation chat = compressor(policy).conversation(on ? "on" : "off");
            chat.append(Chats.toolTurn(0, 400));
            assertThat(chat.record()).isEmpty();
            chat.append(Chats.toolTurn(1, 400));
            chat.append(Message.user("And now?"));
            assertThat(chat.status().contextTokens()).isLessThan(policy.triggerTokens());
            assertThat(chat.record().isPresent()).isEqualTo(on);
            assertThat(chat.view().prunedResults() > 0).isEqualTo(on);
        }
    }
}
