#!/usr/bin/env bash
# Behaviour: Koog's SimpleRegexBasedTokenizer counts a sentence of Chinese or Japanese, which has no spaces, as one token, and so an
# identifier of any length; o200k counts 15 and 19, and 10. Compression above a number of tokens never begins in such a chat.
# Versions: ai.koog prompt-tokenizer-jvm 1.1.1, jtokkit 1.1.0
# Seen: on 2026-11-28
#   We decided yesterday to move the release to next Monday. Koog 11, o200k 11
#   我们昨天决定把发布推迟到下周一因为测试没有通过 Koog 1, o200k 15
#   私たちは昨日リリースを来週の月曜日に延期することにしました Koog 1, o200k 19
#   findOrdersByCustomerAndStatusOrderByCreatedDesc Koog 1, o200k 10
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='ai.koog:prompt-tokenizer-jvm:1.1.1
com.knuddels:jtokkit:1.1.0'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import ai.koog.prompt.tokenizer.SimpleRegexBasedTokenizer;
import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.EncodingType;
import java.util.List;

public class Probe {
    public static void main(String[] args) {
        var o200k = Encodings.newDefaultEncodingRegistry().getEncoding(EncodingType.O200K_BASE);
        for (String text : List.of(
                "We decided yesterday to move the release to next Monday.",
                "我们昨天决定把发布推迟到下周一因为测试没有通过",
                "私たちは昨日リリースを来週の月曜日に延期することにしました",
                "findOrdersByCustomerAndStatusOrderByCreatedDesc")) {
            System.out.println(text + " Koog " + new SimpleRegexBasedTokenizer().countTokens(text) + ", o200k " + o200k.countTokens(text));
        }
    }
}
EOF
timeout 100 java -Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8 -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
