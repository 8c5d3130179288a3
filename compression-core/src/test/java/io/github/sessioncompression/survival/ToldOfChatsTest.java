package io.github.sessioncompression.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What models tell of sixteen chats in seven languages: what is true stays, and of what is false so much goes as the list says. */
class ToldOfChatsTest {
    private record Told(List<Message> chat, char mark, String text) {
        boolean stays() {
            StateSchema schema = StateSchema.session();
            StateDocument state = StateDocument.ofTexts(schema, Map.of("logos", List.of(text)), StateItem.Writer.MODEL);
            return !Grounding.of(state, new CompileRequest(schema, Entries.of(chat), null, null, 2_000), null)
                    .state()
                    .texts("logos")
                    .isEmpty();
        }
    }

    private static List<Told> all(char mark) {
        List<Told> all = new ArrayList<>();
        List<Message> chat = new ArrayList<>();
        try (InputStream in = ToldOfChatsTest.class.getResourceAsStream("told-of-chats.txt")) {
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(Objects.requireNonNull(in), StandardCharsets.UTF_8));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String rest = line.substring(line.indexOf(' ') + 1);
                switch (line.charAt(0)) {
                    case '#' -> {}
                    case '=' -> chat = new ArrayList<>();
                    case '+' -> all.add(new Told(chat, '+', rest));
                    case '-', '?' -> all.add(new Told(chat, line.charAt(0), rest.substring(rest.indexOf(": ") + 2)));
                    default -> chat.add(said(line));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all.stream().filter(told -> told.mark() == mark).toList();
    }

    private static Message said(String line) {
        int colon = line.indexOf(": ");
        String who = line.substring(0, colon);
        String text = line.substring(colon + 2);
        return switch (who) {
            case "U" -> Message.user(text);
            case "A" -> Message.assistant(text);
            case "T" -> Message.toolResult("call", "read", text);
            default -> Message.user(text).withName(who);
        };
    }

    @Test
    void whatIsTrueStays() {
        assertThat(all('+')).hasSizeGreaterThan(130).allMatch(Told::stays);
    }

    @Test
    void whatIsFalseGoes() {
        assertThat(all('-')).hasSizeGreaterThan(55).noneMatch(Told::stays);
    }

    /** What is not found yet is on record: a rule that finds more of it moves it among the others. */
    @Test
    void whatIsStillBelievedIsListed() {
        assertThat(all('?')).hasSizeLessThan(70).allMatch(Told::stays);
    }
}
