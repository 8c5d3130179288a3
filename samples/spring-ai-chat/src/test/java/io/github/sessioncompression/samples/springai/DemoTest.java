package io.github.sessioncompression.samples.springai;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import io.github.sessioncompression.console.Chromium;
import io.github.sessioncompression.console.ConsoleWindow;
import io.github.sessioncompression.json.Json;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;

/** The application as it starts without a key: a demo answers, and the console has an example. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DemoTest {
    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    private Application application;

    @BeforeAll
    void start() {
        application = Application.start();
    }

    @AfterAll
    void stop() {
        application.close();
    }

    private String get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(application.url() + path)))
                .body();
    }

    private HttpResponse<String> say(String text) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(application.url() + "/api/chat"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(Json.write(Map.of("message", text)))));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void answersWithoutKeyAndNamesSettings() throws IOException, InterruptedException {
        Map<String, ?> status = Json.parseObject(get("/api/status"));
        assertThat(status.get("whatToSet"))
                .isEqualTo(List.of(
                        "OPENAI_API_KEY=... for OpenAI",
                        "ANTHROPIC_API_KEY=... for Anthropic",
                        "OLLAMA_BASE_URL=http://localhost:11434 for Ollama"));
        assertThat(status.get("compressedBy")).isEqualTo("offline, without a model");
        HttpResponse<String> answer = say("Hello");
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/event-stream");
        assertThat(answer.body())
                .contains("event:text\ndata:{\"text\":\"demo, \"}")
                .contains("event:status")
                .contains("\"messages\":2");
        assertThat(get("/actuator/sessioncompression"))
                .contains("\"messagesTotal\":")
                .doesNotContain("Hello");
        assertThat(get("/")).contains("No model is configured").contains("default-src 'none'");
        assertThat(say(" ").statusCode()).isEqualTo(400);
        HttpResponse<String> tooLong = say("x".repeat(20_001));
        assertThat(tooLong.statusCode()).isEqualTo(400);
        assertThat(tooLong.body()).contains("A message may have at most 20000 characters.");
    }

    @Tag("landing")
    @Test
    void consoleShowsExampleAndFortyTurns() {
        Assumptions.assumeTrue(
                Chromium.find().isPresent(), "no Chromium on the PATH: the page is not tested in a browser");
        try (ConsoleWindow window = new ConsoleWindow(
                URI.create(application.url() + "/session-compression/"),
                new Browser.NewContextOptions().setViewportSize(1080, 640).setLocale("en-GB"))) {
            Page page = window.page();
            window.go("");
            page.locator("tbody th a", new Page.LocatorOptions().setHasText(ExampleChat.ID))
                    .click();
            window.see("#call .rule.state", "The state begins here");
            window.see(".size", "Actions are off here");
            window.go("chat/example/messages?m=131");
            window.see("#m131 .reason", "took it into the state");
            window.picture("console-messages");
            page.locator("[data-key=tab-compressions]").click();
            page.locator(".compression details[data-key^=diff] summary").first().click();
            window.see(".diff li", "");
            page.locator(".compression").first().scrollIntoViewIfNeeded();
            window.picture("console-compressions");
            ChatClient chat = application.bean(ChatClient.class);
            for (int i = 1; i <= 40; i++) {
                chat.prompt()
                        .user("Question " + i + " of a visitor")
                        .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, "demo"))
                        .call()
                        .content();
            }
            window.go("chat/demo/compressions");
            window.see(".compression h3", "Compression");
        }
    }
}
