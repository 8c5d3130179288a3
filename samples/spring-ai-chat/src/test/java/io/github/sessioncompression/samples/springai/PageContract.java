package io.github.sessioncompression.samples.springai;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import io.github.sessioncompression.console.Chromium;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** The page in a real browser, against a server that speaks OpenAI's language. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PageContract {
    private static final String STATE =
            """
            {"logos": ["The order is 4711."], "pathos": ["friendly"], "abstract": [], "conversation_summary": "An order."}
            """;
    static final LocatorAssertions.ContainsTextOptions PATIENTLY =
            new LocatorAssertions.ContainsTextOptions().setTimeout(30_000);

    StrictOpenAiServer server;
    private Application application;
    BrowserContext window;
    Page page;
    private final List<String> faults = new ArrayList<>();

    /** One provider and application for all classes of a process; each test has chats of its own. They end with the process. */
    private static final class Shared {
        static final StrictOpenAiServer SERVER = StrictOpenAiServer.start();
        static final Application APPLICATION = Application.withOpenAi(SERVER.baseUrl());
    }

    @BeforeAll
    void start() {
        Assumptions.assumeTrue(
                Chromium.find().isPresent(), "no Chromium on the PATH: the page is not tested in a browser");
        server = Shared.SERVER;
        application = Shared.APPLICATION;
    }

    @BeforeEach
    void open() {
        server.forget();
        faults.clear();
        talks("All right.");
        window = Chromium.window(new Browser.NewContextOptions().setViewportSize(1280, 800));
        page = openPage(window);
    }

    Page openPage(BrowserContext in) {
        Page opened = newPage(in);
        opened.navigate(application.url());
        assertThat(opened.locator("#numbers")).containsText("tokens", PATIENTLY);
        return opened;
    }

    /** A page that shows the application's address when it is told to. */
    Page newPage(BrowserContext in) {
        Page opened = in.newPage();
        opened.onPageError(faults::add);
        opened.onConsoleMessage(message -> {
            if (message.type().equals("error") && !message.text().contains("status of 400")) {
                faults.add(message.text());
            }
        });
        return opened;
    }

    String url() {
        return application.url();
    }

    @AfterEach
    void closeWindow() {
        window.close();
        assertThat(faults).isEmpty();
    }

    /** Answers questions with {@code text}, and requests of a compression with a state. */
    void talks(String text) {
        server.answers(sent -> sent.streaming() ? Reply.text(text) : Reply.text(STATE));
    }

    void say(String text) {
        page.locator("#text").fill(text);
        page.locator("#text").press("Enter");
    }

    Locator answers() {
        return page.locator("#messages .assistant");
    }

    void awaitAnswer(int number, String text) {
        assertThat(answers().nth(number)).containsText(text, PATIENTLY);
        assertThat(page.locator("#send")).isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(30_000));
    }
}
