#!/usr/bin/env bash
# Behaviour: LangChain4j's token window cannot count with Anthropic's estimator: a system message throws unless the builder's
# addDummyUserMessageIfNoUserMessages is on, and when the window first overflows it counts the messages it removes one by one: a tool's result
# without its call, which Anthropic refuses, so that a chat with tools fails from there on, at every turn. Without tools each turn asks Anthropic
# six to eight times before the model is asked once.
# Versions: langchain4j and langchain4j-anthropic 1.19.0; the probe's server refuses results without calls as Anthropic's does
# Seen: on 2026-11-29
#   with a system message
#     fails first at turn 1: IllegalArgumentException, failed turns 30
#   the same, addDummyUserMessageIfNoUserMessages
#     turn 1: requests to count 6
#     turn 30: requests to count 8
#     no turn fails
#   with tools
#     turn 1: requests to count 11
#     fails first at turn 9: HttpException, failed turns 22
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='dev.langchain4j:langchain4j:1.19.0
dev.langchain4j:langchain4j-anthropic:1.19.0'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import com.sun.net.httpserver.HttpServer;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.*;
import dev.langchain4j.memory.chat.TokenWindowChatMemory;
import dev.langchain4j.model.TokenCountEstimator;
import dev.langchain4j.model.anthropic.AnthropicTokenCountEstimator;
import java.net.InetSocketAddress;

public class Probe {
    static int asked;

    static void turn(TokenWindowChatMemory memory, int turn, boolean tools) {
        memory.add(UserMessage.from("Question " + turn + " word".repeat(20)));
        memory.messages();
        if (tools) {
            memory.add(AiMessage.from(ToolExecutionRequest.builder().id("c" + turn).name("look").arguments("{}").build()));
            memory.add(ToolExecutionResultMessage.from("c" + turn, "look", "found " + turn));
            memory.messages();
        }
        memory.add(AiMessage.from("Answer " + turn + " word".repeat(20)));
    }

    static void run(String name, TokenCountEstimator estimator, boolean system, boolean tools) {
        var memory = TokenWindowChatMemory.withMaxTokens(1_500, estimator);
        System.out.println(name);
        int failed = 0;
        String why = "";
        for (int turn = 1; turn <= 30; turn++) {
            int before = asked;
            try {
                if (system) {
                    memory.add(SystemMessage.from("Be brief."));
                }
                turn(memory, turn, tools);
                if (turn == 1 || turn == 30) {
                    System.out.println("  turn " + turn + ": requests to count " + (asked - before));
                }
            } catch (RuntimeException e) {
                if (failed++ == 0) {
                    why = "fails first at turn " + turn + ": " + e.getClass().getSimpleName() + ", failed turns ";
                }
            }
        }
        System.out.println("  " + why + (failed > 0 ? failed : "no turn fails"));
    }

    public static void main(String[] args) throws Exception {
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes());
            asked++;
            boolean orphan = body.contains("\"tool_result\"") && !body.contains("\"tool_use\"");
            String error = "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"unexpected tool_use_id\"}}";
            byte[] answer = (orphan ? error : "{\"input_tokens\":" + body.length() / 4 + "}").getBytes();
            exchange.getResponseHeaders().set("content-type", "application/json");
            exchange.sendResponseHeaders(orphan ? 400 : 200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/";
        var builder = AnthropicTokenCountEstimator.builder().baseUrl(url).apiKey("x").modelName("claude-sonnet-4-5");
        run("with a system message", builder.build(), true, false);
        var patched = builder.addDummyUserMessageIfNoUserMessages().build();
        run("the same, addDummyUserMessageIfNoUserMessages", patched, true, false);
        run("with tools", patched, true, true);
        System.exit(0);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
