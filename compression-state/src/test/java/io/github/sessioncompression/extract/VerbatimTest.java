package io.github.sessioncompression.extract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.EntryLabel;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.TokenCounter;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The law of the extract: each piece of an entry stands, unchanged, in one message of the speaker named. */
class VerbatimTest {
    private static final TokenCounter COUNTER = TokenCounter.o200k();
    private static final StateSchema SCHEMA = StateSchema.session();
    private static final List<String> WORDS = List.of(
            "never",
            "book",
            "the",
            "room",
            "for",
            "12",
            "people",
            "on",
            "9 March",
            "Dr.",
            "Tomás",
            "said",
            "it's",
            "\"fine\"",
            "(maybe)",
            "we decided",
            "at",
            "14:30",
            "…",
            "ok",
            "e.g.",
            "200 €",
            "das",
            "9.",
            "März",
            "我们决定",
            "三点。",
            "не",
            "звоните",
            "https://example.org/a?b=c",
            "`run()`",
            "- item",
            "1.",
            "\n",
            "?",
            "!");

    private static String text(Random random) {
        StringBuilder text = new StringBuilder("S");
        int words = 3 + random.nextInt(60);
        for (int i = 0; i < words; i++) {
            text.append(random.nextInt(8) == 0 ? ". " : " ").append(WORDS.get(random.nextInt(WORDS.size())));
        }
        return text.toString();
    }

    private static List<Entry> chat(Random random, int first, boolean named) {
        List<Entry> entries = new ArrayList<>();
        Instant time = Instant.parse("2025-03-10T09:00:00Z").plusSeconds(86_400L * first);
        for (int i = 0; i < 30; i++) {
            time = time.plusSeconds(random.nextInt(90_000));
            boolean user = i % 2 == 0;
            Message message = user ? Message.user(text(random)) : Message.assistant(text(random));
            message = named ? message.withName(user ? "Ann" : "Bo") : message;
            entries.add(new Entry(first + i, message.withTimestamp(time), 20));
        }
        return entries;
    }

    private static void assertVerbatim(StateDocument state, List<Entry> messages) {
        LocalDate day = null;
        List<StateItem> items = new ArrayList<>(state.items("logos"));
        items.addAll(state.items(StateDocument.FOUND));
        for (StateItem item : items) {
            EntryLabel label = EntryLabel.read(item.text(), day);
            day = label.date();
            assertThat(label.speaker()).as(item.text()).isNotEmpty();
            for (String part : label.words().split(EntryWriter.ELLIPSIS, -1)) {
                String piece = part.replaceAll("^[… ]+|[… ]+$", "");
                assertThat(messages)
                        .as("a message by %s with: %s", label.speaker(), piece)
                        .anyMatch(entry -> isBy(entry, label.speaker())
                                && item.sources().contains(entry.sequence())
                                && oneLine(entry.message().text()).contains(oneLine(piece)));
            }
        }
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }

    private static boolean isBy(Entry entry, String speaker) {
        return speaker.equals(EntryLabel.QUOTED)
                || EntryLabel.speaker(entry.message()).equals(speaker);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void quotesPiecesOfOneMessage(long seed) {
        Random random = new Random(seed);
        List<Entry> all = new ArrayList<>();
        StateDocument state = null;
        for (int generation = 0; generation < 3; generation++) {
            List<Entry> span = chat(random, 1 + 30 * generation, seed % 2 == 0);
            all.addAll(span);
            int cap = 150 + random.nextInt(500);
            state = new ExtractCompiler(COUNTER).compile(new CompileRequest(SCHEMA, span, state, null, cap));

            assertThat(state.items("logos")).isNotEmpty();
            assertVerbatim(state, all);
        }
    }

    @Test
    void listsChangesMadeByTools() {
        List<Entry> span = List.of(
                new Entry(1, Message.user("Raise the fee."), 10),
                new Entry(
                        2,
                        Message.assistant(
                                "",
                                List.of(
                                        new ToolCall(
                                                "a",
                                                "edit_file",
                                                "{\"path\":\"src/Fee.java\",\"old_string\":\"tax = 1;\\nfee = 2;\",\"new_string\":\"tax = 1;\\nfee = 3;\"}"),
                                        new ToolCall(
                                                "e",
                                                "edit_file",
                                                "{\"path\":\"src/Tax.java\",\"old_string\":\"}\",\"new_string\":\"tax = 4;\\n}\"}"),
                                        new ToolCall("b", "bash", "{\"command\":\"mvn test\"}"),
                                        new ToolCall(
                                                "c",
                                                "TodoWrite",
                                                "{\"todos\":[{\"content\":\"write test\",\"status\":\"done\"},{\"content\":\"release\",\"status\":\"open\"}]}"),
                                        new ToolCall("f", "weather", "{\"city\":\"Oslo\",\"days\":3}"),
                                        new ToolCall("d", "deploy", "{\"target\":\"shop_prod\"}"))),
                        10),
                new Entry(3, Message.toolResult("a", "edit_file", "ok"), 10),
                new Entry(4, Message.toolResult("b", "bash", "3 tests\nBUILD SUCCESS"), 10),
                new Entry(5, Message.toolResult("c", "TodoWrite", "ok"), 10),
                new Entry(6, Message.toolResult("e", "edit_file", "ok"), 10));

        List<String> logos = new ExtractCompiler(COUNTER)
                .compile(new CompileRequest(SCHEMA, span, null, null, 600))
                .texts("logos");

        assertThat(logos)
                .contains(
                        "src/Fee.java: change; “fee = 2;” → “fee = 3;”; ok",
                        "src/Tax.java: change; added “tax = 4;”; ok",
                        "$ mvn test: BUILD SUCCESS",
                        "city Oslo, days 3: weather; outcome unknown, may have taken effect",
                        "Plan: [done] write test; [open] release → ok",
                        "shop_prod: deploy; outcome unknown, may have taken effect");
    }
}
