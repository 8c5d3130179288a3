package io.github.sessioncompression.samples.springai;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.github.sessioncompression.console.Chromium;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One chat on the page. */
@Tag("landing")
class BrowserTest extends PageContract {
    private static final String CONTEXT = "aria-valuenow";

    private int contextTokens() {
        return Integer.parseInt(page.locator("#gauge").getAttribute(CONTEXT));
    }

    @Test
    void showsTheAnswerAsItArrivesAndMovesTheGauge() {
        server.next(Reply.text("It begins. " + "It goes on and on. ".repeat(30) + "It ends.")
                .over(Duration.ofSeconds(8)));
        int before = contextTokens();
        say("Tell me a story.");
        assertThat(page.locator("#messages .user")).hasText("Tell me a story.");
        assertThat(answers().first()).containsText("It begins.", PATIENTLY);
        String soFar = answers().first().textContent().strip();
        assertThat(soFar).doesNotContain("It ends.");
        assertThat(page.locator("#stop")).isVisible();
        awaitAnswer(0, "It ends.");
        assertThat(answers().first().textContent()).startsWith(soFar);
        assertThat(page.locator("#gauge")).not().hasAttribute(CONTEXT, String.valueOf(before));
        assertThat(contextTokens()).isGreaterThan(before);
        assertThat(page.locator("#gauge .messages")).not().hasCSS("width", "0px");
        assertThat(server.lastSent().question()).isEqualTo("Tell me a story.");
        assertThat(server.refusals()).isEmpty();
    }

    @Test
    void compressesOnRequestAndShowsTheState() {
        talks("Your order 4711 is on its way to you. ".repeat(15));
        say("Where is my order 4711?");
        awaitAnswer(0, "order 4711");
        say("And when does it come?");
        awaitAnswer(1, "order 4711");
        int before = contextTokens();
        page.locator("#compress").click();
        assertThat(page.locator("#state")).containsText("The order is 4711.", PATIENTLY);
        assertThat(page.locator("#state h3")).hasText(new String[] {"logos", "pathos", "conversation summary"});
        assertThat(page.locator("#log")).containsText("Conversation compressed (on request");
        assertThat(page.locator("#messages .event")).containsText("Conversation compressed (on request");
        assertThat(contextTokens()).isLessThan(before);
        say("Thank you.");
        awaitAnswer(2, "order 4711");
        assertThat(server.lastSent().messages().get(0).text()).contains("The order is 4711.");
        assertThat(server.refusals()).isEmpty();
    }

    @Test
    void findsForgottenMessagesAndRefinesSegment() {
        talks("The spare key hangs behind the blue watering can in the cellar. ".repeat(15));
        say("Where is the spare key of order 4711?");
        awaitAnswer(0, "watering can");
        say("And when does it come?");
        awaitAnswer(1, "watering can");
        assertThat(page.locator("#segments")).hasText("None yet: nothing was compressed.");
        page.locator("#compress").click();
        assertThat(page.locator("#segments li")).containsText("4711", PATIENTLY);
        page.locator("#query").fill("spare key");
        page.locator("#query").press("Enter");
        assertThat(page.locator("#hits li").first()).containsText("spare key", PATIENTLY);
        Locator stretch = page.locator("#segments li").first();
        assertThat(stretch.locator(".told")).containsText("→L2:s");
        for (String level : List.of("brief", "detailed", "full")) {
            assertThat(stretch.locator(".more")).hasText(level);
            stretch.locator(".more").click();
        }
        assertThat(stretch.locator(".told")).containsText("user: Where is the spare key of order 4711?", PATIENTLY);
        assertThat(stretch.locator(".more")).hasCount(0);
        page.locator("#query").fill("zeppelin");
        page.locator("#query").press("Enter");
        assertThat(page.locator("#hits")).containsText("Nothing that left the context says that.", PATIENTLY);
        page.locator("#new").click();
        assertThat(page.locator("#hits li")).hasCount(0);
        assertThat(page.locator("#segments")).hasText("None yet: nothing was compressed.");
    }

    @Test
    void reportsNothingToCompress() {
        page.locator("#compress").click();
        assertThat(page.locator("#said")).containsText("There is nothing older to compress yet.", PATIENTLY);
    }

