package io.github.sessioncompression.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Phrases and the sentences that have them. */
class CuePhrasesTest {
    private static boolean found(boolean unspaced, String phrases, @Nullable String denied, String sentence) {
        CuePhrases cues = new CuePhrases(unspaced);
        cues.add(Cue.DECISION, phrases, false);
        if (denied != null) {
            cues.add(Cue.DECISION, denied, true);
        }
        return cues.in(List.of(sentence.split(unspaced ? "" : " "))).contains(Cue.DECISION);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "we decided; so we decided it; true",
                "we decided; we have decided; false",
                "we decided; we; false",
                "we/i chose; i chose it; true",
                "we/i chose; they chose it; false",
                "decid*; it is decided; true",
                "decid*; it is deciduous; true",
                "decid*; it is dec; false",
                "prefer*/like it; i preferred it; true",
                "prefer*/like it; i like it; true",
                "to*; all of it to; false",
                "at #; at 9am; true",
                "at #; at nine; false",
                "^ no it; no it is; true",
                "^ no it; oh no it is; false",
                "we .. stay; we stay; true",
                "we .. stay; we all of us do stay; true",
                "we .. stay; we all of us both do stay; false",
                "we .. stay; we all of us; false",
                "we agreed | we settled; we settled it; true",
                "we ..; we; true"
            })
    void findsPhrase(String phrases, String sentence, boolean found) {
        assertThat(found(false, phrases, null, sentence)).isEqualTo(found);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "决定; 我们决定租; true",
                "决定; 我们定决租; false",
                "我/他 决定; 他决定租; true",
                "我 .. 定; 我一二三四五六七八九十定; true",
                "我 .. 定; 我一二三四五六七八九十百定; false",
                "第 #; 第9; true",
                "第 #; 第九; false"
            })
    void findsPhraseWithoutSpaces(String phrases, String sentence, boolean found) {
        assertThat(found(true, phrases, null, sentence)).isEqualTo(found);
    }

    @Test
    void deniedPhraseRulesCueOut() {
        assertThat(found(false, "we decided", "not decided", "we decided it is not decided"))
                .isFalse();
        assertThat(found(false, "we decided", "not decided", "we decided it is decided"))
                .isTrue();
        assertThat(found(false, "not decided", "we decided", "not decided")).isTrue();
    }
}
