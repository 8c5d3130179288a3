package io.github.sessioncompression.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.message.Message;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may see and do what, whatever server stands before the console. */
class ConsoleSecurityTest extends ConsoleFixture {
    private static final List<String> READS = List.of(
            "chat",
            "messages",
            "view",
            "compressions",
            "state",
            "diff",
            "sessions",
            "user",
            "warnings",
            "chats",
            "about");

    @Test
    void showsNoContentsUnlessAsked() {
        chat("a");
        compressor
                .inspection()
                .userOf("a")
                .orElseThrow()
                .add("Lives in " + SECRET, io.github.sessioncompression.state.StateItem.Kind.FACT);
        SessionConsole closed = console(SessionConsole.builder());
        SessionConsole open = open();

        for (String path : READS) {
            assertThat(text(get(closed, "/api/" + path, "id=a")))
                    .as(path)
                    .doesNotContainIgnoringCase(SECRET)
                    .doesNotContain("EUR", "urgent");
        }
        for (String path : List.of("search", "sessions/search", "raw")) {
            assertThat(error(get(closed, "/api/" + path, "id=a&q=" + SECRET + "&sequence=2")))
                    .isEqualTo("403 contents-off");
        }
        for (String path : List.of("messages", "view", "state", "user")) {
            assertThat(text(get(open, "/api/" + path, "id=a"))).as(path).containsIgnoringCase(SECRET);
        }
    }

    @Test
    void markupInAMessageStaysText() {
        String said = "</script><script>alert(1)</script></session_state>\u2028<img src=x onerror=alert(1)>";
        compressor.conversation("a").append(Message.user(said), Message.assistant("No."));
        ConsoleResponse response = get(open(), "/api/messages", "id=a");

        assertThat(response.headers())
                .containsEntry("Content-Type", "application/json")
                .containsEntry("X-Content-Type-Options", "nosniff");
        assertThat(JsonFields.parse("answer", text(response))
                        .objects("messages")
                        .get(0)
                        .text("text"))
                .isEqualTo(said);
    }

    @Test
    void everyAnswerHasTheStrictHeaders() {
        chat("a");
        for (String path : List.of("/", "/api/chats", "/api/none", "/none.js", "/api/action", "")) {
            assertThat(get(open(), path, null).headers())
                    .as(path)
                    .containsEntry("Cache-Control", "no-store")
                    .containsEntry("X-Content-Type-Options", "nosniff")
                    .containsEntry("X-Frame-Options", "DENY")
                    .hasEntrySatisfying("Content-Security-Policy", policy -> assertThat(policy)
                            .contains("default-src 'none'", "script-src 'self';", "frame-ancestors 'none'")
                            .doesNotContain("unsafe"));
        }
    }

    @Test
    void writesNeedPropertyAndToken() {
        chat("a");
        String body = "{\"id\":\"a\",\"action\":\"prune\"}";
        Map<String, String> right = Map.of("X-Session-Compression-Token", TOKEN);

        assertThat(error(post(console(SessionConsole.builder()), right, body))).isEqualTo("403 writes-off");
        assertThat(error(post(open(), Map.of(), body))).isEqualTo("403 token");
        assertThat(error(post(open(), Map.of("X-Session-Compression-Token", TOKEN + "x"), body)))
                .isEqualTo("403 token");
        assertThat(error(get(open(), "/api/action", "id=a&action=prune"))).isEqualTo("405 method");
        assertThat(post(open(), right, body).status()).isEqualTo(200);
        assertThatThrownBy(() -> SessionConsole.builder().writes("short")).hasMessageContaining("16");
    }

    @Test
    void exportNeedsContents() {
        chat("a");
        SessionConsole closed = console(SessionConsole.builder().writes(TOKEN));

        assertThat(error(act(closed, "a", "export", null))).isEqualTo("403 contents-off");
        assertThat(text(act(open(), "a", "export", null))).contains("session-compression-conversation", SECRET);
    }

    @Test
    void refusesPagesOfOtherSites() {
        chat("a");
        String body = "{\"id\":\"a\",\"action\":\"prune\"}";
        String header = "X-Session-Compression-Token";

        assertThat(error(post(open(), Map.of(header, TOKEN, "Sec-Fetch-Site", "cross-site"), body)))
                .isEqualTo("403 cross-site");
        assertThat(error(post(open(), Map.of(header, TOKEN, "Sec-Fetch-Site", "same-site"), body)))
                .isEqualTo("403 cross-site");
        for (String origin : List.of("https://evil.example", "null", "http://[", "http://example.org.evil.example")) {
            Map<String, String> headers = Map.of(header, TOKEN, "Origin", origin, "Content-Type", "application/json");
            assertThat(error(ask(open(), "POST", "/api/action", null, headers, body, null)))
                    .as(origin)
                    .isEqualTo("403 cross-site");
        }
        Map<String, String> own =
                Map.of(header, TOKEN, "Origin", "https://example.org", "Content-Type", "application/json");
        assertThat(ask(open(), "POST", "/api/action", null, own, body, null).status())
                .isEqualTo(200);
        Map<String, String> form = Map.of(header, TOKEN, "Content-Type", "text/plain");
        assertThat(error(post(open(), form, body))).isEqualTo("415 content-type");
        assertThat(error(ask(open(), "GET", "/api/chats", null, Map.of("Sec-Fetch-Site", "cross-site"), "", null)))
                .isEqualTo("403 cross-site");
    }

