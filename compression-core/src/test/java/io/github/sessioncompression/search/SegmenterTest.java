package io.github.sessioncompression.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.recall.Segment;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Boundaries of segments. */
class SegmenterTest {
    private static final Instant START = Instant.parse("2025-03-04T05:06:07Z");

    private final CountingStore messages = new CountingStore();

    private List<Segment> segments() {
        return new MessageSearch(messages.store, RecallOptions.defaults()).segments("chat", MessageSearch.ALL);
    }

    private static List<Integer> sizes(List<Segment> segments) {
        return segments.stream().map(segment -> segment.sequences().size()).toList();
    }

    private void turn(String question, String answer) {
        messages.append("chat", Message.user(question), Message.assistant(answer));
    }

    @Test
    void dividesBySizeAtAUsersMessage() {
        for (int i = 0; i < 45; i++) {
            turn("Question about the mill", "Answer about the mill");
        }

        assertThat(sizes(segments())).containsExactly(40, 40, 10);
        assertThat(segments()).extracting(Segment::id).containsExactly("s1", "s41", "s81");
    }

    @Test
    void keepsBordersAfterErasures() {
        for (int i = 0; i < 45; i++) {
            turn("Question about the mill", "Answer about the mill");
        }
        MessageSearch search = new MessageSearch(messages.store, RecallOptions.defaults());
        search.segments("chat", MessageSearch.ALL);
        for (long sequence : List.of(1L, 40L, 41L)) {
            messages.store.erase("chat", sequence);
        }

        search.erased("chat", List.of(1L, 40L, 41L));

        List<Segment> left = search.segments("chat", MessageSearch.ALL);
        assertThat(left).extracting(Segment::id).containsExactly("s2", "s42", "s81");
        assertThat(sizes(left)).containsExactly(38, 39, 10);
        assertThat(search.search("chat", "mill question", 1, 600, sequence -> sequence == 43))
                .extracting(Hit::segment)
                .containsExactly("s42");
    }

    @Test
    void closesFullSegmentIfTheNextOneIsErased() {
        messages.append("chat", Message.user("Go"));
        for (int i = 0; i < 201; i++) {
            messages.append("chat", Message.assistant("Step " + i));
        }
        MessageSearch search = new MessageSearch(messages.store, RecallOptions.defaults());
        assertThat(sizes(search.segments("chat", MessageSearch.ALL))).containsExactly(200, 2);
        for (long sequence : List.of(201L, 202L)) {
            messages.store.erase("chat", sequence);
        }
        search.erased("chat", List.of(201L, 202L));

        for (int i = 0; i < 50; i++) {
            messages.append("chat", Message.assistant("Other step " + i));
        }

        assertThat(sizes(search.segments("chat", MessageSearch.ALL))).containsExactly(200, 50);
        assertThat(search.segments("chat", MessageSearch.ALL)).isEqualTo(segments());
    }

    @Test
    void dividesAtPauses() {
        for (int minutes : List.of(0, 10, 50, 200, 210, 900)) {
            messages.append(
                    "chat", Message.user("At " + minutes).withTimestamp(START.plus(Duration.ofMinutes(minutes))));
            messages.append("chat", Message.assistant("Yes"));
        }

        assertThat(sizes(segments())).containsExactly(6, 4, 2);
    }

    @Test
    void splitsAtTopicChange() {
        turn("The heron nests behind the old mill.", "Herons love old mills.");
        turn("How high does the heron nest?", "Ten metres, at the mill.");
        turn("And the heron's eggs?", "Four pale blue eggs.");
        turn("Which bicycle brakes suit rainy mountain roads?", "Disc brakes.");
        turn("Do disc brakes squeal?", "Sometimes.");

        assertThat(sizes(segments())).containsExactly(6, 4);
    }

    @Test
    void neverLetsASegmentGrowWithoutBound() {
        messages.append("chat", Message.user("Go"));
        for (int i = 0; i < 450; i++) {
            messages.append("chat", Message.assistant("Step " + i));
        }

        assertThat(sizes(segments())).containsExactly(200, 200, 51);
    }

    @Test
    void keepsClosedSegmentsAsTheyAreWhenTheChatGoesOn() {
        for (int i = 0; i < 40; i++) {
            turn("Question about matter number " + i, "Answer " + i);
        }
        List<Segment> before = segments();
        for (int i = 0; i < 40; i++) {
            turn("Another question about matter number " + i, "Answer " + i);
        }

        List<Segment> after = segments();

        assertThat(before).hasSizeGreaterThan(1);
        assertThat(after).startsWith(before.subList(0, before.size() - 1).toArray(new Segment[0]));
    }

    @Test
    void resolvesIdMovedByErasure() {
        for (int i = 0; i < 45; i++) {
            turn("Question about the mill", "Answer about the mill");
        }
        List<Segment> before = segments();
        messages.store.erase("chat", 1);

        Segment moved = segments().get(1);

        assertThat(before.get(1).id()).isEqualTo("s41");
        assertThat(moved.id()).isNotEqualTo("s41");
        assertThat(segments()).filteredOn(segment -> segment.isNamed("s41")).hasSize(1);
        assertThat(segments()).noneMatch(segment -> segment.isNamed("s1") || segment.isNamed("s999"));
    }
}
