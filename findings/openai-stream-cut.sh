#!/usr/bin/env bash
# Behaviour: A stream of chat completions that ends in good order but without a finish reason and without [DONE], as when a proxy closes it
# half way, is a complete answer to both frameworks: LangChain4j calls onCompleteResponse with finish reason null, Spring AI
# completes the Flux. Spring AI's memory advisor stores the half answer as the assistant's.
# Versions: langchain4j-open-ai 1.19.0, spring-ai-openai and spring-ai-client-chat 2.0.1
# Seen: on 2026-11-28
#   LangChain4j: complete, "Half an", finish reason null
#   Spring AI: complete, [Half an]
#   stored: USER Hi
#   stored: ASSISTANT Half an
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='com.fasterxml.jackson.core:jackson-annotations:2.22
dev.langchain4j:langchain4j-open-ai:1.19.0
org.springframework.ai:spring-ai-client-chat:2.0.1
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
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.io.IOException;
import java.net.*;
import java.util.concurrent.*;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.*;
import org.springframework.ai.openai.*;

public class Probe {
    static void handle(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write(("data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":"
                + "[{\"index\":0,\"delta\":{\"content\":\"Half an\"},\"finish_reason\":null}]}\n\n").getBytes());
        exchange.close();
    }

    static String langChain4j(String url) throws Exception {
        var outcome = new CompletableFuture<String>();
        OpenAiStreamingChatModel.builder().baseUrl(url).apiKey("none").modelName("m").build().chat("Hi", new StreamingChatResponseHandler() {
            public void onPartialResponse(String part) {}

            public void onCompleteResponse(ChatResponse response) {
                outcome.complete("complete, \"" + response.aiMessage().text() + "\", finish reason " + response.finishReason());
            }

            public void onError(Throwable error) {
                outcome.complete("error");
            }
        });
        return outcome.get(30, TimeUnit.SECONDS);
    }

    static String spring(String url, ChatMemory memory) {
        var model = OpenAiChatModel.builder().options(OpenAiChatOptions.builder().baseUrl(url).apiKey("none").model("m").build()).build();
        var client = ChatClient.builder(model).defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build()).build();
        try {
            return "complete, " + client.prompt().user("Hi").advisors(with -> with.param(ChatMemory.CONVERSATION_ID, "1"))
                    .stream().content().collectList().block();
        } catch (RuntimeException e) {
            return "error";
        }
    }

    public static void main(String[] args) throws Exception {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", Probe::handle).getServer().start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
        System.out.println("LangChain4j: " + langChain4j(url));
        var memory = MessageWindowChatMemory.builder().build();
        System.out.println("Spring AI: " + spring(url, memory));
        memory.get("1").forEach(message -> System.out.println("stored: " + message.getMessageType() + " " + message.getText()));
        System.exit(0);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
