package io.github.sessioncompression.offline;

import static io.github.sessioncompression.offline.Chats.COMPILER;
import static io.github.sessioncompression.offline.Chats.answers;
import static io.github.sessioncompression.offline.Chats.compile;
import static io.github.sessioncompression.offline.Chats.says;
import static io.github.sessioncompression.offline.Chats.text;
import static io.github.sessioncompression.offline.Chats.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of a state that there is already: merged, corrected, condensed. */
class OfflineMergingTest {
    @Test
    void mergesThePreviousStateUnderTheSameCap() {
        StateDocument state = StateDocument.EMPTY;
        for (int generation = 0; generation < 12; generation++) {
            state = compile(state, 800, Chats.random(generation, 30));
            assertThat(tokens(state)).isLessThanOrEqualTo(800);
        }
        assertThat(state.texts("logos")).isNotEmpty();
        assertThat(text(state)).containsOnlyOnce("Most recently");
    }

    @Test
    void keepsPreviousNotesInTheirField() {
        StateDocument previous = StateDocument.ofTexts(Map.of(
                "logos", List.of("Ann: moved to Lyon"),
                "pathos", List.of("Ann: likes dry humour about trains"),
                "abstract", List.of("Ann: knows how double-entry bookkeeping works")));

        StateDocument state = compile(previous, 300, List.of(says("Ann", "I bought a cello.")));

        assertThat(state.texts("logos")).containsExactly("Ann: moved to Lyon; bought cello");
        assertThat(state.texts("pathos")).contains("Ann: likes dry humour about trains");
        assertThat(state.texts("abstract")).containsExactly("Ann: knows how double-entry bookkeeping works");
    }

    private static final List<Message> FRIENDS = List.of(
            says("Ann", "I repaired the lantern at the harbour yesterday. You should never lend Ben the blue canoe."),
            answers("Eli", "The lantern? Nice, I sold a carpet to the museum on Sunday."),
            says("Ann", "What did you do then?"),
            answers("Eli", "We painted some violins and had a long chat with Marta."));

    private static final List<Message> WITH_A_MODEL = List.of(
            Message.user("I run a bakery in Ghent. The oven must never be hotter than 240 degrees. What do I need?"),
            Message.assistant("You need a permit from the town. The usual fee is 84 euros, and it takes three weeks."));

    /** Articles, who said it, who took it up: what a note shows no more counts for it as long as it is one. */
    @Test
    void aNoteIsWorthInEachStateWhatItWasWhereItWasSaid() {
        for (List<Message> chat : List.of(FRIENDS, WITH_A_MODEL)) {
            StateDocument first = compile(null, 600, chat);
            assertThat(worths(first)).isNotEmpty().allSatisfy((note, worth) -> assertThat(worth)
                    .isPositive());

            StateDocument state = first;
            for (int generation = 0; generation < 5; generation++) {
                boolean people = chat.equals(FRIENDS);
                Message idle = Message.user("Bought a carpet number " + generation + " at the library.");
                state = compile(state, 600, List.of(people ? idle.withName("Ann") : idle));
                assertThat(worths(state)).containsAllEntriesOf(worths(first));
            }
            StateDocument condensed = COMPILER.condense(StateSchema.session(), state, tokens(state) - 20);
            Map<String, Integer> whole = worths(condensed);
            whole.keySet().retainAll(worths(state).keySet()); // What did not fit may have been shortened.
            assertThat(whole).hasSizeGreaterThan(1);
            assertThat(worths(state)).containsAllEntriesOf(whole);
        }
    }

    private static Map<String, Integer> worths(StateDocument state) {
        Map<String, Integer> worths = new HashMap<>();
        for (StateItem item : state.items("logos")) {
            String[] notes = item.text().split("; ", -1);
            for (int i = 0; i < notes.length; i++) {
                worths.put(notes[i], item.worths().get(i));
            }
        }
        return worths;
    }

