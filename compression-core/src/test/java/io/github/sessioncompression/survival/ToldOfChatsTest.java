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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What models tell of twenty-eight chats in ten languages: what is true stays, and of what is false so much goes as the list says. */
class ToldOfChatsTest {
    /**
     * What is told of a chat.
     *
     * @param beside what is true, which a model tells as well
     */
    private record Told(List<Message> chat, List<String> beside, char mark, String text) {
        boolean stays() {
            StateSchema schema = StateSchema.session();
            Set<String> texts = new LinkedHashSet<>(beside);
            texts.add(text);
            StateDocument state =
                    StateDocument.ofTexts(schema, Map.of("logos", List.copyOf(texts)), StateItem.Writer.MODEL);
            return Grounding.of(state, new CompileRequest(schema, Entries.of(chat), null, null, 2_000), null)
                    .state()
                    .texts("logos")
                    .contains(text);
        }
    }

    private static List<Told> all(char mark) {
        List<Told> all = new ArrayList<>();
        for (String file : List.of("told-of-chats.txt", "told-of-more-chats.txt")) {
            addAll(file, all);
        }
        return all.stream().filter(told -> told.mark() == mark).toList();
    }

    /** What stays, or goes, of those with a mark. */
    private static List<String> texts(char mark, boolean staying) {
        return all(mark).stream()
                .filter(told -> told.stays() == staying)
                .map(Told::text)
                .toList();
    }

    private static void addAll(String file, List<Told> all) {
        List<Message> chat = new ArrayList<>();
        List<String> beside = new ArrayList<>();
        try (InputStream in = ToldOfChatsTest.class.getResourceAsStream(file)) {
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(Objects.requireNonNull(in), StandardCharsets.UTF_8));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String rest = line.substring(line.indexOf(' ') + 1);
                switch (line.isEmpty() ? '#' : line.charAt(0)) {
                    case '#' -> {}
                    case '=' -> {
                        chat = new ArrayList<>();
                        beside = new ArrayList<>();
                    }
                    case '+' -> {
                        beside.add(rest);
                        all.add(new Told(chat, beside, '+', rest));
                    }
                    case '-', '?' -> {
                        String text = rest.substring(rest.indexOf(": ") + 2);
                        all.add(new Told(chat, beside, line.charAt(0), text));
                    }
                    default -> chat.add(said(line));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
        assertThat(all('+')).hasSizeGreaterThan(270);
        assertThat(texts('+', false)).isEmpty();
    }

    @Test
    void whatIsFalseGoes() {
        assertThat(all('-')).hasSizeGreaterThan(105);
        assertThat(texts('-', true)).isEmpty();
    }

    /** What is not found yet is on record: a rule that finds more of it moves it among the others. */
    @Test
    void whatIsStillBelievedIsListed() {
        assertThat(all('?')).hasSizeLessThan(200);
        assertThat(texts('?', false)).isEmpty();
    }
}
