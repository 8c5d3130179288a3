package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.RecallTool;
import io.github.sessioncompression.recall.Segment;
import io.github.sessioncompression.recall.Segment.CompressedSegment;
import io.github.sessioncompression.recall.Segment.CompressedSegment.Level;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Contents of a segment's levels. */
class SegmentLevelsTest extends TalkFixture {
    private Conversation archived() {
        Conversation chat = chat();
        talk(chat, 12);
        chat.compress();
        return chat;
    }

    private static CompressedSegment at(Conversation chat, String id, Level level) {
        return chat.recall().expand(id, level).orElseThrow();
    }

    @Test
    void eachLevelIsShorterThanTheOneBeforeAndTheFullOneHasEveryWord() {
        Conversation chat = archived();

        assertThat(chat.recall().segments()).isNotEmpty();
        for (Segment segment : chat.recall().segments()) {
            CompressedSegment full = at(chat, segment.id(), Level.FULL);
            chat.recall().expand(segment.id()).forEach(entry -> assertThat(full.content())
                    .contains(entry.message().text()));
            int before = full.tokens();
            for (Level level : List.of(Level.DETAILED, Level.BRIEF, Level.TAGS)) {
                CompressedSegment told = at(chat, segment.id(), level);
                assertThat(told.tokens())
                        .as(level + " of " + segment.id())
                        .isPositive()
                        .isLessThanOrEqualTo(before);
                assertThat(told.segmentId()).isEqualTo(segment.id());
                assertThat(told.level()).isEqualTo(level);
                assertThat(told.anchors()).allMatch(told.content()::contains);
                before = told.tokens();
            }
            assertThat(before).isLessThan(full.tokens() / 2);
        }
    }

    @Test
    void detailedLevelHasKeyFactAndMarker() {
        Conversation chat = archived();
        Hit hit = chat.recall().search("door code", 1).get(0);

        CompressedSegment told = at(chat, hit.segment(), Level.DETAILED);

        assertThat(told.content()).contains("918273");
        assertThat(told.anchors()).contains("918273");
        assertThat(told.marker()).startsWith("[").endsWith(" →L0:" + hit.segment() + "]");
        assertThat(at(chat, hit.segment(), Level.TAGS).marker()).endsWith(" →L2:" + hit.segment() + "]");
    }

    @Test
    void areEqualInEveryProcessAndOmitErasedText() {
        Conversation chat = archived();
        Hit hit = chat.recall().search("door code", 1).get(0);
        CompressedSegment told = at(chat, hit.segment(), Level.DETAILED);

        assertThat(at(compressor(POLICY).conversation("chat"), hit.segment(), Level.DETAILED))
                .isEqualTo(told);
        chat.erase(hit.sequence());
        chat.erase(hit.sequence() + 1);
        assertThat(at(chat, hit.segment(), Level.DETAILED).content()).doesNotContain("918273");
        assertThat(at(chat, hit.segment(), Level.FULL).content()).doesNotContain("918273");
    }

    @Test
    void unknownSegmentHasNoLevels() {
        assertThat(archived().recall().expand("s999", Level.BRIEF)).isEmpty();
        assertThat(archived().recall().expand("", Level.FULL)).isEmpty();
    }

    @Test
    void levelsWithoutSentencesHaveMarkers() {
        Conversation chat = chat();
        for (int i = 0; i < 12; i++) {
            chat.append(Message.user("!? ".repeat(60) + i), Message.assistant("… ".repeat(60)));
        }
        chat.compress();

        for (Segment segment : chat.recall().segments()) {
            for (Level level : Level.values()) {
                assertThat(at(chat, segment.id(), level).content()).isNotNull();
                assertThat(at(chat, segment.id(), level).marker())
                        .contains("→L")
                        .endsWith(":" + segment.id() + "]");
            }
        }
    }

    @Test
    void aModelMayBeginWithAnyLevel() {
        Conversation chat = archived();
        Hit hit = chat.recall().search("door code", 1).get(0);

        String brief = chat.framework()
                .recall(RecallTool.EXPAND_SEGMENT, Json.write(Map.of("segment_id", hit.segment(), "level", "Brief")));
        String wrong = chat.framework()
                .recall(RecallTool.EXPAND_SEGMENT, Json.write(Map.of("segment_id", hit.segment(), "level", "most")));

        assertThat(brief).startsWith("<conversation_history ").contains("\"level\":\"brief\"", "→L1:" + hit.segment());
        assertThat(wrong).contains("level must be one of full, detailed, brief, tags");
    }

    @Test
    void parsesNamesInAnyCaseAndFinerEndsAtFull() {
        assertThat(Level.named(" Tags ")).contains(Level.TAGS);
        assertThat(Level.named("everything")).isEmpty();
        assertThat(Level.TAGS.finer().finer().finer().finer()).isEqualTo(Level.FULL);
        assertThat(Level.BRIEF.number()).isEqualTo(2);
    }
}
