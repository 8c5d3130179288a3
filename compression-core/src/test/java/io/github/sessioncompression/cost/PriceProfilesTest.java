package io.github.sessioncompression.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.sessioncompression.option.Resources;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriceProfilesTest {
    private static final PriceProfile OPENAI = PriceProfiles.of("openai-like");
    private static final PriceProfile ANTHROPIC = PriceProfiles.of("anthropic-like");

    @Test
    void hasTheFiveKindsAndEachBundledNameFindsItself() {
        List<String> names = Resources.lines(PriceProfiles.class, "prices.properties").stream()
                .map(line -> line.substring(0, line.indexOf(" = ")))
                .toList();

        assertThat(names).contains("openai-like", "anthropic-like", "gemini-like", "local", "none");
        assertThat(names)
                .doesNotHaveDuplicates()
                .allMatch(name -> name.equals(name.toLowerCase(Locale.ROOT)))
                .allSatisfy(name -> assertThat(PriceProfiles.find(name)).isPresent());
    }

    @ParameterizedTest
    @CsvSource({
        "gpt-5.4-2026-03-05,          gpt-5.4,         USD, 2.5",
        "openai/gpt-5.4-mini,         gpt-5.4-mini,    USD, 0.75",
        "us.anthropic.claude-sonnet-4-5-20250929-v1:0, claude-sonnet-4, USD, 3",
        "models/gemini-2.5-pro,       gemini-2.5-pro,  USD, 1.25",
        "claude-3-haiku,              anthropic-like,  '',  1",
        "gpt-5-mini,                  openai-like,     '',  1",
    })
    void findsModelByName(String model, String name, String currency, double input) {
        PriceProfile found = PriceProfiles.find(model).orElseThrow();

        assertThat(found.name()).isEqualTo(name);
        assertThat(found.currency()).isEqualTo(currency);
        assertThat(found.input()).isEqualTo(input);
    }

    @Test
    void takesOpenAiLikeForUnknownModel() {
        assertThat(PriceProfiles.find("acme-7")).isEmpty();
        assertThat(PriceProfiles.of("acme-7")).isEqualTo(OPENAI);
        assertThat(PriceProfiles.of("")).isEqualTo(OPENAI);
    }

    @Test
    void pricesPrefixInSteps() {
        assertThat(OPENAI.request(1_000, 1_000)).isEqualTo(1_000);
        assertThat(OPENAI.request(2_100, 2_000)).isCloseTo(180 + 1_920 * 0.1, within(1e-9));
        assertThat(ANTHROPIC.request(2_100, 2_000)).isCloseTo(100 * 1.25 + 2_000 * 0.1, within(1e-9));
        assertThat(PriceProfiles.of("none").request(2_100, 2_000)).isEqualTo(2_100);
        assertThat(PriceProfiles.of("local").request(2_100, 2_000)).isZero();
    }

    @Test
    void convertsToMoneyOnlyWithCurrency() {
        PriceProfile gpt = PriceProfiles.of("gpt-5.4");

        assertThat(gpt.money(gpt.call(1_000_000, 100_000)).orElseThrow()).isCloseTo(2.5 + 1.5, within(1e-9));
        assertThat(gpt.inputTokens(gpt.call(1_000, 0))).isCloseTo(1_000, within(1e-9));
        assertThat(OPENAI.money(1)).isEmpty();
        assertThat(PriceProfiles.of("local").inputTokens(7)).isZero();
    }

    @Test
    void raisesPriceOfReadsThatMissTheCache() {
        assertThat(ANTHROPIC.withCacheShare(1).cachedRead()).isEqualTo(0.1);
        assertThat(ANTHROPIC.withCacheShare(0).cachedRead()).isEqualTo(1.25);
        assertThat(ANTHROPIC.withCacheShare(0.5).cachedRead()).isCloseTo(0.675, within(1e-9));
    }

    @Test
    void refusesNumberOutOfRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PriceProfile("a", "", 1, Double.NaN, 1, 1, 0, 1, Duration.ofMinutes(5)))
                .withMessage("cachedRead must be 0.0 to 1000000.0, but was NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PriceProfile(" ", "", 1, 1, 1, 1, 0, 1, Duration.ofMinutes(5)))
                .withMessageStartingWith("name must be 1 to 256 characters");
    }
}
