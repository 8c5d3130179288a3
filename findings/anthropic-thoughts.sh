#!/usr/bin/env bash
# Behaviour: Thoughts of Claude come back to it otherwise than it sent them. LangChain4j joins two thoughts of one message to one, and their signatures
# by a line break, so that neither verifies. Spring AI puts the text before the thought it followed, and ChatClient's content() is the thought
# "Two." and not the text "I see." behind it: what the model thinks is shown to the user as the answer.
# Versions: langchain4j-anthropic 1.19.0, spring-ai-anthropic and spring-ai-client-chat 2.0.1
# Seen: on 2026-11-29
#   LangChain4j, blocks of the model: 3
#     sent again: [thinking "One." signed "s1", text, tool_use]
#     the application got: I see.
#   Spring AI, blocks of the model: 3
#     sent again: [text, thinking "One." signed "s1", tool_use]
#     the application got: Two.
#   LangChain4j, blocks of the model: 4
#     sent again: [thinking "One.\nTwo." signed "s1\ns2", text, tool_use]
#     the application got: I see.
#   Spring AI, blocks of the model: 4
#     sent again: [text, thinking "One." signed "s1", thinking "Two." signed "s2", tool_use]
#     the application got: Two.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='org.springframework.ai:spring-ai-anthropic:2.0.1
org.springframework.ai:spring-ai-client-chat:2.0.1
dev.langchain4j:langchain4j:1.19.0
dev.langchain4j:langchain4j-anthropic:1.19.0'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import com.fasterxml.jackson.databind.*;
import com.sun.net.httpserver.HttpServer;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.service.AiServices;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.*;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.chat.client.ChatClient;

public class Probe {
    interface Chat {
        String ask(String question);
    }

    public static class Tools {
        @Tool
        @org.springframework.ai.tool.annotation.Tool
        public String look() { return "a bird"; }
    }

    static final String ONE = "{\"type\":\"thinking\",\"thinking\":\"One.\",\"signature\":\"s1\"}";
    static final String TWO = "{\"type\":\"thinking\",\"thinking\":\"Two.\",\"signature\":\"s2\"}";
    static final String TEXT = "{\"type\":\"text\",\"text\":\"I see.\"}";
    static final String CALL = "{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"look\",\"input\":{}}";

    static final Deque<String> ANSWERS = new ArrayDeque<>();

    static void answer(String reason, String... blocks) {
        ANSWERS.add("{\"id\":\"1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"stop_reason\":\"" + reason
                + "\",\"usage\":{\"input_tokens\":1,\"output_tokens\":1},\"content\":[" + String.join(",", blocks) + "]}");
    }

    static void show(JsonNode messages) {
        for (var message : messages) {
            if (message.path("role").asText().equals("assistant")) {
                List<String> blocks = new ArrayList<>();
                message.path("content").forEach(block -> blocks.add(block.path("type").asText()
                        + (block.has("signature") ? " " + block.path("thinking") + " signed " + block.path("signature") : "")));
                System.out.println("  sent again: " + blocks);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            show(new ObjectMapper().readTree(exchange.getRequestBody().readAllBytes()).path("messages"));
            byte[] answer = ANSWERS.remove().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        var model = AnthropicChatModel.builder().baseUrl(url + "/v1").apiKey("key").modelName("m").maxTokens(2048)
                .thinkingType("enabled").thinkingBudgetTokens(1024).returnThinking(true).sendThinking(true).build();
        var langchain = AiServices.builder(Chat.class).tools(new Tools()).chatModel(model).build();
        var spring = ChatClient.create(org.springframework.ai.anthropic.AnthropicChatModel.builder().options(AnthropicChatOptions.builder()
                .baseUrl(url).apiKey("key").model("m").maxTokens(2048).thinkingEnabled(1024).build()).build());
        for (String[] blocks : new String[][] {{ONE, TEXT, CALL}, {ONE, TEXT, TWO, CALL}}) {
            for (String framework : List.of("LangChain4j", "Spring AI")) {
                answer("tool_use", blocks);
                answer("end_turn", TWO, TEXT);
                System.out.println(framework + ", blocks of the model: " + blocks.length);
                boolean first = framework.equals("LangChain4j");
                System.out.println("  the application got: " + (first ? langchain.ask("What is there?")
                        : spring.prompt("What is there?").tools(new Tools()).call().content()));
            }
        }
        System.exit(0);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
