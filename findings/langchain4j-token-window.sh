#!/usr/bin/env bash
# Behaviour: LangChain4j's token window refuses an image: OpenAiTokenCountEstimator, made for gpt-4o, throws for any content that is not text (an audio
# or a PDF too), so that the turn fails before the model is asked. A question longer than the window is sent once and then is removed, and all
# before it, but its answer stays: the next request begins with the assistant, which several providers refuse.
# Versions: langchain4j and langchain4j-open-ai 1.19.0
# Seen: on 2026-11-29
#   a short question
#     sent [SYSTEM, USER]
#     sent [SYSTEM, USER, AI, USER]
#     sent [SYSTEM, USER, AI, USER, AI, USER]
#     kept [SYSTEM, USER, AI, USER, AI, USER, AI]
#   a question of 1,500 words
#     sent [SYSTEM, USER]
#     sent [SYSTEM, USER, AI, USER]
#     sent [SYSTEM, AI, USER]
#     kept [SYSTEM, AI, USER, AI]
#   an image
#     sent [SYSTEM, USER]
#     IllegalArgumentException: Unknown content type: ImageContent
#     sent [SYSTEM, USER, AI, USER]
#     kept [SYSTEM, USER, AI, USER, AI]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='dev.langchain4j:langchain4j:1.19.0
dev.langchain4j:langchain4j-open-ai:1.19.0'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import dev.langchain4j.data.message.*;
import dev.langchain4j.memory.chat.TokenWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiTokenCountEstimator;
import dev.langchain4j.service.AiServices;
import java.util.List;

public class Probe {
    interface Chat {
        String ask(@dev.langchain4j.service.UserMessage List<Content> contents);
    }

    static List<ChatMessageType> types(List<ChatMessage> messages) {
        return messages.stream().map(ChatMessage::type).toList();
    }

    static void run(String name, Content question) {
        ChatModel model = new ChatModel() {
            @Override public ChatResponse doChat(ChatRequest request) {
                System.out.println("  sent " + types(request.messages()));
                return ChatResponse.builder().aiMessage(AiMessage.from("Fine.")).build();
            }
        };
        System.out.println(name);
        var memory = TokenWindowChatMemory.withMaxTokens(1000, new OpenAiTokenCountEstimator("gpt-4o"));
        var chat = AiServices.builder(Chat.class).chatModel(model).chatMemory(memory).systemMessageProvider(id -> "Be brief.").build();
        for (Content content : List.of(TextContent.from("Hello"), question, TextContent.from("And now?"))) {
            try {
                chat.ask(List.of(content));
            } catch (RuntimeException e) {
                System.out.println("  " + e.getClass().getSimpleName() + ": " + e.getMessage().replaceAll(" \\{.*", ""));
            }
        }
        System.out.println("  kept " + types(memory.messages()));
    }

    public static void main(String[] args) {
        run("a short question", TextContent.from("Which birds are these?"));
        run("a question of 1,500 words", TextContent.from("bird ".repeat(1500)));
        run("an image", ImageContent.from("AAAA", "image/png"));
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
