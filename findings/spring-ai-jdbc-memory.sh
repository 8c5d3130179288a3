#!/usr/bin/env bash
# Behaviour: Spring AI's JdbcChatMemoryRepository stores a chat with tools without them: an assistant message that has calls is left out with what it
# says ("I look."), the results too, so that the next turn's model reads an answer out of nowhere. A WARN says that some messages were filtered out.
# Nothing says that of the others only the text is kept: a question's image and metadata and the signature of a thought are gone, and add() returns as
# if all were stored. The repository in memory keeps all of it.
# Versions: spring-ai-model-chat-memory-repository-jdbc 2.0.1, h2 2.4.240
# Seen: on 2026-11-29
#   InMemoryChatMemoryRepository
#     USER "Is this due?", media 1, user ada
#     ASSISTANT "I look.", calls 1
#     TOOL, results 1
#     ASSISTANT "On Friday.", calls 0, signature s1
#   JdbcChatMemoryRepository
#     USER "Is this due?", media 0, user null
#     ASSISTANT "On Friday.", calls 0, signature null
#   logged: does not support tool call messages. Some messages were filtered out for conversation: 1
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='org.springframework.ai:spring-ai-model-chat-memory-repository-jdbc:2.0.1
com.h2database:h2:2.4.240
org.slf4j:slf4j-simple:2.0.17'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.h2.jdbcx.JdbcConnectionPool;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.memory.repository.jdbc.JdbcChatMemoryRepository;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.Media;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.util.MimeTypeUtils;

public class Probe {
    public static void main(String[] args) {
        var database = JdbcConnectionPool.create("jdbc:h2:mem:chats;DB_CLOSE_DELAY=-1", "", "");
        String schema = "org/springframework/ai/chat/memory/repository/jdbc/schema-h2.sql";
        new ResourceDatabasePopulator(new ClassPathResource(schema)).execute(database);
        show(new InMemoryChatMemoryRepository());
        show(JdbcChatMemoryRepository.builder().dataSource(database).build());
    }

    static void show(ChatMemoryRepository repository) {
        System.out.println(repository.getClass().getSimpleName());
        var memory = MessageWindowChatMemory.builder().chatMemoryRepository(repository).build();
        var image = Media.builder().mimeType(MimeTypeUtils.IMAGE_PNG).data(URI.create("http://localhost/7.png")).build();
        var call = new AssistantMessage.ToolCall("c1", "function", "look", "{\"invoice\":7}");
        var result = new ToolResponseMessage.ToolResponse("c1", "look", "due on Friday");
        memory.add("1", List.of(
                UserMessage.builder().text("Is this due?").media(image).metadata(Map.of("user", "ada")).build(),
                AssistantMessage.builder().content("I look.").toolCalls(List.of(call)).build(),
                ToolResponseMessage.builder().responses(List.of(result)).build(),
                AssistantMessage.builder().content("On Friday.").properties(Map.of("signature", "s1")).build()));
        for (Message message : memory.get("1")) {
            System.out.println("  " + message.getMessageType() + more(message));
        }
    }

    static String more(Message message) {
        if (message instanceof UserMessage user) {
            return " \"%s\", media %d, user %s".formatted(user.getText(), user.getMedia().size(), user.getMetadata().get("user"));
        }
        return message instanceof ToolResponseMessage tool ? ", results " + tool.getResponses().size() : answer((AssistantMessage) message);
    }

    static String answer(AssistantMessage message) {
        int calls = message.getToolCalls().size();
        String signature = calls > 0 ? "" : ", signature " + message.getMetadata().get("signature");
        return " \"%s\", calls %d%s".formatted(message.getText(), calls, signature);
    }
}
EOF
timeout 100 java -Dorg.slf4j.simpleLogger.defaultLogLevel=warn -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
sed -n "s/.*WARN .*JdbcChatMemoryRepository does/logged: does/p" log >>seen
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
