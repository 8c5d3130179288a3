package io.github.sessioncompression;

import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.recall.Segment;
import io.github.sessioncompression.recall.Segment.CompressedSegment;
import io.github.sessioncompression.recall.Segment.CompressedSegment.Level;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Chats whose model tells of the segments that it compresses. */
abstract class ToldSegmentsFixture extends TalkFixture {
    static final int TURNS = 120;
    static final CompressionPolicy PLAIN = CompressionPolicy.forWindow(8_000)
            .withExecution(Execution.SYNC)
            .withState(StateOptions.defaults().withMaxTokens(1_200));
    static final CompressionPolicy TOLD =
            PLAIN.withState(PLAIN.state().withHistoryTools(true).withSegmentShare(0.4));

    final ScriptedModel model =
            new ScriptedModel().otherwise(request -> TellingModel.answer(request, UnaryOperator.identity()));

    SessionCompressor compressor(CompressionPolicy policy, SessionStore over, ScriptedModel by) {
        return open.open(SessionCompressor.builder()
                .policy(policy)
                .store(over)
                .executor(Runnable::run)
                .model(by)
                .modelCalls(Runnable::run, new MutableTime()));
    }

    Conversation held() {
        return PlantedChat.hold(compressor(TOLD, store, model).conversation("chat"), 0, TURNS, () -> {});
    }

    static List<CompressedSegment> at(Conversation chat, Level level) {
        List<CompressedSegment> all = new ArrayList<>();
        for (Segment segment : chat.recall().segments()) {
            all.add(chat.recall().expand(segment.id(), level).orElseThrow());
        }
        return all;
    }

    static List<CompressedSegment> toldByTheModel(Conversation chat) {
        return at(chat, Level.DETAILED).stream()
                .filter(segment -> segment.content().startsWith(TellingModel.MARK))
                .toList();
    }

    static List<StateItem> outline(Conversation chat) {
        return chat.record()
                .map(CompressionRecord::injected)
                .orElse(StateDocument.EMPTY)
                .items(StateDocument.SEGMENTS);
    }

    static List<Long> tellings(Conversation chat) {
        return chat.record().map(CompressionRecord::tellings).orElse(List.of());
    }
}
