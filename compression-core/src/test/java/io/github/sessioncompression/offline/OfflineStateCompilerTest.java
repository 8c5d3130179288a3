package io.github.sessioncompression.offline;

import static io.github.sessioncompression.offline.Chats.COMPILER;
import static io.github.sessioncompression.offline.Chats.answers;
import static io.github.sessioncompression.offline.Chats.compile;
import static io.github.sessioncompression.offline.Chats.on;
import static io.github.sessioncompression.offline.Chats.says;
import static io.github.sessioncompression.offline.Chats.text;
import static io.github.sessioncompression.offline.Chats.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

class OfflineStateCompilerTest {
    @Test
    void keepsToTheCapWhateverItIs() {
        List<Message> chat = Chats.random(7, 120);
        for (int cap = 30; cap < 2_000; cap += 61) {
            assertThat(tokens(compile(null, cap, chat))).isLessThanOrEqualTo(cap);
        }
    }

    @Test
    void usesWhatTheCapAllows() {
        assertThat(tokens(compile(null, 600, Chats.random(7, 200)))).isGreaterThan(560);
    }

    @Test
    void keepsFactsThatLookAlikeButSpeakOfDifferentThings() {
        List<Message> chat = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            chat.add(Message.user("The delivery for plot " + (10 + i) + " is order " + (4_400 + 7 * i) + "."));
            chat.add(Message.assistant("I have noted that."));
        }
        String state = text(compile(null, 900, chat));
        for (int i = 0; i < 20; i++) {
            assertThat(state).contains(String.valueOf(4_400 + 7 * i));
        }
    }

    @Test
    void givesAnEmptyStateUnderACapTooSmallForOne() {
        StateDocument state = compile(3, says("Ann", "I moved to Lyon."));

        assertThat(state.isEmpty()).isTrue();
    }

    @Test
    void givesTheSameStateInEveryLocaleAndTimeZone() {
        List<Message> chat = Chats.random(11, 80);
        StateDocument here = compile(null, 500, chat);
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("tr-TR"));
            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));
            assertThat(new OfflineStateCompiler(Chats.COUNTER)
                            .compile(new CompileRequest(StateSchema.session(), Entries.of(chat), null, null, 500)))
                    .isEqualTo(here);
        } finally {
            Locale.setDefault(locale);
            TimeZone.setDefault(zone);
        }
    }

    @Test
    void notesWhoSaidWhat() {
        StateDocument state = compile(
                200,
                says("Ann", "I moved to Lyon in May and work as a nurse."),
                answers("Ben", "I keep three goats on a farm near Graz."));

        assertThat(state.texts("logos"))
                .containsExactly(
                        "Ann: moved to Lyon in May and work as nurse", "Ben: keep three goats on farm near Graz");
    }

    @Test
    void callsSpeakersWithoutNamesByTheirRole() {
        StateDocument state = compile(
                200,
                Message.user("My order number is K-4471."),
                Message.assistant("The parcel left Hamburg on Monday."));

        assertThat(text(state)).contains("User: order number is K-4471").contains("Assistant: parcel left Hamburg");
    }

    @Test
    void leavesOutGreetingsThanksAndFillers() {
        StateDocument state = compile(
                200,
                says("Ann", "Hey Ben! Well, I actually just finished the marathon in Turin. Thanks so much!"),
                answers("Ben", "Wow, Ann! Great!"));

        assertThat(state.texts("logos")).containsExactly("Ann: finished marathon in Turin");
    }

    @Test
    void prefersStatementsToQuestions() {
        StateDocument state = compile(
                44,
                says("Ann", "Did your cousin repair the old tractor yesterday?"),
                answers("Ben", "My cousin sold the vineyard to a chemist."));

        assertThat(text(state)).contains("sold vineyard").doesNotContain("tractor");
    }

    @Test
    void saysAThingOnce() {
        StateDocument state = compile(
                70,
                says("Ann", "I adopted a parrot named Kiwi."),
                answers("Ben", "Nice."),
                says("Ann", "I adopted a parrot named Kiwi."),
                says("Ann", "My brother studies geology in Bergen."),
                says("Ann", "I adopted a parrot named Kiwi."));

        assertThat(text(state)).containsOnlyOnce("parrot").contains("geology");
    }

    @Test
    void putsAShortAnswerBehindItsQuestion() {
        StateDocument state =
                compile(200, says("Ann", "How many goats do you keep?"), answers("Ben", "Seventeen brown ones."));

        assertThat(text(state)).contains("Ben: how many goats do you keep?: Seventeen brown ones");
    }

    @Test
    void keepsTheDayWhereWordsNeedIt() {
        StateDocument state = compile(
                200,
                on("2024-05-08", says("Ann", "I passed the sailing exam yesterday.")),
                on("2024-05-08", says("Ann", "I prefer tea.")));

        assertThat(state.texts("logos")).containsExactly("Ann: 8 May 2024: passed sailing exam yesterday; prefer tea");
    }

    @Test
    void readsItsOwnDatesBack() {
        StateDocument before = compile(200, on("2024-05-08", says("Ann", "I passed the sailing exam yesterday.")));
        StateDocument after =
                compile(before, 200, List.of(on("2024-06-02", says("Ann", "I crashed the boat on Friday."))));

        assertThat(after.texts("logos"))
                .containsExactly("Ann: 8 May 2024: passed sailing exam yesterday; 2 Jun: crashed boat on Friday");
    }

    @Test
    void mergesThePreviousStateUnderTheSameCap() {
        StateDocument state = StateDocument.EMPTY;
        for (int generation = 0; generation < 12; generation++) {
            state = compile(state, 400, Chats.random(generation, 30));
            assertThat(tokens(state)).isLessThanOrEqualTo(400);
        }
        assertThat(state.texts("logos")).isNotEmpty();
        assertThat(text(state)).containsOnlyOnce("mainly about");
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
    void keepsWhatTheFocusIsAbout() {
        List<Message> chat = new ArrayList<>(Chats.random(3, 60));
        chat.add(20, says("Nora", "The dentist wants to see the insurance card."));
        CompileRequest plain = new CompileRequest(StateSchema.session(), Entries.of(chat), null, null, 90);
        CompileRequest focused =
                new CompileRequest(StateSchema.session(), Entries.of(chat), null, "dentist, insurance", 90);

        assertThat(text(COMPILER.compile(focused))).contains("dentist");
        assertThat(text(COMPILER.compile(plain))).doesNotContain("dentist wants");
    }

    @Test
    void describesHowPeopleWrite() {
        List<Message> chat = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            chat.add(says("Ann", "Thanks, wonderful idea number " + i + "! 🎉"));
            chat.add(answers("Ben", "Item " + i + " is closed."));
        }

        StateDocument state = compile(null, 1_000, chat);

        assertThat(state.texts("pathos"))
                .first()
                .asString()
                .startsWith("Ann: tone ")
                .contains("uses emoji");
    }

    @Test
    void sortsNotesIntoTheFieldsOfAnotherSchema() {
        StateSchema schema = StateSchema.continuation();
        List<Message> chat = List.of(
                Message.user("We decided to use SQLite because it needs no server."),
                Message.assistant("I'm working on the importer now."),
                Message.assistant("The parser is finished, 41 tests pass."),
                Message.user("The next step is the manual."),
                Message.assistant("See app/src/main/Importer.java for the details."));

        StateDocument state = COMPILER.compile(new CompileRequest(schema, Entries.of(chat), null, null, 300));

        assertThat(state.text("decisions")).contains("SQLite");
        assertThat(state.text("doing")).contains("importer");
        assertThat(state.text("done")).contains("41 tests");
        assertThat(state.text("next")).contains("manual");
        assertThat(state.text("files")).contains("app/src/main/Importer.java");
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

    @Test
    void asksNothingTwiceAndAnswersNothingWithAnAcknowledgement() {
        StateDocument state = compile(300, Message.user("Who approved the budget?"), Message.assistant("Got it."));

        assertThat(state.texts("logos")).containsExactly("User: who approved budget?");
    }

    @Test
    void keepsYesAndNoWithTheirQuestion() {
        StateDocument state = compile(
                300,
                says("Ann", "Do you keep goats?"),
                answers("Ben", "No."),
                says("Ann", "Do you keep llamas?"),
                answers("Ben", "Yes."));

        assertThat(text(state)).contains("Ben: do you keep goats?: no").contains("do you keep llamas?: yes");
    }

    @Test
    void readsAsToldWhatStandsBeforeAQuestion() {
        StateDocument state = compile(
                300,
                Message.user("My parents live 15 miles away in Ludlow, can you find them a train?"),
                Message.assistant("One moment."));

        assertThat(state.texts("logos"))
                .containsExactly("User: parents live 15 miles away in Ludlow; can you find them train?");
        assertThat(text(compile(300, Message.user("If the train is late, can you find a bus?"))))
                .contains("if train is late, can you find bus?");
    }
}
