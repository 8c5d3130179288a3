#!/usr/bin/env bash
# Behaviour: A Chat of Google's Gen AI client is of no use behind a stream that was not read to its end: closed by a "stop" button or ended by an error
# of the server, every later message fails with "Response stream is not consumed". A streamed answer is one content per chunk in the history,
# so ten chunks make the next request 12 contents long. For a blocked prompt sendMessage() has no response but NoSuchElementException.
# Versions: google-genai 1.58.0
# Seen: on 2026-11-29
#   a whole answer: the next request has 3 contents, the history 4
#   a stream of 10 chunks: the next request has 12 contents, the history 13
#   a stream closed at its first chunk, the next turn: IllegalStateException: Response stream is not consumed
#   a stream that ends in an error, the turn: ServerException
#   a stream that ends in an error, the next turn: IllegalStateException: Response stream is not consumed
#   a blocked prompt, the turn: NoSuchElementException
#   a blocked prompt: the next request has 1 contents, the history 2
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='com.google.genai:google-genai:1.58.0'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import com.google.genai.Chat;
import com.google.genai.Client;
import com.google.genai.types.*;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.logging.*;

public class Probe {
    static String answer;
    static int contents;

    static String candidate(String text, String reason) {
        return "{\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"" + text + "\"}]}"
                + (reason == null ? "" : ",\"finishReason\":\"" + reason + "\"") + "}]}";
    }

    interface Turn { void take(Chat chat); }

    static void run(Client client, String name, String first, Turn turn) {
        Chat chat = client.chats.create("gemini-2.5-flash");
        answer = first;
        try {
            turn.take(chat);
        } catch (RuntimeException e) {
            System.out.println(name + ", the turn: " + e.getClass().getSimpleName());
        }
        answer = candidate("Yes.", "STOP");
        try {
            chat.sendMessage("Go on.");
            System.out.println(name + ": the next request has " + contents + " contents, the history " + chat.getHistory(true).size());
        } catch (RuntimeException e) {
            System.out.println(name + ", the next turn: " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        Logger.getLogger("").setLevel(Level.OFF);
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            contents = body.split("\"role\"", -1).length - 1;
            boolean stream = exchange.getRequestURI().getPath().contains("stream");
            exchange.getResponseHeaders().add("Content-Type", stream ? "text/event-stream" : "application/json");
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        var client = Client.builder().apiKey("key").httpOptions(HttpOptions.builder()
                .baseUrl("http://127.0.0.1:" + server.getAddress().getPort()).build()).build();
        var chunks = new StringBuilder();
        for (int i = 1; i <= 10; i++) {
            chunks.append("data: ").append(candidate("word " + i, i == 10 ? "STOP" : null)).append("\n\n");
        }
        run(client, "a whole answer", candidate("A story.", "STOP"), chat -> chat.sendMessage("Tell a story."));
        run(client, "a stream of 10 chunks", chunks.toString(),
                chat -> chat.sendMessageStream("Tell a story.").forEach(chunk -> { }));
        run(client, "a stream closed at its first chunk", chunks.toString(), chat -> {
            try (var stream = chat.sendMessageStream("Tell a story.")) {
                stream.iterator().next();
            }
        });
        String error = "data: {\"error\":{\"code\":503,\"message\":\"overloaded\",\"status\":\"UNAVAILABLE\"}}\n\n";
        run(client, "a stream that ends in an error", "data: " + candidate("A", null) + "\n\n" + error,
                chat -> chat.sendMessageStream("Tell a story.").forEach(chunk -> { }));
        String blocked = "{\"promptFeedback\":{\"blockReason\":\"SAFETY\"}}";
        run(client, "a blocked prompt", blocked, chat -> chat.sendMessage("Tell a story."));
        System.exit(0);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
