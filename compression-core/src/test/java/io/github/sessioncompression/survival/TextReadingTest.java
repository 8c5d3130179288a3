package io.github.sessioncompression.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.anchor.RuleTalk;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.value.ValueTalk;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextReadingTest {
    private static final LanguageProfile ENGLISH = Languages.shared().ofCode("en");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    en | Rule: only Python. No calls to the network. The budget is 800 euros, and the code is B-4417.
                    en | Note: the key is red. [Rule: never] Send it on Friday. Never email me at a.b@example.com; the price is "12 EUR".
                    en | Has it not been moved to Friday? No, the lesson is now at 17:15, not at 18:40.
                    de | Regel: nie anrufen. Der Abgabetermin ist jetzt der 9. März, nicht der 3. März.
                    ru | Бюджет на кухню — 75000 рублей. Никогда не звоните мне.
                    zh | 更正：厨房预算是7500元。绝不要在周末给我打电话。密码是A12。
                    """)
    void aSentenceIsTheSameWhetherItIsReadInItsMessageOrByItself(String code, String text) {
        LanguageProfile profile = Languages.shared().ofCode(code);
        TextReading reading = new Readings().of(text, profile);
        Senses senses = Senses.ofMessage(text, profile);

        assertThat(reading.sentences())
                .isEqualTo(SentenceWords.split(text, profile))
                .hasSizeGreaterThan(1);
        for (int i = 0; i < reading.sentences().size(); i++) {
            if (!reading.sentences().get(i).aside()) {
                Senses.Sense alone = senses.next(reading.sentences().get(i));
                assertThat(told(reading.sense(i))).isEqualTo(told(alone));
            }
        }
    }

    private static List<Object> told(Senses.Sense sense) {
        ValueTalk values = sense.values();
        RuleTalk rule = sense.rule();
        return List.of(
                sense.words(),
                sense.types(),
                sense.labelled(),
                sense.stands(),
                values == null ? "no value" : List.of(values.whole(), values.parts(), String.valueOf(values.change())),
                rule == null ? "no rule" : List.of(rule.isStanding(), rule.takesBack()));
    }

    @Test
    void aMessageIsReadOnceInALanguage() {
        Readings readings = new Readings();
        TextReading reading = readings.of("Never call me.", ENGLISH);

        assertThat(readings.of(String.valueOf(new char[] {'N'}) + "ever call me.", ENGLISH))
                .isSameAs(reading);
        assertThat(reading.sense(0)).isSameAs(reading.sense(0));
        assertThat(readings.of("Never call me.", Languages.shared().ofCode("de")))
                .isNotSameAs(reading);
    }

    @Test
    void aLabelInBracketsSaysNothingOfWhatFollows() {
        TextReading reading = new Readings().of("[Rule: never] The office is small.", ENGLISH);

        assertThat(reading.sense(reading.sentences().size() - 1).labelled()).isFalse();
    }
}
