#!/usr/bin/env bash
# Behaviour: ADK's InMemoryMemoryService finds by runs of the letters A to Z only: numbers, Chinese, Cyrillic and words with an umlaut are
# never found by themselves, and a word with an umlaut is found by its tail ("ller" of "Müller").
# Versions: google-adk 1.8.0
# Seen (2026-11-28):
#   budget: [The budget was cut]
#   4711: []
#   order 4711: [The order number is 4711]
#   Müller: []
#   ller: [Frau Müller called]
#   我们昨天决定推迟发布: []
#   Ключ: []
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
        for (String text : List.of("The order number is 4711", "Frau Müller called", "我们昨天决定推迟发布", "Ключ лежит в столе", "The budget was cut")) {
            sessions.appendEvent(session, Event.builder().id(text).invocationId("1").author("user")
                    .content(Content.fromParts(Part.fromText(text))).build()).blockingGet();
        }
        var memory = new InMemoryMemoryService();
        memory.addSessionToMemory(session).blockingAwait();
        for (String query : List.of("budget", "4711", "order 4711", "Müller", "ller", "我们昨天决定推迟发布", "Ключ")) {
            var found = memory.searchMemory("app", "user", query).blockingGet().memories();
            System.out.println(query + ": " + found.stream().map(entry -> entry.content().text()).toList());
        }
    }
}
EOF
timeout 100 java -Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8 -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
