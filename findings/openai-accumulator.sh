#!/usr/bin/env bash
# Behaviour: ChatCompletionAccumulator of OpenAI's Java client takes a chunk with `usage` for the last one and skips its choices: usage beside the
# finish reason, as compatible servers send it, makes a whole stream fail with "`choices` is required". Of `reasoning_content`, a field those
# servers stream in pieces, the accumulated message has the last piece only, without an error; content is joined.
# Versions: openai-java 4.49.0
# Seen: on 2026-11-29
#   usage in a chunk of its own: Hello there, tokens 7, {}
#   usage beside the finish reason: IllegalStateException: `choices` is required, but was not set
#   reasoning: Hello there, tokens 7, {reasoning_content=so I greet.}
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='com.openai:openai-java:4.49.0'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

public class Probe {
    static final String USAGE = "{\"prompt_tokens\":5,\"completion_tokens\":2,\"total_tokens\":7}";

    static String stream;

    static String chunk(String delta, String reason, String usage) {
        return "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":"
                + (delta == null ? "[]" : "[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":" + reason + "}]")
                + (usage == null ? "" : ",\"usage\":" + usage) + "}\n\n";
    }

    static void run(String name, String... chunks) throws Exception {
        stream = String.join("", chunks) + "data: [DONE]\n\n";
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(stream.getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        var client = OpenAIOkHttpClient.builder().apiKey("key").baseUrl(url).maxRetries(0).build();
        var accumulator = ChatCompletionAccumulator.create();
        var params = ChatCompletionCreateParams.builder().model("m").addUserMessage("Hello").build();
        try (var response = client.chat().completions().createStreaming(params)) {
            response.stream().forEach(accumulator::accumulate);
            var completion = accumulator.chatCompletion();
            var message = completion.choices().get(0).message();
            System.out.println(name + ": " + message.content().orElse(null) + ", tokens " + completion.usage().get().totalTokens()
                    + ", " + message._additionalProperties());
        } catch (RuntimeException e) {
            System.out.println(name + ": " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
        server.stop(0);
    }

    public static void main(String[] args) throws Exception {
        String hello = chunk("{\"role\":\"assistant\",\"content\":\"Hello\"}", "null", null);
        String there = chunk("{\"content\":\" there\"}", "null", null);
        run("usage in a chunk of its own", hello, there, chunk("{}", "\"stop\"", null), chunk(null, null, USAGE));
        run("usage beside the finish reason", hello, there, chunk("{}", "\"stop\"", USAGE));
        String first = chunk("{\"reasoning_content\":\"They greet, \"}", "null", null);
        String second = chunk("{\"reasoning_content\":\"so I greet.\"}", "null", null);
        run("reasoning", first, second, hello, there, chunk("{}", "\"stop\"", null), chunk(null, null, USAGE));
        System.exit(0);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
