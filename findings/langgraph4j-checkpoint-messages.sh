#!/usr/bin/env bash
# Behaviour: LangGraph4j's two serializers of LangChain4j messages, which each checkpoint goes through, lose different things, without an error. The binary
# one drops what the model wrote beside a tool call ("I look."); the JSON one drops the user's name, and a custom message comes back as a Map.
# Both drop the attributes of a question. A question with a PDF cannot be written by either, a custom message not by the binary one.
# Versions: langgraph4j-core and langgraph4j-langchain4j 1.8.17, which bring langchain4j 1.14.1
# Seen: on 2026-11-29
#   answer, JSON: text Done., thinking Hm., attributes {signature=s}, calls 0
#   answer, binary: text Done., thinking Hm., attributes {signature=s}, calls 0
#   answer with a call, JSON: text I look., thinking Hm., attributes {signature=s}, calls 1
#   answer with a call, binary: text null, thinking Hm., attributes {signature=s}, calls 1
#   question, JSON: name null, attributes {}
#   question, binary: name ann, attributes {}
#   question about a PDF, JSON: the write fails
#   question about a PDF, binary: the write fails
#   custom message, JSON: no message but a Map
#   custom message, binary: the write fails
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='org.bsc.langgraph4j:langgraph4j-core:1.8.17
org.bsc.langgraph4j:langgraph4j-langchain4j:1.8.17'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.*;
import java.util.*;
import org.bsc.langgraph4j.langchain4j.serializer.jackson.LC4jJacksonStateSerializer;
import org.bsc.langgraph4j.langchain4j.serializer.std.LC4jStateSerializer;
import org.bsc.langgraph4j.serializer.StateSerializer;
import org.bsc.langgraph4j.state.AgentState;

public class Probe {
    static final Map<String, StateSerializer<AgentState>> SERIALIZERS = new TreeMap<>(Map.of(
            "binary", new LC4jStateSerializer<>(AgentState::new), "JSON", new LC4jJacksonStateSerializer<>(AgentState::new)));

    static void show(String name, ChatMessage message) {
        SERIALIZERS.forEach((form, serializer) -> {
            String outcome;
            try {
                outcome = describe(serializer.cloneObject(Map.of("message", message)).data().get("message"));
            } catch (Exception e) {
                outcome = "the write fails";
            }
            System.out.println(name + ", " + form + ": " + outcome);
        });
    }

    static String describe(Object read) {
        if (read instanceof AiMessage answer)
            return "text " + answer.text() + ", thinking " + answer.thinking() + ", attributes " + answer.attributes() + ", calls "
                    + answer.toolExecutionRequests().size();
        if (read instanceof UserMessage user)
            return "name " + user.name() + ", attributes " + user.attributes();
        return read instanceof ChatMessage ? read.toString() : "no message but a " + (read instanceof Map ? "Map" : read.getClass().getSimpleName());
    }

    public static void main(String[] args) {
        var call = ToolExecutionRequest.builder().id("1").name("find").arguments("{}").build();
        show("answer", AiMessage.builder().text("Done.").thinking("Hm.").attributes(Map.of("signature", "s")).build());
        show("answer with a call", AiMessage.builder().text("I look.").thinking("Hm.").attributes(Map.of("signature", "s"))
                .toolExecutionRequests(List.of(call)).build());
        show("question", UserMessage.builder().name("ann").contents(List.of(TextContent.from("Hi"))).attributes(Map.of("turn", 7)).build());
        show("question about a PDF", UserMessage.from(PdfFileContent.from("QUJD", "application/pdf")));
        show("custom message", CustomMessage.from(Map.of("content", "x")));
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
