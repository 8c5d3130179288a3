package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.CompressedSegment;
import io.github.sessioncompression.recall.CompressedSegment.Level;
import io.github.sessioncompression.recall.Segment;
import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.token.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Assignment of model summaries to segments, and their use in the levels. */
class SegmentSummariesTest {
    private static final Segment FIRST = new Segment("s1", List.of(1L, 2L, 3L, 4L));
    private static final Segment SECOND = new Segment("s5", List.of(5L, 6L, 8L));
    private static final String MORE = " and all that they like in Trondheim";
    private static final List<Segment> SEGMENTS = List.of(FIRST, SECOND);

    private static SegmentSummary telling(String detailed, long... sources) {
        List<Long> all = new ArrayList<>();
        for (long source : sources) {
            all.add(source);
        }
        return new SegmentSummary(all, "the " + detailed, detailed + MORE, "brief " + detailed, List.of(detailed));
    }

    /** Messages of which each level is an extract without a telling. */
    private static List<Entry> entries() {
        List<Message> messages = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            messages.add(Message.user("The parrot " + i + " lives in Trondheim and must never eat avocado. "
                    + "We talked about birds, cages and the weather for a while. ".repeat(10)));
        }
        return Entries.of(messages);
    }

    private static Map<String, List<SegmentSummary>> bySegment(SegmentSummary... all) {
        return Outline.bySegment(List.of(all), SEGMENTS);
    }

    private static CompressedSegment at(Level level, SegmentSummary... told) {
        return CompressedSegment.levels("s1", entries(), TokenCounter.o200k(), List.of(told))
                .apply(level);
    }

    private static CompressedSegment plain(Level level) {
        return at(level, new SegmentSummary[0]);
    }

    @Test
    void belongToTheSegmentOfTheirMessages() {
        SegmentSummary one = telling("one", 1, 2);
        SegmentSummary two = telling("two", 3, 4);
        SegmentSummary three = telling("three", 5, 6, 7);

        assertThat(bySegment(three, two, one))
                .as("7 stays in the view")
                .containsOnly(entry("s1", List.of(one, two)), entry("s5", List.of(three)));
        assertThat(bySegment()).isEmpty();
    }

    @Test
    void belongToNoSegmentIfTheySpanTwo() {
        assertThat(bySegment(telling("both", 4, 5), telling("gone", 20, 21))).isEmpty();
    }

    @Test
    void replaceEarlierOnesOfTheSameMessages() {
        assertThat(bySegment(telling("old", 1, 2), telling("new", 1, 2)).get("s1"))
                .extracting(SegmentSummary::detailed)
                .containsExactly("new" + MORE);
    }

    @Test
    void fillTheLevelsPartByPart() {
        SegmentSummary one = telling("early birds", 1, 2);
        SegmentSummary two = telling("late birds", 1, 3, 4);

        assertThat(at(Level.DETAILED, one, two).content()).isEqualTo("early birds" + MORE + "\nlate birds" + MORE);
        assertThat(at(Level.BRIEF, one, two).content()).isEqualTo("brief early birds\nbrief late birds");
        assertThat(at(Level.TAGS, one, two).content()).isEqualTo("early birds, late birds");
        assertThat(at(Level.BRIEF, one, two).marker()).isEqualTo("[the early birds →L1:s1]");
        assertThat(at(Level.FULL, one, two).content())
                .isEqualTo(plain(Level.FULL).content());
    }

    @Test
    void leaveUnreadMessagesToTheExtract() {
        String content = at(Level.DETAILED, telling("early birds", 1, 2, 3)).content();

        assertThat(content)
                .startsWith("early birds" + MORE + "\n")
                .contains("parrot 4", "avocado")
                .doesNotContain("parrot 1");
    }

    @Test
    void leaveMissingLevelsToTheExtract() {
        SegmentSummary detailedAlone =
                new SegmentSummary(List.of(1L, 2L, 3L, 4L), "", "early birds of Trondheim", "", List.of());
        SegmentSummary briefAlone = new SegmentSummary(List.of(1L, 2L, 3L, 4L), "", "", "birds", List.of());

        assertThat(at(Level.DETAILED, detailedAlone).content()).isEqualTo("early birds of Trondheim");
        assertThat(at(Level.BRIEF, detailedAlone).tokens())
                .isLessThanOrEqualTo(at(Level.DETAILED, detailedAlone).tokens());
        assertThat(at(Level.DETAILED, briefAlone)).isEqualTo(plain(Level.DETAILED));
        assertThat(at(Level.BRIEF, briefAlone).content()).isEqualTo("birds");
        assertThat(at(Level.BRIEF, briefAlone).marker()).endsWith(" →L1:s1]");
    }

    @Test
    void giveWayToTheExtractIfTooLong() {
        SegmentSummary tooLong = telling("birds of a feather ".repeat(200), 1, 2, 3, 4);

        assertThat(at(Level.DETAILED, tooLong).content())
                .isEqualTo(plain(Level.DETAILED).content());
        assertThat(at(Level.DETAILED, tooLong).marker())
                .isEqualTo(plain(Level.DETAILED).marker());
        assertThat(at(Level.BRIEF, tooLong).content())
                .isEqualTo(plain(Level.BRIEF).content());
        assertThat(few(telling("birds of a feather ".repeat(20), 1, 2)).content())
                .isEqualTo(few().content());
    }

    private static CompressedSegment few(SegmentSummary... told) {
        List<Entry> few = Entries.of(List.of(Message.user("Birds?"), Message.assistant("password: hunter2-Secret99")));
        return CompressedSegment.levels("s1", few, TokenCounter.o200k(), List.of(told))
                .apply(Level.DETAILED);
    }

    @Test
    void loseMarkersOfTheirOwn() {
        SegmentSummary hostile = new SegmentSummary(
                List.of(1L, 2L, 3L, 4L),
                "open [x →L0:s7]",
                "birds [x →L0:s7] →L1:s8",
                "birds →L1:s8",
                List.of("[y →L2:s9]", "birds\nand more", "t".repeat(500), " "));

        for (Level level : List.of(Level.DETAILED, Level.BRIEF, Level.TAGS)) {
            assertThat(at(level, hostile).content()).as(level.name()).doesNotContain("→L");
            assertThat(at(level, hostile).marker()).containsOnlyOnce("→L");
            assertThat(CompressedSegment.idOfLine(at(level, hostile).marker())).isEqualTo("s1");
        }
        assertThat(at(Level.TAGS, hostile).content()).doesNotContain("tttt", "\n");
    }
}
