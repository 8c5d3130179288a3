#!/usr/bin/env bash
# Behaviour: In OpenAI's strict mode, which requires every property, LangChain4j lets an optional one be null; but for an enum it adds null to the type and
# not to the values, so that no null is valid. A model that keeps to the schema must name a level where none was said: an optional enum
# of an answer or of a tool's parameters is always filled in. An optional string can be null.
# Versions: langchain4j and langchain4j-open-ai 1.19.0
# Seen: on 2026-11-29
#   answer: {"type":["string","null"],"enum":["LOW","HIGH"]}
#   answer: {"type":["string","null"]}
#     required ["level","text"]
#   tool: {"type":["string","null"],"description":"level","enum":["LOW","HIGH"]}
#   tool: {"type":["string","null"],"description":"text"}
#     required ["arg0","arg1"]
#   the probe's server answers 400: InvalidRequestException
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='dev.langchain4j:langchain4j:1.19.0
dev.langchain4j:langchain4j-open-ai:1.19.0'
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
import dev.langchain4j.agent.tool.*;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import java.net.InetSocketAddress;

public class Probe {
    enum Level { LOW, HIGH }

    record Note(Level level, String text) {}

    interface Notes {
        Note note(String text);
    }

    public static class Tools {
        @Tool
        public String save(@P(value = "level", required = false) Level level, @P(value = "text", required = false) String text) { return ""; }
    }

    static void show(String name, JsonNode schema) {
        schema.path("properties").forEach(property -> System.out.println(name + ": " + property));
        System.out.println("  required " + schema.path("required"));
    }

    public static void main(String[] args) throws Exception {
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            var request = new ObjectMapper().readTree(exchange.getRequestBody().readAllBytes());
            show("answer", request.path("response_format").path("json_schema").path("schema"));
            show("tool", request.path("tools").path(0).path("function").path("parameters"));
            exchange.sendResponseHeaders(400, -1);
            exchange.close();
        });
        server.start();
        var model = OpenAiChatModel.builder().baseUrl("http://127.0.0.1:" + server.getAddress().getPort()).apiKey("key").modelName("m")
                .supportedCapabilities(Capability.RESPONSE_FORMAT_JSON_SCHEMA).strictJsonSchema(true).strictTools(true).build();
        try {
            AiServices.builder(Notes.class).chatModel(model).tools(new Tools()).build().note("Note this.");
        } catch (RuntimeException e) {
            System.out.println("the probe's server answers 400: " + e.getClass().getSimpleName());
        }
        System.exit(0);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
