package io.github.sessioncompression.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page's words in its languages. */
class PageWordsTest {
    @Test
    void languagesHaveTheSameWords() throws IOException {
        Set<String> english = words("en.json");
        assertThat(words("de.json")).isEqualTo(english);
        for (String file :
                List.of("actions", "app", "chat", "chats", "compressions", "messages", "sessions", "ui", "warnings")) {
            Matcher used = Pattern.compile("\\bt\\('([a-z.-]+[a-z])'").matcher(text(file + ".js"));
            while (used.find()) {
                assertThat(english).contains(used.group(1));
            }
        }
    }

    private static Set<String> words(String file) throws IOException {
        return Pattern.compile("^  \"([^\"]+)\": ", Pattern.MULTILINE)
                .matcher(text(file))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
    }

    private static String text(String file) throws IOException {
        try (InputStream in = Objects.requireNonNull(PageWordsTest.class.getResourceAsStream("page/" + file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
