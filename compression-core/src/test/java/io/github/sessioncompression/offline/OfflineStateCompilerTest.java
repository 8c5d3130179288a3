package io.github.sessioncompression.offline;

import static io.github.sessioncompression.offline.Chats.COMPILER;
import static io.github.sessioncompression.offline.Chats.answers;
import static io.github.sessioncompression.offline.Chats.compile;
import static io.github.sessioncompression.offline.Chats.on;
import static io.github.sessioncompression.offline.Chats.says;
import static io.github.sessioncompression.offline.Chats.text;
import static io.github.sessioncompression.offline.Chats.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

class OfflineStateCompilerTest {
    @Test
    void keepsToTheCapWhateverItIs() {
        List<Message> chat = Chats.random(7, 120);
        for (int cap = 30; cap < 2_000; cap += FuzzCases.times(3 * 61, 61)) {
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

        assertThat(state.texts("logos")).containsExactly("Ann: just finished marathon in Turin");
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

        assertThat(state.texts("logos"))
                .containsExactly("Ann: prefer tea", "Ann: 8 May 2024: passed sailing exam yesterday");
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
                .startsWith("Ann: tone: ")
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
                .containsExactly("User: can you find them train?", "User: parents live 15 miles away in Ludlow");
        assertThat(text(compile(300, Message.user("If the train is late, can you find a bus?"))))
                .contains("if train is late, can you find bus?");
    }
}
