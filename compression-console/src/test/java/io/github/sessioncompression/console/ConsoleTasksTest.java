package io.github.sessioncompression.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.token.Usage;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The five questions of docs/console.md, answered from the list of chats by clicks alone; its pictures are made here. */
@Tag("landing")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleTasksTest {
    private static final String TOKEN = "a token of 20 chars.";
    private static final String CHAT = "customer/42";
    private static final String ENDED = "customer/7";
    private static final String FAILED = "customer/17";

    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(8_000).withExecution(Execution.SYNC))
            .modelFor(chat ->
                    chat.equals(FAILED) ? request -> ModelAnswer.of("I cannot.") : ConsoleTasksTest::compressAtAPrice)
            .build();
    private ConsoleServer server;
    private ConsoleWindow window;
    private Page page;

    private static ModelAnswer compressAtAPrice(ModelRequest request) {
        String state = GardenShop.compress(request).text();
        return new ModelAnswer(state, FinishReason.STOP, Usage.of(5_120, 410));
    }

    @BeforeAll
    void start() throws IOException {
        Assumptions.assumeTrue(
                Chromium.find().isPresent(), "no Chromium on the PATH: the page is not tested in a browser");
        server = SessionConsole.builder().contents(true).writes(TOKEN).start(compressor, 0);
        compressor.conversation(CHAT).append(GardenShop.system());
        GardenShop.talk(compressor.conversation(CHAT), 40);
        GardenShop.talk(compressor.conversation(FAILED), 40);
        GardenShop.talk(compressor.conversation(ENDED), 5);
    }

    @BeforeEach
    void open() {
        window = new ConsoleWindow(
                server.address(),
                new Browser.NewContextOptions().setViewportSize(640, 400).setLocale("en-GB"));
        page = window.page();
        window.go("");
    }

    @AfterEach
    void close() {
        window.close();
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
        compressor.close();
    }

    private void openChat(String id) {
        page.locator("tbody a", new Page.LocatorOptions().setHasText(id)).click();
        window.see("#transcript .message", "");
    }

    private Locator find(int message) {
        page.locator("[data-key=search]").fill(String.valueOf(message));
        page.keyboard().press("Enter");
        window.see("#m" + message + ":focus", "");
        return page.locator("#m" + message);
    }

    @Test
    void showsWhichChatFailedLast() {
        page.locator("[data-key=nav-warnings]").click();
        Locator last = page.locator(".warnings li").first();
        assertThat(last).containsText(FAILED);
        assertThat(last).containsText("The compression failed (the answer was not of the schema's form)");
        window.picture("console-task-1");
    }

    @Test
    void showsWhatTheModelSeesOfMessage12() {
        openChat(CHAT);
        Locator message = find(12);
        message.locator("summary").click();
        assertThat(message.locator(".seen")).not().isEmpty();
        window.picture("console-task-2", message);
    }

    @Test
    void showsWhyMessage40WasCut() {
        openChat(CHAT);
        Locator message = find(40);
        assertThat(message.locator(".reason"))
                .containsText("took it into the state. It ran because the context went over the trigger.");
        window.picture("console-task-3", message);
    }

    @Test
    void showsWhatTheLastCompressionCost() {
        openChat(CHAT);
        page.locator("[data-key=tab-compressions]").click();
        Locator last = page.locator(".compression").first();
        assertThat(last).containsText("1 call, 5,120 in, 410 out");
        assertThat(last).containsText("Cached prefix given up");
        last.evaluate("each => each.scrollIntoView()");
        window.picture("console-task-4");
    }

    @Test
    void bringsSession1Back() {
        Conversation chat = compressor.conversation(ENDED);
        chat.sessions().startNew();
        chat.append(Message.user("Something else: do you sell fertiliser?"), Message.assistant("Yes, three kinds."));
        long last = chat.status().messages();
        openChat(ENDED);
        page.locator("[data-key=tab-sessions]").click();
        page.locator("[data-key=resume-1]").click();
        window.picture("console-task-5");
        page.locator("dialog button.main").click();
        window.giveToken(TOKEN);
        window.see("#status", "Resumed.");
        window.see(".session.current b", "1");
        assertThat(chat.sessions().current().id()).isEqualTo("1");
        assertThat(chat.status().messages()).isGreaterThan(last);

        page.locator("[data-key=tab-messages]").click();
        page.locator("[data-key=search]").fill("12");
        page.keyboard().press("Enter");
        long first = compressor.inspection().entries(chat, 0, 1).get(0).sequence();
        window.see("#status", "Message 12 is not in this session, whose numbers begin at " + first + ".");
    }
}
