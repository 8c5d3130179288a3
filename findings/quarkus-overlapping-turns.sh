#!/usr/bin/env bash
# Behaviour: Two turns of one chat that overlap under Quarkus LangChain4j keep one: a turn buffers the list that it has read and sets the
# memory to that and its own messages when it ends. A turn that another service (another bean, with the same ChatMemoryStore and memory id) has
# finished meanwhile is removed from the store, without a word in the log. (AiServices of LangChain4j itself add each message.)
# Versions: quarkus-langchain4j 1.10.0, Quarkus 3.33.2
# Seen: on 2026-11-28
#   after Fast: Be brief. | Fast | Answer to Fast
#   after Slow: Be brief. | Slow | Answer to Slow
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

import dev.langchain4j.data.message.*;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.quarkiverse.langchain4j.RegisterAiService;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.*;
import java.util.stream.Collectors;

@QuarkusMain
public class Probe implements QuarkusApplication {
    @RegisterAiService
    @ApplicationScoped
    public interface One {
        @SystemMessage("Be brief.")
        String chat(@MemoryId String id, @dev.langchain4j.service.UserMessage String question);
    }

    @RegisterAiService
    @ApplicationScoped
    public interface Other {
        @SystemMessage("Be brief.")
        String chat(@MemoryId String id, @dev.langchain4j.service.UserMessage String question);
    }

    static final CountDownLatch asked = new CountDownLatch(1);
    static final CountDownLatch answered = new CountDownLatch(1);

    @ApplicationScoped
    public static class Model implements ChatModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            String question = ((UserMessage) request.messages().get(request.messages().size() - 1)).singleText();
            if (question.equals("Slow")) {
                asked.countDown();
                try {
                    answered.await();
                } catch (InterruptedException e) {
                    throw new RuntimeException(e);
                }
            }
            return ChatResponse.builder().aiMessage(AiMessage.from("Answer to " + question)).build();
        }
    }

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
        public void deleteMessages(Object id) {}

        String text() {
            return chats.get("user-42").stream()
                    .map(message -> message instanceof UserMessage user
                            ? user.singleText()
                            : message instanceof AiMessage ai ? ai.text() : ((dev.langchain4j.data.message.SystemMessage) message).text())
                    .collect(Collectors.joining(" | "));
        }
    }

    @Inject
    One one;

    @Inject
    Other other;

    @Inject
    Store store;

    @Override
    public int run(String... args) throws Exception {
        CompletableFuture<String> slow = CompletableFuture.supplyAsync(() -> one.chat("user-42", "Slow"));
        asked.await();
        other.chat("user-42", "Fast");
        System.out.println("after Fast: " + store.text());
        answered.countDown();
        slow.get();
        System.out.println("after Slow: " + store.text());
        return 0;
    }
}
EOF
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" package >log 2>&1 || { cat log; exit 1; }
timeout 100 java -jar target/quarkus-app/quarkus-run.jar >out 2>log || { cat out log; exit 1; }
grep '^after ' out >seen
diff expected seen || { cat out log; exit 1; }
echo 'seen as described'
