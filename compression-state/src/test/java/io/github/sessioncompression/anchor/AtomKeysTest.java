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
                "NUMBER | 1.234 | 1,234",
                "NUMBER | 1.234.567 | 1,234,567",
                "NUMBER | 1'234’567 | 1234567",
                "NUMBER | 0,123 | 0.1230",
                "NUMBER | 1234,567 | 1234.567",
                "NUMBER | -5 | −5",
                "NUMBER | A-5 | 5",
                "NUMBER | 10-12 | 12",
                "DATE | 9. März 2025 | 2025-03-09",
                "DATE | 09.03.2025 | March 9th",
                "DATE | 9.3.25 | 9 March 2025",
                "DATE | 9.3.25 | 25年3月9日",
                "DATE | 2025年3月9日 | 2025-03-09",
                "DATE | 31.12.2025 | 12/31/2025",
                "DATE | März 2025 | March 2025",
                "DATE | 2025年 | in 2025",
                "DATE | 9日 | 9号",
                "TIME | 15:00 Uhr | 3 pm",
                "TIME | 9.30 | 9:30",
                "TIME | 3点半 | 15:30",
                "TIME | 12 | 0:00",
                "NAME | Müller & Söhne | Mueller & Soehne",
                "NAME | Café Noël | cafe noel",
                "NAME | Große Straße | Grosse Strasse",
                "NAME | Артём | артем",
                "NAME | !? | !?",
                "VERSION | v3.9.1 | 3.9.1",
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
                "NUMBER | 0.123 | 123",
                "NUMBER | 1234.567 | 1234567",
                "DATE | 9. März 2025 | 2025-03-10",
                "DATE | March 2025 | March 2026",
                "DATE | March 2025 | May 2025",
                "DATE | 2025年 | 2026年",
                "DATE | 9日 | 10日",
                "TIME | 15:00 | 3:30 pm",
                "TIME | 3:30 | 4:30",
                "NAME | Müller | Möller",
                "NAME | Boote | Bot",
                "VERSION | v2 | 2",
                "VERSION | 17.0.2 | 17.0.12"
            })
    void areNotTheSame(AnchorType type, String first, String second) {
        assertThat(same(type, first, second)).isFalse();
    }
}
