#!/usr/bin/env bash
# Behaviour: Spring AI Alibaba's ContextEditingInterceptor clears nothing with its defaults: a chat above the trigger is sent whole, because it stops
# when the cleared tokens reach clearAtLeast, which is 0. With a higher one it also replaces the arguments of tool calls by "[cleared]", which
# is no JSON, whether clearToolInputs is on or off; keep(3) counts calls and results alike: the call of one kept result is cleared.
# Versions: spring-ai-alibaba-agent-framework 1.1.2.2
# Seen: on 2026-11-29
#   150,000 tokens, defaults: results {whole=60}, arguments {{"page":1}=60}
#   clear all, clearToolInputs(false): results {[cleared]=58, whole=2}, arguments {[cleared]=59, {"page":1}=1}
#   clear all, clearToolInputs(true): results {[cleared]=58, whole=2}, arguments {[cleared]=59, {"page":1}=1}
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
import com.alibaba.cloud.ai.graph.agent.interceptor.ModelRequest;
import com.alibaba.cloud.ai.graph.agent.interceptor.ModelResponse;
import com.alibaba.cloud.ai.graph.agent.interceptor.contextediting.ContextEditingInterceptor;
import java.util.*;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.messages.*;

public class Probe {
    static void show(String name, ContextEditingInterceptor editing, List<Message> chat) {
        List<Message> sent = new ArrayList<>();
        editing.interceptModel(ModelRequest.builder().messages(chat).build(), request -> {
            sent.addAll(request.getMessages());
            return ModelResponse.of(new AssistantMessage("ok"));
        });
        var results = new TreeMap<String, Integer>();
        var arguments = new TreeMap<String, Integer>();
        for (Message message : sent) {
            if (message instanceof AssistantMessage ai) {
                ai.getToolCalls().forEach(call -> arguments.merge(call.arguments(), 1, Integer::sum));
            }
            if (message instanceof ToolResponseMessage tool) {
                tool.getResponses().forEach(r -> results.merge(r.responseData().length() > 20 ? "whole" : r.responseData(), 1, Integer::sum));
            }
        }
        System.out.println(name + ": results " + results + ", arguments " + arguments);
    }

    public static void main(String[] args) {
        ((ch.qos.logback.classic.Logger) LoggerFactory.getLogger("ROOT")).setLevel(Level.OFF);
        List<Message> chat = new ArrayList<>(List.of(new UserMessage("Read all pages.")));
        for (int i = 1; i <= 60; i++) {
            var call = new AssistantMessage.ToolCall("c" + i, "function", "read", "{\"page\":1}");
            chat.add(AssistantMessage.builder().content("").toolCalls(List.of(call)).build());
            var result = new ToolResponseMessage.ToolResponse("c" + i, "read", "0123456789".repeat(1000));
            chat.add(ToolResponseMessage.builder().responses(List.of(result)).build());
        }
        show("150,000 tokens, defaults", ContextEditingInterceptor.builder().build(), chat);
        for (boolean inputs : new boolean[] {false, true}) {
            var editing = ContextEditingInterceptor.builder().clearAtLeast(1_000_000).clearToolInputs(inputs).build();
            show("clear all, clearToolInputs(" + inputs + ")", editing, chat);
        }
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
