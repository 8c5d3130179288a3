package io.github.sessioncompression.extract;

import static io.github.sessioncompression.extract.Chats.COMPILER;
import static io.github.sessioncompression.extract.Chats.answers;
import static io.github.sessioncompression.extract.Chats.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateItem.Kind;
import io.github.sessioncompression.state.StateItem.Origin;
import io.github.sessioncompression.state.StateItem.Writer;
import io.github.sessioncompression.state.StateSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OfflineSourcesTest {
    private static final StateSchema SESSION = StateSchema.session();

    private static StateDocument compile(List<Entry> span, @Nullable StateDocument previous, int cap) {
        return COMPILER.compile(new CompileRequest(SESSION, span, previous, null, cap));
    }

    private static StateItem noted(StateDocument state, String text) {
        return state.items().stream()
                .filter(item -> item.text().contains(text))
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing notes " + text + " in " + state.texts()));
    }

    /** The words of what somebody noted, without label, day and what describes a manner. */
    private static Set<String> words(String text) {
        Set<String> words = new TreeSet<>();
        for (String word : text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+", -1)) {
            if (word.length() > 3) {
                words.add(word);
            }
        }
        return words;
    }

    private static String text(Map<Long, Message> said, long source) {
        return Objects.requireNonNull(said.get(source)).text();
    }

    private static void checkSources(StateDocument state, Map<Long, Message> said, long seed) {
        for (StateItem item : state.items()) {
            assertThat(item.sources())
                    .as("seed %d: %s", seed, item)
                    .isNotEmpty()
                    .isSubsetOf(said.keySet());
            StringBuilder heard = new StringBuilder();
            for (long source : item.sources()) {
                heard.append(text(said, source)).append(' ');
                boolean manner = item.text().contains(": tone: ");
                assertThat(manner || words(text(said, source)).stream().anyMatch(words(item.text())::contains))
                        .as("seed %d: %s names %d, but has none of its words", seed, item, source)
                        .isTrue();
            }
            if (item.kind() != Kind.NARRATIVE
                    && item.kind() != Kind.TONE
                    && item.sources().size() < StateItem.MAX_SOURCES) {
                Set<String> words = words(item.text().substring(item.text().indexOf(": ") + 2));
                assertThat(words(heard.toString()))
                        .as("seed %d: %s", seed, item)
                        .containsAll(words);
            }
        }
    }

    @Test
    void namesForEveryItemMessagesThatHoldItsWords() {
        for (long seed = 1; seed <= FuzzCases.times(10, 40); seed++) {
            Map<Long, Message> said = new TreeMap<>();
            StateDocument state = null;
            for (int generation = 0; generation < 5; generation++) {
                List<Entry> span = Entries.of(1 + 30L * generation, Chats.random(100 * seed + generation, 30));
                span.forEach(entry -> said.put(entry.sequence(), entry.message()));

                state = compile(span, state, 150 + (int) (40 * seed));

                checkSources(state, said, seed);
            }
        }
    }

    @Test
    void keepsASourceThroughGenerations() {
        StateDocument state = compile(
                Entries.of(41, List.of(says("Ann", "My locker code is 7731 and my desk is number 12."))), null, 400);
        for (int generation = 1; generation <= 5; generation++) {
            state = compile(
                    Entries.of(
                            100L * generation,
                            List.of(says("Ann", "I bought " + (3 + generation) + " cellos in Lyon."))),
                    state,
                    400);
        }

        StateItem item = noted(state, "7731");
        assertThat(item.sources()).contains(41L).isSubsetOf(41L, 100L, 200L, 300L, 400L, 500L);
        assertThat(item.notes()).hasSizeGreaterThan(1).first().isEqualTo(List.of(41L));
        assertThat(COMPILER.condense(SESSION, state, 60).items())
                .allSatisfy(left -> assertThat(left.sources()).isNotEmpty());
    }

    @Test
    void namesEveryMessageThatSaysTheSame() {
        List<Entry> span = Entries.of(
                3,
                List.of(
                        says("Ann", "My cat is called Pixel."),
                        answers("Bob", "Nice!"),
                        says("Ann", "My cat is called Pixel.")));

        assertThat(noted(compile(span, null, 300), "Pixel").sources()).containsExactly(3L, 5L);
    }

    @Test
    void namesTheQuestionWithItsAnswer() {
        List<Entry> span =
                Entries.of(8, List.of(answers("Bob", "How old are your nieces now?"), says("Ann", "Four and seven.")));

        StateItem item = noted(compile(span, null, 300), "seven");

        assertThat(item.sources()).contains(8L, 9L);
        assertThat(item.origin()).isEqualTo(Origin.USER);
    }

    @Test
    void namesTheCallWithItsResult() {
        List<Entry> span = Entries.of(List.of(
                Message.user("Book the flight for Weiss."),
                Message.assistant("", List.of(new ToolCall("c1", "book_flight", "{\"passenger\":\"Weiss\"}"))),
                Message.toolResult("c1", "book_flight", "{\"order_id\":\"A17\",\"price\":305}"),
                Message.assistant("Your order A17 costs 305.")));

        StateItem item = noted(compile(span, null, 400), "tool book_flight");

        assertThat(item.sources()).containsExactly(2L, 3L);
        assertThat(item.origin()).isEqualTo(Origin.TOOL);
        assertThat(item.writer()).isEqualTo(Writer.RULES);
    }

    @Test
    void keepsWhatTheModelKnewOfAnItem() {
        StateItem decision =
                new StateItem("They chose the blue kayak.", Kind.DECISION, List.of(4L), Origin.USER, Writer.MODEL);
        StateDocument previous = new StateDocument(Map.of("logos", List.of(decision)));

        StateItem kept = noted(compile(Entries.of(9, List.of(says("Ann", "I sold a cello."))), previous, 400), "kayak");

        assertThat(kept.kind()).isEqualTo(Kind.DECISION);
        assertThat(kept.sources()).containsExactly(4L);
        assertThat(kept.origin()).isEqualTo(Origin.USER);
        assertThat(kept.writer()).isEqualTo(Writer.MODEL);
    }

    @Test
    void tellsQuestionsDecisionsAndCorrectionsFromFacts() {
        assertThat(kindOf("Where is my blue kayak now?")).isEqualTo(Kind.QUESTION);
        assertThat(kindOf("We decided to sell the blue kayak.")).isEqualTo(Kind.DECISION);
        assertThat(kindOf("I no longer own the blue kayak.")).isEqualTo(Kind.CORRECTION);
        assertThat(kindOf("I sold the blue kayak.")).isEqualTo(Kind.FACT);
    }

    private static Kind kindOf(String said) {
        return compile(Entries.of(List.of(says("Ann", said))), null, 300)
                .items("logos")
                .get(0)
                .kind();
    }

    @Test
    void takesLinearTimeForWhatIsSaidOverAndOver() {
        List<Message> chat = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            chat.add(says("Ann", "My cat is called Pixel."));
        }

        StateItem item = noted(compile(Entries.of(chat), null, 300), "Pixel");

        assertThat(item.sources()).hasSize(StateItem.MAX_SOURCES).startsWith(1L).endsWith(20_000L);
    }
}
