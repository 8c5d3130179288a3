#!/usr/bin/env bash
# Behaviour: StandardAnalyzer and CJKAnalyzer keep a Latin word and the Korean particle behind it as one term ("API를"), because Hangul and
# Latin are letters of one class; Chinese and Japanese text is split there. In a Korean chat about software a search for "API" or
# "Docker" finds none of the messages with a particle, and bigrams do not help. The same holds for a Hebrew or Arabic prefix.
# Versions: lucene-core and lucene-analysis-common 9.12.3
# Seen: on 2026-11-28
#   API를 호출: [api를, 호출] [api를, 호출]
#   Redis에서 오류: [redis에서, 오류] [redis에서, 오류]
#   버전2: [버전2] [버전2]
#   React的组件: [react, 的, 组, 件] [react, 的组, 组件]
#   GitHubの設定: [github, の, 設, 定] [github, の設, 設定]
#   הAPI: [הapi] [הapi]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='org.apache.lucene:lucene-core:9.12.3
org.apache.lucene:lucene-analysis-common:9.12.3'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import java.util.*;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.cjk.CJKAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

public class Probe {
    static List<String> terms(Analyzer analyzer, String text) throws Exception {
        List<String> terms = new ArrayList<>();
        try (var stream = analyzer.tokenStream("text", text)) {
            var term = stream.addAttribute(CharTermAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                terms.add(term.toString());
            }
            stream.end();
        }
        return terms;
    }

    public static void main(String[] args) throws Exception {
        for (String text : List.of("API를 호출", "Redis에서 오류", "버전2", "React的组件", "GitHubの設定", "הAPI")) {
            System.out.println(text + ": " + terms(new StandardAnalyzer(), text) + " " + terms(new CJKAnalyzer(), text));
        }
    }
}
EOF
timeout 100 java -Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8 -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
