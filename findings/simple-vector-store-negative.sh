#!/usr/bin/env bash
# Behaviour: SimpleVectorStore leaves out whatever has a negative cosine, even with similarityThresholdAll and room left in topK, and load()
# replaces what was added before instead of joining it.
# Versions: spring-ai-vector-store 2.0.1
# Seen: on 2026-11-28
#   three added: [alike, aside]
#   loaded over one: [alike, aside]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='com.fasterxml.jackson.core:jackson-annotations:2.22
org.springframework.ai:spring-ai-vector-store:2.0.1'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import java.io.File;
import java.util.*;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.*;
import org.springframework.ai.vectorstore.*;

public class Probe {
    static class ByWord implements EmbeddingModel {
        public EmbeddingResponse call(EmbeddingRequest request) {
            List<Embedding> all = new ArrayList<>();
            request.getInstructions().forEach(text -> all.add(new Embedding(vector(text), all.size())));
            return new EmbeddingResponse(all);
        }

        public float[] embed(Document document) {
            return vector(document.getText());
        }

        static float[] vector(String text) {
            return text.equals("opposite") ? new float[] {-1, 0.1f} : text.equals("aside") ? new float[] {0, 1} : new float[] {1, 0.1f};
        }
    }

    static void search(String when, SimpleVectorStore store) {
        var all = SearchRequest.builder().query("query").topK(10).similarityThresholdAll().build();
        System.out.println(when + " " + store.similaritySearch(all).stream().map(Document::getText).sorted().toList());
    }

    public static void main(String[] args) {
        var store = SimpleVectorStore.builder(new ByWord()).build();
        store.add(List.of(new Document("alike"), new Document("aside"), new Document("opposite")));
        search("three added:", store);
        store.save(new File("saved.json"));
        var other = SimpleVectorStore.builder(new ByWord()).build();
        other.add(List.of(new Document("added before the load")));
        other.load(new File("saved.json"));
        search("loaded over one:", other);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
