package io.github.sessioncompression.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.cost.CostOptions;
import io.github.sessioncompression.cost.PriceProfile;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.token.Usage;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a chat has cost, and what its next compression would. */
@Tag("landing")
class ConsoleMoneyTest {
    private static final PriceProfile PRICES =
            new PriceProfile("made up", "EUR", 2, 0.2, 2.5, 10, 1_024, 128, Duration.ofMinutes(5));

    private static SessionCompressor compressor(PriceProfile prices) {
        return SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(8_000)
                        .withCost(CostOptions.defaults().withProfile(prices)))
                .build();
    }

    private static PriceProfile withCurrency(String currency) {
        return new PriceProfile("made up", currency, 2, 0.2, 2.5, 10, 1_024, 128, Duration.ofMinutes(5));
    }

    private static void open(PriceProfile prices, Consumer<Page> look) throws IOException {
        Assumptions.assumeTrue(
                Chromium.find().isPresent(), "no Chromium on the PATH: the page is not tested in a browser");
        try (SessionCompressor compressor = compressor(prices);
                ConsoleServer server = SessionConsole.start(compressor, 0)) {
            Conversation chat = compressor.conversation("a");
            for (int i = 1; i <= 20; i++) {
                chat.append(GardenShop.turn(i));
            }
            chat.framework().reportUsage(new Usage(100_000, 400_000, 20_000, 25_000, 0));
            Conversation other = compressor.conversation("b");
            for (int i = 1; i <= 20; i++) {
                other.append(GardenShop.turn(i));
            }
            other.compress();
            try (ConsoleWindow window =
                    new ConsoleWindow(server.address(), new Browser.NewContextOptions().setLocale("en-GB"))) {
                window.go("");
                look.accept(window.page());
            }
        }
    }

    @Test
    void showsWhatAChatCost() throws IOException {
        open(PRICES, page -> {
            assertThat(page.locator("thead th.spent")).hasText("Spent");
            assertThat(page.locator("td.spent").first()).hasText("€0.58");
            assertThat(page.locator("td.spent").last()).hasText("–");
            assertThat(page.locator("td.saved").first().locator(".under")).hasText("");
            assertThat(page.locator("td.saved").last()).hasText(Pattern.compile("K?€0\\.000\\d+ a call"));
            page.locator("tbody a", new Page.LocatorOptions().setHasText("a"))
                    .first()
                    .click();
            Locator facts = page.locator(".size .facts");
            assertThat(facts).containsText("Spent€0.58");
            assertThat(page.locator(".size")).containsText("The next call costs €0.0");
            assertThat(page.locator(".size")).containsText("pay");
        });
    }

    @Test
    void relativePricesAreTokensAtFullPrice() throws IOException {
        open(withCurrency(""), page -> {
            assertThat(page.locator("tbody tr")).hasCount(2);
            assertThat(page.locator("th.spent")).hasCount(0);
            assertThat(page.locator("td.saved").last()).not().containsText("a call");
            page.locator("tbody a", new Page.LocatorOptions().setHasText("a"))
                    .first()
                    .click();
            assertThat(page.locator(".size")).containsText("tokens at full price");
        });
    }

    @Test
    void unknownCurrencyIsANumber() throws IOException {
        open(
                withCurrency("credits"),
                page -> assertThat(page.locator("td.spent").first()).hasText("0.58"));
    }
}
