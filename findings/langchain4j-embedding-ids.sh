#!/usr/bin/env bash
# Behaviour: InMemoryEmbeddingStore keeps two entries under one id: adding a second embedding for an id does not replace the first, and both
# are found. Spring AI's SimpleVectorStore replaces. An index that adds a message again after an edit finds the old text, too.
# Versions: langchain4j 1.19.0, spring-ai-vector-store 2.0.1
# Seen: on 2026-11-28
#   LangChain4j message-7 due on Friday
#   LangChain4j message-7 due on Monday
#   Spring AI message-7 due on Friday
#   left after remove: 0
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='com.fasterxml.jackson.core:jackson-annotations:2.22
dev.langchain4j:langchain4j:1.19.0
org.springframework.ai:spring-ai-vector-store:2.0.1'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import java.util.*;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.*;
import org.springframework.ai.vectorstore.*;

public class Probe {
    static class Constant implements EmbeddingModel {
        public EmbeddingResponse call(EmbeddingRequest request) {
            List<org.springframework.ai.embedding.Embedding> all = new ArrayList<>();
            request.getInstructions().forEach(text -> all.add(
                    new org.springframework.ai.embedding.Embedding(new float[] {1, 0}, all.size())));
            return new EmbeddingResponse(all);
        }

        public float[] embed(Document document) {
            return new float[] {1, 0};
        }
    }

    public static void main(String[] args) {
        var langChain4j = new InMemoryEmbeddingStore<TextSegment>();
        var spring = SimpleVectorStore.builder(new Constant()).build();
        for (String text : List.of("due on Monday", "due on Friday")) {
            langChain4j.addAll(List.of("message-7"), List.of(Embedding.from(new float[] {1, 0})), List.of(TextSegment.from(text)));
            spring.add(List.of(new Document("message-7", text, Map.of())));
        }
        var request = EmbeddingSearchRequest.builder().queryEmbedding(Embedding.from(new float[] {1, 0})).maxResults(10).build();
        langChain4j.search(request).matches().stream()
                .map(match -> "LangChain4j " + match.embeddingId() + " " + match.embedded().text()).sorted().forEach(System.out::println);
        spring.similaritySearch("due").forEach(found -> System.out.println("Spring AI " + found.getId() + " " + found.getText()));
        langChain4j.remove("message-7");
        System.out.println("left after remove: " + langChain4j.search(request).matches().size());
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
