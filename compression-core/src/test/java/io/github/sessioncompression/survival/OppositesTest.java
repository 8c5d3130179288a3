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
import org.junit.jupiter.params.provider.ValueSource;

/** A sentence of a model that says the opposite of what was said leaves its state; one that may be true does not. */
class OppositesTest {
    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja"})
    void theOppositeGoesAndWhatMayBeTrueStays(String language) throws IOException {
        List<String> wrong = new ArrayList<>();
        List<String> lines = lines(language);
        for (String line : lines.subList(1, lines.size())) {
            String[] parts = line.substring(1).split("\\|", -1);
            boolean dropped = grounded(parts[1].strip(), (lines.get(0).substring(1) + "//" + parts[0]).split("//", -1))
                    .isEmpty();
            if (dropped != (line.charAt(0) == '-')) {
                wrong.add(line);
            }
        }

        assertThat(wrong).isEmpty();
    }

    @Test
    void whatAnEarlierStateSaysIsHeldAgainstItToo() {
        assertThat(grounded("User: I don't eat meat; mother drinks no wine", "The user eats meat.", "Go on."))
                .isEmpty();
        assertThat(grounded("User: I don't eat meat", "The user eats meat.", "I eat meat again."))
                .containsExactly("The user eats meat.");
    }

    @Test
    void whoHasANameIsWhoIsMeant() {
        List<Message> chat = List.of(
                Message.user("I don't eat meat.").withName("Ben"),
                Message.assistant("Noted."),
                Message.user("Meat is fine.").withName("Anna"),
                Message.assistant("Noted."));

        assertThat(grounded(null, "Ben eats meat.", chat)).isEmpty();
        assertThat(grounded(null, "Anna eats meat.", chat)).hasSize(1);
    }

    private static List<String> grounded(String told, String[] said) {
        List<Message> chat = new ArrayList<>();
        for (String each : said) {
            String text = each.strip();
            boolean assistant = text.startsWith("A:");
            chat.add(assistant ? Message.assistant(text.substring(2).strip()) : Message.user(text));
        }
        return grounded(null, told, chat);
    }

    private static List<String> grounded(String before, String told, String said) {
        StateSchema schema = StateSchema.session();
        StateDocument previous =
                StateDocument.ofTexts(schema, Map.of("logos", List.of(before)), StateItem.Writer.RULES);
        return grounded(previous, told, List.of(Message.user(said)));
    }

    private static List<String> grounded(@Nullable StateDocument previous, String told, List<Message> chat) {
        StateSchema schema = StateSchema.session();
        StateDocument state = StateDocument.ofTexts(schema, Map.of("logos", List.of(told)), StateItem.Writer.MODEL);
        CompileRequest request = new CompileRequest(schema, Entries.of(chat), previous, null, 2_000);
        return Grounding.of(state, request, null).state().texts("logos");
    }

    private static List<String> lines(String language) throws IOException {
        return ResourceLines.of(OppositesTest.class, "opposites/" + language + ".txt").stream()
                .filter(line -> !line.startsWith("#") && !line.isBlank())
                .toList();
    }
}
