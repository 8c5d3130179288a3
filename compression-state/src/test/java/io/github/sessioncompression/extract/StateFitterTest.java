package io.github.sessioncompression.extract;

import static io.github.sessioncompression.extract.Chats.COMPILER;
import static io.github.sessioncompression.extract.Chats.COUNTER;
import static io.github.sessioncompression.extract.Chats.says;
import static io.github.sessioncompression.extract.Chats.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StateFitterTest {
    private static final StateSchema SESSION = StateSchema.session();
    private static final int FACTS = 4;

    private final StateFitter fitter = new StateFitter(SESSION, COUNTER::count, COMPILER);

    /** Distinct topics of the facts, so that no fact repeats another one. */
    private static final List<String> KEYS = List.of(
            "My locker in hall %d has the code %s.",
            "The gate of hall %d opens with %s.",
            "I wrote %2$s on the fuse box behind hall %1$d.",
            "The landlord of hall %d wants the alarm set to %s.");

    /** Small talk with facts planted in it, each with a number of its own. */
    private static List<Message> chat(int segment) {
        List<Message> chat = new ArrayList<>(Chats.random(segment, 20));
        for (int fact = 0; fact < FACTS; fact++) {
            chat.add(5 * fact, says("Nora", KEYS.get(fact).formatted(segment, code(segment, fact))));
        }
        return chat;
    }

    private static String code(int segment, int fact) {
        return "QX" + (1000 + 10 * segment + fact);
    }

    private static List<StateDocument> segments(int count, int cap) {
        return IntStream.range(0, count)
                .mapToObj(segment -> COMPILER.compile(
                        new CompileRequest(SESSION, Entries.of(1 + 100L * segment, chat(segment)), null, null, cap)))
                .toList();
    }

    @Test
    void showsNoSentencesKeptForTheCheck() {
        StateItem kept = new StateItem(
                "Nora: The locker code is QX7777.",
                StateItem.Kind.FACT,
                List.of(1L),
                StateItem.Origin.USER,
                StateItem.Writer.RULES);
        StateDocument state = segments(1, 400).get(0).with(StateDocument.KEPT, List.of(kept));

        StateDocument condensed = fitter.within(state, 200);
        StateDocument next = Chats.compile(state, 400, chat(2));

        assertThat(tokens(condensed)).isBetween(150, 200);
        assertThat(Chats.text(condensed) + Chats.text(next)).doesNotContain("QX7777");
    }

    @Test
    void showsNothingInTooSmallRoom() {
        StateDocument state = StateDocument.ofTexts(Map.of("logos", List.of("The valve leaks at 40 bar.")));

        assertThat(fitter.fit(state, 200)).isSameAs(state);
        assertThat(fitter.fit(state, StateFitter.SMALLEST_ROOM - 1)).isEqualTo(StateDocument.EMPTY);
        assertThat(fitter.within(state, 0)).isEqualTo(StateDocument.EMPTY);
    }

    private static StateDocument withSegments(StateDocument state, int count) {
        return state.with(
                StateDocument.SEGMENTS,
                IntStream.range(0, count)
                        .mapToObj(i -> new StateItem(
                                "[matter " + i + " →L2:s" + (1 + 10L * i) + "]",
                                StateItem.Kind.NARRATIVE,
                                List.of(1 + 10L * i),
                                StateItem.Origin.UNKNOWN,
                                StateItem.Writer.RULES))
                        .toList());
    }

    private static int tokens(StateDocument state) {
        return COUNTER.count(StateEnvelope.wrap(SESSION, state));
    }

    @Test
    void dropsOldestSegmentSummariesFirst() {
        StateDocument bare = segments(1, 200).get(0);
        StateDocument whole = withSegments(bare, 12);
        for (int room = tokens(whole) + 1; room > tokens(bare) + 20; room -= 7) {
            StateDocument fitted = fitter.within(whole, room);

            assertThat(tokens(fitted)).isLessThanOrEqualTo(room);
            assertThat(fitted.with(StateDocument.SEGMENTS, List.of())).isEqualTo(bare);
            List<StateItem> told = fitted.items(StateDocument.SEGMENTS);
            assertThat(told).isNotEmpty();
            assertThat(whole.items(StateDocument.SEGMENTS)).endsWith(told.toArray(new StateItem[0]));
        }
        assertThat(fitter.within(whole, tokens(bare)).items(StateDocument.SEGMENTS))
                .isEmpty();
        assertThat(fitter.within(whole, tokens(bare) / 2).isEmpty()).isFalse();
    }
}
