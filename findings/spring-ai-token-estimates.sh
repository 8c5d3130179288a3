#!/usr/bin/env bash
# Behaviour: Spring AI's JTokkitTokenCountEstimator counts a tool call as nothing, whatever its arguments: 12,000 characters of a file to write are 0
# tokens. A tool's result cannot be given to it as a message, and its getText() is empty: 0 too. An image is counted as its base64 text: one
# of 300 kB is 286,000 tokens, where providers count some hundreds to thousands. A budget by it never sees tools and is burst by a picture.
# Versions: spring-ai-model and spring-ai-commons 2.0.1
# Seen: on 2026-11-29
#   12,000 characters of a user: 3001
#   12,000 characters of a tool call: 0
#   12,000 characters of a tool result: text 0, can be given as a message: false
#   an image of 300 kB: 286,000
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='org.springframework.ai:spring-ai-model:2.0.1'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import java.util.*;
import org.springframework.ai.chat.messages.*;
import org.springframework.ai.content.Media;
import org.springframework.ai.content.MediaContent;
import org.springframework.ai.tokenizer.JTokkitTokenCountEstimator;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.MimeTypeUtils;

public class Probe {
    public static void main(String[] args) {
        var estimator = new JTokkitTokenCountEstimator();
        String text = "a few words ".repeat(1000);
        var call = new AssistantMessage.ToolCall("1", "function", "write", "{\"text\":\"" + text + "\"}");
        var asking = AssistantMessage.builder().content("").toolCalls(List.of(call)).build();
        var result = ToolResponseMessage.builder().responses(List.of(new ToolResponseMessage.ToolResponse("1", "write", text))).build();
        byte[] picture = new byte[300_000];
        new Random(1).nextBytes(picture);
        var image = UserMessage.builder().text("What is this?").media(new Media(MimeTypeUtils.IMAGE_PNG, new ByteArrayResource(picture))).build();
        System.out.println("12,000 characters of a user: " + estimator.estimate(new UserMessage(text)));
        System.out.println("12,000 characters of a tool call: " + estimator.estimate(asking));
        System.out.println("12,000 characters of a tool result: text " + estimator.estimate(result.getText())
                + ", can be given as a message: " + ((Object) result instanceof MediaContent));
        System.out.println("an image of 300 kB: " + estimator.estimate(image) / 1000 + ",000");
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
