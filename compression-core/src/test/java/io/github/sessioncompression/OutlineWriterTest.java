package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.FailurePolicy;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whether a state has an outline, and how large it may be. */
class OutlineWriterTest extends UpkeepFixture {
    private static CompressionPolicy telling(int cap, double share) {
        return POLICY.withState(StateOptions.defaults()
                .withMaxTokens(cap)
                .withHistoryTools(true)
                .withSegmentShare(share));
    }

    private Conversation compressed(CompressionPolicy policy) {
        Conversation chat = compressor(policy).conversation("chat");
        talk(chat, 14);
        chat.compress();
        return chat;
    }

    private static List<StateItem> told(Conversation chat) {
        return chat.record()
                .map(CompressionRecord::injected)
                .orElse(StateDocument.EMPTY)
                .items(StateDocument.SEGMENTS);
    }

    @Test
    void aStateWithRoomTellsOfItsStretchesAndOfNothingThatStays() {
        Conversation chat = compressed(telling(600, 0.4));
        long boundary = chat.record().orElseThrow().boundary();

        assertThat(told(chat))
                .isNotEmpty()
                .allSatisfy(item -> assertThat(item.sources()).isNotEmpty().allMatch(source -> source <= boundary));
        assertThat(chat.record().orElseThrow().injected().items("logos")).isNotEmpty();
    }

    @Test
    void aShareThatIsNotWorthAnOutlineLeavesTheStateItsWholeCap() {
        StateDocument with =
                compressed(telling(350, 0.1)).record().orElseThrow().injected();
        store.delete("chat");
        StateDocument without = compressed(POLICY.withState(StateOptions.defaults()
                        .withMaxTokens(350)
                        .withHistoryTools(true)
                        .withSegmentShare(0)))
                .record()
                .orElseThrow()
                .injected();

        assertThat(with).isEqualTo(without);
    }

    @Test
    void whereNoStateCanBeWrittenThereIsNothingToTellOf() {
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(telling(600, 0.4)
                        .withFailure(FailurePolicy.KEEP)
                        .withModel(ModelOptions.defaults().withRetries(0).withContextWindow(100_000)))
                .store(store)
                .executor(Runnable::run)
                .model(request -> {
                    throw new IllegalStateException("down");
                })
                .build();
        open.add(compressor);
        Conversation chat = compressor.conversation("chat");
        talk(chat, 14);

        assertThat(chat.compress()).isEqualTo(new Outcome.Failed("MODEL_FAILED"));

        assertThat(chat.record()).isEmpty();
    }
}
