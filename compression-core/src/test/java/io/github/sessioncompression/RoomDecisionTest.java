package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.RoomDecision.Need;
import io.github.sessioncompression.event.Reason;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.policy.TriggerPoint;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When room is made, for chats whose requests carry so much beside that they are of any size. */
class RoomDecisionTest {
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(8_000);
    private static final int TRIGGER = POLICY.triggerTokens();
    private static final int HARD = POLICY.hardLimitTokens();

    private SessionCompressor compressor =
            SessionCompressor.builder().policy(POLICY).build();
    private ConversationParts workings = workings(POLICY);

    @AfterEach
    void close() {
        compressor.close();
    }

    private ConversationParts workings(CompressionPolicy policy) {
        compressor.close();
        compressor = SessionCompressor.builder().policy(policy).build();
        workings = ConversationParts.of("chat", compressor.settings(), compressor.shared());
        workings.chats().run(chat -> chat.add(List.of(Message.user("Is the kiln hot?"))));
        return workings;
    }

    private void goInside() {
        workings.chats()
                .run(chat -> chat.add(List.of(Message.assistant("", List.of(new ToolCall("a", "look", "{}"))))));
    }

    private RoomDecision of(int size) {
        workings.chats().run(chat -> {
            chat.shown().meter().overhead(0);
            chat.shown().meter().overhead(size - chat.shown().size());
        });
        return workings.room();
    }

    private Need need(int size) {
        RoomDecision room = of(size);
        return workings.chats().get(room::beforeCall);
    }

    private boolean isDue(int size, TriggerPoint point) {
        RoomDecision room = of(size);
        return workings.chats().get(chat -> room.isDue(chat, point));
    }

    private Reason reason(int size) {
        RoomDecision room = of(size);
        return workings.chats().get(room::reason);
    }

    private static Set<TriggerPoint> all() {
        return EnumSet.allOf(TriggerPoint.class);
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void nothingIsNeededUpToTheTrigger(Execution execution) {
        workings(POLICY.withExecution(execution));

        assertThat(need(TRIGGER)).isEqualTo(Need.NONE);
        assertThat(need(TRIGGER + 1)).isNotEqualTo(Need.NONE);
        assertThat(need(HARD)).isEqualTo(need(TRIGGER + 1));
    }

    @Test
    void howItIsNeededFollowsTheExecution() {
        workings(POLICY.withExecution(Execution.SYNC));
        assertThat(need(HARD)).isEqualTo(Need.NOW);
        assertThat(need(HARD + 1)).isEqualTo(Need.NOW);
        workings(POLICY.withExecution(Execution.AUTO));
        assertThat(need(HARD)).isEqualTo(Need.LATER);
        assertThat(need(HARD + 1)).isEqualTo(Need.BRIDGE);
        workings(POLICY.withExecution(Execution.ASYNC));
        assertThat(need(HARD)).isEqualTo(Need.LATER);
        assertThat(need(HARD + 1)).isEqualTo(Need.LATER);
    }

    @Test
    void disabledChatNeedsNothing() {
        workings.chats().run(chat -> chat.enable(false, Instant.EPOCH));

        assertThat(need(HARD + 1)).isEqualTo(Need.NONE);
        assertThat(isDue(HARD + 1, TriggerPoint.AFTER_RESPONSE)).isFalse();
    }

    @Test
    void aVainAttemptIsNotRepeatedAtOnceButAboveTheHardLimit() {
        of(TRIGGER + 1);
        workings.chats().run(chat -> chat.backoff().vain(chat.shown()));

        assertThat(need(TRIGGER + 1)).isEqualTo(Need.NONE);
        assertThat(need(HARD + 1)).isEqualTo(Need.BRIDGE);
    }

    @Test
    void onlyThePointsOfThePolicyCountBelowTheHardLimit() {
        workings(POLICY.withTriggerPoints(EnumSet.of(TriggerPoint.MID_TURN)));
        assertThat(need(TRIGGER + 1)).isEqualTo(Need.NONE);
        assertThat(need(HARD + 1)).isEqualTo(Need.BRIDGE);
        goInside();
        assertThat(need(TRIGGER + 1)).isEqualTo(Need.LATER);

        workings(POLICY.withTriggerPoints(EnumSet.of(TriggerPoint.BEFORE_CALL)));
        assertThat(need(TRIGGER + 1)).isEqualTo(Need.LATER);
        goInside();
        assertThat(need(TRIGGER + 1)).isEqualTo(Need.NONE);
    }

    @Test
    void syncModeDoesNotUseBackground() {
        workings(POLICY.withTriggerPoints(all()).withExecution(Execution.SYNC));
        assertThat(isDue(HARD + 1, TriggerPoint.AFTER_RESPONSE)).isFalse();

        workings(POLICY.withTriggerPoints(all()));
        assertThat(isDue(TRIGGER + 1, TriggerPoint.AFTER_RESPONSE)).isTrue();
        assertThat(isDue(TRIGGER, TriggerPoint.AFTER_RESPONSE)).isFalse();
    }

    @Test
    void choosesReasonBySizeAndTurn() {
        assertThat(reason(TRIGGER + 1)).isEqualTo(Reason.PROACTIVE);
        assertThat(reason(HARD + 1)).isEqualTo(Reason.CRITICAL);
        goInside();
        assertThat(reason(TRIGGER + 1)).isEqualTo(Reason.MID_TURN);
        assertThat(reason(HARD + 1)).isEqualTo(Reason.CRITICAL);
    }

    @Test
    void heedsRefusalsIfConfigured() {
        assertThat(workings(POLICY.withTriggerPoints(EnumSet.of(TriggerPoint.CONTEXT_LENGTH_ERROR)))
                        .room()
                        .heedsRefusals())
                .isTrue();
        assertThat(workings(POLICY.withTriggerPoints(EnumSet.of(TriggerPoint.BEFORE_CALL)))
                        .room()
                        .heedsRefusals())
                .isFalse();
    }
}
