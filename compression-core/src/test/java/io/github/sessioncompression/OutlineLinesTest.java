package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.CompressedSegment;
import io.github.sessioncompression.recall.CompressedSegment.Level;
import io.github.sessioncompression.recall.Segment;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.token.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Lines of an outline for each segment. */
class OutlineLinesTest {
    private static final int SIZE = 10;
    private static final String[] MATTERS = {
        "kiln", "ferry", "orchard", "violin", "harbour", "bakery", "glacier", "parrot"
    };

    private final List<String> read = new ArrayList<>();

    private static Segment segment(int index) {
        long first = 1 + (long) index * SIZE;
        return new Segment(
                "s" + first, LongStream.range(first, first + SIZE).boxed().toList());
    }

    private static List<Segment> segments(int count) {
        List<Segment> segments = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            segments.add(segment(i));
        }
        return segments;
    }

    private List<Entry> messages(Segment segment) {
        read.add(segment.id());
        List<Entry> entries = new ArrayList<>();
        for (long sequence : segment.sequences()) {
            String matter = MATTERS[(int) ((sequence - 1) / SIZE) % MATTERS.length];
            String text = "The " + matter + " costs " + (400 + 3 * sequence) + " euros. Please never paint the "
                    + matter + " number " + sequence + " without asking Ruth from the office.";
            entries.add(new Entry(
                    sequence, sequence % 2 == 1 ? Message.user(text) : Message.assistant("Noted. " + text), 30));
        }
        return entries;
    }

    private Outline outline(String state) {
        return new Outline(
                TokenCounter.o200k(),
                segment -> CompressedSegment.levels(segment.id(), messages(segment), TokenCounter.o200k(), List.of()),
                segment -> StateItem.Writer.RULES,
                state::contains);
    }

    private List<StateItem> told(List<StateItem> before, int count, String current, int room) {
        return outline("").lines(before, segments(count), Set.of(current), room);
    }

    private static Level level(StateItem item) {
        return CompressedSegment.levelOfLine(item.text());
    }

    private static String id(StateItem item) {
        return CompressedSegment.idOfLine(item.text());
    }

    private static int cost(List<StateItem> told) {
        return told.stream()
                .mapToInt(item -> TokenCounter.o200k().count(item.text()))
                .sum();
    }

    @Test
    void theLatestAreToldInDetailAndTheOldestByTheirTags() {
        List<StateItem> told = told(List.of(), 8, "", 500);

        assertThat(told)
                .extracting(OutlineLinesTest::id)
                .hasSize(8)
                .startsWith("s1")
                .endsWith("s71");
        assertThat(told.stream().map(item -> -level(item).number())).isSorted();
        assertThat(level(told.get(0))).isEqualTo(Level.TAGS);
        assertThat(level(told.get(7))).isEqualTo(Level.DETAILED);
        assertThat(told.get(0).text()).startsWith("[").contains("kiln").endsWith(" →L2:s1]");
        assertThat(told.get(7).text()).contains("never paint the parrot number").endsWith(" →L0:s71]");
        assertThat(told.get(7).sources()).isEqualTo(segment(7).sequences());
    }

    @Test
    void staysWithinItsRoom() {
        for (int room : new int[] {0, 1, 20, 60, 150, 400, 2_000, 50_000}) {
            List<StateItem> told = told(List.of(), 8, "", room);

            assertThat(cost(told)).as("of %d", room).isLessThanOrEqualTo(room);
            assertThat(told.isEmpty()).as("of %d", room).isEqualTo(room < 60);
        }
    }

    @Test
    void theOldestAreLeftOutFirstAndDoNotComeAgain() {
        List<StateItem> little = told(List.of(), 6, "", 120);

        List<StateItem> more = told(little, 7, "", 5_000);

        assertThat(little).extracting(OutlineLinesTest::id).doesNotContain("s1").contains("s51");
        List<String> expected =
                new ArrayList<>(little.stream().map(OutlineLinesTest::id).toList());
        expected.add("s61");
        assertThat(more).extracting(OutlineLinesTest::id).isEqualTo(expected);
    }

    @Test
    void reusesLinesWithoutRereadingMessages() {
        List<StateItem> first = told(List.of(), 6, "", 9_000);
        read.clear();

        List<StateItem> second = told(first, 7, "", 9_000);

        assertThat(second.subList(0, 6)).isEqualTo(first);
        assertThat(read).containsExactly("s61");
    }

    @Test
    void keepsSegmentOfTheCurrentTopicLongest() {
        List<StateItem> plain = told(List.of(), 8, "", 300);
        List<StateItem> touched = told(List.of(), 8, "s11", 300);

        assertThat(plain).filteredOn(item -> id(item).equals("s11")).allMatch(item -> level(item) == Level.TAGS);
        assertThat(touched)
                .filteredOn(item -> id(item).equals("s11"))
                .hasSize(1)
                .allMatch(item -> level(item).number() < Level.TAGS.number());
    }

    @Test
    void omitsFactsStatedInState() {
        String without = told(List.of(), 8, "", 9_000).get(7).text();
        String said = without.substring(without.indexOf(": ") + 2, without.indexOf(" ["))
                .split(" … ", -1)[0];
        String with = outline("the rest " + said)
                .lines(List.of(), segments(8), Set.of(), 9_000)
                .get(7)
                .text();

        assertThat(with).hasSizeLessThan(without.length()).doesNotContain(said).endsWith(" →L0:s71]");
    }

    @Test
    void rewritesLineOfGrownSegment() {
        Segment part = new Segment("s1", segment(0).sequences().subList(0, 4));
        List<StateItem> before = outline("").lines(List.of(), List.of(part), Set.of(), 50);

        List<StateItem> whole = outline("").lines(before, segments(1), Set.of(), 5_000);

        assertThat(level(before.get(0))).isEqualTo(Level.TAGS);
        assertThat(level(whole.get(0))).isEqualTo(Level.DETAILED);
        assertThat(whole.get(0).sources()).isEqualTo(segment(0).sequences());
    }

    @Test
    void recognizesSegmentWithoutSources() {
        List<StateItem> first = told(List.of(), 3, "", 5_000);
        List<StateItem> plain = StateDocument.ofTexts(
                        Map.of("segments", first.stream().map(StateItem::text).toList()))
                .items(StateDocument.SEGMENTS);

        assertThat(told(plain, 3, "", 5_000)).isEqualTo(first);
    }

    @Test
    void aLineWithoutAMarkerIsOfNoStretch() {
        assertThat(CompressedSegment.idOfLine("no marker")).isEmpty();
        assertThat(CompressedSegment.idOfLine("[a →L1:s3] and more")).isEmpty();
        assertThat(CompressedSegment.idOfLine("[a →L1:s3]")).isEqualTo("s3");
        assertThat(CompressedSegment.idOfLine("→L")).isEmpty();
        assertThat(CompressedSegment.idOfLine("")).isEmpty();
        List<StateItem> strange = StateDocument.ofTexts(Map.of("segments", List.of("nothing", "[x →L7:s1]")))
                .items(StateDocument.SEGMENTS);

        assertThat(told(strange, 2, "", 5_000)).isNotEmpty();
    }
}
