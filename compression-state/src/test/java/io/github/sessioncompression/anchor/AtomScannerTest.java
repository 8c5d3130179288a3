package io.github.sessioncompression.anchor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.github.sessioncompression.option.Resources;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Values of texts out of {@code values.txt}: numbers, days, times, ids, addresses, paths, versions, names and code. */
class AtomScannerTest {
    private static final LanguageProfile ENGLISH = Languages.shared().profile("en");

    private static String read(String language, String text) {
        List<Atom> atoms = AtomScanner.scan(text, Languages.shared().profile(language));
        return atoms.isEmpty()
                ? "-"
                : atoms.stream()
                        .map(atom -> atom.type() + " " + atom.text() + (atom.weak() ? "?" : ""))
                        .collect(Collectors.joining("; "));
    }

    @TestFactory
    Stream<DynamicTest> findsValues() {
        return Resources.lines(AtomScannerTest.class, "values.txt").stream()
                .map(line -> line.split(" \\| ", 3))
                .map(row -> dynamicTest(
                        row[1], () -> assertThat(read(row[0], row[1])).isEqualTo(row[2])));
    }

    @Test
    void findsThemWhereTheyAre() {
        String text = "On 9 March at 14:30 in \"Old Mill\", 12 rooms, `ls -l`, AB-1234, « Le Moulin ».";

        assertThat(AtomScanner.scan(text, ENGLISH)).hasSize(7).allSatisfy(atom -> assertThat(
                        text.substring(atom.start(), atom.end()))
                .isEqualTo(atom.text()));
    }

    @Test
    void quotationEndsOnItsLine() {
        assertThat(read("en", "Never \"closed\nhere\"")).isEqualTo("-");
        assertThat(read("en", "\"" + "a".repeat(79) + "\"")).startsWith("NAME");
        assertThat(read("en", "\"" + "a".repeat(80) + "\"")).isEqualTo("-");
        assertThat(read("en", "`" + "a".repeat(79) + "`")).startsWith("CODE");
        assertThat(read("en", "`" + "a".repeat(80) + "` is 12")).isEqualTo("NUMBER 12");
    }

    @Test
    void readsRunOfThreeHundredCharacters() {
        assertThat(AtomScanner.scan("/" + "a".repeat(299), ENGLISH)).hasSize(1);
        assertThat(AtomScanner.scan("/" + "a".repeat(300), ENGLISH)).isEmpty();
    }

    @Test
    void readsWideSpacesAsSpaces() {
        for (String space : List.of("\u00A0", "\u202F", "\u2009")) {
            assertThat(read("fr", "12" + space + "400 à 9" + space + "h"))
                    .isEqualTo("NUMBER 12" + space + "400; TIME 9" + space + "h");
        }
        assertThat(read("fr", "«\u00A0Le Moulin\u202F»")).isEqualTo("NAME Le Moulin");
        assertThat(read("en", "9  March, 9   May")).isEqualTo("DATE 9  March; NUMBER 9?");
    }
}
