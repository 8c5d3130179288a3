#!/usr/bin/env bash
# Behaviour: A chat message of LangChain4j written by Jackson 3 is `{}`, without an error: its accessors are no getters, and Jackson 3 has
# FAIL_ON_EMPTY_BEANS off. Jackson 2 refused the same object. The one field of a tool's result that is written is `error`.
# An application on Spring Boot 4 that stores or returns messages by its own mapper loses them without a warning.
# Versions: langchain4j-core 1.19.0, jackson-databind 3.3.0 (tools.jackson) beside jackson-databind 2.22.1
# Seen: on 2026-11-28
#   SYSTEM by 3: {}
#   SYSTEM by 2: refused
#   USER by 3: {}
#   USER by 2: refused
#   AI by 3: {}
#   AI by 2: refused
#   TOOL_EXECUTION_RESULT by 3: {"error":null}
#   TOOL_EXECUTION_RESULT by 2: {"error":null}
#   its own: {"text":"Noted.","toolExecutionRequests":[],"attributes":{},"type":"AI"}
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='dev.langchain4j:langchain4j-core:1.19.0
tools.jackson.core:jackson-databind:3.3.0'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import dev.langchain4j.data.message.*;
import java.util.List;

public class Probe {
    public static void main(String[] args) throws Exception {
        var three = tools.jackson.databind.json.JsonMapper.builder().build();
        var two = new com.fasterxml.jackson.databind.ObjectMapper();
        List<ChatMessage> chat = List.of(
                SystemMessage.from("Be brief."),
                UserMessage.from("The budget is 40,000."),
                AiMessage.from("Noted."),
                ToolExecutionResultMessage.from("1", "ledger", "balance 12"));
        for (ChatMessage message : chat) {
            System.out.println(message.type() + " by 3: " + three.writeValueAsString(message));
            try {
                System.out.println(message.type() + " by 2: " + two.writeValueAsString(message));
            } catch (com.fasterxml.jackson.databind.JsonMappingException e) {
                System.out.println(message.type() + " by 2: refused");
            }
        }
        System.out.println("its own: " + ChatMessageSerializer.messageToJson(chat.get(2)));
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
