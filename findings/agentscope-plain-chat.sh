#!/usr/bin/env bash
# Behaviour: AgentScope's AutoContextMemory never compresses a chat of plain questions and answers, nor turns with a tool below 5,000 tokens each: with
# its defaults (100 messages, 128k tokens) 500 turns of either stay whole at three times the limit, and compressIfNeeded() returns false. Above
# that it asks the model once per turn, 499 times in one call, keeps each question whole, and the context is over the limit behind it.
# Versions: agentscope-extensions-autocontext-memory 1.0.9
# Seen: on 2026-11-29
#   no tools: false, requests for a summary 0, messages 1001 to 1001, tokens 392k to 392k
#   a result of 100 characters in each turn: false, requests for a summary 0, messages 2001 to 2001, tokens 433k to 433k
#   a result of 20000 characters in each turn: true, requests for a summary 499, messages 2001 to 1003, tokens 4413k to 226k
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='io.agentscope:agentscope-extensions-autocontext-memory:1.0.9'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import io.agentscope.core.memory.autocontext.*;
import io.agentscope.core.message.*;
import io.agentscope.core.model.*;
import java.util.*;
import reactor.core.publisher.Flux;

public class Probe {
    static int asked;

    static void add(AutoContextMemory memory, MsgRole role, ContentBlock content) {
        memory.addMessage(Msg.builder().role(role).content(content).build());
    }

    static void text(AutoContextMemory memory, MsgRole role) {
        add(memory, role, TextBlock.builder().text("a few words ".repeat(80)).build());
    }

    static String thousands(List<Msg> messages) {
        return TokenCounterUtil.calculateToken(messages) / 1000 + "k";
    }

    static void show(String name, AutoContextMemory memory) {
        asked = 0;
        var before = memory.getMessages();
        boolean compressed = memory.compressIfNeeded();
        System.out.println(name + ": " + compressed + ", requests for a summary " + asked + ", messages " + before.size() + " to "
                + memory.getMessages().size() + ", tokens " + thousands(before) + " to " + thousands(memory.getMessages()));
    }

    static AutoContextMemory memory() {
        Model model = new Model() {
            @Override public Flux<ChatResponse> stream(List<Msg> messages, List<ToolSchema> tools, GenerateOptions options) {
                asked++;
                return Flux.just(ChatResponse.builder().content(List.of(TextBlock.builder().text("A summary.").build())).build());
            }

            @Override public String getModelName() { return "model"; }
        };
        return new AutoContextMemory(AutoContextConfig.builder().build(), model);
    }

    public static void main(String[] args) {
        for (int size : new int[] {0, 100, 20_000}) {
            var memory = memory();
            for (int i = 0; i < 500; i++) {
                text(memory, MsgRole.USER);
                if (size > 0) {
                    var found = TextBlock.builder().text("x".repeat(size)).build();
                    add(memory, MsgRole.ASSISTANT, ToolUseBlock.builder().id("c" + i).name("look").input(Map.of()).build());
                    add(memory, MsgRole.TOOL, ToolResultBlock.builder().id("c" + i).name("look").output(found).build());
                }
                text(memory, MsgRole.ASSISTANT);
            }
            text(memory, MsgRole.USER);
            show(size == 0 ? "no tools" : "a result of " + size + " characters in each turn", memory);
        }
        System.exit(0);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
