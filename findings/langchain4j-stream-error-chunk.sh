#!/usr/bin/env bash
# Behaviour: An error that an OpenAI-style server sends inside a stream (HTTP 200, a chunk `{"error":...}` after the first words, as gateways
# do) is dropped by LangChain4j: onCompleteResponse is called with the words so far and finish reason null. As an SSE event named
# `error` the same object reaches onError. The half answer goes into the memory as if it were whole.
# Versions: langchain4j-open-ai 1.19.0
# Seen: on 2026-11-28
#   chunk: onCompleteResponse "Half an" null
#   chunk and [DONE]: onCompleteResponse "Half an" null
#   event: onError
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='dev.langchain4j:langchain4j-open-ai:1.19.0'
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
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.net.*;
import java.util.concurrent.*;

public class Probe {
    static final String WORDS = "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":"
            + "[{\"index\":0,\"delta\":{\"content\":\"Half an\"},\"finish_reason\":null}]}\n\n";
    static final String ERROR = "data: {\"error\":{\"message\":\"overloaded\",\"type\":\"server_error\",\"code\":503}}\n\n";

    static String ask(String body) throws Exception {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(body.getBytes());
            exchange.close();
        });
        server.start();
        var outcome = new CompletableFuture<String>();
        OpenAiStreamingChatModel.builder().baseUrl("http://127.0.0.1:" + server.getAddress().getPort() + "/v1").apiKey("none").modelName("m")
                .build().chat("Hi", new StreamingChatResponseHandler() {
                    public void onPartialResponse(String part) {}

                    public void onCompleteResponse(ChatResponse response) {
                        outcome.complete("onCompleteResponse \"" + response.aiMessage().text() + "\" " + response.finishReason());
                    }

                    public void onError(Throwable error) {
                        outcome.complete("onError");
                    }
                });
        return outcome.get(30, TimeUnit.SECONDS);
    }

    public static void main(String[] args) throws Exception {
        System.out.println("chunk: " + ask(WORDS + ERROR));
        System.out.println("chunk and [DONE]: " + ask(WORDS + ERROR + "data: [DONE]\n\n"));
        System.out.println("event: " + ask(WORDS + "event: error\n" + ERROR));
        System.exit(0);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
