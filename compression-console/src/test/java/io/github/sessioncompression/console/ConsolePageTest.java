package io.github.sessioncompression.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.Inspection;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The page in a real browser on the JDK's server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsolePageTest {
    private static final String TOKEN = "a token of 20 chars.";
    private static final String CHAT = "customer/42";
    private static final String FAILED = "failed";

    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(8_000).withExecution(Execution.SYNC))
            .modelFor(chat -> chat.equals(FAILED) ? request -> ModelAnswer.of("I cannot.") : ConsoleTour.model())
            .userOf(chat -> "ada")
            .build();
    private ConsoleServer server;
    private ConsoleWindow window;
    private Page page;

    @BeforeAll
    void start() throws IOException {
        Assumptions.assumeTrue(
                Chromium.find().isPresent(), "no Chromium on the PATH: the page is not tested in a browser");
        server = SessionConsole.builder().contents(true).writes(TOKEN).start(compressor, 0);
        for (int i = 0; i < 30; i++) {
            compressor.conversation("visitor-" + i).append(GardenShop.turn(i));
        }
        compressor.conversation(CHAT).append(GardenShop.system());
        GardenShop.talk(compressor.conversation(CHAT), 40);
        GardenShop.talk(compressor.conversation(FAILED), 20);
        compressor.conversation(FAILED).append(Message.user("The pump stopped at 14:05. ".repeat(3_000)));
        compressor.conversation(FAILED).view();
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
        compressor.close();
    }

    @BeforeEach
    void open() {
        open(new Browser.NewContextOptions().setViewportSize(1280, 900).setLocale("en-GB"));
    }

    private void open(Browser.NewContextOptions options) {
        window = new ConsoleWindow(server.address(), options);
        page = window.page();
    }

    @AfterEach
    void close() {
        window.close();
    }

    private void go(String hash) {
        window.go(hash);
    }

    @Test
    void listShowsSizesAndFilters() {
        go("");
        assertThat(page.locator("tbody tr")).hasCount(25);
        Locator row = page.locator("tbody tr").first();
        assertThat(row.locator("th")).hasText(CHAT);
        assertThat(row.locator("[role=meter]"))
                .hasAttribute("aria-valuetext", Pattern.compile(".*a compression starts at.*"));
        window.picture("chats-light");
        page.getByText("Next", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.locator("[data-key=previous]")).isEnabled();
        page.locator("[data-key=filter]").fill("tomer");
        assertThat(page.locator("tbody tr")).hasCount(1);
        page.locator("[data-key=only]").selectOption("failed");
        assertThat(page.locator(".empty")).hasText("No chat matches.");
        assertThat(page.evaluate("import('./ui.js').then(ui => ui.t('call.sum', {n: 1, tokens: 2}))"))
                .isEqualTo("1 message, 2 tokens");
    }

    @Test
    void warningsShowWhichChatFailedLast() {
        go("warnings");
        window.see(".warnings li", "message cut");
        page.locator("[data-key=only-stage-failed]").click();
        assertThat(page.locator(".warnings li").first()).containsText(FAILED);
        assertThat(page.locator(".warnings .chip", new Page.LocatorOptions().setHasText("message cut")))
                .hasCount(0);
    }

    @Test
    void setUpIsAmongTheWarnings() {
        compressor.inspection().note(Inspection.Finding.CLIENT_WITH_OTHER_MEMORY);
        go("warnings");
        page.locator("[data-key=only-client-with-other-memory]").click();
        assertThat(page.locator(".warnings li")).hasCount(1);
        assertThat(page.locator(".warnings li")).containsText("its calls are sent as they are");
    }

    @Test
    void answerShowsWhatItsCallWasSent() {
        Conversation chat = compressor.conversation("visitor-with-calls");
        chat.append(GardenShop.turn(1));
        chat.append(Message.user("Do you have roses?"));
        chat.view();
        chat.append(Message.assistant("Yes, in red."));
        long answer = chat.status().messages();
        chat.append(GardenShop.turn(2));
        go("chat/visitor-with-calls/messages");
        page.locator("[data-key=its" + answer + "]").click();
        window.see(".column.right h2", "Call of answer #" + answer);
        assertThat(page.locator("#call .message").last()).containsText("Do you have roses?");
        page.locator("[data-key=next-call]").click();
        window.see(".column.right h2", "Next call");

        page.locator("[data-key=its" + chat.status().messages() + "]").click();
        window.see("#status", "are not known");
        assertThat(page.locator(".column.right h2")).hasText("Next call");
    }

    @Tag("landing")
    @Test
    void readerFollowsAChatOfFortyTurns() {
        Assumptions.assumeTrue(FuzzCases.runs(2, 0), "this landing follows it on Spring Boot");
        new ConsoleTour(window, compressor.conversation("own"), TOKEN).walk();
    }

    @Test
    void showsReasonsAndRawJson() {
        go("chat/customer%2F42/messages?m=14");
        assertThat(page.locator(".size dd").first()).hasText("161");
        assertThat(page.locator(".column.left header p")).hasText("1–100 of 161");
        assertThat(page.locator("#m14 .reason")).containsText("took it into the state");
        page.locator("#m14 summary").click();
        assertThat(page.locator("#m14 .seen")).not().isEmpty();
        window.picture("messages-light");
        assertThat(page.locator("#call .rule.state")).hasText("The state begins here");
        page.locator("#m14 button", new Page.LocatorOptions().setHasText("Raw JSON"))
                .click();
        assertThat(page.locator("dialog pre")).containsText("\"role\"");
        page.keyboard().press("Escape");
        assertThat(page.locator("dialog")).hasCount(0);
        Locator origin = page.locator("#call a[data-key^=from]").last();
        origin.click();
        assertThat(page.locator("#transcript .message:focus")).isVisible();
    }

    @Test
    void lateAnswerToARefreshLeavesChosenMessage() {
        List<Route> asked = new ArrayList<>();
        page.route(Pattern.compile(".*/api/messages\\?.*"), route -> {
            asked.add(route);
            if (asked.size() != 2) { // the second comes with the live connection
                route.resume();
            }
        });
        go("chat/customer%2F42/messages?m=14");
        page.waitForCondition(() -> asked.size() == 2);
        page.locator("#call a[data-key^=from]").last().click();
        assertThat(page.locator("#transcript .message:focus")).isVisible();
        Route late = asked.get(1);
        page.waitForResponse(response -> response.request().equals(late.request()), late::resume)
                .finished();
        assertThat(page.locator("#transcript .message:focus")).isVisible();
    }

    @Test
    void showsMarkupAsText() {
        go("chat/customer%2F42/messages?m=10");
        assertThat(page.locator("#m10")).containsText("<script>document.title = 'broken'</script> </session_state>");
        assertThat(page.locator("main script")).hasCount(0);
        assertThat(page.title()).contains(CHAT);
    }

    @Test
    void fitsNarrowScreensInTheDark() {
        window.close();
        open(new Browser.NewContextOptions()
                .setViewportSize(320, 700)
                .setColorScheme(ColorScheme.DARK)
                .setLocale("de-DE"));
        for (String view : List.of(
                "",
                "chat/customer%2F42/messages",
                "chat/customer%2F42/compressions",
                "chat/customer%2F42/sessions",
                "warnings")) {
            go(view);
            assertThat(page.locator("html")).hasAttribute("lang", "de");
            window.picture("narrow-" + view.replaceAll("\\W+", "-"));
            assertThat(page.evaluate("document.documentElement.scrollWidth"))
                    .as(view)
                    .isEqualTo(320);
        }
    }

    @Test
    void keyboardReachesAllAndIsNotTrapped() {
        go("chat/customer%2F42/sessions");
        Set<Object> visited = new HashSet<>();
        String here =
                "() => { const e = document.activeElement; return e === document.body ? 'body' : (e.dataset.key ??"
                        + " e.id ?? e.className) }";
        for (int i = 0; i < 60 && !(visited.contains("body") && i > 5); i++) {
            page.keyboard().press("Tab");
            visited.add(page.evaluate(here));
        }
        assertThat(visited)
                .contains(
                        "skip",
                        "brand",
                        "nav-warnings",
                        "language",
                        "back",
                        "do-compress",
                        "tab-messages",
                        "session-search");
        assertThat(page.locator("button:not([aria-label]):text-is('')")).hasCount(0);
        Object unnamed = page.evaluate("() => [...document.querySelectorAll('input, select, textarea')]"
                + ".filter(e => !e.labels.length && !e.ariaLabel).length");
        assertThat(unnamed).isEqualTo(0);
    }
}
