package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.recall.Segment.CompressedSegment;
import io.github.sessioncompression.recall.Segment.CompressedSegment.Level;
import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Model summaries of segments are stored, read by other processes and erased with their messages. */
class ToldSegmentsKeptTest extends ToldSegmentsFixture {
    @Test
    void anotherProcessTellsTheSameAfterARestart() {
        Conversation chat =
                PlantedChat.hold(compressor(TOLD, store, model).conversation("chat"), 0, TURNS / 2, () -> {});
        List<CompressedSegment> detailed = at(chat, Level.DETAILED);
        List<CompressedSegment> brief = at(chat, Level.BRIEF);
        assertThat(toldByTheModel(chat)).isNotEmpty();
        open.close();

        Conversation again = SessionCompressor.builder()
                .policy(TOLD)
                .store(store)
                .executor(Runnable::run)
                .build()
                .conversation("chat");

        assertThat(at(again, Level.DETAILED)).isEqualTo(detailed);
        assertThat(at(again, Level.BRIEF)).isEqualTo(brief);
        List<Long> before = tellings(again);
        PlantedChat.hold(again, TURNS / 2, TURNS, () -> {});
        assertThat(tellings(again)).as("without a model, none come").isEqualTo(before);
        assertThat(toldByTheModel(again)).isNotEmpty();
    }

    @Test
    void erasureDropsAllSummariesOfSameAnswer() {
        Conversation chat = held();
        SegmentState latest =
                store.segments("chat", tellings(chat)).get(tellings(chat).size() - 1);
        SegmentSummary telling = latest.tellings().get(0);

        assertThat(chat.erase(telling.sources().get(0))).isTrue();

        assertThat(tellings(chat)).isNotEmpty().doesNotContain(latest.id());
        assertThat(store.segments("chat", List.of(latest.id()))).isEmpty();
        assertThat(text(chat.view())).doesNotContain(telling.detailed());
        assertThat(at(chat, Level.DETAILED))
                .extracting(CompressedSegment::content)
                .noneMatch(content -> content.contains(telling.detailed()));
    }

    @Test
    void aRollbackBringsBackTheEarlierOnesAndAnImportHasThemAll() {
        Conversation chat = compressor(TOLD, store, model).conversation("chat");
        List<CompressionRecord> records = new ArrayList<>();
        PlantedChat.hold(chat, 0, TURNS, () -> chat.record()
                .filter(record -> records.stream().noneMatch(other -> other.version() == record.version()))
                .ifPresent(records::add));
        List<CompressedSegment> detailed = at(chat, Level.DETAILED);
        CompressionRecord earlier = records.get(records.size() / 2);

        SessionCompressor elsewhere = compressor(TOLD, SessionStore.inMemory(), model);
        elsewhere.importConversation("chat", chat.export());
        assertThat(at(elsewhere.conversation("chat"), Level.DETAILED)).isEqualTo(detailed);

        chat.rollback(earlier.version());
        assertThat(tellings(chat)).isEqualTo(earlier.tellings()).isNotEmpty();
        assertThat(toldByTheModel(chat)).isNotEmpty();
    }

    @Test
    void keepsSummariesOfTheLatestCompressions() {
        CompressionPolicy often = TOLD.withState(TOLD.state().withMaxTokens(1_000));
        Conversation chat = compressor(often, store, model).conversation("chat");
        for (int i = 0; i < 70; i++) {
            chat.append(
                    Message.user("Parrot " + i + " likes crackers. " + "We talk about birds. ".repeat(18)),
                    Message.assistant("Parrots do. " + "I have heard about birds. ".repeat(18)));
            chat.compress();
        }

        assertThat(tellings(chat)).hasSizeBetween(32, 64);
    }
}
