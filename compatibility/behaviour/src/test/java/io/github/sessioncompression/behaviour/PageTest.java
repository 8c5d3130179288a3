package io.github.sessioncompression.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** docs/known-behaviour.md is written from the table; {@code -Dbehaviour.page=write} writes it again. */
class PageTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "known-behaviour.md");
    private static final Map<String, String> SECTIONS = sections();

    private static final String HEAD =
            """
            # Known behaviour

            What LangChain4j, Spring AI and the databases under them do in long chats where a good guess is wrong, by version, with what this library does
            about it and what is left to the application. Each entry is a test in `compatibility/behaviour`, on the versions named, so it holds as long as the
            build is green; this page is written from the tests' table (`PageTest`). The numbers are the table's.
            """;

    private static final String MIGRATION =
            """

            ## Moving Spring AI's chats from 1.1 to 2.0

            Spring AI 2.0 reads its table `SPRING_AI_CHAT_MEMORY` by a column that 1.1 did not make, and its scripts change no table that exists (rows 37 and 38).
            Stop all processes of 1.1, run this in the time zone that they had, then start 2.0 (H2 and PostgreSQL; elsewhere the same in the database's words):

            ```sql
            %s```

            Chats in `compression-jdbc`'s own tables need nothing: they are the same for both.
            """;

    private static Map<String, String> sections() {
        Map<String, String> sections = new LinkedHashMap<>();
        sections.put("LangChain4j", "LangChain4j");
        sections.put("Spring AI", "Spring AI");
        sections.put("Databases", "Databases under Spring AI's memory");
        sections.put("Libraries", "Languages and tokens");
        return sections;
    }

    private static String page() throws IOException {
        StringBuilder page = new StringBuilder(HEAD);
        SECTIONS.forEach((section, title) -> {
            page.append("\n## ").append(title).append('\n');
            Map<String, StringBuilder> byPackage = new LinkedHashMap<>();
            Behaviour.all().stream().filter(row -> row.page().equals(section)).forEach(row -> byPackage
                    .computeIfAbsent(row.packages(), key -> new StringBuilder())
                    .append(entry(row)));
            byPackage.forEach((packages, entries) ->
                    page.append("\n### ").append(packages).append("\n\n").append(entries));
        });
        return page.append(MIGRATION.formatted(sql())).toString();
    }

    private static String entry(Behaviour row) {
        String left = row.left().isEmpty() ? "" : " *Left to you*: " + row.left();
        String seen = row.elsewhere().equals("by hand") ? " (Seen by hand; no test.)" : "";
        return "- **" + row.row() + ".** " + row.behaviour() + seen + " *This library*: " + row.ours() + left + '\n';
    }

    /** The statements that bring a table of Spring AI 1.1 to what 2.0 reads. */
    static String sql() throws IOException {
        try (InputStream in = Objects.requireNonNull(Behaviour.class.getResourceAsStream("sequence-id.sql"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void pageEqualsTheTable() throws IOException {
        String page = page();
        if (System.getProperty("behaviour.page", "").equals("write")) {
            Files.writeString(PAGE, page);
        }

        assertThat(Files.exists(PAGE) ? Files.readString(PAGE) : "")
                .as("%s is out of date; -Dbehaviour.page=write writes it", PAGE)
                .isEqualTo(page);
    }

    @Test
    void rowsNameSectionsOfThePage() {
        assertThat(Behaviour.all().stream().map(Behaviour::page).filter(page -> !page.isEmpty()))
                .allMatch(SECTIONS::containsKey)
                .hasSizeGreaterThan(20);
        assertThat(List.copyOf(SECTIONS.keySet())).allMatch(section -> Behaviour.all().stream()
                .anyMatch(row -> row.page().equals(section)));
    }
}
