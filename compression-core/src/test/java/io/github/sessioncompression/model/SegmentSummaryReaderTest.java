package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read of what an answer tells of single stretches. */
class SegmentSummaryReaderTest {
    private static final int TITLE = 60;

    private final SegmentSummaryReader reader = new SegmentSummaryReader(new PlaceholderTexts(CompilerFixture.SCHEMA));

    private static Map<String, @Nullable Object> told(String field, @Nullable Object value) {
        Map<String, @Nullable Object> told = new HashMap<>();
        told.put(SegmentField.NUMBER, 1L);
        told.put(SegmentField.BRIEF, "A trip is planned.");
        told.put(field, value);
        return told;
    }

    private SegmentSummaryReader.Read read(String field, @Nullable Object value) {
        List<SegmentSummaryReader.Read> read = reader.read(told(field, value));
        assertThat(read).hasSize(1);
        return read.get(0);
    }

    private String title(String text) {
        return read(SegmentField.TITLE, text).title();
    }

    @Test
    void oneObjectIsReadLikeAListOfOneAndNoMoreThan32() {
        Map<String, @Nullable Object> one = told(SegmentField.TITLE, "The trip");

        assertThat(reader.read(one)).isEqualTo(reader.read(List.of(one)));
        assertThat(reader.read(Collections.nCopies(32, one))).hasSize(32);
        assertThat(reader.read(Collections.nCopies(33, one))).hasSize(32);
        assertThat(reader.read(null)).isEmpty();
    }

    @Test
    void oneTextOfTheTwoIsEnough() {
        Map<String, @Nullable Object> detailed = told(SegmentField.DETAILED, "They plan a trip by train.");
        detailed.remove(SegmentField.BRIEF);
        Map<String, @Nullable Object> neither = told(SegmentField.TITLE, "The trip");
        neither.put(SegmentField.BRIEF, " ");

        assertThat(reader.read(detailed)).hasSize(1);
        assertThat(reader.read(neither)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1,1", "32,32", "33,-1", "-1,-1", "4294967297,-1"})
    void aNumberIsThatOfOneOfThem(long told, int number) {
        assertThat(read(SegmentField.NUMBER, told).number()).isEqualTo(number);
    }

    @ParameterizedTest
    @CsvSource({"7,7", "' 12 ',12", "'',-1", "x,-1", "123,-1", "-1,-1"})
    void aNumberMayBeAText(String told, int number) {
        assertThat(read(SegmentField.NUMBER, told).number()).isEqualTo(number);
    }

    @Test
    void tagsMayBeOneTextThatIsNotTooLong() {
        assertThat(read(SegmentField.TAGS, "train, the budget ,,train").tags()).containsExactly("train", "the budget");
        assertThat(read(SegmentField.TAGS, "train," + " ".repeat(314)).tags()).containsExactly("train");
        assertThat(read(SegmentField.TAGS, "train," + " ".repeat(315)).tags()).isEmpty();
    }

    @Test
    void noMoreThanEightTagsAreTakenAndNoneThatIsCut() {
        List<String> many = IntStream.range(0, 20).mapToObj(i -> "budget " + i).toList();
        String longest = "t".repeat(40);

        assertThat(read(SegmentField.TAGS, many).tags()).isEqualTo(many.subList(0, 8));
        assertThat(read(SegmentField.TAGS, List.of(longest, longest + "t", "train"))
                        .tags())
                .containsExactly(longest, "train");
    }

    @Test
    void whatSaysNothingIsNotRead() {
        for (String nothing : List.of(
                "", "N/A", "string", "I'm sorry, but I can't help with that.", "<session_state>{}</session_state>")) {
            assertThat(title(nothing)).as(nothing).isEmpty();
        }
    }

    @Test
    void putsTextOnOneLine() {
        assertThat(title(" The\n\ttrip\u0085by\u2028 train ")).isEqualTo("The trip by train");
    }

    @Test
    void aTextThatIsNotTooLongStaysWhole() {
        assertThat(title("t".repeat(TITLE))).isEqualTo("t".repeat(TITLE));
    }

    @Test
    void aTextThatIsTooLongEndsWithASentenceOrAWord() {
        assertThat(title("They want to travel by train in May. Nobody wants to fly anywhere."))
                .isEqualTo("They want to travel by train in May. Nobody wants to fly…");
        assertThat(title("Sie fahren im Mai mit dem Zug. " + "z".repeat(60)))
                .isEqualTo("Sie fahren im Mai mit dem Zug.…");
        assertThat(title("他".repeat(40) + "。" + "们".repeat(40))).isEqualTo("他".repeat(40) + "。…");
    }

    @Test
    void aTextWithoutAWordsEndInItsSecondHalfIsCutAtItsMost() {
        assertThat(title("The " + "t".repeat(80))).isEqualTo("The " + "t".repeat(TITLE - 5) + "…");
    }

    @Test
    void whatIsCutSaysSoHoweverLittleIsLeftOfIt() {
        assertThat(title("Trip" + " ".repeat(200) + "by train")).isEqualTo("Trip…");
    }

    @Test
    void noCharacterIsTornApart() {
        for (int shift = 1; shift < 3; shift++) {
            String shown = title("t".repeat(shift) + "\uD83D\uDE82".repeat(100));
            assertThat(shown)
                    .hasSizeBetween(TITLE - 1, TITLE)
                    .matches("t+(\uD83D\uDE82)+…")
                    .doesNotContain("\uFFFD");
        }
    }
}
