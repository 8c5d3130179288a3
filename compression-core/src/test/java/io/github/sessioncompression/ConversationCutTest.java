package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.extract.ExtractCompiler;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Retention;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.SessionStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a cut parts: the message before it is in the state, and what answers or chooses stays in the view until the next cut. Written by a model that loses
 * everything, by none, by one process and by two.
 */
class ConversationCutTest {
    private static final String TIE = "?: ";
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(16_000);
    private static final String NOTHING =
            "{\"logos\":[\"…\"],\"pathos\":[\"…\"],\"abstract\":[\"…\"]," + "\"conversation_summary\":\"…\"}";

    /** What is said beside it, so that there is something to compress. */
    private static final Map<String, String> TALK = Map.of(
            "en", "The old harbour is quite near and we were there for a walk.",
            "de", "Der alte Hafen ist ganz in der Nähe und wir waren dort spazieren.",
            "fr", "Le vieux port est tout près et nous y étions pour une promenade.",
            "es", "El puerto viejo está muy cerca y estuvimos allí de paseo.",
            "it", "Il vecchio porto è molto vicino e siamo stati lì a passeggiare.",
            "nl", "De oude haven is heel dichtbij en we waren daar aan het wandelen.",
            "pt", "O porto velho fica muito perto e estivemos lá a passear.",
            "ru", "Старая гавань совсем рядом, и мы там были на прогулке.",
            "zh", "老港口离这里很近，我们去那里散步了。",
            "ja", "古い港はとても近くて、私たちはそこを散歩しました。");

    /** Whoever writes the states, in however many processes. */
    private enum Writing {
        OFFLINE(false, false, Retention.KEEP_ALL),
        OFFLINE_ELSEWHERE(false, true, Retention.KEEP_ALL),
        OFFLINE_EVICTING(false, false, Retention.EVICT_COMPRESSED),
        LOSING(true, false, Retention.KEEP_ALL),
        LOSING_ELSEWHERE(true, true, Retention.KEEP_ALL),
        LOSING_EVICTING(true, true, Retention.EVICT_COMPRESSED);

        private final boolean model;
        private final boolean elsewhere;
        private final Retention retention;

        Writing(boolean model, boolean elsewhere, Retention retention) {
            this.model = model;
            this.elsewhere = elsewhere;
            this.retention = retention;
        }
    }

    /** A chat, each of whose turns is compressed before the next. */
    private static final class Cuts implements AutoCloseable {
        private final Writing writing;
        private final SessionStore store = SessionStore.inMemory();
        private SessionCompressor compressor;
        private Conversation chat;

        Cuts(Writing writing) {
            this.writing = writing;
            compressor = compressor();
            chat = compressor.conversation("chat");
        }

        private SessionCompressor compressor() {
            SessionCompressor.Builder builder = SessionCompressor.builder()
                    .policy(POLICY.withRetention(writing.retention))
                    .store(store)
                    .archive((id, entries) -> {})
                    .executor(Runnable::run);
            return (writing.model ? builder.model(request -> ModelAnswer.of(NOTHING)) : builder).build();
        }

        /** Adds them and compresses all but the last. */
        void next(Message... messages) {
            if (writing.elsewhere) {
                compressor.close();
                compressor = compressor();
                chat = compressor.conversation("chat");
            }
            chat.append(messages);
            assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
        }

        /** The notes and entries of what the view shows, but for the summary, which repeats some. */
        List<String> notes() {
            StateDocument state = store.current("chat").orElseThrow().injected();
            List<String> notes = new ArrayList<>();
            for (StateItem item : state.items()) {
                if (item.kind() != StateItem.Kind.NARRATIVE) {
                    notes.addAll(List.of(item.text().split("; |\n", -1)));
                }
            }
            return notes;
        }

        List<String> tied() {
            return notes().stream().filter(note -> note.contains(TIE)).toList();
        }

        @Override
        public void close() {
            compressor.close();
        }
    }

    private static Message talk(String code, boolean users) {
        String text = (TALK.getOrDefault(code, "") + " ").repeat(14);
        return users ? Message.user(text) : Message.assistant(text);
    }

    private static boolean says(String entry, String note) {
        String lower = entry.toLowerCase(Locale.ROOT);
        return List.of(note.toLowerCase(Locale.ROOT).split("[ ?:,]+", -1)).stream()
                .allMatch(lower::contains);
    }

    /** What is wrong when what stands before the cut is followed by something behind it that is to be tied as the note is; empty if nothing is. */
    private static String wrong(Writing writing, String code, String before, String behind, String note) {
        try (Cuts cuts = new Cuts(writing)) {
            cuts.next(talk(code, true), Message.assistant(before), Message.user(behind));
            String first = String.join("\n", cuts.notes());
            boolean shown = says(first, note.substring(0, note.indexOf(TIE)));
            cuts.next(talk(code, false), talk(code, true));
            List<String> second = cuts.tied();
            cuts.next(talk(code, false), talk(code, true));
            List<String> third = cuts.tied();
            String where = note + " <" + writing + "> ";
            if (!shown) {
                return where + "not shown beside what is kept: " + first;
            }
            if (second.size() != 1 || !says(second.get(0), note)) {
                return where + "at the next cut: " + second;
            }
            return third.size() == 1 && says(third.get(0), note) ? "" : where + "later: " + third;
        }
    }

