#!/usr/bin/env bash
# Behaviour: The AgenticScope of LangChain4j's agents keeps each turn twice, as an invocation and as context, whatever the agent's memory keeps: with a
# window of four messages a lasting scope still holds the first question and answer after 1,000 turns, and is written whole at each turn.
# Clearing the memory takes nothing out of it: what a user had deleted is in the AgenticScopeStore. There is no limit to set.
# Versions: langchain4j-agentic 1.19.0-beta29
# Seen: on 2026-11-29
#   10 turns: memory of 4 messages, scope of 5000 characters, texts of the first turn in it: 4
#   100 turns: memory of 4 messages, scope of 53000 characters, texts of the first turn in it: 4
#   1000 turns: memory of 4 messages, scope of 538000 characters, texts of the first turn in it: 4
#   one more behind memory.clear(): memory of 2 messages, scope of 539000 characters, texts of the first turn in it: 4
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='dev.langchain4j:langchain4j-agentic:1.19.0-beta29'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import dev.langchain4j.agentic.*;
import dev.langchain4j.agentic.scope.*;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.*;
import java.util.*;

public class Probe {
    public interface Helper {
        @UserMessage("{{question}}")
        @Agent(outputKey = "answer")
        String answer(@MemoryId String id, @V("question") String question);
    }

    public interface Chat extends AgenticScopeAccess {
        @Agent
        String ask(@MemoryId String id, @V("question") String question);
    }

    static String saved;

    static class Store implements AgenticScopeStore {
        @Override public boolean save(AgenticScopeKey key, DefaultAgenticScope scope) {
            saved = AgenticScopeSerializer.toJson(scope);
            return true;
        }

        @Override public Optional<DefaultAgenticScope> load(AgenticScopeKey key) { return Optional.empty(); }

        @Override public boolean delete(AgenticScopeKey key) { return false; }

        @Override public Set<AgenticScopeKey> getAllKeys() { return Set.of(); }
    }

    static void show(String when, MessageWindowChatMemory memory) {
        System.out.println(when + ": memory of " + memory.messages().size() + " messages, scope of " + saved.length() / 1000
                + "000 characters, texts of the first turn in it: " + (saved.split("(question|answer) 1\"", -1).length - 1));
    }

    public static void main(String[] args) {
        AgenticScopePersister.setStore(new Store());
        ChatModel model = new ChatModel() {
            int answers;

            @Override public ChatResponse doChat(ChatRequest request) {
                return ChatResponse.builder().aiMessage(AiMessage.from("answer " + ++answers)).build();
            }
        };
        var memory = MessageWindowChatMemory.withMaxMessages(4);
        var helper = AgenticServices.agentBuilder(Helper.class).chatModel(model).chatMemoryProvider(id -> memory).build();
        Chat chat = AgenticServices.sequenceBuilder(Chat.class).subAgents(helper).outputKey("answer").build();
        for (int i = 1; i <= 1000; i++) {
            chat.ask("chat", "question " + i);
            if (i == 10 || i == 100 || i == 1000) {
                show(i + " turns", memory);
            }
        }
        memory.clear();
        chat.ask("chat", "another question");
        show("one more behind memory.clear()", memory);
        System.exit(0);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
