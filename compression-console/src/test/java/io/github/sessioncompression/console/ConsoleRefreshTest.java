package io.github.sessioncompression.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.BoundingBox;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a reader does while the page refreshes itself. */
class ConsoleRefreshTest {
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(8_000))
            .build();
    private final Conversation chat = compressor.conversation("busy");
    private ConsoleServer server;
    private ConsoleWindow window;
    private Page page;

    @BeforeEach
    void open() throws IOException {
        Assumptions.assumeTrue(
                Chromium.find().isPresent(), "no Chromium on the PATH: the page is not tested in a browser");
        server = SessionConsole.builder()
                .contents(true)
                .writes("a token of 20 chars.")
                .start(compressor, 0);
        chat.append(GardenShop.turn(1, 30));
        window = new ConsoleWindow(
                server.address(),
                new Browser.NewContextOptions().setViewportSize(1280, 900).setLocale("en-GB"));
        page = window.page();
        window.go("chat/busy/messages");
        window.see(".live", "live");
        seesMessages(4);
    }

    @AfterEach
    void close() {
        if (window != null) {
            window.close();
            server.close();
        }
        compressor.close();
    }

    private void seesMessages(int count) {
        assertThat(page.locator(".size dd").first()).hasText(String.valueOf(count));
    }

    @Test
    void clickThatSpansARefreshIsDone() {
        List<Route> asked = new ArrayList<>();
        page.route(Pattern.compile(".*/api/chat\\?.*"), asked::add);
        chat.append(GardenShop.turn(2));
        page.waitForCondition(() -> !asked.isEmpty());
        BoundingBox button = page.locator("[data-key=do-start]").boundingBox();
        page.mouse().move(button.x + button.width / 2, button.y + button.height / 2);
        page.mouse().down();
        page.waitForResponse(Pattern.compile(".*/api/chat\\?.*"), () -> asked.forEach(Route::resume))
                .finished();
        page.unroute(Pattern.compile(".*/api/chat\\?.*"));
        page.evaluate("new Promise(painted => requestAnimationFrame(() => setTimeout(painted, 100)))");
        seesMessages(4);
        page.mouse().up();
        assertThat(page.locator("dialog")).isVisible();
        seesMessages(8);
    }

    @Test
    void keyThatSpansARefreshIsDone() {
        page.locator("[data-key=do-start]").focus();
        page.keyboard().down("Space");
        chat.append(GardenShop.turn(2));
        seesMessages(8);
        page.keyboard().up("Space");
        assertThat(page.locator("dialog")).isVisible();
    }

    @Test
    void refreshKeepsFocusAndWhatWasOpened() {
        Locator more = page.locator("#transcript .link[aria-expanded]").first();
        more.focus();
        page.keyboard().press("Enter");
        assertThat(more).hasText("Show less");
        page.evaluate("window.focused = document.activeElement");
        chat.append(GardenShop.turn(2));
        seesMessages(8);
        assertThat(page.locator("#m8")).isVisible();
        assertThat(page.evaluate("document.activeElement === window.focused")).isEqualTo(true);
        assertThat(more).hasText("Show less");
    }
}
