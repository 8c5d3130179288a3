package io.github.sessioncompression.anchor;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * A file of {@code taken-back}.
 *
 * @param between what stands between what is said first and what is said later
 * @param pairs what becomes of it, what is said first, and what is said later
 */
record LaterSaid(List<String> between, List<String[]> pairs) {
    static LaterSaid of(String name) throws IOException {
        try (InputStream in = LaterSaid.class.getResourceAsStream("taken-back/" + name + ".txt")) {
            List<String> lines = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return new LaterSaid(
                    lines.subList(0, 3),
                    lines.stream().skip(3).map(line -> line.split(" \\| ", -1)).toList());
        }
    }

    List<Entry> chat(String[] pair) {
        return Entries.of(List.of(
                Message.user(pair[1]),
                Message.assistant(between.get(0)),
                Message.user(between.get(1)),
                Message.assistant(between.get(2)),
                Message.user(pair[2])));
    }
}
