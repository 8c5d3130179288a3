package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.sessioncompression.context.Erasure;
import io.github.sessioncompression.context.StepOrder;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.MadeRecord;
import io.github.sessioncompression.store.SegmentState;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parts of a record removed with a message and parts kept; four of six messages are covered, and the second is pinned. */
class ErasureTest {
    private final MutableTime time = new MutableTime();

    @AutoClose
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(8_000))
            .clock(time)
            .build();

    private final ConversationParts workings = ConversationParts.of("chat", compressor.settings(), compressor.shared());
    private final Erasure erasure = new Erasure(workings.rules(), time);

    private static StateItem item(String text, Long... sources) {
        return new StateItem(
                text, StateItem.Kind.FACT, List.of(sources), StateItem.Origin.USER, StateItem.Writer.MODEL);
    }

    /** A chat whose state says {@code items}. */
    private void chat(StateItem... items) {
        StateDocument document = new StateDocument(Map.of("logos", List.of(items)));
        workings.chats().run(chat -> {
            chat.add(LongStream.rangeClosed(1, 6)
                    .mapToObj(i -> Message.user("Pot " + i + " is dry."))
                    .toList());
            long segment = SegmentState.id(1, 0);
            assertThat(chat.commit(
                            MadeRecord.of(1, 4)
                                    .pinned(List.of(2L, 3L))
                                    .segments(List.of(segment))
                                    .shown(document)
                                    .at(time.instant()),
                            List.of(new SegmentState(segment, 4, document, time.instant()))))
                    .isTrue();
        });
    }

    private Erasure.Result erase(long sequence) {
        return workings.chats().get(chat -> erasure.erase(chat, sequence));
    }

    private CompressionRecord record() {
        return workings.chats().get(chat -> chat.stored().record());
    }

    private List<String> state() {
        return record().injected().texts("logos");
    }

    @Test
    void removesItemsFromErasedMessageOrUnknownSource() {
        chat(item("pot 1 is dry", 1L), item("pot 3 is dry", 3L), item("both are", 1L, 3L), item("a kiln is there"));

        assertThat(erase(1)).isIn(Erasure.Result.ERASED, Erasure.Result.STATE_TOO_SMALL);

        assertThat(state()).containsExactly("pot 3 is dry");
        assertThat(record().pinned()).containsExactly(2L, 3L);
        List<SegmentState> segments = workings.chats().get(chat -> chat.stored().segments());
        assertThat(segments).singleElement().satisfies(segment -> assertThat(
                        segment.document().texts("logos"))
                .containsExactly("pot 3 is dry"));
        assertThat(record().cause()).isEqualTo(CompressionRecord.Cause.ERASED);
    }

    @Test
    void theStatesOfAChainKeepTheirOrder() {
        long first = SegmentState.id(1, 0);
        long second = SegmentState.id(1, 1);
        StateDocument older =
                new StateDocument(Map.of("logos", List.of(item("pot 1 is dry", 1L), item("pot 2 is dry", 2L))));
        StateDocument newer = new StateDocument(Map.of("logos", List.of(item("pot 3 is dry", 3L))));
        workings.chats().run(chat -> {
            chat.add(LongStream.rangeClosed(1, 6)
                    .mapToObj(i -> Message.user("Pot " + i + " is dry."))
                    .toList());
            assertThat(chat.commit(
                            MadeRecord.of(1, 4)
                                    .segments(List.of(first, second))
                                    .shown(newer)
                                    .at(time.instant()),
                            List.of(
                                    new SegmentState(first, 2, older, time.instant()),
                                    new SegmentState(second, 4, newer, time.instant()))))
                    .isTrue();
        });

        erase(1);

        List<StateDocument> states = workings.chats().get(chat -> chat.stored().segments().stream()
                .map(SegmentState::document)
                .toList());
        assertThat(states)
                .extracting(state -> state.texts("logos"))
                .containsExactly(List.of("pot 2 is dry"), List.of("pot 3 is dry"));
    }

    @Test
    void unpinsTheMessageAlone() {
        chat(item("pot 3 is dry", 3L));

        assertThat(erase(2)).isEqualTo(Erasure.Result.ERASED);

        assertThat(record().pinned()).containsExactly(3L);
        assertThat(state()).containsExactly("pot 3 is dry");
    }

    @Test
    void returnsNothingForUnknownMessage() {
        chat(item("pot 3 is dry", 3L));
        erase(5);

        assertThat(erase(5)).isEqualTo(Erasure.Result.NOTHING);
        assertThat(erase(7)).isEqualTo(Erasure.Result.NOTHING);
        assertThat(state()).containsExactly("pot 3 is dry");
    }

    @Test
    void commitsRecordToRefuseConcurrentReaders() {
        chat(item("pot 3 is dry", 3L));

        assertThat(erase(6)).isEqualTo(Erasure.Result.ERASED);

        assertThat(record().version()).isEqualTo(2);
    }

    @Test
    void reportsTooSmallStateIfLessThanHalfIsLeft() {
        String most = "this pot is dry and blue and large and stands on the shelf by the door";
        chat(item("pot 1", 1L), item(most, 3L));
        assertThat(erase(1)).isEqualTo(Erasure.Result.ERASED);
        assertThat(erase(3)).isEqualTo(Erasure.Result.STATE_TOO_SMALL);
        assertThat(state()).isEmpty();
    }

    @Test
    void reportsNoTooSmallStateForUncoveredMessage() {
        chat(item("this pot is dry and blue and large and stands on the shelf by the door"));

        assertThat(erase(6)).isEqualTo(Erasure.Result.ERASED);

        assertThat(state()).isEmpty();
    }

    @Test
    void continuesFromConcurrentChange() {
        chat(item("pot 1 is dry", 1L), item("pot 3 is dry", 3L));
        ConversationParts.of("chat", compressor.settings(), compressor.shared())
                .chats()
                .run(elsewhere -> {
                    elsewhere.sync();
                    assertThat(elsewhere.commit(elsewhere.stored().record().pruned(Pruned.through(2), time.instant())))
                            .isTrue();
                });

        assertThat(erase(1)).isNotEqualTo(Erasure.Result.NOTHING);

        assertThat(record().pruned().through()).isEqualTo(2);
        assertThat(state()).containsExactly("pot 3 is dry");
    }

    @Test
    void throwsIfStoreKeepsRefusing() {
        try (SizedChat refused = new SizedChat(SizedChat.POLICY)) {
            refused.asks(500).answers(500).asks(20);
            refused.compress(StepOrder.Aim.CURRENT_TURN, SizedChat.state(0, 3));
            refused.store.refuseCommits = true;

            assertThatIllegalStateException()
                    .isThrownBy(() -> new Erasure(refused.workings.rules(), time).erase(refused.chat, 1))
                    .withMessageContaining("refused");
        }
    }

    @ParameterizedTest
    @CsvSource({"1, ''", "2, ''", "3, s1", "4, s1", "5, 's1 s3'"})
    void dropsModelSummariesMadeSinceMessageWasRead(long sequence, String left) {
        long state = SegmentState.id(1, 0);
        long first = SegmentState.id(1, 1);
        long second = SegmentState.id(1, 2);
        Map<String, Long> ids = Map.of("s1", first, "s3", second);
        StateDocument outline =
                StateDocument.EMPTY.with(StateDocument.SEGMENTS, List.of(item("s1", 1L, 2L), item("s3", 3L, 4L)));
        workings.chats().run(chat -> {
            chat.add(LongStream.rangeClosed(1, 6)
                    .mapToObj(i -> Message.user("Pot " + i + " is dry."))
                    .toList());
            CompressionRecord told = MadeRecord.of(1, 4)
                    .segments(List.of(state))
                    .tellings(List.of(first, second))
                    .shown(outline)
                    .at(time.instant());
            assertThat(chat.commit(
                            told,
                            List.of(
                                    new SegmentState(state, 4, outline, time.instant()),
                                    SegmentState.told(first, 2, List.of(telling(1L, 2L)), time.instant()),
                                    SegmentState.told(second, 4, List.of(telling(3L, 4L)), time.instant()))))
                    .isTrue();
        });

        erase(sequence);

        List<String> names = left.isEmpty() ? List.of() : List.of(left.split(" "));
        assertThat(record().tellings())
                .containsExactlyElementsOf(names.stream().map(ids::get).toList());
        assertThat(record().injected().texts(StateDocument.SEGMENTS)).isEqualTo(names);
        List<SegmentState> states = workings.chats().get(chat -> chat.stored().segments());
        assertThat(states).singleElement().satisfies(each -> assertThat(
                        each.document().texts(StateDocument.SEGMENTS))
                .isEqualTo(names));
    }

    private static SegmentSummary telling(Long... sources) {
        return new SegmentSummary(List.of(sources), "Pots", "The pots are dry.", "Dry pots.", List.of("pots"));
    }
}
