#!/usr/bin/env bash
# Behaviour: With LangChain4j 1.19 under Quarkus LangChain4j, an output guardrail that asks for its answer's removal (failureWithMessageRemoval) deletes
# the stored chat: the removal clears the memory, which Quarkus passes on at once, and adds the rest again, which Quarkus keeps for the end of a turn
# that has failed by then. Plain AiServices keep the rest. The LangChain4j that this Quarkus LangChain4j brings itself, 1.14.1, has no removal.
# Versions: quarkus-langchain4j 1.10.0 with langchain4j set to 1.19.0, Quarkus 3.33.2
# Seen: on 2026-11-29
#   Quarkus, failure: Be brief. | Hi | Hi.
#   Quarkus, failureWithMessageRemoval: nothing
#   Quarkus, fatalWithMessageRemoval: nothing
#   LangChain4j, failure: Be brief. | Hi | Hi. | Bad | Bad.
#   LangChain4j, failureWithMessageRemoval: Be brief. | Hi | Hi. | Bad
#   LangChain4j, fatalWithMessageRemoval: Be brief. | Hi | Hi. | Bad
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$here/../mvnw # Quarkus needs Maven 3.9.
[ -x "$mvn" ] || mvn=mvn
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

cat >pom.xml <<'EOF'
<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version>
<properties><maven.compiler.release>17</maven.compiler.release><maven.compiler.parameters>true</maven.compiler.parameters>
<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
<dependencyManagement><dependencies>
<dependency><groupId>dev.langchain4j</groupId><artifactId>langchain4j-bom</artifactId><version>1.19.0</version><type>pom</type><scope>import</scope></dependency>
<dependency><groupId>io.quarkus</groupId><artifactId>quarkus-bom</artifactId><version>3.33.2</version>
<type>pom</type><scope>import</scope></dependency></dependencies></dependencyManagement>
<dependencies><dependency><groupId>io.quarkiverse.langchain4j</groupId><artifactId>quarkus-langchain4j-openai</artifactId><version>1.10.0</version></dependency></dependencies>
<build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version></plugin>
<plugin><groupId>io.quarkus</groupId><artifactId>quarkus-maven-plugin</artifactId><version>3.33.2</version>
<executions><execution><goals><goal>build</goal></goals></execution></executions></plugin></plugins></build></project>
EOF
mkdir -p src/main/java/f src/main/resources
echo 'quarkus.langchain4j.openai.api-key=none' >src/main/resources/application.properties
cat >src/main/java/f/Probe.java <<'EOF'
package f;

import dev.langchain4j.data.message.*;
import dev.langchain4j.guardrail.OutputGuardrail;
import dev.langchain4j.guardrail.OutputGuardrailException;
import dev.langchain4j.guardrail.OutputGuardrailRequest;
import dev.langchain4j.guardrail.OutputGuardrailResult;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.guardrail.OutputGuardrails;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.quarkiverse.langchain4j.RegisterAiService;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

@QuarkusMain
public class Probe implements QuarkusApplication {
    public interface Chat {
        String chat(String id, String question);
    }

    @RegisterAiService
    @ApplicationScoped
    public interface Assistant {
        @SystemMessage("Be brief.")
        @OutputGuardrails(Guard.class)
        String chat(@MemoryId String id, @dev.langchain4j.service.UserMessage String question);
    }

    public interface PlainAssistant {
        @SystemMessage("Be brief.")
        String chat(@MemoryId String id, @dev.langchain4j.service.UserMessage String question);
    }

    /** Rejects the answer "Bad.", in the way that the chat is named after. */
    @ApplicationScoped
    public static class Guard implements OutputGuardrail {
        @Override
        public OutputGuardrailResult validate(OutputGuardrailRequest request) {
            if (!request.responseFromLLM().aiMessage().text().equals("Bad.")) {
                return success();
            }
            return switch (request.requestParams().invocationContext().chatMemoryId().toString()) {
                case "failure" -> failure("rejected");
                case "failureWithMessageRemoval" -> OutputGuardrailResult.failureWithMessageRemoval("rejected");
                default -> OutputGuardrailResult.fatalWithMessageRemoval("rejected");
            };
        }
    }

    @ApplicationScoped
    public static class Model implements ChatModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            String question = ((UserMessage) request.messages().get(request.messages().size() - 1)).singleText();
            return ChatResponse.builder().aiMessage(AiMessage.from(question + ".")).build();
        }
    }

    /** As one over a database. */
    @ApplicationScoped
    public static class Store implements ChatMemoryStore {
        final Map<Object, List<ChatMessage>> chats = new ConcurrentHashMap<>();

        @Override
        public List<ChatMessage> getMessages(Object id) {
            return chats.getOrDefault(id, List.of());
        }

        @Override
        public void updateMessages(Object id, List<ChatMessage> messages) {
            chats.put(id, List.copyOf(messages));
        }

        @Override
        public void deleteMessages(Object id) {
            chats.remove(id);
        }

        String text(Object id) {
            return !chats.containsKey(id)
                    ? "nothing"
                    : chats.get(id).stream()
                            .map(message -> message instanceof UserMessage user
                                    ? user.singleText()
                                    : message instanceof AiMessage ai ? ai.text() : ((dev.langchain4j.data.message.SystemMessage) message).text())
                            .collect(Collectors.joining(" | "));
        }
    }

    @Inject
    Assistant assistant;

    @Inject
    Store store;

    @Override
    public int run(String... args) {
        Plain.show("Quarkus", assistant::chat, store);
        return 0;
    }

    /** AiServices of LangChain4j, without Quarkus LangChain4j on the class path. */
    public static class Plain {
        public static void main(String[] args) {
            Store store = new Store();
            PlainAssistant plain = AiServices.builder(PlainAssistant.class)
                    .chatModel(new Model())
                    .chatMemoryProvider(id -> MessageWindowChatMemory.builder().id(id).maxMessages(10).chatMemoryStore(store).build())
                    .outputGuardrails(new Guard())
                    .build();
            show("LangChain4j", plain::chat, store);
        }

        static void show(String framework, Chat assistant, Store store) {
            for (String id : List.of("failure", "failureWithMessageRemoval", "fatalWithMessageRemoval")) {
                assistant.chat(id, "Hi");
                try {
                    assistant.chat(id, "Bad");
                    throw new IllegalStateException("the guardrail did not reject");
                } catch (OutputGuardrailException e) {
                    System.out.println(framework + ", " + id + ": " + store.text(id));
                }
            }
        }
    }
}
EOF
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" package >log 2>&1 || { cat log; exit 1; }
timeout 100 java -jar target/quarkus-app/quarkus-run.jar >out 2>log || { cat out log; exit 1; }
plain=target/classes:$(printf '%s:' target/quarkus-app/lib/main/{dev.langchain4j,com.fasterxml,org.slf4j,io.quarkus.quarkus-core-}*.jar)
timeout 100 java -cp "$plain" 'f.Probe$Plain' >>out 2>log || { cat out log; exit 1; }
grep -E '^(Quarkus|LangChain4j), ' out >seen
diff expected seen || { cat out log; exit 1; }
echo 'seen as described'
