package io.github.sessioncompression.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where a conversation is divided. */
class SegmenterTest {
    private static final Instant START = Instant.parse("2025-03-04T05:06:07Z");

    private final CountingStore messages = new CountingStore();

    private List<Segment> segments(Segmenter segmenter) {
        return new MessageSearch(messages.store, RecallOptions.defaults().withSegmenter(segmenter))
                .segments("chat", MessageSearch.Filter.ALL);
    }

    private static List<Integer> sizes(List<Segment> segments) {
        return segments.stream().map(segment -> segment.sequences().size()).toList();
    }

    private void turn(String question, String answer) {
        messages.append("chat", Message.user(question), Message.assistant(answer));
    }

    @Test
    void dividesBySizeAtAUsersMessage() {
        for (int i = 0; i < 5; i++) {
            turn("Question " + i, "Answer " + i);
        }

        assertThat(sizes(segments(Segmenter.bySize(3)))).containsExactly(4, 4, 2);
        assertThat(segments(Segmenter.bySize(3))).extracting(Segment::id).containsExactly("s1", "s5", "s9");
    }

    @Test
    void dividesAtPauses() {
        for (int minutes : List.of(0, 10, 50, 200, 210, 900)) {
            messages.append(
                    "chat", Message.user("At " + minutes).withTimestamp(START.plus(Duration.ofMinutes(minutes))));
            messages.append("chat", Message.assistant("Yes"));
        }

        assertThat(sizes(segments(Segmenter.byPause(Duration.ofHours(1))))).containsExactly(6, 4, 2);
    }

    @Test
    void dividesWhereTheTopicChanges() {
        turn("The heron nests behind the old mill.", "Herons love old mills.");
        turn("How high does the heron nest?", "Ten metres, at the mill.");
        turn("And the heron's eggs?", "Four pale blue eggs.");
        turn("Which bicycle brakes suit rainy mountain roads?", "Disc brakes.");
        turn("Do disc brakes squeal?", "Sometimes.");

        assertThat(sizes(segments(Segmenter.byTopic()))).containsExactly(6, 4);
    }

    @Test
    void neverLetsASegmentGrowWithoutBound() {
        messages.append("chat", Message.user("Go"));
        for (int i = 0; i < 450; i++) {
            messages.append("chat", Message.assistant("Step " + i));
        }

        assertThat(sizes(segments(Segmenter.bySize(200)))).containsExactly(200, 200, 51);
    }

    @Test
    void keepsClosedSegmentsAsTheyAreWhenTheChatGoesOn() {
        Segmenter segmenter = Segmenter.standard();
        for (int i = 0; i < 40; i++) {
            turn("Question about matter number " + i, "Answer " + i);
        }
        List<Segment> before = segments(segmenter);
        for (int i = 0; i < 40; i++) {
            turn("Another question about matter number " + i, "Answer " + i);
        }

        List<Segment> after = segments(segmenter);

        assertThat(before).hasSizeGreaterThan(1);
        assertThat(after).startsWith(before.subList(0, before.size() - 1).toArray(new Segment[0]));
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> Segmenter.bySize(0))
                .hasMessageContaining("messages")
                .hasMessageContaining("1 to 200");
        assertThatThrownBy(() -> Segmenter.byPause(Duration.ZERO)).hasMessageContaining("pause");
    }
}
