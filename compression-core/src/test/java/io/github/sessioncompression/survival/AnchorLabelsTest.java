package io.github.sessioncompression.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ResourceLines;
import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** How many anchors of labelled sentences, said in chats of ten languages, are found, and how many of those found are labelled. */
class AnchorLabelsTest {
    private static final List<String> LANGUAGES = List.of("en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja");
    private static final int ENOUGH_SENTENCES = 400;
    private static final double PRECISION = 0.90;
    private static final double RECALL = 0.85;

    private static final class Count {
        private int right;
        private int found;
        private int labelled;

        private double precision() {
            return found == 0 ? 1 : right / (double) found;
        }

        private double recall() {
            return labelled == 0 ? 1 : right / (double) labelled;
        }
    }

    private final Map<AnchorType, Count> counts = new EnumMap<>(AnchorType.class);
    private final List<String> wrong = new ArrayList<>();
    private int sentences;

    private void read(String language) throws IOException {
        List<String> lines = ResourceLines.of(AnchorLabelsTest.class, "labelled/" + language + ".txt");
        String plain = lines.get(lines.size() - 1).split(" \\| ", 3)[2];
        Message before = Message.assistant(plain + " " + plain);
        for (String line : lines) {
            String[] parts = line.split(" \\| ", 3);
            count(labels(parts[0], parts[1]), before, parts[2]);
        }
    }

    private static Set<String> labels(String statements, String values) {
        Set<String> labels = new TreeSet<>();
        if (!statements.equals("-")) {
            for (String type : statements.split(",", -1)) {
                labels.add(AnchorType.valueOf(type.toUpperCase(Locale.ROOT)) + ":");
            }
        }
        if (!values.equals("-")) {
            labels.addAll(List.of(values.split(";;", -1)));
        }
        return labels;
    }

    private void count(Set<String> labels, Message before, String sentence) {
        sentences++;
        Set<String> found = new TreeSet<>();
        for (Anchor anchor :
                Anchors.in(Entries.of(List.of(before, Message.user(sentence)))).all()) {
            found.add(anchor.type() + ":" + (anchor.type().isAtom() ? anchor.text() : ""));
        }
        for (String label : labels) {
            of(label).labelled++;
            if (found.contains(label)) {
                of(label).right++;
            }
        }
        for (String each : found) {
            of(each).found++;
        }
        if (!found.equals(labels)) {
            wrong.add(sentence + " -> " + found + " instead of " + labels);
        }
    }

    private Count of(String label) {
        return counts.computeIfAbsent(AnchorType.valueOf(label.substring(0, label.indexOf(':'))), type -> new Count());
    }

    @Test
    void findsWhatIsLabelledAndLittleElse() throws IOException {
        for (String language : LANGUAGES) {
            read(language);
        }
        counts.forEach((type, count) -> System.out.printf(
                Locale.ROOT,
                "anchors, %s: %d labelled, precision %.2f, recall %.2f%n",
                type,
                count.labelled,
                count.precision(),
                count.recall()));
        System.out.println(String.join("\n", wrong));

        assertThat(sentences).isGreaterThanOrEqualTo(ENOUGH_SENTENCES);
        assertThat(counts).containsOnlyKeys(AnchorType.values());
        counts.forEach((type, count) -> {
            assertThat(count.precision()).as("precision of %s", type).isGreaterThanOrEqualTo(PRECISION);
            assertThat(count.recall()).as("recall of %s", type).isGreaterThanOrEqualTo(RECALL);
        });
    }
}
