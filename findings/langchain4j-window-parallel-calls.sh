#!/usr/bin/env bash
# Behaviour: LangChain4j's MessageWindowChatMemory evicts the question of the turn that runs: with a window of ten and eight tool calls at once the model
# gets the system message, its calls and their results; with nine the system message alone; with ten, results whose call is gone, although its
# documentation says that such orphans are removed with the call. They stay in the memory for the next question, and providers refuse it.
# Versions: langchain4j 1.19.0
# Seen: on 2026-11-29
#   4 calls at once, window of 10
#     sent SYSTEM AI USER AI USER AI results
#     sent SYSTEM USER AI USER AI results AI USER
#   8 calls at once, window of 10
#     sent SYSTEM AI results
#     sent SYSTEM AI USER
#   9 calls at once, window of 10
#     sent SYSTEM
#     sent SYSTEM AI USER
#   10 calls at once, window of 10
#     sent SYSTEM results without a call
#     sent SYSTEM results without a call AI USER
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='dev.langchain4j:langchain4j:1.19.0'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import dev.langchain4j.agent.tool.*;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import java.util.*;

public class Probe {
    interface Chat {
        String ask(String question);
    }

    static class Tools {
        @Tool("The weather of a town")
        String weather(@P("town") String town) { return "Rain"; }
    }

    static String types(List<ChatMessage> messages) {
        var types = new StringBuilder();
        messages.forEach(message -> types.append(" ").append(message.type()));
        return types.toString().replaceAll("( TOOL_EXECUTION_RESULT)+", " results").replace("SYSTEM results", "SYSTEM results without a call");
    }

    static void run(int calls) {
        System.out.println(calls + " calls at once, window of 10");
        ChatModel model = new ChatModel() {
            int requests;

            @Override public ChatResponse doChat(ChatRequest request) {
                if (requests >= 3) {
                    System.out.println("  sent" + types(request.messages()));
                }
                List<ToolExecutionRequest> asked = new ArrayList<>();
                for (int i = 1; requests == 2 && i <= calls; i++) {
                    asked.add(ToolExecutionRequest.builder().id("" + i).name("weather").arguments("{\"town\":\"T" + i + "\"}").build());
                }
                requests++;
                return ChatResponse.builder().aiMessage(asked.isEmpty() ? AiMessage.from("Fine.") : AiMessage.from(asked)).build();
            }
        };
        var chat = AiServices.builder(Chat.class).chatModel(model).chatMemory(MessageWindowChatMemory.withMaxMessages(10))
                .tools(new Tools()).systemMessageProvider(id -> "Be brief.").build();
        chat.ask("Hello");
        chat.ask("How are you?");
        chat.ask("What is the weather in these towns?");
        chat.ask("Thanks.");
    }

    public static void main(String[] args) {
        for (int calls : new int[] {4, 8, 9, 10}) {
            run(calls);
        }
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
