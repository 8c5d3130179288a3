#!/usr/bin/env bash
# Behaviour: EnglishAnalyzer takes the possessive 's away behind either apostrophe, but otherwise the apostrophe a phone types and the one a
# keyboard types make two terms: "O’Neil" is not found by "O'Neil", nor "won’t" by "won't". FrenchAnalyzer takes the article
# behind both away and keeps "aujourd’hui" and "aujourd'hui" apart. A search over chats typed on both finds half of them.
# Versions: lucene-core and lucene-analysis-common 9.12.3
# Seen: on 2026-11-28
#   customer's: one term
#   O'Neil: two terms
#   O'Neil's: two terms
#   won't: two terms
#   rock'n'roll: two terms
#   l'adresse: one term
#   aujourd'hui: two terms
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
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
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

    static void compare(Analyzer analyzer, String typed) throws Exception {
        String phone = typed.replace((char) 0x27, (char) 0x2019);
        System.out.println(typed + ": " + (terms(analyzer, typed).equals(terms(analyzer, phone)) ? "one term" : "two terms"));
    }

    public static void main(String[] args) throws Exception {
        for (String typed : List.of("customer's", "O'Neil", "O'Neil's", "won't", "rock'n'roll")) {
            compare(new EnglishAnalyzer(), typed);
        }
        for (String typed : List.of("l'adresse", "aujourd'hui")) {
            compare(new FrenchAnalyzer(), typed);
        }
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
