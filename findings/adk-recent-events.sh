#!/usr/bin/env bash
# Behaviour: ADK's InMemorySessionService: an event appended to a session that was read with numRecentEvents cuts the stored session to those
# recent events. Reading the newest two of seven and appending one leaves three; the first five are gone for every later reader.
# Versions: google-adk 1.8.0
# Seen: on 2026-11-28
#   appended to whole sessions: [event 1, event 2, event 3, event 4, event 5, event 6, event 7]
#   after a read of two: [event 1, event 2, event 3, event 4, event 5, event 6, event 7]
#   appended to the two: [event 6, event 7, event 8]
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
import com.google.adk.sessions.*;
import com.google.genai.types.*;
import java.util.Optional;

public class Probe {
    static final InMemorySessionService SESSIONS = new InMemorySessionService();

    static Session read(String id, Optional<GetSessionConfig> config) {
        return SESSIONS.getSession("app", "user", id, config).blockingGet();
    }

    static void append(Session session, String text) {
        SESSIONS.appendEvent(session, Event.builder().id(text).invocationId("1").author("user")
                .content(Content.fromParts(Part.fromText(text))).build()).blockingGet();
    }

    static void show(String when, String id) {
        System.out.println(when + ": " + read(id, Optional.empty()).events().stream().map(Event::id).toList());
    }

    public static void main(String[] args) {
        String id = SESSIONS.createSession("app", "user").blockingGet().id();
        for (int i = 1; i <= 7; i++) {
            append(read(id, Optional.empty()), "event " + i);
        }
        show("appended to whole sessions", id);
        var recent = read(id, Optional.of(GetSessionConfig.builder().numRecentEvents(2).build()));
        show("after a read of two", id);
        append(recent, "event 8");
        show("appended to the two", id);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
