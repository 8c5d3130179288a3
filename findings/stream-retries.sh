#!/usr/bin/env bash
# Behaviour: After HTTP 429 LangChain4j's OpenAI model asks three times in all, its streaming twin once; neither waits for the server's
# Retry-After of three seconds. Spring AI 2.0's asks four times, streaming or not, and waits for it. With LangChain4j a chat that
# streams fails when a server is full for half a second; without streaming the same chat is answered.
# Versions: langchain4j-open-ai 1.19.0, spring-ai-openai 2.0.1
# Seen: on 2026-11-28
#   LangChain4j: failed after 3, did not wait
#   LangChain4j streaming: failed after 1, did not wait
#   Spring AI: failed after 4, waited
#   Spring AI streaming: failed after 4, waited
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='com.fasterxml.jackson.core:jackson-annotations:2.22
dev.langchain4j:langchain4j-open-ai:1.19.0
org.springframework.ai:spring-ai-openai:2.0.1'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import com.sun.net.httpserver.*;
import dev.langchain4j.model.chat.response.*;
import dev.langchain4j.model.openai.*;
import java.net.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.openai.OpenAiChatOptions;

public class Probe {
    static final AtomicInteger REQUESTS = new AtomicInteger();

    static void count(String who, Callable<?> ask) {
        REQUESTS.set(0);
        long start = System.nanoTime();
        try {
            ask.call();
        } catch (Exception e) {
            boolean waited = REQUESTS.get() > 1 && System.nanoTime() - start > 2_900_000_000L * (REQUESTS.get() - 1);
            System.out.println(who + ": failed after " + REQUESTS + (waited ? ", waited" : ", did not wait"));
        }
    }

    static CompletableFuture<ChatResponse> stream(String url) {
        var done = new CompletableFuture<ChatResponse>();
        OpenAiStreamingChatModel.builder().baseUrl(url).apiKey("none").modelName("m").build().chat("Hi", new StreamingChatResponseHandler() {
            public void onPartialResponse(String part) {}

            public void onCompleteResponse(ChatResponse response) {
                done.complete(response);
            }

            public void onError(Throwable error) {
                done.completeExceptionally(error);
            }
        });
        return done;
    }

    public static void main(String[] args) throws Exception {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            REQUESTS.incrementAndGet();
            byte[] body = "{\"error\":{\"message\":\"slow down\",\"type\":\"rate_limit\"}}".getBytes();
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.getResponseHeaders().add("Retry-After", "3");
            exchange.sendResponseHeaders(429, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
        count("LangChain4j", () -> OpenAiChatModel.builder().baseUrl(url).apiKey("none").modelName("m").build().chat("Hi"));
        count("LangChain4j streaming", () -> stream(url).get());
        var spring = org.springframework.ai.openai.OpenAiChatModel.builder()
                .options(OpenAiChatOptions.builder().baseUrl(url).apiKey("none").model("m").build()).build();
        count("Spring AI", () -> spring.call(new Prompt("Hi")));
        count("Spring AI streaming", () -> spring.stream(new Prompt("Hi")).blockLast());
        System.exit(0);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