    @Test
    void compressesByItselfWhenTheChatGetsLong() {
        talks("This answer is long, so that the window is soon full of it. ".repeat(60));
        for (int i = 0; i < 9; i++) {
            say(i == 0 ? "My order is 4711, where is it?" : "Question " + i);
            awaitAnswer(i, "soon full");
        }
        assertThat(page.locator("#log")).containsText("Conversation compressed (", PATIENTLY);
        assertThat(page.locator("#totals")).containsText("tokens saved");
        int said = 9;
        // A busy machine compresses less often, and only what came before the latest state is outlined.
        while (said < 18 && !page.locator("#state").textContent().contains("→L")) {
            say("Question " + said);
            awaitAnswer(said++, "soon full");
        }
        assertThat(page.locator("#state")).containsText("→L", PATIENTLY);
        say("One more");
        awaitAnswer(said, "soon full");
        assertThat(server.lastSent().messages().get(0).text()).contains("4711");
        assertThat(server.refusals()).isEmpty();
    }

    @Test
    void showsMarkupAsText() {
        String markup = "<img src=x onerror=alert(1)> & <script>alert(2)</script> {braces}";
        talks(markup);
        say(markup);
        awaitAnswer(0, markup);
        assertThat(page.locator("#messages .user")).hasText(markup);
        assertThat(page.locator("#messages img, #messages script").count()).isZero();
        assertThat(server.lastSent().question()).isEqualTo(markup);
    }

    @Test
    void showsErrorsAndGoesOn() {
        server.next(new Reply.Failure(401, "Incorrect API key provided"));
        say("Hello?");
        assertThat(page.locator("#messages .failed"))
                .containsText("The provider refused the key: check it and start again.", PATIENTLY);
        say("Hello again?");
        awaitAnswer(0, "All right.");
        assertThat(server.refusals()).isEmpty();
    }

    @Test
    void stopsAnAnswerAndGoesOn() {
        server.next(Reply.text("It begins. " + "It goes on and on. ".repeat(30) + "It ends.")
                .over(Duration.ofSeconds(25)));
        say("Tell me a story.");
        assertThat(answers().first()).containsText("It begins.", PATIENTLY);
        page.locator("#stop").click();
        assertThat(page.locator("#messages .event")).containsText("Stopped.", PATIENTLY);
        assertThat(answers().first()).not().containsText("It ends.");
        say("Go on.");
        awaitAnswer(1, "All right.");
        List<SentMessage> messages = server.lastSent().messages();
        assertThat(messages).extracting(SentMessage::role).containsExactly("user", "assistant", "user");
        assertThat(messages.get(1).text()).startsWith("It begins.").doesNotContain("It ends.");
        assertThat(server.refusals()).isEmpty();
    }

    @Test
    void beginsANewChat() {
        say("My name is Ada.");
        awaitAnswer(0, "All right.");
        page.locator("#new").click();
        assertThat(page.locator("#messages li")).hasCount(0);
        assertThat(page.locator("#totals dd").first()).hasText("0");
        say("Who am I?");
        awaitAnswer(0, "All right.");
        assertThat(server.lastSent().messages())
                .extracting(SentMessage::text)
                .doesNotContain("My name is Ada.")
                .anyMatch(text -> text.contains("Ada"));
    }

    @Test
    void givesEachBrowserAChatOfItsOwn() {
        say("My name is Ada.");
        awaitAnswer(0, "All right.");
        try (BrowserContext other = Chromium.window(new Browser.NewContextOptions())) {
            page = openPage(other);
            say("Who am I?");
            awaitAnswer(0, "All right.");
        }
        assertThat(server.sent()).extracting(Sent::question).containsExactly("My name is Ada.", "Who am I?");
        assertThat(server.lastSent().allText()).doesNotContain("Ada");
    }

    @Test
    void fitsANarrowScreen() {
        page.setViewportSize(400, 800);
        say("W".repeat(200));
        awaitAnswer(0, "All right.");
        assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(400);
        assertThat(page.locator("#compress")).isHidden();
        page.locator("summary").click();
        assertThat(page.locator("#compress")).isVisible();
        assertThat(page.locator("#send")).isInViewport();
        assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(400);
    }

    @Test
    void canBeUsedByKeyboardAndByScreenReader() {
        assertThat(page.getByLabel("Message", new Page.GetByLabelOptions().setExact(true)))
                .isVisible();
        assertThat(page.locator("#gauge")).hasAttribute("aria-valuetext", Pattern.compile("[0-9,]+ of 8,000 tokens"));
        page.locator("#text").fill("two");
        page.locator("#text").press("Shift+Enter");
        page.keyboard().type("lines");
        page.keyboard().press("Tab");
        assertThat(page.locator("#send")).isFocused();
        page.keyboard().press("Enter");
        awaitAnswer(0, "All right.");
        assertThat(server.lastSent().question()).isEqualTo("two\nlines");
    }
}
