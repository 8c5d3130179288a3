#!/usr/bin/env bash
# Behaviour: Spring AI's counter gen_ai.client.token.usage has the type `total` beside `input` and `output` under one name, so that a sum over it, as a
# dashboard or a budget's alarm takes it, is twice what was used. OpenTelemetry's convention for this name has input and output only. Tokens
# read from a prompt cache have no type: 900 of the 1,000 that cost a fraction are counted as the others.
# Versions: spring-ai-openai and spring-ai-model 2.0.1, micrometer-core 1.17.0
# Seen: on 2026-11-29
#   usage of the response: 1020 tokens
#   gen_ai.client.token.usage: {input=1000.0, output=20.0, total=1020.0}, sum 2040.0
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='org.springframework.ai:spring-ai-openai:2.0.1
io.micrometer:micrometer-core:1.17.0'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;
import org.springframework.ai.chat.observation.ChatModelMeterObservationHandler;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.openai.*;

public class Probe {
    static final String ANSWER = """
            {"id": "1", "object": "chat.completion", "created": 1, "model": "m",
             "choices": [{"index": 0, "message": {"role": "assistant", "content": "Hi"}, "finish_reason": "stop"}],
             "usage": {"prompt_tokens": 1000, "completion_tokens": 20, "total_tokens": 1020,
                       "prompt_tokens_details": {"cached_tokens": 900}}}""";

    public static void main(String[] args) throws Exception {
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] answer = ANSWER.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        var meters = new SimpleMeterRegistry();
        var observations = ObservationRegistry.create();
        observations.observationConfig().observationHandler(new ChatModelMeterObservationHandler(meters));
        var model = OpenAiChatModel.builder().observationRegistry(observations)
                .options(OpenAiChatOptions.builder().baseUrl(url).apiKey("key").model("m").build()).build();
        var usage = model.call(new Prompt("Hello")).getMetadata().getUsage();
        System.out.println("usage of the response: " + usage.getTotalTokens() + " tokens");
        var counters = meters.get("gen_ai.client.token.usage").counters();
        var types = new TreeMap<String, Double>();
        counters.forEach(counter -> types.merge(counter.getId().getTag("gen_ai.token.type"), counter.count(), Double::sum));
        System.out.println("gen_ai.client.token.usage: " + types + ", sum " + counters.stream().mapToDouble(Counter::count).sum());
        System.exit(0);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
