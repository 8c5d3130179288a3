package io.github.sessioncompression.samples.springai;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Use of the page: scrolling, focus, the keyboard, small screens. */
@Tag("landing")
class PageUseTest extends PageContract {
    private static final String SCROLL_HEIGHT = "document.documentElement.scrollHeight";

    @ParameterizedTest
    @CsvSource({"1280, 420", "1280, 800", "320, 568"})
    void doesNotScrollIntoNothing(int width, int height) {
        page.setViewportSize(width, height);
        talks("Your order 4711 is on its way to you. ".repeat(15));
        say("Where is my order 4711?");
        awaitAnswer(0, "order 4711");

        assertThat(page.evaluate(SCROLL_HEIGHT)).isEqualTo(height);
        assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(width);
    }

    @Test
    void keepsMessageSentBeforeChatIsShown() {
        say("My name is Ada.");
        awaitAnswer(0, "All right.");
        List<Route> held = new ArrayList<>();
        page = newPage(window);
        page.route("**/api/messages", held::add);
        page.navigate(url());
        page.waitForCondition(() -> !held.isEmpty());

        say("Who am I?");
        assertThat(page.locator("#messages .user")).hasText("Who am I?");
        held.get(0).resume();

        awaitAnswer(1, "All right.");
        assertThat(page.locator("#messages .user")).hasText(new String[] {"My name is Ada.", "Who am I?"});
        assertThat(page.locator("#messages > li")).hasCount(4);
        assertThat(server.refusals()).isEmpty();
    }

    @Test
    void focusStaysInTextField() {
        assertThat(page.locator("#text")).isFocused();
        page.locator("#text").fill("Hello");
        page.locator("#send").click();
        assertThat(page.locator("#text")).isFocused();
        awaitAnswer(0, "All right.");
        assertThat(page.locator("#text")).isFocused();
        page.locator("#new").click();
        assertThat(page.locator("#messages li")).hasCount(0);
        assertThat(page.locator("#text")).isFocused();
    }

    @Test
    void allAnswersAreOneTabStop() {
        for (int i = 0; i < 3; i++) {
            say("Question " + i);
            awaitAnswer(i, "All right.");
        }
        page.locator("#text").press("Shift+Tab");
        assertThat(answers().nth(2).locator(".copy")).isFocused();
        page.keyboard().press("ArrowUp");
        assertThat(answers().nth(1).locator(".copy")).isFocused();
        page.keyboard().press("Shift+Tab");
        assertThat(page.locator("#delete")).isFocused();
        page.keyboard().press("Tab");
        assertThat(answers().nth(1).locator(".copy")).isFocused();
        page.keyboard().press("Tab");
        assertThat(page.locator("#text")).isFocused();
    }

    @Test
    void leavesRoomForChatOnSmallestScreen() {
        page.setViewportSize(320, 568);
        say("W".repeat(200));
        awaitAnswer(0, "All right.");

        assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(320);
        assertThat(page.locator("#send")).isInViewport();
        assertThat(page.locator("#text").boundingBox().width).isGreaterThan(150);
        assertThat(page.locator("#scroll").boundingBox().height).isGreaterThan(180);
    }
}
