package io.github.sessioncompression.extract;

import static io.github.sessioncompression.extract.Chats.COMPILER;
import static io.github.sessioncompression.extract.Chats.COUNTER;
import static io.github.sessioncompression.extract.Chats.says;
import static io.github.sessioncompression.extract.Chats.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateOptions.StateMode;
import io.github.sessioncompression.state.StateSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class StateFitterTest {
    private static final StateSchema SESSION = StateSchema.session();
    private static final int SEGMENTS = 24;
    private static final int FACTS = 4;

    private final StateFitter chain = new StateFitter(SESSION, StateMode.CHAIN, COUNTER::count, COMPILER);
    private final StateFitter merge = new StateFitter(SESSION, StateMode.MERGE, COUNTER::count, COMPILER);

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

    private static List<StateDocument> segments(int cap) {
        return segments(SEGMENTS, cap);
    }

    private static List<StateDocument> segments(int count, int cap) {
        return IntStream.range(0, count)
                .mapToObj(segment -> COMPILER.compile(
                        new CompileRequest(SESSION, Entries.of(1 + 100L * segment, chat(segment)), null, null, cap)))
                .toList();
    }

    private static StateDocument merged(int cap) {
        StateDocument state = StateDocument.EMPTY;
        for (int segment = 0; segment < SEGMENTS; segment++) {
            state = COMPILER.compile(
                    new CompileRequest(SESSION, Entries.of(1 + 100L * segment, chat(segment)), state, null, cap));
        }
        return state;
    }

    private static List<Integer> kept(StateDocument state) {
        String text = Chats.text(state);
        return IntStream.range(0, SEGMENTS)
                .map(segment -> (int) IntStream.range(0, FACTS)
                        .filter(fact -> text.contains(code(segment, fact)))
                        .count())
                .boxed()
                .toList();
    }

    private static int sum(List<Integer> kept) {
        return kept.stream().mapToInt(Integer::intValue).sum();
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

        StateDocument condensed = merge.within(state, 200);
        StateDocument next = Chats.compile(state, 400, chat(2));

        assertThat(tokens(condensed)).isBetween(150, 200);
        assertThat(Chats.text(condensed) + Chats.text(next)).doesNotContain("QX7777");
    }

    @Test
    void keepsMostFactsOfAMergedStateInAChain() {
        for (int cap : List.of(800, 400, 1_500, 3_000).subList(0, FuzzCases.times(1, 2))) {
            List<Integer> chained = kept(chain.fit(segments(cap), cap));
            int merged = sum(kept(merge.fit(List.of(merged(cap)), cap)));

            assertThat(sum(chained))
                    .as("cap %d: a chain keeps %s, a merged state %d", cap, chained, merged)
                    .isGreaterThanOrEqualTo((int) Math.ceil(0.65 * merged));
        }
    }

    @Test
    void noSegmentIsPushedOutOfAChainWithEnoughRoom() {
        assertThat(kept(chain.fit(segments(4_000), 4_000)))
                .as("facts by segment")
                .doesNotContain(0);
    }

    @Tag("landing")
    @Test
    void neverExceedsItsRoomAndShowsMoreWithMore() {
        List<StateDocument> segments = segments(300);
        int before = 0;
        for (int room = StateFitter.SMALLEST_ROOM; room < 20_000; room *= 2) {
            StateDocument shown = chain.fit(segments, room);

            assertThat(shown.isEmpty() ? 0 : tokens(shown)).as("room %d", room).isLessThanOrEqualTo(room);
            assertThat(chain.fit(segments, room)).as("room %d", room).isEqualTo(shown);
            assertThat(sum(kept(shown))).as("room %d", room).isGreaterThanOrEqualTo(before);
            before = sum(kept(shown));
        }
        assertThat(before).isPositive();
    }

    @Test
    void everythingShownOfAChainNamesItsSources() {
        assertThat(chain.fit(segments(600), 1_500).items())
                .allSatisfy(item -> assertThat(item.sources()).isNotEmpty());
    }

    @Test
    void showsFittingChainUnchanged() {
        List<StateDocument> segments = segments(300).subList(0, 3);

        StateDocument shown = chain.fit(segments, 10_000);

        assertThat(shown.texts("logos"))
                .isEqualTo(segments.stream()
                        .flatMap(state -> state.texts("logos").stream())
                        .toList());
        assertThat(shown.items("conversation_summary")).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void showsTheLastOfMergedStates() {
        StateDocument last = StateDocument.ofTexts(Map.of("logos", List.of("The valve leaks at 40 bar.")));

        assertThat(merge.fit(List.of(StateDocument.EMPTY, last), 200)).isSameAs(last);
        assertThat(merge.fit(List.of(last), StateFitter.SMALLEST_ROOM - 1)).isEqualTo(StateDocument.EMPTY);
        assertThat(merge.fit(List.of(), 200)).isEqualTo(StateDocument.EMPTY);
        assertThat(merge.within(last, 0)).isEqualTo(StateDocument.EMPTY);
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
            StateDocument fitted = merge.within(whole, room);

            assertThat(tokens(fitted)).isLessThanOrEqualTo(room);
            assertThat(fitted.with(StateDocument.SEGMENTS, List.of())).isEqualTo(bare);
            List<StateItem> told = fitted.items(StateDocument.SEGMENTS);
            assertThat(told).isNotEmpty();
            assertThat(whole.items(StateDocument.SEGMENTS)).endsWith(told.toArray(new StateItem[0]));
        }
        assertThat(merge.within(whole, tokens(bare)).items(StateDocument.SEGMENTS))
                .isEmpty();
        assertThat(merge.within(whole, tokens(bare) / 2).isEmpty()).isFalse();
    }

    @Test
    void chainShowsSegmentsOfLatestState() {
        List<StateDocument> states = new ArrayList<>(segments(6, 120));
        states.set(3, withSegments(states.get(3), 2));
        states.set(5, withSegments(states.get(5), 5));

        StateDocument all = chain.fit(states, 100_000);
        StateDocument fitted = chain.fit(states, 400);

        assertThat(all.items(StateDocument.SEGMENTS)).hasSize(5);
        assertThat(fitted.items(StateDocument.SEGMENTS)).isEqualTo(all.items(StateDocument.SEGMENTS));
        assertThat(tokens(fitted)).isLessThanOrEqualTo(400);
        assertThat(kept(fitted)).isNotEmpty();
    }
}
