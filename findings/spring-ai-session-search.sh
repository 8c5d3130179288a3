#!/usr/bin/env bash
# Behaviour: spring-ai-session's conversation_search finds nothing of what a tool was asked or returned, although its entries are documented with a
# type TOOL: a tool message has no text. Over JDBC the word is a LIKE pattern: "order_id" finds "order id", "10%" finds "100", and a path
# with a backslash is not found; the repository in memory finds the very words.
# Versions: spring-ai-session and spring-ai-session-jdbc 0.6.0, h2 2.4.240
# Seen: on 2026-11-29
#   memory, due: 2
#   memory, INV-7: 0
#   memory, Meyer: 0
#   memory, order_id: 1
#   memory, 10%: 1
#   memory, c:\temp: 1
#   H2, due: 2
#   H2, INV-7: 0
#   H2, Meyer: 0
#   H2, order_id: 2
#   H2, 10%: 2
#   H2, c:\temp: 0
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='org.springaicommunity:spring-ai-session-jdbc:0.6.0
com.h2database:h2:2.4.240'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import java.util.*;
import org.h2.jdbcx.JdbcDataSource;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.*;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.session.*;
import org.springframework.ai.session.jdbc.JdbcSessionRepository;
import org.springframework.ai.session.tool.SessionEventTools;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

public class Probe {
    static void run(String name, SessionRepository repository) {
        var service = DefaultSessionService.builder().sessionRepository(repository).build();
        service.create(CreateSessionRequest.builder().id("chat").userId("user").build());
        var call = new AssistantMessage.ToolCall("1", "function", "invoices", "{\"customer\":\"Meyer\"}");
        var result = new ToolResponseMessage.ToolResponse("1", "invoices", "INV-7 is due on Friday");
        for (Message message : List.of(
                new UserMessage("Which invoices are due?"),
                AssistantMessage.builder().content("").toolCalls(List.of(call)).build(),
                ToolResponseMessage.builder().responses(List.of(result)).build(),
                new AssistantMessage("One is due."),
                new UserMessage("Its order id is 7."),
                new AssistantMessage("The column is order_id, the file c:\\temp\\a.txt."),
                new UserMessage("Is it 10% off?"),
                new AssistantMessage("From 100 pieces."))) {
            service.appendMessage("chat", message);
        }
        var tools = SessionEventTools.builder(service).build();
        var context = new ToolContext(Map.of(ChatMemory.CONVERSATION_ID, "chat"));
        for (String word : List.of("due", "INV-7", "Meyer", "order_id", "10%", "c:\\temp")) {
            String json = tools.conversationSearch("", word, 0, context);
            System.out.println(name + ", " + word + ": " + (json.split("timestamp", -1).length - 1));
        }
    }

    public static void main(String[] args) {
        run("memory", InMemorySessionRepository.builder().build());
        var database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:chats;DB_CLOSE_DELAY=-1");
        new ResourceDatabasePopulator(new ClassPathResource("org/springframework/ai/session/jdbc/schema-h2.sql")).execute(database);
        run("H2", JdbcSessionRepository.builder().dataSource(database).build());
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
