#!/usr/bin/env bash
# Behaviour: AgentScope's JsonSession decides by five sampled positions whether a list changed: of twenty messages an edit of any other than
# the 1st, 6th, 11th, 16th and 20th is not written, and save() returns as if it were. With five or fewer all are looked at. A memory
# that clears an old tool result in place, or redacts a message, keeps the old text on disk.
# Versions: agentscope-core 1.0.9
# Seen: on 2026-11-28
#   of 5 messages an edit is saved of [1, 2, 3, 4, 5]
#   of 20 messages an edit is saved of [1, 6, 11, 16, 20]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='io.agentscope:agentscope-core:1.0.9'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import io.agentscope.core.message.*;
import io.agentscope.core.session.JsonSession;
import io.agentscope.core.state.SimpleSessionKey;
import java.nio.file.Path;
import java.util.*;

public class Probe {
    static Msg message(int i, String text) {
        return Msg.builder().id("m" + i).name("user").role(MsgRole.USER).content(TextBlock.builder().text(text).build()).build();
    }

    public static void main(String[] args) {
        for (int size : new int[] {5, 20}) {
            var session = new JsonSession(Path.of("sessions"));
            var key = SimpleSessionKey.of("chat" + size);
            List<Msg> chat = new ArrayList<>();
            for (int i = 1; i <= size; i++) {
                chat.add(message(i, "text " + i));
            }
            List<Integer> written = new ArrayList<>();
            for (int i = 1; i <= size; i++) {
                session.save(key, "messages", chat);
                List<Msg> edited = new ArrayList<>(chat);
                edited.set(i - 1, message(i, "[cleared]"));
                session.save(key, "messages", edited);
                if (session.getList(key, "messages", Msg.class).get(i - 1).getTextContent().equals("[cleared]")) {
                    written.add(i);
                }
            }
            System.out.println("of " + size + " messages an edit is saved of " + written);
        }
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
