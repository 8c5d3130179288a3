package io.github.sessioncompression.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import io.github.sessioncompression.FuzzCases;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenCounterTest {
    private static final Encoding O200K = Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);
    private static final String[] WORDS = {
        "meeting",
        "Tuesday's",
        "the",
        "migration",
        "Über",
        "встреча",
        "会议",
        "  ",
        "\n\n",
        "3.14159",
        "x=y;",
        "\uD83D\uDE00",
        "\t",
        "(ok)",
        "camelCaseName",
        "https://example.org/a?b=c",
        "'ll",
        "\u00a0",
        "e\u0301"
    };

    @Test
    void countsAsTheEncodingDoes() {
        assertThat(TokenCounter.o200k().count("")).isZero();
        assertThat(TokenCounter.o200k().count("hello world")).isEqualTo(2);
    }

    @Test
    void loadsTheEncodingOnce() {
        assertThat(TokenCounter.o200k()).isSameAs(TokenCounter.o200k());
    }

    @Test
    void takesSpecialTokensInATextForText() {
        assertThat(TokenCounter.o200k().count("<|endoftext|>")).isGreaterThan(3);
        assertThat(TokenCounter.o200k().count("<|fim_prefix|> and <|endofprompt|>"))
                .isGreaterThan(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", " ", "\uD83D\uDE00", "漢", "\n", "\uD83D"})
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
    void countsALongTextWithoutABreakInLinearTime(String unit) {
        String small = unit.repeat(16_384 / unit.length());
        int times = FuzzCases.times(16, 64);
        int expected = times * TokenCounter.o200k().count(small);
        int tokens = TokenCounter.o200k().count(small.repeat(times));
        assertThat((double) tokens).isCloseTo(expected, within(0.02 * expected + 2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", " ", "\uD83D\uDE00", "漢", "\n", "=", "7", "xyz", "\uD83D"})
    void countsLongRunsNearlyAsTheEncodingDoes(String unit) {
        String text = "Look: " + unit.repeat(20_000 / unit.length()) + " end.";
        int exact = O200K.countTokensOrdinary(text);
        assertThat(TokenCounter.o200k().count(text)).isCloseTo(exact, within(20_000 / 1024 + 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", " ", "\uD83D\uDE00", "漢", "=", "7"})
    void handsTheEncodingNoLongRunAndNoHalfCharacter(String unit) {
        List<String> pieces = new ArrayList<>();
        JTokkitTokenCounter counter = new JTokkitTokenCounter(piece -> {
            pieces.add(piece);
            return 1;
        });
        String text = "x" + unit.repeat(50_000);
        assertThat(counter.count(text)).isEqualTo(pieces.size());
        assertThat(String.join("", pieces)).isEqualTo(text);
        assertThat(pieces).noneMatch(piece -> Character.isLowSurrogate(piece.charAt(0)));
        assertThat(pieces).hasSizeGreaterThan(text.length() / 10_000).allMatch(piece -> piece.length() < 10_000);
    }

    @Test
    void handsTheEncodingARepeatedWordOnce() {
        List<String> pieces = new ArrayList<>();
        JTokkitTokenCounter counter = new JTokkitTokenCounter(piece -> {
            pieces.add(piece);
            return piece.length();
        });
        String word = " " + "v1.2:".repeat(100) + "x";
        String text = ("and then at 10:45, pay" + word + " ").repeat(1_000) + "end";
        assertThat(counter.count(text)).isEqualTo(text.length());
        assertThat(pieces).containsExactly("and", " then", " at 10:45,", " pay", word, " and", " end");
    }

    @Test
    void countsLongOrdinaryTextExactly() {
        long seed = Long.getLong("fuzz.seed", 11L);
        System.out.println("TokenCounterTest seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 60; i++) {
            StringBuilder text = new StringBuilder();
            int size = 2_000 + random.nextInt(40_000);
            while (text.length() < size) {
                text.append(WORDS[random.nextInt(WORDS.length)]).append(random.nextInt(3) == 0 ? "" : " ");
            }
            assertThat(TokenCounter.o200k().count(text.toString()))
                    .as("seed %d, text %d", seed, i)
                    .isEqualTo(O200K.countTokensOrdinary(text.toString()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uD83D", "\uDE00", "cut emoji \uD83D", "\uDE00 and text", "\uD83D\uD83D\uDE00"})
    void countsHalfASurrogatePair(String text) {
        assertThat(TokenCounter.o200k().count(text)).isPositive();
    }

    @Test
    void countsCharactersRoundedUp() {
        TokenCounter counter = TokenCounter.characters(4);
        assertThat(List.of("", "a", "abcd", "abcde").stream().map(counter::count))
                .containsExactly(0, 1, 1, 2);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 0.05, 101, Double.NaN, Double.POSITIVE_INFINITY})
    void refusesAnOddNumberOfCharactersPerToken(double charsPerToken) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TokenCounter.characters(charsPerToken))
                .withMessageContaining("charsPerToken must be 0.1 to 100.0, but was " + charsPerToken);
    }
}
