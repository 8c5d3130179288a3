package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Times of messages that no calendar has keep no chat from being compressed, searched or moved. */
class ExtremeTimesTest extends TalkFixture {
    static Stream<Instant> times() {
        return Stream.of(
                Instant.MIN,
                Instant.MAX,
                Instant.ofEpochMilli(Long.MIN_VALUE),
                Instant.ofEpochMilli(Long.MAX_VALUE),
                Instant.parse("-999999999-01-01T00:00:00Z"),
                Instant.parse("+999999999-12-31T23:59:59Z"),
                Instant.EPOCH);
    }

    @ParameterizedTest
    @MethodSource("times")
    void hinderNothing(Instant time) {
        Conversation chat = chat();
        chat.append(
                Message.user("Yesterday the heron was behind the chapel, and tomorrow it flies.")
                        .withTimestamp(time),
                Message.assistant("It was there on Monday.").withTimestamp(time));
        talk(chat, 20);

        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
        assertThat(chat.recall().search("Where was the heron on Monday 12 May?", 3))
                .isNotEmpty();
        assertThat(chat.recall().segments()).isNotEmpty();
        List<Message> transcript = chat.transcript();
        Conversation moved = compressor(POLICY).importConversation("moved", chat.export());
        assertThat(moved.transcript()).isEqualTo(transcript);
    }
}
