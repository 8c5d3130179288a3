#!/usr/bin/env bash
# Behaviour: Spring AI Alibaba's graph stores its checkpoints, even in memory, by a JSON serializer that leaves the media of a message out and
# reads a missing text back as the word "null": within a run a node still has the image and no text; the stored state of
# the thread has a question without its image and an assistant that said "null" beside its tool call. The run ends without an error.
# Versions: spring-ai-alibaba-graph-core 1.1.2.2, spring-ai-model 1.1.2
# Seen: on 2026-11-29
#   tools: USER, text "What is this?", media 1, calls 0
#   tools: ASSISTANT, text none, media 0, calls 1
#   stored: USER, text "What is this?", media 0, calls 0
#   stored: ASSISTANT, text "null", media 0, calls 1
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='com.alibaba.cloud.ai:spring-ai-alibaba-graph-core:1.1.2.2'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import com.alibaba.cloud.ai.graph.*;
import com.alibaba.cloud.ai.graph.checkpoint.config.SaverConfig;
import com.alibaba.cloud.ai.graph.checkpoint.savers.MemorySaver;
import com.alibaba.cloud.ai.graph.state.strategy.AppendStrategy;
import java.util.*;
import org.springframework.ai.chat.messages.*;
import org.springframework.ai.content.Media;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.MimeTypeUtils;
import static com.alibaba.cloud.ai.graph.action.AsyncNodeAction.node_async;

public class Probe {
    @SuppressWarnings("unchecked")
    static void show(String when, OverAllState state) {
        for (Message message : (List<Message>) state.value("messages").orElseThrow()) {
            int media = message instanceof UserMessage user ? user.getMedia().size() : message instanceof AssistantMessage ai ? ai.getMedia().size() : 0;
            int calls = message instanceof AssistantMessage ai ? ai.getToolCalls().size() : 0;
            String text = message.getText() == null ? "none" : '"' + message.getText() + '"';
            System.out.println(when + ": " + message.getMessageType() + ", text " + text + ", media " + media + ", calls " + calls);
        }
    }

    public static void main(String[] args) throws Exception {
        var image = new Media(MimeTypeUtils.IMAGE_PNG, new ByteArrayResource(new byte[] {1, 2, 3}));
        Message question = UserMessage.builder().text("What is this?").media(image).build();
        Message call = AssistantMessage.builder().content(null)
                .toolCalls(List.of(new AssistantMessage.ToolCall("1", "function", "look", "{}"))).build();
        var graph = new StateGraph(() -> Map.of("messages", new AppendStrategy()))
                .addNode("model", node_async(state -> Map.of("messages", List.of(call))))
                .addNode("tools", node_async(state -> {
                    show("tools", state);
                    return Map.of();
                }))
                .addEdge(StateGraph.START, "model").addEdge("model", "tools").addEdge("tools", StateGraph.END)
                .compile(CompileConfig.builder().saverConfig(SaverConfig.builder().register(new MemorySaver()).build()).build());
        var chat = RunnableConfig.builder().threadId("chat").build();
        graph.invoke(Map.of("messages", List.of(question)), chat);
        show("stored", graph.getState(chat).state());
        System.exit(0);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
