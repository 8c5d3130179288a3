package io.github.sessioncompression.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import io.github.sessioncompression.FuzzCases;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainWordsTest {
    private static final String[] PARTS = {
        " the",
        " meeting",
        " migrationless",
        " a",
        " on",
        "the",
        "Über",
        " über",
        " naïve",
        "'s",
        "'ll",
        "’s",
        " isn't",
        " x",
        "2",
        " 14",
        ".5",
        ",",
        ".",
        ";",
        ":",
        "!",
        "?",
        ", ",
        ". ",
        "...",
        "/",
        "/ ",
        "\n",
        "\n\n",
        "\r\n",
        " \n",
        "\n ",
        " ",
        "  ",
        "   ",
        "\t",
        "\u00a0",
        "(",
        ")",
        "\"",
        "\\n",
        " camelCase",
        "Names",
        " Names",
        "_id",
        "-",
        " -",
        "e\u0301",
        " e\u0301",
        "\u0301",
        "会议",
        " 会议",
        "\uD83D\uDE00",
        " \uD83D\uDE00",
        "встреча",
        " at",
        "\u2028",
        " aaaaaaaaaaaaaaaa",
        " aaaaaaaaaaaaaaaaa",
        "x=y;",
        "{\"k\":[\"",
        "\",\"User: "
    };

    @ParameterizedTest
    @EnumSource(
            value = EncodingType.class,
            names = {"O200K_BASE", "CL100K_BASE"})
    void countsAsTheEncodingDoesWhateverStandsAroundAWord(EncodingType type) {
        Encoding encoding = Encodings.newLazyEncodingRegistry().getEncoding(type);
        PlainWords words = new PlainWords(encoding::countTokensOrdinary);
        long seed = Long.getLong("fuzz.seed", 21L);
        Random random = new Random(seed);
        for (String before : PARTS) {
            for (String after : PARTS) {
                for (String text : List.of(before + " word" + after, before + after + " word" + after + before)) {
                    assertThat(words.applyAsInt(text)).as(text).isEqualTo(encoding.countTokensOrdinary(text));
                }
            }
        }
        for (int i = 0; i < FuzzCases.times(3_000, 30_000); i++) {
            StringBuilder text = new StringBuilder();
            for (int parts = random.nextInt(40); parts >= 0; parts--) {
                text.append(PARTS[random.nextInt(PARTS.length)]);
            }
            assertThat(words.applyAsInt(text.toString()))
                    .as("seed %d: %s", seed, text)
                    .isEqualTo(encoding.countTokensOrdinary(text.toString()));
        }
    }

    @Test
    void handsAWordToTheEncodingOnceAndAllElseEachTime() {
        List<String> handed = new ArrayList<>();
        PlainWords words = new PlainWords(text -> {
            handed.add(text);
            return 1;
        });
        words.applyAsInt("Ask the keeper, then the keeper");
        words.applyAsInt("Ask the keeper");
        assertThat(handed).containsExactly("Ask", " the", " keeper", " then", "Ask");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Ask Peter",
                "Ask 4711",
                "Ask pa55word",
                "Ask über",
                "Ask pneumonoultramicroscopic",
                "Ask tea-pots"
            })
    void remembersNoNameNoNumberAndNothingLong(String text) {
        List<String> handed = new ArrayList<>();
        PlainWords words = new PlainWords(part -> {
            handed.add(part);
            return 1;
        });
        words.applyAsInt(text);
        int once = handed.size();
        words.applyAsInt(text);
        assertThat(String.join("", handed.subList(once, handed.size()))).endsWith(text.substring(text.length() - 4));
    }
}
