package io.github.sessioncompression.anchor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.github.sessioncompression.anchor.StatementReader.Statement;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Statements in ten languages, three of each type and one that is none, out of {@code statements.txt}. */
class StatementReaderTest {
    private record Row(String language, String usual, AnchorType type, List<String> made, String none) {}

    private static List<Row> rows() throws IOException {
        List<Row> rows = new ArrayList<>();
        try (InputStream in = Objects.requireNonNull(StatementReaderTest.class.getResourceAsStream("statements.txt"))) {
            String language = "";
            String usual = "";
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                String[] parts = line.split(" \\| ", -1);
                if (line.startsWith("= ")) {
                    language = parts[0].substring(2);
                    usual = parts[1];
                } else {
                    String[] last = parts[3].split(" \\|\\| ", -1);
                    List<String> made = List.of(parts[1], parts[2], last[0]);
                    rows.add(new Row(language, usual, AnchorType.valueOf(parts[0]), made, last[1]));
                }
            }
        }
        return rows;
    }

    private static Set<AnchorType> types(Row row, String sentence) {
        StatementReader reader = new StatementReader();
        reader.read(new Entry(1, Message.user(row.usual()), 10));
        List<Statement> read = reader.read(new Entry(2, Message.user(sentence), 10));
        assertThat(read).as(sentence).hasSize(1);
        return read.get(0).types();
    }

    @TestFactory
    Stream<DynamicTest> readsStatementsOfTenLanguages() throws IOException {
        return rows().stream()
                .map(row -> dynamicTest(row.language() + " " + row.type(), () -> {
                    assertThat(row.made()).allSatisfy(sentence -> assertThat(types(row, sentence))
                            .contains(row.type()));
                    assertThat(types(row, row.none())).doesNotContain(row.type());
                }));
    }

    @Test
    void hasSixTypesInTenLanguages() throws IOException {
        assertThat(rows()).hasSize(60);
        assertThat(rows().stream().map(Row::language).distinct()).hasSize(10);
    }

    @Test
    void letsAssistantMakeNoRules() {
        List<Statement> read = new StatementReader()
                .read(new Entry(
                        1, Message.assistant("You must not exceed 500 euros. We decided to rent the small hall."), 20));

        assertThat(read.get(0).types()).isEmpty();
        assertThat(read.get(1).types()).containsExactly(AnchorType.DECISION);
    }

    @Test
    void readerOfTheSameChatReadsNoMessageTwice() {
        Entry entry = new Entry(1, Message.user("We decided to rent the small hall."), 10);
        StatementReader reader = new StatementReader();
        List<Statement> read = reader.read(entry);

        assertThat(reader.again().read(entry)).isSameAs(read);
        assertThat(new StatementReader().read(entry)).isEqualTo(read).isNotSameAs(read);
    }
}
