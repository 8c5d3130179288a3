#!/usr/bin/env bash
# Behaviour: For one request of 9,510 tokens, of which 9,000 came from the prompt cache, the frameworks report an input of 9,510 from OpenAI and of 10 from
# Anthropic: they pass on what each provider calls input, and Anthropic's leaves out what its cache read and wrote. A trigger by the reported
# input never fires for Claude with caching. LangChain4j's sum of both is an AnthropicTokenUsage, 9,520 in with 9,000 of 18,000 cached tokens.
# Versions: langchain4j-anthropic and langchain4j-open-ai 1.19.0, spring-ai-anthropic and spring-ai-openai 2.0.1
# Seen: on 2026-11-29
#   LangChain4j, Anthropic: input 10, total 15
#   LangChain4j, OpenAI: input 9510, total 9515
#   LangChain4j, sum of both: AnthropicTokenUsage, input 9520, read from the cache 9000
#   Spring AI, Anthropic: prompt 10, total 15
#   Spring AI, OpenAI: prompt 9510, total 9515
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='dev.langchain4j:langchain4j-anthropic:1.19.0
dev.langchain4j:langchain4j-open-ai:1.19.0
org.springframework.ai:spring-ai-anthropic:2.0.1
org.springframework.ai:spring-ai-openai:2.0.1'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import com.sun.net.httpserver.*;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import java.net.InetSocketAddress;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.openai.OpenAiChatOptions;

public class Probe {
    static final String CLAUDE = """
            {"id":"1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"Hi."}],"stop_reason":"end_turn",
            "stop_sequence":null,"usage":{"input_tokens":10,"cache_creation_input_tokens":500,"cache_read_input_tokens":9000,"output_tokens":5}}""";
    static final String GPT = """
            {"id":"1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Hi."},
            "finish_reason":"stop"}],"usage":{"prompt_tokens":9510,"completion_tokens":5,"total_tokens":9515,"prompt_tokens_details":{"cached_tokens":9000}}}""";

    public static void main(String[] args) throws Exception {
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] answer = (exchange.getRequestURI().getPath().contains("messages") ? CLAUDE : GPT).getBytes();
            exchange.getResponseHeaders().add("content-type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        var claude = AnthropicChatModel.builder().baseUrl(url + "/v1").apiKey("x").modelName("m").build();
        var gpt = OpenAiChatModel.builder().baseUrl(url + "/v1").apiKey("x").modelName("m").build();
        var ofClaude = claude.chat(UserMessage.from("Hi")).tokenUsage();
        var ofGpt = gpt.chat(UserMessage.from("Hi")).tokenUsage();
        System.out.println("LangChain4j, Anthropic: input " + ofClaude.inputTokenCount() + ", total " + ofClaude.totalTokenCount());
        System.out.println("LangChain4j, OpenAI: input " + ofGpt.inputTokenCount() + ", total " + ofGpt.totalTokenCount());
        var both = ofClaude.add(ofGpt);
        System.out.println("LangChain4j, sum of both: " + both.getClass().getSimpleName() + ", input " + both.inputTokenCount()
                + (both instanceof dev.langchain4j.model.anthropic.AnthropicTokenUsage sum ? ", read from the cache " + sum.cacheReadInputTokens() : ""));
        show("Anthropic", org.springframework.ai.anthropic.AnthropicChatModel.builder()
                .options(AnthropicChatOptions.builder().baseUrl(url).apiKey("x").model("m").maxTokens(100).build()).build());
        show("OpenAI", org.springframework.ai.openai.OpenAiChatModel.builder()
                .options(OpenAiChatOptions.builder().baseUrl(url + "/v1").apiKey("x").model("m").build()).build());
        System.exit(0);
    }

    static void show(String provider, ChatModel model) {
        var usage = model.call(new Prompt("Hi")).getMetadata().getUsage();
        System.out.println("Spring AI, " + provider + ": prompt " + usage.getPromptTokens() + ", total " + usage.getTotalTokens());
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
