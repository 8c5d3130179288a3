#!/usr/bin/env bash
# Behaviour: LangGraph4j's MessagesState drops a message that equals one of the chat, however long ago, without an error: the second "add one"
# of a user is not stored, and the node that is to answer it gets the last answer as the last message. The schema uses
# Channels.appender; Channels.appenderWithDuplicate exists beside it. A chat of strings shows it; any equal messages are treated alike.
# Versions: langgraph4j-core 1.8.17
# Seen: on 2026-11-29
#   add one: 2 stored
#   add one: 3 stored
#   show the sum: 5 stored
#   [add one, assistant: noted add one, assistant: noted assistant: noted add one, show the sum, assistant: noted show the sum]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='org.bsc.langgraph4j:langgraph4j-core:1.8.17'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import java.util.*;
import org.bsc.langgraph4j.*;
import org.bsc.langgraph4j.checkpoint.MemorySaver;
import org.bsc.langgraph4j.prebuilt.*;
import static org.bsc.langgraph4j.action.AsyncNodeAction.node_async;

public class Probe {
    public static void main(String[] args) throws Exception {
        var graph = new MessagesStateGraph<String>()
                .addNode("assistant", node_async(state -> Map.of("messages", "assistant: noted " + state.lastMessage().orElseThrow())))
                .addEdge(GraphDefinition.START, "assistant")
                .addEdge("assistant", GraphDefinition.END)
                .compile(CompileConfig.builder().checkpointSaver(new MemorySaver()).build());
        var chat = RunnableConfig.builder().threadId("chat").build();
        for (String text : List.of("add one", "add one", "show the sum")) {
            var messages = graph.invoke(Map.of("messages", text), chat).orElseThrow().messages();
            System.out.println(text + ": " + messages.size() + " stored");
        }
        System.out.println(graph.getState(chat).state().messages());
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
