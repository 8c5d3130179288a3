package io.github.sessioncompression.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The page in a real browser on the JDK's server; {@code -Dconsole.pictures=FOLDER} writes pictures of its views. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsolePageTest {
    private static final String TOKEN = "a token of 20 chars.";
    private static final String CHAT = "customer/42";
    private static final LocatorAssertions.ContainsTextOptions PATIENTLY =
            new LocatorAssertions.ContainsTextOptions().setTimeout(10_000);

    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(8_000).withExecution(Execution.SYNC))
            .model(GardenShop::compress)
            .userOf(chat -> "ada")
            .build();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final Set<String> hosts = new HashSet<>();
    private ConsoleServer server;
    private Chromium chromium;
    private BrowserContext window;
    private Page page;

    @BeforeAll
    void start() throws IOException {
        Path executable = Chromium.find()
                .orElseGet(() -> Assumptions.abort("no Chromium on the PATH: the page is not tested in a browser"));
        server = SessionConsole.builder().contents(true).writes(TOKEN).start(compressor, 0);
        chromium = new Chromium(executable);
        for (int i = 0; i < 30; i++) {
            compressor.conversation("visitor-" + i).append(GardenShop.turn(i));
        }
        talk(1, 40);
    }

    @AfterAll
    void stop() {
        if (chromium != null) {
            chromium.close();
            server.close();
        }
        compressor.close();
    }

    @BeforeEach
    void open() {
        window = chromium.browser()
                .newContext(new Browser.NewContextOptions()
                        .setViewportSize(1280, 900)
                        .setLocale("en-GB"));
        page = newPage(window);
    }

    @AfterEach
    void close() {
        window.close();
        List<String> found = List.copyOf(faults);
        faults.clear();
        assertThat(found).isEmpty();
        assertThat(hosts).containsExactly("127.0.0.1");
    }

    private Page newPage(BrowserContext in) {
        Page opened = in.newPage();
        opened.onPageError(faults::add);
        opened.onConsoleMessage(message -> {
            if (message.type().equals("error") || message.type().equals("warning")) {
                faults.add(message.text());
            }
        });
        opened.onRequest(request -> hosts.add(URI.create(request.url()).getHost()));
        return opened;
    }

    private Conversation chat() {
        return compressor.conversation(CHAT);
    }

    private void talk(int from, int to) {
        if (from == 1) {
            chat().append(GardenShop.system());
        }
        for (int i = from; i <= to; i++) {
            chat().append(GardenShop.turn(i).get(0));
            chat().view();
            chat().append(GardenShop.turn(i).subList(1, 4));
        }
    }

    private void go(String hash) {
        page.navigate(server.address() + "#/" + hash);
        assertThat(page.locator("main h1")).isVisible();
    }

    private void picture(String name) {
        String folder = System.getProperty("console.pictures", "");
        if (!folder.isEmpty()) {
            page.waitForTimeout(600);
            page.screenshot(new Page.ScreenshotOptions().setPath(Path.of(folder, name + ".png")));
        }
    }

    private void giveToken() {
        page.locator("dialog input").fill("not the right token");
        page.locator("dialog button.main").click();
        assertThat(page.locator("dialog .bad")).hasText("The token is not right.");
        faults.removeIf(fault -> fault.contains("403"));
        page.locator("dialog input").fill(TOKEN);
        page.keyboard().press("Enter");
    }

    @Test
    void listShowsSizesAndFilters() {
        go("");
        assertThat(page.locator("tbody tr")).hasCount(25);
        Locator row = page.locator("tbody tr").first();
        assertThat(row.locator("th")).hasText(CHAT);
        assertThat(row.locator("[role=meter]"))
                .hasAttribute("aria-valuetext", Pattern.compile(".*a compression starts at.*"));
        picture("chats-light");
        page.getByText("Next", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.locator("[data-key=previous]")).isEnabled();
        page.locator("[data-key=filter]").fill("tomer");
        assertThat(page.locator("tbody tr")).hasCount(1);
        page.locator("[data-key=only]").selectOption("failed");
        assertThat(page.locator(".empty")).hasText("No chat matches.");
    }

    @Test
    void compressionAppearsLive() {
        Conversation live = compressor.conversation("live");
        live.append(GardenShop.system());
        live.append(GardenShop.turn(1));
        go("chat/live/compressions");
        assertThat(page.locator(".empty")).hasText("Nothing was compressed yet.");
        assertThat(page.locator(".live")).hasText("live");
        for (int i = 2; i < 40 && live.status().contextTokens() < live.policy().triggerTokens(); i++) {
            live.append(GardenShop.turn(i));
        }
        live.append(GardenShop.turn(41).get(0));
        assertThat(page.locator("[role=meter]"))
                .hasClass(Pattern.compile(".*over.*"), new LocatorAssertions.HasClassOptions().setTimeout(10_000));
        live.view();
        live.compress();
        assertThat(page.locator(".compression").first()).containsText("Compression", PATIENTLY);
        assertThat(page.locator("[role=meter]")).not().hasClass(Pattern.compile(".*over.*"));
    }

    @Test
    void comparesStatesAndLinksTheirSources() {
        go("chat/customer%2F42/compressions");
        picture("compressions-light");
        page.locator(".compression details[data-key^=diff] summary").first().click();
        assertThat(page.locator(".diff li").first()).isVisible();
        picture("diff-light");
        page.locator(".compression details[data-key^=state] summary").first().click();
        page.locator(".sources a").last().click();
        assertThat(page.locator(".message:focus")).isVisible();
    }

    @Test
    void showsReasonsAndRawJson() {
        go("chat/customer%2F42/messages?m=14");
        assertThat(page.locator(".size dd").first()).hasText("161");
        assertThat(page.locator(".column.left header p")).hasText("1–100 of 161");
        assertThat(page.locator("#m14 .reason")).containsText("took it into the state");
        page.locator("#m14 summary").click();
        assertThat(page.locator("#m14 .seen")).not().isEmpty();
        picture("messages-light");
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
    void searchesPinsRollsBackAndResumes() {
        Conversation own = compressor.conversation("own");
        own.append(GardenShop.system());
        for (int i = 1; i <= 12; i++) {
            own.append(GardenShop.turn(i));
            own.compress();
        }
        long version = own.record().orElseThrow().version();
        go("chat/own/messages");
        page.locator("[data-key=search]").fill("wheelbarrow");
        page.keyboard().press("Enter");
        assertThat(page.locator(".hits mark").first())
                .hasText(Pattern.compile("wheelbarrow", Pattern.CASE_INSENSITIVE));
        page.locator(".hits a").first().click();
        assertThat(page.locator(".message:focus")).containsText("wheelbarrow");
        page.locator("[data-key=pin6]").click();
        giveToken();
        assertThat(page.locator("#m6 .chip")).containsText("pinned", PATIENTLY);
        assertThat(own.pins()).extracting(entry -> entry.sequence()).containsExactly(6L);
        page.locator("[data-key=tab-compressions]").click();
        page.locator("[data-key^=rollback]").last().click();
        page.locator("dialog button.main").click();
        assertThat(page.locator("#status")).containsText("Rolled back.", PATIENTLY);
        assertThat(own.record().orElseThrow().version()).isGreaterThan(version);
        page.locator("[data-key=do-start]").click();
        page.locator("dialog button.main").click();
        assertThat(page.locator("#status")).containsText("Started.", PATIENTLY);
        page.locator("[data-key=tab-sessions]").click();
        picture("sessions-light");
        page.locator("[data-key^=resume]").first().click();
        page.locator("dialog button.main").click();
        assertThat(page.locator("#status")).containsText("Resumed.", PATIENTLY);
    }

    @Test
    void fitsNarrowScreensInTheDark() {
        window.close();
        window = chromium.browser()
                .newContext(new Browser.NewContextOptions()
                        .setViewportSize(320, 700)
                        .setColorScheme(ColorScheme.DARK)
                        .setLocale("de-DE"));
        page = newPage(window);
        for (String view : List.of(
                "",
                "chat/customer%2F42/messages",
                "chat/customer%2F42/compressions",
                "chat/customer%2F42/sessions",
                "warnings")) {
            go(view);
            assertThat(page.locator("html")).hasAttribute("lang", "de");
            picture("narrow-" + view.replaceAll("\\W+", "-"));
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
                "() => { const e = document.activeElement; return e === document.body ? 'body' : (e.dataset.key ?? e.id ?? e.className) }";
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
