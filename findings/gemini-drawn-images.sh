#!/usr/bin/env bash
# Behaviour: An image that Gemini drew is kept in LangChain4j's AiMessage and is not sent again with the chat: the request of the next turn, "Make it
# blue", has the user's image and not the model's. A stored chat does hold it, but after ChatMessageDeserializer the elements of images()
# are maps: the first access throws a ClassCastException. The request without the image is no error.
# Versions: langchain4j-google-ai-gemini and langchain4j-core 1.19.0
# Seen: on 2026-11-29
#   the answer has images: 1
#   the next request has the user's image: true, the model's: false
#   the stored chat has the model's image: true
#   read back: ClassCastException
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='dev.langchain4j:langchain4j-google-ai-gemini:1.19.0'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import com.sun.net.httpserver.HttpServer;
import dev.langchain4j.data.message.*;
import dev.langchain4j.model.googleai.GoogleAiGeminiChatModel;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.*;

public class Probe {
    static final String ANSWER = """
            {"candidates": [{"content": {"role": "model", "parts": [{"text": "Here."},
             {"inlineData": {"mimeType": "image/png", "data": "AQID"}}]}, "finishReason": "STOP"}],
             "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}}""";

    static String body;

    public static void main(String[] args) throws Exception {
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            byte[] answer = ANSWER.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        var model = GoogleAiGeminiChatModel.builder().apiKey("key").modelName("gemini-2.5-flash-image")
                .baseUrl("http://127.0.0.1:" + server.getAddress().getPort()).build();
        List<ChatMessage> chat = new ArrayList<>();
        chat.add(UserMessage.from(TextContent.from("Draw a bird like this."), ImageContent.from("BAUG", "image/png")));
        AiMessage drawn = model.chat(chat).aiMessage();
        System.out.println("the answer has images: " + drawn.images().size());
        chat.add(drawn);
        chat.add(UserMessage.from("Make it blue."));
        model.chat(chat);
        System.out.println("the next request has the user's image: " + body.contains("BAUG") + ", the model's: " + body.contains("AQID"));
        String json = ChatMessageSerializer.messagesToJson(chat);
        System.out.println("the stored chat has the model's image: " + json.contains("AQID"));
        try {
            for (var image : ((AiMessage) ChatMessageDeserializer.messagesFromJson(json).get(1)).images()) {
                System.out.println("read back: " + image.mimeType());
            }
        } catch (RuntimeException e) {
            System.out.println("read back: " + e.getClass().getSimpleName());
        }
        System.exit(0);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
