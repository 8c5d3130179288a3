#!/usr/bin/env bash
# Behaviour: JTokkit has an encoding for gpt-4.1, and it is the wrong one: a name that begins with "gpt-4" is taken for gpt-4, so that it counts with
# cl100k_base and not o200k_base, as tiktoken does. For newer names (gpt-5, o3) there is none, which a caller notices. LangChain4j knows it
# and counts all five with o200k_base. A limit in tokens for gpt-4.1 comes a fifth too early here.
# Versions: jtokkit 1.1.0, langchain4j-open-ai 1.19.0
# Seen: on 2026-11-29
#   gpt-4o: JTokkit o200k_base 20, LangChain4j 20
#   gpt-4.1: JTokkit cl100k_base 24, LangChain4j 20
#   gpt-4.1-mini: JTokkit cl100k_base 24, LangChain4j 20
#   gpt-5: JTokkit none, LangChain4j 20
#   o3: JTokkit none, LangChain4j 20
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='dev.langchain4j:langchain4j-open-ai:1.19.0'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import com.knuddels.jtokkit.Encodings;
import dev.langchain4j.model.openai.OpenAiTokenCountEstimator;
import java.util.*;

public class Probe {
    public static void main(String[] args) {
        var registry = Encodings.newDefaultEncodingRegistry();
        String text = "Das Treffen wird verschoben, weil die Pr\u00fcfung fehlschlug. \u6d4b\u8bd5\u6ca1\u6709\u901a\u8fc7\u3002";
        for (String model : List.of("gpt-4o", "gpt-4.1", "gpt-4.1-mini", "gpt-5", "o3")) {
            String jtokkit = registry.getEncodingForModel(model).map(e -> e.getName() + " " + e.countTokens(text)).orElse("none");
            System.out.println(model + ": JTokkit " + jtokkit + ", LangChain4j " + new OpenAiTokenCountEstimator(model).estimateTokenCountInText(text));
        }
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
