#!/usr/bin/env bash
# Behaviour: LangChain4j's memory keeps the answer the model gave first, not the one the user got: after an output guardrail rewrote the
# answer (successWith), asked again with a remark (reprompt) or asked again (retry), the caller sees the second text and the memory
# has the first, even one the guardrail rejected. The remark is not stored either.
# Versions: langchain4j 1.19.0
# Seen: on 2026-11-28
#   successWith: the caller got "masked answer", 2 stored, the last "answer 1"
#   reprompt: the caller got "answer 2", 2 stored, the last "answer 1"
#   retry: the caller got "answer 2", 2 stored, the last "answer 1"
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='dev.langchain4j:langchain4j:1.19.0'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >Probe.java <<'EOF'
import dev.langchain4j.data.message.*;
import dev.langchain4j.guardrail.*;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import java.util.concurrent.atomic.AtomicInteger;

public class Probe {
    interface Assistant {
        String chat(String question);
    }

    interface Rule {
        OutputGuardrailResult judge(OutputGuardrail guardrail, boolean first);
    }

    record Guard(Rule rule, AtomicInteger calls) implements OutputGuardrail {
        public OutputGuardrailResult validate(AiMessage answer) {
            return rule.judge(this, calls.incrementAndGet() == 1);
        }

        public OutputGuardrailResult again(String remark) {
            return remark == null ? retry("not polite") : reprompt("not polite", remark);
        }
    }

    static void run(String what, Rule rule) {
        var answers = new AtomicInteger();
        var model = new ChatModel() {
            public ChatResponse doChat(ChatRequest request) {
                return ChatResponse.builder().aiMessage(AiMessage.from("answer " + answers.incrementAndGet())).build();
            }
        };
        var memory = MessageWindowChatMemory.withMaxMessages(20);
        var assistant = AiServices.builder(Assistant.class).chatModel(model).chatMemory(memory)
                .outputGuardrails(new Guard(rule, new AtomicInteger())).build();
        String got = assistant.chat("Hi");
        System.out.println(what + ": the caller got \"" + got + "\", " + memory.messages().size() + " stored, the last \""
                + ((AiMessage) memory.messages().get(memory.messages().size() - 1)).text() + "\"");
    }

    public static void main(String[] args) {
        run("successWith", (guardrail, first) -> OutputGuardrailResult.successWith("masked answer"));
        run("reprompt", (guardrail, first) -> first ? ((Guard) guardrail).again("Be polite.") : OutputGuardrailResult.success());
        run("retry", (guardrail, first) -> first ? ((Guard) guardrail).again(null) : OutputGuardrailResult.success());
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
