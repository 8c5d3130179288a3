package io.github.sessioncompression.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The console on the JDK's server, over HTTP. */
class ConsoleServerTest extends ConsoleFixture {
    private final HttpClient client = HttpClient.newHttpClient();
    private ConsoleServer server;

    @BeforeEach
    void starts() throws IOException {
        server = SessionConsole.builder().contents(true).writes(TOKEN).start(compressor, 0);
    }

    @AfterEach
    void closes() {
        server.close();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(server.address().resolve(path)).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String site) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve("api/action"))
                .header("Content-Type", "application/json")
                .header("Sec-Fetch-Site", site)
                .header("X-Session-Compression-Token", TOKEN)
                .POST(HttpRequest.BodyPublishers.ofString("{\"id\":\"ä/1\",\"action\":\"pin\",\"argument\":\"6\"}"))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    @Test
    void servesPageListAndActions() throws IOException, InterruptedException {
        chat("ä/1");

        assertThat(get("").headers().firstValue("content-security-policy")).isPresent();
        assertThat(get("").body()).contains("<html");
        assertThat(get("api/chats").body()).contains("\"ä/1\"");
        assertThat(get("api/messages?id=" + encoded("ä/1")).body()).contains(SECRET);
        assertThat(post("same-origin").body()).contains("pinned");
        assertThat(post("cross-site").statusCode()).isEqualTo(403);
        assertThat(get("none.html").statusCode()).isEqualTo(404);
    }

    @Test
    void sendsEventsUntilItCloses() throws IOException, InterruptedException {
        HttpResponse<Stream<String>> response = client.send(
                HttpRequest.newBuilder(server.address().resolve("api/events")).build(), BodyHandlers.ofLines());
        assertThat(response.headers().firstValue("content-type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/event-stream"));
        chat("a");
        try (Stream<String> lines = response.body()) {
            assertThat(lines.peek(line -> {
                        if (line.contains("stage-finished")) {
                            server.close();
                        }
                    }))
                    .anyMatch(line -> line.contains("\"chat\":\"a\""))
                    .contains("event: bye");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "192.0.2.1", "::"})
    void refusesAnyAddressButLoopback(String host) {
        assertThatThrownBy(() -> SessionConsole.builder().start(compressor, host, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("loopback")
                .hasMessageContaining(host);
    }

    @Test
    void refusesHostsThatAreRebound() throws IOException {
        chat("a");
        URI address = server.address();
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.getOutputStream()
                    .write("GET /api/chats HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = String.join(
                    "\n",
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                            .lines()
                            .toList());
            assertThat(answer).contains("403", "\"host\"").doesNotContain("contextTokens");
        }
    }

    @Test
    void startShowsNoContents() throws IOException, InterruptedException {
        chat("a");
        try (ConsoleServer plain = SessionConsole.start(compressor, 0)) {
            HttpRequest request = HttpRequest.newBuilder(plain.address().resolve("api/messages?id=a"))
                    .build();
            assertThat(client.send(request, BodyHandlers.ofString()).body())
                    .contains("covered")
                    .doesNotContain(SECRET);
        }
    }
}
