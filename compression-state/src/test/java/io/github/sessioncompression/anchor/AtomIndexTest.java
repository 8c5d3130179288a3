package io.github.sessioncompression.anchor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values of a text that are found in other texts. */
class AtomIndexTest {
    private static final LanguageProfile ENGLISH = Languages.shared().profile("en");

    private static AtomIndex index(String text, LanguageProfile language) {
        AtomIndex index = new AtomIndex();
        index.add(text, language);
        return index;
    }

    private static boolean holdsAll(AtomIndex index, String values) {
        return AtomScanner.scan(values, ENGLISH).stream().allMatch(value -> index.holds(value, ENGLISH));
    }

    /** What is said, in its language, and what an English text says of it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en | The rent is 950 EUR. | rent of €950",
                "de | Die Miete beträgt 1.950,50 €. | rent of 1,950.5 EUR",
                "de | Wir sind zwölf Leute. | 12 people",
                "en | Twenty of them came. | 20 came",
                "de | Am 9. März 2025 um 15 Uhr. | on 2025-03-09 at 3 pm",
                "de | Am 9. März 2025. | in room 9 of 2025",
                "en | Order BW-48231. | order 48231",
                "en | Version 3.9.1. | release v3.9.1",
                "en | Release v3.9.1 or V1.2. | versions 3.9.1, 1.2, v1.2",
                "en | window 2025-03-18T01:00:00Z/2025-03-18T01:30:00Z | on 18 March at 01:30",
                "en | window:2025-03-18T01:00 | on 18 March at 1:00 am",
                "en | The file is a/b/App.java today. | it is App.java",
                "en | We met at the Old Mill. | the place \"Old Mill\"",
                "en | Ask Mr Müller & Söhne. | of \"Mueller & Soehne\"",
                "en | Between 10-12 people. | 10-12 people",
                "en | Rows x42y. | the name \"x42y\"",
                "en | Order AB1234 came. | order 1234",
                "en | Take v2 of it. | version 2",
                "en | It is 12abcde long. | 12 of them",
                "ja | 午後3時半に集まる。 | 3 of them",
                "ja | 来月9日に集まる。 | 9 of them"
            })
    void holds(String language, String said, String told) {
        assertThat(holdsAll(index(said, Languages.shared().profile(language)), told))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The rent is 950 EUR. | rent of 95 EUR",
                "Between 10 people. | 10-12 people",
                "On 9 March. | on 10 March",
                "At 15:00. | at 15:30",
                "Order BW-48231. | order BW-48213",
                "2025-13-18T01:00 it is | on 18 March at 1:00",
                "xx-deliverT01:00 | at 1:00 am",
                "T01:00 | at 1:00 am",
                "At the mill. | the name \"mi\"",
                "Release 3.9.1. | release v3.9.2",
                "We have 2 rooms. | release v2"
            })
    void holdsNot(String said, String told) {
        assertThat(holdsAll(index(said, ENGLISH), told)).isFalse();
    }

    @Test
    void addsTextsOfAnotherIndex() {
        AtomIndex all = index("The rent is 950 EUR.", ENGLISH);
        all.addAll(index("It is in src/main/App.java.", ENGLISH));

        assertThat(holdsAll(all, "950 and \"main/App\"")).isTrue();
        assertThat(holdsAll(all, "951")).isFalse();
    }
}
