#!/usr/bin/env bash
# Behaviour: spring-ai-session keeps nothing of a chat whose newest turn does not fit: the cut goes forward to the next question, and there is none.
# One turn with ten tool calls under a window of 20 events, or one long answer under 4,000 tokens, empties the active context; the summary
# keeps no event beside itself, though its Javadoc keeps the last 10 "intact" and goes back to a turn's start. No error, no log line.
# Versions: spring-ai-session 0.6.0, spring-ai-client-chat 2.0.0
# Seen: on 2026-11-29
#   short turns, keep 10 events: 20 messages, left 10, and of a summary 2
#   short turns, window of 20 events: 20 messages, left 20, and of a summary 0
#   last turn has 10 tool calls, keep 10 events: 42 messages, left 0, and of a summary 2
#   last turn has 10 tool calls, window of 20 events: 42 messages, left 0, and of a summary 0
#   last answer of 5000 words, 4000 tokens: 22 messages, left 0, and of a summary 0
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='org.springaicommunity:spring-ai-session:0.6.0'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import java.util.*;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.*;
import org.springframework.ai.chat.model.*;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.session.*;
import org.springframework.ai.session.compaction.*;

public class Probe {
    static void turn(List<Message> chat, String question, int tools, String answer) {
        chat.add(new UserMessage(question));
        for (int i = 1; i <= tools; i++) {
            var call = new AssistantMessage.ToolCall("c" + i, "function", "read", "{}");
            chat.add(AssistantMessage.builder().content("").toolCalls(List.of(call)).build());
            var result = new ToolResponseMessage.ToolResponse("c" + i, "read", "page " + i);
            chat.add(ToolResponseMessage.builder().responses(List.of(result)).build());
        }
        chat.add(new AssistantMessage(answer));
    }

    static void show(String name, CompactionStrategy strategy, List<Message> chat) {
        var service = DefaultSessionService.builder().sessionRepository(InMemorySessionRepository.builder().build()).build();
        service.create(CreateSessionRequest.builder().id("chat").userId("user").build());
        chat.forEach(message -> service.appendMessage("chat", message));
        service.compact("chat", request -> true, strategy);
        var left = service.getEvents("chat", EventFilter.active());
        System.out.println(name + ": " + chat.size() + " messages, left " + left.stream().filter(e -> !e.isSynthetic()).count()
                + ", and of a summary " + left.stream().filter(SessionEvent::isSynthetic).count());
    }

    public static void main(String[] args) {
        ChatModel model = prompt -> new ChatResponse(List.of(new Generation(new AssistantMessage("A summary."))));
        var summary = RecursiveSummarizationCompactionStrategy.builder(ChatClient.create(model)).build();
        var window = SlidingWindowCompactionStrategy.builder().build();
        var tokens = TokenCountCompactionStrategy.builder().build();
        List<Message> chat = new ArrayList<>();
        for (int i = 1; i <= 10; i++) turn(chat, "Question " + i, 0, "Answer " + i);
        show("short turns, keep 10 events", summary, chat);
        show("short turns, window of 20 events", window, chat);
        List<Message> agent = new ArrayList<>(chat);
        turn(agent, "Read the pages", 10, "The pages are about birds.");
        show("last turn has 10 tool calls, keep 10 events", summary, agent);
        show("last turn has 10 tool calls, window of 20 events", window, agent);
        List<Message> essay = new ArrayList<>(chat);
        turn(essay, "Write an essay", 0, "a word ".repeat(2500));
        show("last answer of 5000 words, 4000 tokens", tokens, essay);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
