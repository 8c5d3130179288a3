package io.github.sessioncompression.anchor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import java.util.Collections;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spellings of one value. */
class AtomKeysTest {
    private static boolean same(AnchorType type, String first, String second) {
        LanguageProfile german = Languages.shared().profile("de");
        LanguageProfile english = Languages.shared().profile("en");
        return !Collections.disjoint(AtomKeys.of(type, first, german), AtomKeys.of(type, second, english));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NUMBER | 1.234,50 € | $1,234.5",
                "NUMBER | 12 400 € | 12,400 euros",
                "NUMBER | -7 °C | -7 degrees",
                "NUMBER | 0,75 | 0.750",
                "NUMBER | 5k | 5000",
                "DATE | 9. März 2025 | 2025-03-09",
                "DATE | 09.03.2025 | March 9th",
                "TIME | 15:00 Uhr | 3 pm",
                "TIME | 9.30 | 9:30",
                "NAME | Müller & Söhne | Mueller & Soehne",
                "NAME | Café Noël | cafe noel",
                "ID | AB-1234 | ab 1234"
            })
    void areTheSame(AnchorType type, String first, String second) {
        assertThat(same(type, first, second)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NUMBER | 1.234,50 € | $12,345",
                "NUMBER | -7 °C | 7 °C",
                "NUMBER | 14,35 | 1435",
                "DATE | 9. März 2025 | 2025-03-10",
                "TIME | 15:00 | 3:30 pm",
                "NAME | Müller | Möller",
                "VERSION | 17.0.2 | 17.0.12"
            })
    void areNotTheSame(AnchorType type, String first, String second) {
        assertThat(same(type, first, second)).isFalse();
    }
}
