package io.github.sessioncompression.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A compressor with a console before it, asked without a server. */
class ConsoleFixture {
    static final String TOKEN = "a token of 20 chars.";
    static final String SECRET = "zanzibar";

    final SessionStore store = SessionStore.inMemory();
    final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(4_000))
            .userOf(chat -> "user of " + chat)
            .store(store)
            .executor(Runnable::run)
            .build();

    SessionConsole console(SessionConsole.Builder builder) {
        SessionConsole console = builder.build();
        console.attach(compressor);
        return console;
    }

    SessionConsole open() {
        return console(SessionConsole.builder().contents(true).writes(TOKEN));
    }

    /** A chat with a system prompt, tool calls, a pin and a compression; each of its texts has the word {@link #SECRET}. */
    Conversation chat(String id) {
        Conversation chat = compressor.conversation(id);
        chat.append(Message.system("You help the people of " + SECRET + "."));
        for (int i = 0; i < 6; i++) {
            turn(chat, i);
        }
        chat.pin(2);
        chat.compress();
        turn(chat, 6);
        return chat;
    }

    static void turn(Conversation chat, int number) {
        String call = "call-" + number;
        chat.append(
                Message.user("Order " + (1_000 + number) + " to " + SECRET + " costs " + (40 + number)
                        + " EUR, is it there? " + "It is rather urgent. ".repeat(5)),
                Message.assistant("", List.of(new ToolCall(call, "track_" + SECRET, "{\"order\":" + number + "}"))),
                Message.toolResult(call, "track_" + SECRET, "Parcel of " + SECRET + " at stop " + number),
                Message.assistant("It reaches " + SECRET + " on day " + number + "."));
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    static ConsoleResponse get(SessionConsole console, String path, @Nullable String query) {
        return ask(console, "GET", path, query, Map.of(), "", null);
    }

    static JsonFields json(SessionConsole console, String path, @Nullable String query) {
        ConsoleResponse response = get(console, path, query);
        assertThat(response.status()).as(path + " " + text(response)).isEqualTo(200);
        return JsonFields.parse("answer", text(response));
    }

    static ConsoleResponse act(SessionConsole console, String id, String action, @Nullable String argument) {
        Map<String, @Nullable Object> body = new HashMap<>();
        body.put("id", id);
        body.put("action", action);
        body.put("argument", argument);
        return post(console, Map.of("X-Session-Compression-Token", TOKEN), Json.write(body));
    }

    static ConsoleResponse post(SessionConsole console, Map<String, String> headers, String body) {
        Map<String, String> all =
                new HashMap<>(Map.of("Content-Type", "application/json", "Sec-Fetch-Site", "same-origin"));
        all.putAll(headers);
        return ask(console, "POST", "/api/action", null, all, body, null);
    }

    static ConsoleResponse ask(
            SessionConsole console,
            String method,
            String path,
            @Nullable String query,
            Map<String, String> headers,
            String body,
            @Nullable Principal caller) {
        Map<String, String> found = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        found.put("Host", "example.org");
        found.putAll(headers);
        return console.handle(new ConsoleRequest(
                method,
                path,
                query,
                found::get,
                body.getBytes(StandardCharsets.UTF_8),
                caller,
                () -> new ConsoleRequest.Csrf("X-CSRF-TOKEN", "forged by nobody")));
    }

    static String text(ConsoleResponse response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    static String error(ConsoleResponse response) {
        return response.status() + " "
                + JsonFields.parse("answer", text(response)).text("error");
    }
}
