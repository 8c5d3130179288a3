package io.github.sessioncompression.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ResourceLines;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sentence of a model that says more, less or another than was said, or what nobody said, leaves its state; one that may be true does not. */
class AlteredTest {
    private static final StateSchema SCHEMA = StateSchema.session();

    @ParameterizedTest
    @CsvSource({
        "altered, en", "altered, de", "altered, fr", "altered, es", "altered, it",
        "altered, nl", "altered, pt", "altered, ru", "altered, zh", "altered, ja",
        "altered-too, en", "altered-too, de", "altered-too, fr", "altered-too, es", "altered-too, it",
        "altered-too, nl", "altered-too, pt", "altered-too, ru", "altered-too, zh", "altered-too, ja"
    })
    void whatWasSaidOtherwiseGoesAndWhatMayBeTrueStays(String folder, String language) throws IOException {
        List<String> wrong = new ArrayList<>();
        String opens = "";
        for (String line : ResourceLines.of(AlteredTest.class, folder + '/' + language + ".txt")) {
            String rest = line.isEmpty() ? "" : line.substring(1).strip();
            if (line.startsWith("=")) {
                opens = rest;
            } else if (line.startsWith("+") || line.startsWith("-")) {
                String[] parts = rest.split("\\|", -1);
                List<String> left = grounded(opens, parts[1].strip(), chat(opens + "//" + parts[0]));
                if (left.isEmpty() != line.startsWith("-")) {
                    wrong.add(line);
                }
            }
        }

        assertThat(wrong).isEmpty();
    }

    @Test
    void whatAnEarlierStateSaysIsHeldAgainstItToo() {
        StateDocument previous = StateDocument.ofTexts(
                SCHEMA,
                Map.of("logos", List.of("User: visitors must not enter the server room")),
                StateItem.Writer.RULES);

        assertThat(grounded(previous, "", "Visitors may enter the server room.", List.of(Message.user("Go on."))))
                .isEmpty();
    }

    @Test
    void whatWasSaidLaterOrAskedSpeaksForIt() {
        String told = "Visitors may enter the server room.";

        assertThat(grounded(
                        "",
                        told,
                        chat("Visitors must not enter the server room. // They may enter the server room? "
                                + "// Visitors may enter the server room from today on.")))
                .containsExactly(told);
        assertThat(grounded(
                        "",
                        told,
                        chat("Visitors must not enter the server room. // May visitors enter the server room?")))
                .containsExactly(told);
    }

    @Test
    void aToolMayHaveDoneMeanwhileWhatWasOnlyMeantToBeDone() {
        String told = "Tom bought the tickets.";
        List<Message> chat = new ArrayList<>(chat("Tom will buy the tickets."));

        assertThat(grounded("", told, chat)).isEmpty();
        chat.add(Message.toolResult("c1", "buy", "ok"));
        assertThat(grounded("", told, chat)).containsExactly(told);
    }

    @Test
    void whatWasTranslatedHasOtherWordsAndIsNotFromNowhere() {
        String opens = "Hi, we are moving into a new office in spring. We need new curtains for the big window.";
        String german = "Ein Nachbar sammelt alte Uhren und repariert in seiner Werkstatt die Geigen der Schule.";
        String polish = "Sąsiad zbiera antyczne zegary a naprawia skrzypce w swoim domu na wsi.";

        assertThat(grounded(opens, german, chat(opens))).containsExactly(german);
        assertThat(grounded(opens, polish, chat(opens))).containsExactly(polish);
    }

    @Test
    void howSomebodySpeaksMayBeToldInWhateverWords() {
        String opens = "Hi, we are moving into a new office in spring. We need new curtains for the big window.";
        String told = "A neighbour collects antique clocks and repairs violins.";
        StateDocument state = StateDocument.ofTexts(
                SCHEMA,
                Map.of("logos", List.of(told), "pathos", List.of(told), "conversation_summary", List.of(opens)),
                StateItem.Writer.MODEL);
        CompileRequest request = new CompileRequest(SCHEMA, Entries.of(chat(opens)), null, null, 2_000);

        StateDocument left = Grounding.of(state, request, null).state();

        assertThat(left.texts("logos")).isEmpty();
        assertThat(left.texts("pathos")).containsExactly(told);
    }

    @Test
    void whoHasANameIsWhoIsMeant() {
        List<Message> chat = List.of(
                Message.user("I am allergic to hazelnuts.").withName("Ana"),
                Message.user("I am allergic to shellfish and I sing in a choir.")
                        .withName("Ben"),
                Message.assistant("Noted, both of you."));

        assertThat(grounded("", "Ana is allergic to shellfish.", chat)).isEmpty();
        assertThat(grounded("", "Ben is allergic to shellfish.", chat)).hasSize(1);
        assertThat(grounded("", "The user is allergic to shellfish.", chat)).hasSize(1);
    }

    @Test
    void whoAnswersShortlyMayMeanThatItIsSoWithHerToo() {
        List<Message> chat = List.of(
                Message.user("I love long hikes in the snow.").withName("Ben"),
                Message.user("Same here!").withName("Caroline"));

        assertThat(grounded("", "Caroline loves long hikes in the snow.", chat)).hasSize(1);
        assertThat(grounded(
                        "",
                        "Caroline loves long hikes in the snow.",
                        List.of(
                                chat.get(0),
                                Message.user("Please book a table for eight people at the lake.")
                                        .withName("Caroline"))))
                .isEmpty();
    }

    private static List<Message> chat(String said) {
        List<Message> chat = new ArrayList<>();
        for (String each : said.split("//", -1)) {
            String text = each.strip();
            boolean assistant = text.startsWith("A:");
            if (!text.isEmpty()) {
                chat.add(assistant ? Message.assistant(text.substring(2).strip()) : Message.user(text));
            }
        }
        return chat;
    }

    private static List<String> grounded(String summary, String told, List<Message> chat) {
        return grounded(null, summary, told, chat);
    }

    private static List<String> grounded(
            @Nullable StateDocument previous, String summary, String told, List<Message> chat) {
        StateDocument state = StateDocument.ofTexts(
                SCHEMA,
                Map.of("logos", List.of(told), "conversation_summary", List.of(summary)),
                StateItem.Writer.MODEL);
        CompileRequest request = new CompileRequest(SCHEMA, Entries.of(chat), previous, null, 2_000);
        return Grounding.of(state, request, null).state().texts("logos");
    }
}
