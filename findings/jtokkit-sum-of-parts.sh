#!/usr/bin/env bash
# Behaviour: With o200k the tokens of the parts of a text can be fewer than the tokens of the whole: "invoice" and "deadline" are one token
# each, "invoicedeadline" is six. A sum over pieces that were cut anywhere is no upper bound.
# Versions: jtokkit 1.1.0
# Seen: on 2026-11-28
#   invoiceshipment: 4, its parts 2
#   invoicethe: 4, its parts 2
#   invoicemeeting: 5, its parts 2
#   invoicedeadline: 6, its parts 2
#   invoiceserver: 3, its parts 2
#   invoicereport: 5, its parts 2
#   invoicedelivery: 4, its parts 2
#   25 of 100 joined words have more tokens than their parts
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='com.knuddels:jtokkit:1.1.0'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.EncodingType;
import java.util.List;

public class Probe {
    public static void main(String[] args) {
        var o200k = Encodings.newDefaultEncodingRegistry().getEncoding(EncodingType.O200K_BASE);
        var words = List.of("order", "shipment", "invoice", "customer", "the", "meeting", "deadline", "server", "report", "delivery");
        int more = 0;
        for (String first : words) {
            for (String second : words) {
                int parts = o200k.countTokens(first) + o200k.countTokens(second);
                int whole = o200k.countTokens(first + second);
                more += whole > parts ? 1 : 0;
                if (first.equals("invoice") && whole > parts) {
                    System.out.println(first + second + ": " + whole + ", its parts " + parts);
                }
            }
        }
        System.out.println(more + " of 100 joined words have more tokens than their parts");
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
