package io.github.sessioncompression.samples.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A browser finds its chats again when the application was started anew, and no other browser does. */
@Tag("landing")
class RestartTest {
    private final StrictOpenAiServer server = StrictOpenAiServer.start();
    private final Path file;

    RestartTest(@TempDir Path folder) {
        file = folder.resolve("chats");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Application start() {
        return Application.start(
                "chat.file=" + file,
                "spring.ai.model.chat=openai",
                "spring.ai.openai.base-url=" + server.baseUrl(),
                "spring.ai.openai.api-key=sk-test");
    }

    private static HttpClient browser() {
        return HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    }

    private static String get(HttpClient browser, String url) throws IOException, InterruptedException {
        return browser.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static String say(HttpClient browser, Application application, String text)
            throws IOException, InterruptedException {
        return browser.send(
                        HttpRequest.newBuilder(URI.create(application.url() + "/api/chat"))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(Json.write(Map.of("message", text))))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void chatsAreThereAfterARestart() throws IOException, InterruptedException {
        HttpClient browser = browser();
        try (Application application = start()) {
            assertThat(say(browser, application, "My name is Ada.")).contains("All right.");
        }
        try (Application application = start()) {
            assertThat(get(browser, application.url() + "/api/chats"))
                    .contains("\"title\":\"My name is Ada.\",\"current\":true");
            assertThat(get(browser, application.url() + "/api/messages")).contains("My name is Ada.", "All right.");
            assertThat(say(browser, application, "Who am I?")).contains("\"messages\":4");
            assertThat(server.lastSent().allText()).contains("My name is Ada.");

            HttpClient other = browser();
            assertThat(get(other, application.url() + "/api/chats")).doesNotContain("Ada");
            assertThat(get(other, application.url() + "/api/messages")).isEqualTo("[]");
        }
        assertThat(file.getParent())
                .isDirectoryContaining("glob:**chats.mv.db")
                .isDirectoryNotContaining("glob:**.trace.db");
        assertThat(server.refusals()).isEmpty();
    }
}
