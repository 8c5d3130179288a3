#!/usr/bin/env bash
# Behaviour: ADK's InMemoryMemoryService finds by runs of the letters A to Z only: numbers, Chinese, Cyrillic and words with an umlaut are
# never found by themselves, and a word with an umlaut is found by what follows the umlaut.
# Versions: google-adk 1.8.0
# Seen: on 2026-11-28
#   budget: 1
#   4711: 0
#   order 4711: 1
#   a name with an umlaut: 0
#   its tail behind the umlaut: 1
#   a Chinese sentence: 0
#   a Russian word: 0
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='com.google.adk:google-adk:1.8.0'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import com.google.adk.events.Event;
import com.google.adk.memory.InMemoryMemoryService;
import com.google.adk.sessions.InMemorySessionService;
import com.google.genai.types.*;
import java.util.List;

public class Probe {
    public static void main(String[] args) {
        var sessions = new InMemorySessionService();
        var session = sessions.createSession("app", "user").blockingGet();
        String chinese = "\u6211\u4eec\u6628\u5929\u51b3\u5b9a";
        String russian = "\u041a\u043b\u044e\u0447";
        for (String text : List.of("The order number is 4711", "Frau M\u00fcller called", chinese, russian + " in the drawer", "The budget was cut")) {
            sessions.appendEvent(session, Event.builder().id(text).invocationId("1").author("user")
                    .content(Content.fromParts(Part.fromText(text))).build()).blockingGet();
        }
        var memory = new InMemoryMemoryService();
        memory.addSessionToMemory(session).blockingAwait();
        for (var query : List.of(
                List.of("budget", "budget"),
                List.of("4711", "4711"),
                List.of("order 4711", "order 4711"),
                List.of("a name with an umlaut", "M\u00fcller"),
                List.of("its tail behind the umlaut", "ller"),
                List.of("a Chinese sentence", chinese),
                List.of("a Russian word", russian))) {
            var found = memory.searchMemory("app", "user", query.get(1)).blockingGet().memories();
            System.out.println(query.get(0) + ": " + found.size());
        }
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