    @Test
    void letsALaterValueWin() {
        StateDocument state = compile(
                200,
                Message.user("My budget is 500 euros."),
                Message.assistant("Understood."),
                Message.user("Actually, my budget is 700 euros."));

        assertThat(text(state)).contains("700").doesNotContain("500");
    }

    @Test
    void letsARejectionWin() {
        StateDocument state = compile(
                200,
                Message.user("Let's meet on Tuesday at the harbour."),
                Message.assistant("Fine."),
                Message.user("Sorry, not Tuesday, Thursday suits me."));

        assertThat(text(state)).contains("Thursday").doesNotContain("meet on Tuesday");
    }

    @Test
    void condensesAModelsStateByWholeClauses() {
        StateDocument large = StateDocument.ofTexts(Map.of(
                "logos",
                List.of(
                        "The user runs a bakery in Ghent with four employees.",
                        "The oven was delivered on 3 March and cost 18,400 euros.",
                        "The user runs a bakery in Ghent.",
                        "The landlord wants the contract signed before 1 July."),
                "conversation_summary",
                List.of("They planned the opening of the bakery and compared ovens.")));

        StateDocument small = COMPILER.condense(StateSchema.session(), large, 80);

        assertThat(tokens(small)).isLessThanOrEqualTo(80);
        assertThat(text(small)).contains("18,400 euros").contains("1 July").containsOnlyOnce("bakery in Ghent");
        String words = text(large).replaceAll("[.,]", " ");
        for (String word : text(small).replaceAll("[.,;]", " ").split("\\s+", -1)) {
            assertThat(words).contains(word);
        }
    }

    @Test
    void leavesAStateAloneThatFits() {
        StateDocument state = compile(null, 300, Chats.random(5, 20));

        assertThat(COMPILER.condense(StateSchema.session(), state, 300)).isSameAs(state);
    }

    @Test
    void condensesAStateOfAnotherShape() {
        StateDocument other = StateDocument.ofTexts(Map.of("findings", List.of("The valve leaks at 40 bar.")));

        StateDocument state = COMPILER.condense(StateSchema.session(), other, 200);

        assertThat(state.texts("logos")).containsExactly("The valve leaks at 40 bar");
    }

    @Test
    void doesNotTakeFactsThatDifferInOneValueForCorrections() {
        List<Message> chat = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            chat.add(Message.user("The train " + (1000 + i) + " runs every day."));
            chat.add(Message.assistant("Noted."));
        }
        String state = text(compile(null, 900, chat));
        for (int i = 0; i < 8; i++) {
            assertThat(state).contains(String.valueOf(1000 + i));
        }
    }

    @Test
    void putsACorrectionBehindWhatItCorrects() {
        StateDocument state = compile(
                300,
                Message.user("I take 15 mg of ramipril every morning."),
                Message.assistant("Noted: 15 mg of ramipril every morning."),
                Message.user("No, it's 50 mg, not 15."));

        assertThat(text(state))
                .contains("ramipril every morning: no, it's 50 mg, not 15")
                .doesNotContain("15 mg");
    }

    @Test
    void keepsWhatHoldsForeverThroughCompressionsFullOfEvents() {
        StateDocument state = compile(
                null,
                240,
                List.of(
                        Message.user("I'm allergic to hazelnuts. Never email me at work."),
                        Message.assistant("I understand, and I'm sorry to hear that.")));
        for (int generation = 0; generation < 5; generation++) {
            List<Message> events = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                int n = 20 * generation + i;
                events.add(Message.user("Order " + (7_000 + n) + " shipped on day " + n + "."));
                events.add(Message.assistant("I understand. Let me know if you need anything else."));
            }
            state = compile(state, 240, events);
        }

        assertThat(text(state))
                .contains("allergic to hazelnuts")
                .containsIgnoringCase("never email me")
                .doesNotContain("I understand");
    }
}