    private static List<String> wrong(String code, String before, String behind, String note) {
        List<String> wrong = new ArrayList<>();
        for (Writing writing : Writing.values()) {
            String what = wrong(writing, code, before, behind, note);
            if (!what.isEmpty()) {
                wrong.add(what);
            }
        }
        return wrong;
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja"})
    void whatIsChosenStaysWithWhatWasOffered(String code) throws IOException {
        List<String> wrong = new ArrayList<>();
        for (String line : ResourceLines.of(ExtractCompiler.class, "choices/" + code + ".txt").stream()
                .skip(1)
                .toList()) {
            List<String> parts = List.of(line.split(" \\| ", -1));
            boolean list = parts.get(0).contains(" / ");
            if (list && parts.get(2).contains(TIE)) {
                wrong.addAll(wrong(code, parts.get(0).replace(" / ", "\n"), parts.get(1), parts.get(2)));
            }
        }
        assertThat(wrong).as("%d", wrong.size()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    en | How many booths do you need? | 5 | how many booths need?: 5
                    en | Booth 12 is by the door. How many chairs do you want? | 5 | how many chairs want?: 5
                    de | Wie viele Gäste kommen? | Sieben oder 8, mit dem Baby. | Wie viele Gäste kommen?: Sieben oder 8, mit dem Baby
                    fr | Quand est le contrôle ? | Mardi 9 à 8 h 20. | quand est le contrôle?: Mardi 9 à 8 h 20
                    es | ¿A qué hora abren? | A las 9:15, no a las 9. | A qué hora abren?: A las 9:15, no a las 9
                    it | Quale padella hai? | Quella da 24. | padella hai?: quella da 24
                    nl | Wanneer komt de schilder? | Op 7 mei om 8:30. | wanneer komt schilder?: Op 7 mei om 8:30
                    pt | Quantos convidados são? | São 14. | quantos convidados?: 14
                    ru | Сколько гостей будет? | 14 | сколько гостей будет?: 14
                    zh | 房东什么时候来？ | 5月7号 | 房东什么时候来?: 5月7号
                    ja | 何名様ですか？ | 14名です | 何名様ですか?: 14名です
                    """)
    void whatIsAnsweredStaysWithItsQuestion(String code, String asked, String answer, String note) {
        assertThat(wrong(code, asked, answer, note)).isEmpty();
    }

    /** What was asked last before a cut for a secret makes one of what is said behind it, as it does where nothing is cut. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    en | What is the password of the router? | tulips77garden
                    de | Wie lautet das Passwort des Routers? | tulpen77garten
                    fr | Quel est le mot de passe du routeur ? | tulipes77jardin
                    es | ¿Cuál es la contraseña del router? | tulipanes77jardin
                    """)
    void anAnswerThatIsASecretIsNoneOfTheState(String code, String asked, String secret) {
        for (Writing writing : Writing.values()) {
            try (Cuts cuts = new Cuts(writing)) {
                cuts.next(talk(code, true), Message.assistant(asked), Message.user(secret));
                assertThat(cuts.notes()).as(writing.name()).noneMatch(note -> note.contains(secret));
                cuts.next(talk(code, false), talk(code, true));
                assertThat(cuts.notes()).as(writing.name()).noneMatch(note -> note.contains(secret));
            }
        }
    }

    /** What was asked and answered on the two sides of a cut is no open question. */
    @Test
    void whatIsAnsweredBehindTheCutIsNotOpen() {
        for (Writing writing : Writing.values()) {
            try (Cuts cuts = new Cuts(writing)) {
                cuts.next(talk("en", true), Message.assistant("Which crate holds lanterns?"), Message.user("QX-41"));
                cuts.next(talk("en", false), talk("en", true));
                StateDocument state = cuts.store.current("chat").orElseThrow().injected();
                assertThat(state.items())
                        .as(writing.name())
                        .noneMatch(item -> item.kind() == StateItem.Kind.QUESTION
                                && item.text().contains("lanterns")
                                && !item.text().contains("QX-41"));
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    en | option 2 please | no, option 1 instead | Dark with orange | Light with blue
                    de | 2, bitte | nein, doch lieber 1 | Dunkel wie die Tür | Hell wie das Dach
                    fr | le 2 | non, plutôt le 1 | Sombre comme la porte | Clair comme le toit
                    """)
    void aChoiceThatIsMadeAnewBehindACutTakesThePlaceOfTheFirst(
            String code, String first, String then, String chosen, String other) {
        for (Writing writing : Writing.values()) {
            try (Cuts cuts = new Cuts(writing)) {
                Message list = Message.assistant("1. " + chosen + "\n2. " + other);
                cuts.next(talk(code, true), list, Message.user(first));
                cuts.next(Message.assistant("OK."), Message.user(then));
                cuts.next(talk(code, false), talk(code, true));

                assertThat(cuts.tied())
                        .as(writing.name())
                        .singleElement(as(InstanceOfAssertFactories.STRING))
                        .containsIgnoringCase(chosen.split(" ", 2)[0]);
            }
        }
    }

    /** What is put right behind the cut takes nothing else away of the message that it puts right. */
    @Test
    void whatIsPutRightBehindTheCutIsOneValue() {
        for (Writing writing : Writing.values()) {
            try (Cuts cuts = new Cuts(writing)) {
                Message before = Message.user("The tram to the quarry leaves at 9:10. My ticket is QX-4117.");
                Message ok = Message.assistant("OK.");
                cuts.next(talk("en", true), ok, before, ok, Message.user("No, 9:40."));
                cuts.next(talk("en", false), talk("en", true));

                assertThat(String.join("\n", cuts.notes()))
                        .as(writing.name())
                        .contains("QX-4117", "9:40")
                        .doesNotContain("9:10");
            }
        }
    }
}
