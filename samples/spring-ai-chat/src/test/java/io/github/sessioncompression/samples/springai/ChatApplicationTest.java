package io.github.sessioncompression.samples.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.stub.AnthropicStub;
import io.github.sessioncompression.stub.OllamaStub;
import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The application without a browser. */
class ChatApplicationTest {
    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

    private HttpResponse<String> get(String url) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String url, Map<String, String> body) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(url))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(Json.write(body)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void namesMissingKeyOfChosenProvider() throws IOException, InterruptedException {
        try (Application application = Application.start("spring.ai.model.chat=anthropic")) {
            assertThat(get(application.url() + "/api/status").body())
                    .contains("ANTHROPIC_API_KEY=..., or the property spring.ai.anthropic.api-key");
        }
    }

    @Test
    void answersCommandsWithoutModel() throws IOException, InterruptedException {
        try (OpenAiStub server = OpenAiStub.start();
                Application application = Application.withOpenAi(server.baseUrl())) {
            assertThat(command(application, "My locker code is 4711.")).contains("All right.");
            assertThat(command(application, "/status")).contains("session 1: My locker code is 4711.");
            assertThat(command(application, "/new")).contains("Session 2 has begun. Session 1 is kept.");
            assertThat(get(application.url() + "/api/messages").body()).isEqualTo("[]");
            assertThat(command(application, "/resume 1")).contains("Session 1 goes on");
            assertThat(get(application.url() + "/api/messages").body()).contains("4711");
            assertThat(server.sent()).hasSize(1);
        }
    }

    @Test
    void hintsAtHelpInsteadOfAskingTheModelForAnUnknownCommand() throws IOException, InterruptedException {
        try (OpenAiStub server = OpenAiStub.start();
                Application application = Application.withOpenAi(server.baseUrl())) {
            assertThat(command(application, "/stauts")).contains("no such command", "/help", "event:status");
            assertThat(server.sent()).isEmpty();
            assertThat(get(application.url() + "/api/messages").body()).isEqualTo("[]");
            assertThat(command(application, "/etc/hosts has a wrong line, why?"))
                    .contains("All right.");
            assertThat(server.sent()).hasSize(1);
        }
    }

    @Test
    void chatsOfThePageAreTheSessionsOfTheCommands() throws IOException, InterruptedException {
        try (OpenAiStub server = OpenAiStub.start();
                Application application = Application.withOpenAi(server.baseUrl())) {
            command(application, "My locker code is 4711.");
            command(application, "/new");
            command(application, "My bike has the number 8852.");
            assertThat(get(application.url() + "/api/chats").body())
                    .isEqualTo("[{\"id\":\"2\",\"title\":\"My bike has the number 8852.\",\"current\":true},"
                            + "{\"id\":\"1\",\"title\":\"My locker code is 4711.\",\"current\":false}]");

            post(application.url() + "/api/new", Map.of());
            assertThat(command(application, "/status")).contains("session 3");
            post(application.url() + "/api/open", Map.of("id", "1"));
            assertThat(command(application, "/status")).contains("session 1");
            assertThat(get(application.url() + "/api/messages").body())
                    .contains("4711")
                    .doesNotContain("8852");

            post(application.url() + "/api/delete", Map.of());
            assertThat(get(application.url() + "/api/chats").body())
                    .contains("\"id\":\"2\",\"title\":\"My bike has the number 8852.\",\"current\":true")
                    .doesNotContain("4711");
            assertThat(post(application.url() + "/api/open", Map.of("id", "9")).body())
                    .contains("There is no such chat.");
        }
    }

    @Test
    void newSessionHasNumbersOfItsOwn() throws IOException, InterruptedException {
        try (OpenAiStub server = OpenAiStub.start();
                Application application = Application.withOpenAi(server.baseUrl())) {
            server.answers(sent -> Reply.text("Noted. ".repeat(300)));
            for (int i = 0; i < 3; i++) {
                command(application, "My locker code " + i + " is 4711. " + "It is in the hall. ".repeat(60));
            }
            assertThat(post(application.url() + "/api/compress", Map.of("focus", ""))
                            .body())
                    .contains("\"compressions\":1");

            Map<String, ?> status = Json.parseObject(
                    post(application.url() + "/api/new", Map.of()).body());

            for (String number : List.of("messages", "compressions", "savedTokens", "coveredMessages")) {
                assertThat(status.get(number)).as(number).isEqualTo(0L);
            }
            assertThat(status.get("notices")).isEqualTo(List.of());
        }
    }

    @Test
    void abortStopsHangingCompressionWithinASecond() throws IOException, InterruptedException {
        try (OpenAiStub server = OpenAiStub.start();
                Application application = Application.withOpenAi(server.baseUrl())) {
            CountDownLatch asked = new CountDownLatch(1);
            server.answers(sent -> {
                if (sent.streaming()) {
                    return Reply.text("Noted. ".repeat(400));
                }
                asked.countDown();
                return Reply.text("{}").over(Duration.ofSeconds(30));
            });
            command(application, "My locker code is 4711.");
            command(application, "My bike has the number 8852.");
            assertThat(command(application, "/compact")).contains("Compression has begun");
            assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();

            long before = System.nanoTime();
            assertThat(command(application, "/abort")).contains("The compression was stopped.");
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(1));
        }
    }

    private String command(Application application, String text) throws IOException, InterruptedException {
        return post(application.url() + "/api/chat", Map.of("message", text)).body();
    }

    @Test
    void reportsUnreachableProvider() throws IOException, InterruptedException {
        OpenAiStub gone = OpenAiStub.start();
        gone.close();
        try (Application application = Application.withOpenAi(gone.baseUrl())) {
            assertThat(post(application.url() + "/api/chat", Map.of("message", "Hello"))
                            .body())
                    .contains(
                            "event:error\ndata:{\"text\":\"The provider can't be reached: check the network and the base URL.\"}");
        }
    }

    @Tag("landing")
    @ParameterizedTest
    @CsvSource({"anthropic, claude-haiku-4-5", "ollama, llama3.2"})
    void talksToAnotherProviderByProperties(String provider, String model) throws IOException, InterruptedException {
        try (ProviderStub server = provider.equals("ollama") ? OllamaStub.start() : AnthropicStub.start();
                Application application = Application.start(
                        "spring.ai.model.chat=" + provider,
                        "spring.ai." + provider + ".base-url=" + server.url(),
                        "spring.ai.anthropic.api-key=key")) {
            String status = post(application.url() + "/api/chat", Map.of("message", "Hello"))
                    .body();
            assertThat(server.lastSent().question()).isEqualTo("Hello");
            assertThat(status)
                    .contains("\"text\":\"All right.\"")
                    .contains("\"model\":\"" + model + "\"")
                    .contains("\"whatToSet\":[]")
                    .contains("\"compressedBy\":\"by the model\"");
        }
    }
}
