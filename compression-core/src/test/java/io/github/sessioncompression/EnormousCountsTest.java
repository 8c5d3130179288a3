package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.model.ModelOptions.FailurePolicy;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.recall.Segment;
import io.github.sessioncompression.recall.Segment.CompressedSegment.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A counter of the application's own may say anything; sums of what it says stay sums, and nothing fails because of them. */
class EnormousCountsTest {
    private final List<CompressionEvent> failures = new ArrayList<>();

    static Stream<Arguments> counts() {
        return Stream.of(Integer.MAX_VALUE, Integer.MAX_VALUE / 2, Integer.MAX_VALUE / 3, 1_000_000_000)
                .flatMap(count -> Stream.of(Execution.values())
                        .flatMap(execution -> Stream.of(FailurePolicy.OFFLINE, FailurePolicy.TRUNCATE)
                                .map(failure -> Arguments.of(count, execution, failure))));
    }

    @ParameterizedTest
    @MethodSource("counts")
    void failNothingAndAreNeverLessThanNothing(int count, Execution execution, FailurePolicy failure) {
        CompressionPolicy policy =
                CompressionPolicy.forWindow(8_000).withExecution(execution).withFailure(failure);
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(policy)
                .tokenCounter(text -> count)
                .executor(Runnable::run)
                .listener(this::note)
                .build()) {
            Conversation chat = compressor.conversation("chat");
            chat.append(Message.system("You help."));
            for (int turn = 1; turn < 6; turn++) {
                chat.append(turn(turn));
                check(chat);
            }
            chat.parts().chats().run(it -> it.shown().meter().overhead(count));
            check(chat);
            chat.compress();
            chat.compressAll(Focus.none());
            check(chat);
            for (Segment segment : chat.recall().segments()) {
                for (Level level : Level.values()) {
                    assertThat(chat.recall().expand(segment.id(), level)).isPresent();
                }
            }
        }
        assertThat(failures).isEmpty();
    }

    /** That no state is small enough is no fault. */
    private void note(CompressionEvent event) {
        if (event instanceof CompressionEvent.StageFailed failed
                && !failed.failure().equals("EMPTY_STATE")) {
            failures.add(event);
        }
    }

    private static List<Message> turn(int turn) {
        String id = "c" + turn;
        return List.of(
                Message.user("Where is parcel " + turn + " of the " + (turn + 3) + " May?"),
                Message.assistant("", List.of(new ToolCall(id, "find", "{\"parcel\":" + turn + "}"))),
                Message.toolResult(id, "find", "parcel " + turn + " is in Hamburg"),
                Message.assistant("It is in Hamburg and costs " + (40 + turn) + " euros."));
    }

    private static void check(Conversation chat) {
        View view = chat.view();
        ValidSequence.check(view.messages());
        assertThat(view.tokens()).isPositive();
        assertThat(view.historyTokens()).isNotNegative();
        assertThat(view.toolTokens()).isNotNegative();
        assertThat(chat.status().historyTokens()).isNotNegative();
        assertThat(chat.plan().estimatedTokensAfter()).isNotNegative();
    }
}