    @Test
    void refusesAnotherUsersChat() {
        chat("ann");
        chat("bob").sessions().startNew();
        String earlier = compressor.conversation("bob").sessions().list().get(0).conversationId();
        SessionConsole console = console(SessionConsole.builder()
                .contents(true)
                .writes(TOKEN)
                .access((caller, chat) -> caller != null && caller.getName().equals(chat)));
        Principal ann = () -> "ann";

        for (String id : List.of("bob", earlier, "nobody")) {
            for (String path : READS.subList(0, 9)) {
                ConsoleResponse response = ask(console, "GET", "/api/" + path, "id=" + encoded(id), Map.of(), "", ann);
                assertThat(error(response)).as(path + " " + id).isEqualTo("403 access");
            }
        }
        assertThat(ask(console, "GET", "/api/messages", "id=ann", Map.of(), "", ann)
                        .status())
                .isEqualTo(200);
        assertThat(error(get(console, "/api/messages", "id=ann")))
                .as("nobody logged in")
                .isEqualTo("403 access");
        for (String query : List.of("", "sort=messages", "filter=b", "only=compressed")) {
            assertThat(text(ask(console, "GET", "/api/chats", query, Map.of(), "", ann)))
                    .doesNotContain("\"bob\"");
        }
        assertThat(text(ask(console, "GET", "/api/warnings", null, Map.of(), "", ann)))
                .doesNotContain("\"bob\"");
        assertThat(error(act(console, "bob", "erase", "2"))).isEqualTo("403 access");
    }

    @Test
    void failingAccessShowsNothing() {
        chat("a");
        SessionConsole console = console(SessionConsole.builder().access((caller, chat) -> {
            throw new IllegalStateException("the directory of " + SECRET + " is down");
        }));

        ConsoleResponse response = get(console, "/api/chats", null);

        assertThat(error(response)).isEqualTo("500 failed");
        assertThat(text(response)).doesNotContain(SECRET);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../Gate.class",
                "/page/../index.html",
                "/%2e%2e/x.html",
                "//index.html",
                "/api",
                "/api/",
                "/INDEX.html",
                "/a.b.js"
            })
    void showsNoOtherFile(String path) {
        assertThat(error(get(open(), path, null))).startsWith("404");
    }

    @Test
    void servesThePageAndItsChartsFromTheJar() {
        assertThat(get(open(), "/", null).headers().get("Content-Type")).startsWith("text/html");
        assertThat(get(open(), "/chart.js", null).body().length).isGreaterThan(100_000);
        assertThat(get(open(), "", null).headers()).containsEntry("Location", "session-compression/");
    }

    @Test
    void capsWhatIsSent() {
        chat("a");
        assertThat(error(get(open(), "/api/chats", "filter=" + "x".repeat(5_000))))
                .isEqualTo("414 query");
        assertThat(error(post(open(), Map.of(), "x".repeat(ConsoleRequest.MAX_BODY + 1))))
                .isEqualTo("413 too-large");
        assertThat(error(act(open(), "a", "pin-text", "x".repeat(2_001)))).isEqualTo("400 bad-request");
        assertThat(error(post(open(), Map.of("X-Session-Compression-Token", TOKEN), "[1]")))
                .isEqualTo("400 bad-request");
        for (String query :
                List.of("limit=0", "limit=101", "limit=x", "limit=-1", "sort=x", "offset=99999999999999999999")) {
            assertThat(error(get(open(), "/api/chats", query + "&sort=sent")))
                    .as(query)
                    .isEqualTo("400 bad-request");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b c?&=#%ü😀", "..", "<script>", "x\r\nSet-Cookie: a=b"})
    void idsMayHaveAnyCharacter(String id) {
        chat(id);

        assertThat(json(open(), "/api/chat", "id=" + encoded(id)).text("id")).isEqualTo(id);
        assertThat(json(open(), "/api/chats", "sort=sent")
                        .objects("chats")
                        .get(0)
                        .text("id"))
                .isEqualTo(id);
    }

    @Test
    void unknownIdsBeginNothing() {
        assertThat(error(get(open(), "/api/chat", "id=none"))).isEqualTo("404 unknown-chat");
        assertThat(error(get(open(), "/api/chat", "id=%zz"))).isEqualTo("400 bad-request");
        assertThat(error(get(open(), "/api/chat", null))).isEqualTo("400 bad-request");
        for (String internal : List.of("~users/x", "a~sessions", "a~sessions/9-x", " ", "x".repeat(600))) {
            assertThat(get(open(), "/api/chat", "id=" + encoded(internal)).status())
                    .as(internal)
                    .isBetween(400, 404);
        }
        assertThat(store.conversations(null, 10)).isEmpty();
    }

    @Test
    void tellsThatThereIsNoCompressorYet() {
        SessionConsole console = SessionConsole.builder().build();

        assertThat(error(get(console, "/api/about", null))).isEqualTo("503 not-in-use");
        assertThat(Objects.requireNonNull(get(console, "/", null)).status()).isEqualTo(200);
    }
}
