#!/usr/bin/env bash
# Behaviour: Spring AI's token counter and TokenTextSplitter fail on a text that merely writes about a special token, such as a question on how models
# end: JTokkit's countTokens() and encode() refuse it, countTokensOrdinary(), which LangChain4j uses, counts it. A trigger that counts tokens
# fails at every turn of such a chat, an import of documents at the one with that word.
# Versions: spring-ai-commons 2.0.1, langchain4j-open-ai 1.19.0, both with jtokkit 1.1.0
# Seen: on 2026-11-29
#   What does the token end of text mean?
#     LangChain4j, tokens: 9
#     Spring AI, tokens: 9
#     Spring AI, chunks of a document: 1
#   What does the token <|endoftext|> mean?
#     LangChain4j, tokens: 13
#     Spring AI, tokens: UnsupportedOperationException: Encoding special tokens is not supported.
#     Spring AI, chunks of a document: UnsupportedOperationException: Encoding special tokens is not supported.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='org.springframework.ai:spring-ai-commons:2.0.1
dev.langchain4j:langchain4j-open-ai:1.19.0'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import dev.langchain4j.model.openai.OpenAiTokenCountEstimator;
import java.util.*;
import java.util.function.Supplier;
import org.springframework.ai.document.Document;
import org.springframework.ai.tokenizer.JTokkitTokenCountEstimator;
import org.springframework.ai.transformer.splitter.TokenTextSplitter;

public class Probe {
    static void show(String name, Supplier<Object> value) {
        try {
            System.out.println(name + ": " + value.get());
        } catch (RuntimeException e) {
            System.out.println(name + ": " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        for (String text : List.of("What does the token end of text mean?", "What does the token <|endoftext|> mean?")) {
            System.out.println(text);
            show("  LangChain4j, tokens", () -> new OpenAiTokenCountEstimator("gpt-4o").estimateTokenCountInText(text));
            show("  Spring AI, tokens", () -> new JTokkitTokenCountEstimator().estimate(text));
            show("  Spring AI, chunks of a document", () -> TokenTextSplitter.builder().build().apply(List.of(new Document(text))).size());
        }
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
