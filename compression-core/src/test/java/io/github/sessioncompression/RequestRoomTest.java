package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.RequestCut.RequestRoom;
import io.github.sessioncompression.policy.CompressionPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RequestRoomTest {
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(8_000);
    private static final int BASE = POLICY.baseTokens();
    private static final int HARD = POLICY.hardLimitTokens();

    private final SessionCompressor compressor =
            SessionCompressor.builder().policy(POLICY).build();
    private final ConversationParts workings = ConversationParts.of("chat", compressor.settings(), compressor.shared());

    @AfterEach
    void close() {
        compressor.close();
    }

    private RequestRoom room(int outputTokens, long ceiling) {
        return workings.chats().get(chat -> RequestRoom.of(chat, outputTokens, ceiling));
    }

    @Test
    void equalsPolicyLimitsWithinReservedOutput() {
        RequestRoom room = room(POLICY.reservedOutputTokens(), Integer.MAX_VALUE);

        assertThat(room.most()).isEqualTo(BASE);
        assertThat(room.limit()).isEqualTo(HARD);
        assertThat(room.below()).isZero();
        assertThat(room.counted()).isEqualTo(BASE);
        assertThat(room.size(1_234)).isEqualTo(1_234);
    }

    @Test
    void shrinksIfModelMayWriteMore() {
        int more = BASE - HARD + 500;
        RequestRoom room = room(POLICY.reservedOutputTokens() + more, Integer.MAX_VALUE);

        assertThat(room.most()).isEqualTo(BASE - more);
        assertThat(room.limit()).isEqualTo(HARD - 500);
        assertThat(room.below()).isEqualTo(500);
    }

    @Test
    void isAQuarterOfTheWindowAtLeastHoweverMuchIsToBeWritten() {
        assertThat(room(1_000_000, Integer.MAX_VALUE).most()).isEqualTo(BASE / 4);
        assertThat(room(1_000_000, Integer.MAX_VALUE).limit()).isEqualTo(BASE / 4);
    }

    @Test
    void isLimitedByRefusedSize() {
        assertThat(room(0, 700).most()).isEqualTo(700);
        assertThat(room(0, 700).limit()).isEqualTo(700);
    }
}
