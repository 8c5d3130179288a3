#!/usr/bin/env bash
# Behaviour: An orderly stop of a Quarkus application deletes chats from its ChatMemoryStore, however lasting that is: when the bean of an AI service
# ends, its memories are cleared, and the beans of @ApplicationScoped services end with the application. So each chat that this process has
# used is gone after a restart; one that was killed keeps them.
# Versions: quarkus-langchain4j 1.10.0, Quarkus 3.33.2
# Seen: on 2026-11-28
#   updateMessages user-42 3
#   main ends
#   deleteMessages user-42
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
<dependencyManagement><dependencies><dependency><groupId>io.quarkus</groupId><artifactId>quarkus-bom</artifactId><version>3.33.2</version>
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

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.*;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.quarkiverse.langchain4j.RegisterAiService;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;

@QuarkusMain
public class Probe implements QuarkusApplication {
    @RegisterAiService
    @ApplicationScoped
    public interface Assistant {
        @SystemMessage("Be brief.")
        String chat(@MemoryId String id, @UserMessage String question);
    }

    @ApplicationScoped
    public static class Model implements ChatModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            return ChatResponse.builder().aiMessage(AiMessage.from("Hello.")).build();
        }
    }

    /** As one over a database. */
    @ApplicationScoped
    public static class Store implements ChatMemoryStore {
        @Override
        public List<ChatMessage> getMessages(Object id) {
            return List.of();
        }

        @Override
        public void updateMessages(Object id, List<ChatMessage> messages) {
            System.out.println("updateMessages " + id + " " + messages.size());
        }

        @Override
        public void deleteMessages(Object id) {
            System.out.println("deleteMessages " + id);
        }
    }

    @Inject
    Assistant assistant;

    @Override
    public int run(String... args) {
        assistant.chat("user-42", "Hi");
        System.out.println("main ends");
        return 0;
    }
}
EOF
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" package >log 2>&1 || { cat log; exit 1; }
timeout 100 java -jar target/quarkus-app/quarkus-run.jar >out 2>log || { cat out log; exit 1; }
grep -E '^(update|delete|main)' out >seen
diff expected seen || { cat out log; exit 1; }
echo 'seen as described'
