#!/usr/bin/env bash
# Behaviour: Spring AI Alibaba's SummarizationHook stores "Summary generation failed: 503 ..." as the summary when its model fails: the messages
# are replaced in the thread for good, and the model reads the error as what happened before. A summary that works is made without
# tools: what they returned and were asked is left out, so that the facts of an agent's turn are in neither. The run ends without an error.
# Versions: spring-ai-alibaba-agent-framework 1.1.2.2, spring-ai-model 1.1.2
# Seen: on 2026-11-29
#   to summarize: Human: Which invoices are due? / Assistant:  / Tool:  / 
#   summary works: the model got
#     USER: Hello
#     SYSTEM: ## Previous conversation summary: / A summary.
#     ASSISTANT: One is due.
#     USER: Anything else?
#     ASSISTANT: Yes.
#     USER: Is that all?
#   summary fails: the model got
#     USER: Hello
#     SYSTEM: ## Previous conversation summary: / Summary generation failed: 503 overloaded
#     ASSISTANT: One is due.
#     USER: Anything else?
#     ASSISTANT: Yes.
#     USER: Is that all?
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='com.alibaba.cloud.ai:spring-ai-alibaba-agent-framework:1.1.2.2'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import ch.qos.logback.classic.Level;
import com.alibaba.cloud.ai.graph.RunnableConfig;
import com.alibaba.cloud.ai.graph.agent.ReactAgent;
import com.alibaba.cloud.ai.graph.agent.hook.summarization.SummarizationHook;
import com.alibaba.cloud.ai.graph.checkpoint.savers.MemorySaver;
import java.util.*;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.messages.*;
import org.springframework.ai.chat.model.*;

public class Probe {
    static final List<Message> CHAT = new ArrayList<>();

    static void run(String name, ChatModel summarizer) throws Exception {
        List<Message> seen = new ArrayList<>();
        ChatModel model = prompt -> {
            seen.clear();
            seen.addAll(prompt.getInstructions());
            return new ChatResponse(List.of(new Generation(new AssistantMessage("Yes."))));
        };
        var hook = SummarizationHook.builder().model(summarizer).maxTokensBeforeSummary(100).messagesToKeep(2).build();
        var agent = ReactAgent.builder().name("agent").model(model).hooks(hook).saver(new MemorySaver()).build();
        var thread = RunnableConfig.builder().threadId("chat").build();
        agent.call(CHAT, thread);
        agent.call("Is that all?", thread);
        System.out.println(name + ": the model got");
        seen.forEach(message -> System.out.println("  " + message.getMessageType() + ": " + message.getText().replace("\n", " / ")));
    }

    public static void main(String[] args) throws Exception {
        ((ch.qos.logback.classic.Logger) LoggerFactory.getLogger("ROOT")).setLevel(Level.OFF);
        CHAT.add(new UserMessage("Hello"));
        CHAT.add(new UserMessage("Which invoices are due?"));
        var call = new AssistantMessage.ToolCall("1", "function", "invoices", "{\"due\":true}");
        CHAT.add(AssistantMessage.builder().content("").toolCalls(List.of(call)).build());
        var result = new ToolResponseMessage.ToolResponse("1", "invoices", "INV-7 is due on Friday. ".repeat(20));
        CHAT.add(ToolResponseMessage.builder().responses(List.of(result)).build());
        CHAT.add(new AssistantMessage("One is due."));
        CHAT.add(new UserMessage("Anything else?"));
        run("summary works", prompt -> {
            String asked = prompt.getInstructions().get(0).getText();
            System.out.println("to summarize: " + asked.substring(asked.indexOf("Human:"), asked.indexOf("\n</messages>")).replace("\n", " / "));
            return new ChatResponse(List.of(new Generation(new AssistantMessage("A summary."))));
        });
        run("summary fails", prompt -> {
            throw new IllegalStateException("503 overloaded");
        });
        System.exit(0);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
