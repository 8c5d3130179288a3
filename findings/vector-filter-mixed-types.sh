#!/usr/bin/env bash
# Behaviour: One entry whose metadata value has another type than the filter's fails the whole search, in LangChain4j's
# InMemoryEmbeddingStore and in Spring AI's SimpleVectorStore, "not equal" included; an entry without the key is no such problem.
# Turn numbers written as text by one version and as numbers by the next make every filtered search fail.
# Versions: langchain4j 1.19.0, spring-ai-vector-store 2.0.1
# Seen: on 2026-11-28
#   before, turn >= 5: LangChain4j 1, Spring AI 1
#   before, turn != 6: LangChain4j 2, Spring AI 2
#   after, turn >= 5: LangChain4j IllegalArgumentException, Spring AI IllegalArgumentException
#   after, turn != 6: LangChain4j IllegalArgumentException, Spring AI IllegalArgumentException
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
import static dev.langchain4j.store.embedding.filter.MetadataFilterBuilder.metadataKey;

import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.filter.Filter;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import java.util.*;
import java.util.function.Supplier;
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

    static final InMemoryEmbeddingStore<TextSegment> LANGCHAIN4J = new InMemoryEmbeddingStore<>();
    static final SimpleVectorStore SPRING = SimpleVectorStore.builder(new Constant()).build();

    static void add(String text, Map<String, Object> metadata) {
        LANGCHAIN4J.add(Embedding.from(new float[] {1, 0}), TextSegment.from(text, Metadata.from(metadata)));
        SPRING.add(List.of(new Document(text, metadata)));
    }

    static String size(Supplier<List<?>> search) {
        try {
            return "" + search.get().size();
        } catch (IllegalArgumentException e) {
            return "IllegalArgumentException";
        }
    }

    static void search(String when, Filter filter, String expression) {
        var one = EmbeddingSearchRequest.builder().queryEmbedding(Embedding.from(new float[] {1, 0})).filter(filter).build();
        var two = SearchRequest.builder().query("q").filterExpression(expression).build();
        System.out.println(when + ", " + expression + ": LangChain4j " + size(() -> LANGCHAIN4J.search(one).matches())
                + ", Spring AI " + size(() -> SPRING.similaritySearch(two)));
    }

    public static void main(String[] args) {
        add("a number", Map.of("turn", 5));
        add("no turn", Map.of("other", 1));
        search("before", metadataKey("turn").isGreaterThanOrEqualTo(5), "turn >= 5");
        search("before", metadataKey("turn").isNotEqualTo(6), "turn != 6");
        add("a text", Map.of("turn", "5"));
        search("after", metadataKey("turn").isGreaterThanOrEqualTo(5), "turn >= 5");
        search("after", metadataKey("turn").isNotEqualTo(6), "turn != 6");
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
