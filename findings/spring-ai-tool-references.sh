#!/usr/bin/env bash
# Behaviour: The schema of a Spring AI tool has references that lead astray. A type that contains itself refers to "#", which is the object of all the
# tool's parameters and not the type: a nested task must have the parameter arg0. A type that occurs twice is a definition, and Anthropic's
# module sends the reference without the definitions. OpenAI's sends them.
# Versions: spring-ai-anthropic, spring-ai-openai and spring-ai-client-chat 2.0.1
# Seen: on 2026-11-29
#   OpenAI, book: #/$defs/Time is an object with [hour, minute]
#   OpenAI, plan: # is an object with [arg0]
#   the probe's server answers 400: BadRequestException
#   Anthropic, book: #/$defs/Time is missing
#   Anthropic, plan: # is an object with [arg0]
#   the probe's server answers 400: BadRequestException
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='com.fasterxml.jackson.core:jackson-annotations:2.22
org.springframework.ai:spring-ai-anthropic:2.0.1
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
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.*;
import org.springframework.ai.anthropic.*;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.openai.*;
import org.springframework.ai.tool.annotation.Tool;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

public class Probe {
    public record Time(int hour, int minute) {}
    public record Span(Time start, Time end) {}
    public record Task(String name, List<Task> parts) {}

    public static class Tools {
        @Tool public String book(Span span) { return "booked"; }
        @Tool public String plan(Task task) { return "planned"; }
    }

    static void show(String framework, JsonNode tool) {
        JsonNode schema = tool.has("input_schema") ? tool.path("input_schema") : tool.path("function").path("parameters");
        String name = tool.has("input_schema") ? tool.path("name").asString() : tool.path("function").path("name").asString();
        for (String ref : new TreeSet<>(schema.findValues("$ref").stream().map(JsonNode::asString).toList())) {
            JsonNode target = schema.at(ref.substring(1));
            System.out.println(framework + ", " + name + ": " + ref + " is " + (target.isMissingNode() ? "missing"
                    : "an object with " + target.path("properties").propertyNames()));
        }
    }

    public static void main(String[] args) throws Exception {
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            var request = JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
            var tools = new TreeMap<String, JsonNode>();
            request.path("tools").forEach(tool -> tools.put(tool.findValue("name").asString(), tool));
            tools.values().forEach(tool -> show(tool.has("function") ? "OpenAI" : "Anthropic", tool));
            exchange.sendResponseHeaders(400, -1);
            exchange.close();
        });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        var openai = OpenAiChatOptions.builder().baseUrl(url).apiKey("key").model("m").build();
        var anthropic = AnthropicChatOptions.builder().baseUrl(url).apiKey("key").model("m").maxTokens(1000).build();
        for (ChatModel model : List.of(OpenAiChatModel.builder().options(openai).build(), AnthropicChatModel.builder().options(anthropic).build())) {
            try {
                ChatClient.create(model).prompt("Plan it.").tools(new Tools()).call().content();
            } catch (RuntimeException e) {
                System.out.println("the probe's server answers 400: " + e.getClass().getSimpleName());
            }
        }
        System.exit(0);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
