#!/usr/bin/env bash
# Behaviour: ADK's tail retention (eventRetentionSize) counts events and cuts between a tool's call and its response. Keep 1: every turn with a tool
# fails by an IllegalStateException. Keep 3: the response that was kept has lost its call to the summary, so it is dropped from the request
# without a word: the model asked for page 1 and sees it neither in the summary nor in the history.
# Versions: google-adk 1.8.0
# Seen: on 2026-11-29
#   keep 1:
#     request 1: [Read the pages.]
#     to summarize: [user: Read the pages., CALL 1]
#     IllegalStateException: No function call event found for function response IDs: ...
#   keep 3:
#     request 1: [Read the pages.]
#     request 2: [Read the pages., CALL 1, RESPONSE 1]
#     to summarize: [user: Read the pages., CALL 1]
#     request 3: [A summary., CALL 2, RESPONSE 2]
#     to summarize: [model: A summary., RESPONSE 1, CALL 2]
#     request 4: [A summary., CALL 3, RESPONSE 3]
#   keep 4:
#     request 1: [Read the pages.]
#     request 2: [Read the pages., CALL 1, RESPONSE 1]
#     to summarize: [user: Read the pages.]
#     request 3: [A summary., CALL 1, RESPONSE 1, CALL 2, RESPONSE 2]
#     to summarize: [model: A summary., CALL 1, RESPONSE 1]
#     request 4: [A summary., CALL 2, RESPONSE 2, CALL 3, RESPONSE 3]
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
import com.google.adk.agents.LlmAgent;
import com.google.adk.apps.App;
import com.google.adk.models.*;
import com.google.adk.runner.Runner;
import com.google.adk.sessions.InMemorySessionService;
import com.google.adk.summarizer.*;
import com.google.adk.tools.Annotations.Schema;
import com.google.adk.tools.FunctionTool;
import com.google.genai.types.*;
import io.reactivex.rxjava3.core.Flowable;
import java.util.*;
import java.util.stream.*;

public class Probe {
    static int calls;
    static final List<String> TOLD = new ArrayList<>();

    static String show(Part part) {
        return part.functionCall().map(call -> "CALL " + call.args().get().get("page"))
                .or(() -> part.functionResponse().map(response -> "RESPONSE " + response.response().get().get("page")))
                .or(part::text).orElse("");
    }

    static List<String> contents(LlmRequest request) {
        return request.contents().stream().map(c -> c.parts().get().stream().map(Probe::show).collect(Collectors.joining())).toList();
    }

    public static Map<String, Object> read(@Schema(name = "page") int page) throws Exception {
        Thread.sleep(20);
        return Map.of("page", page);
    }

    static class Model extends BaseLlm {
        Model() { super("model"); }

        @Override public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
            return Flowable.fromCallable(() -> {
                Thread.sleep(20);
                System.out.println("  request " + (calls + 1) + ": " + contents(request));
                Part part = ++calls <= 3 ? Part.fromFunctionCall("read", Map.of("page", calls)) : Part.fromText("The answer.");
                return LlmResponse.builder().content(Content.builder().role("model").parts(part).build())
                        .usageMetadata(GenerateContentResponseUsageMetadata.builder().promptTokenCount(1000).build()).build();
            });
        }

        @Override public BaseLlmConnection connect(LlmRequest request) { throw new UnsupportedOperationException(); }
    }

    static class Summarizer extends BaseLlm {
        Summarizer() { super("summarizer"); }

        @Override public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
            String asked = contents(request).get(0);
            System.out.println("  to summarize: " + asked.lines().filter(line -> line.matches("(user|model): .*"))
                    .map(line -> line.replaceAll("\\w+: \\[FUNCTION_(\\w+): .*?(\\d).*", "$1 $2")).toList());
            return Flowable.just(LlmResponse.builder().content(Content.fromParts(Part.fromText("A summary."))).build());
        }

        @Override public BaseLlmConnection connect(LlmRequest request) { throw new UnsupportedOperationException(); }
    }

    static void run(int keep) throws Exception {
        calls = 0;
        System.out.println("keep " + keep + ":");
        var agent = LlmAgent.builder().name("agent").model(new Model()).tools(FunctionTool.create(Probe.class, "read")).build();
        var config = EventsCompactionConfig.builder().tokenThreshold(500).eventRetentionSize(keep)
                .summarizer(new LlmEventSummarizer(new Summarizer())).build();
        var sessions = new InMemorySessionService();
        var runner = Runner.builder().app(App.builder().name("app").rootAgent(agent).eventsCompactionConfig(config).build())
                .sessionService(sessions).build();
        var session = sessions.createSession("app", "user").blockingGet();
        try {
            runner.runAsync("user", session.id(), Content.fromParts(Part.fromText("Read the pages."))).blockingSubscribe();
        } catch (RuntimeException e) {
            System.out.println("  " + e.getClass().getSimpleName() + ": " + e.getMessage().replaceAll("\\[.*", "..."));
        }
    }

    public static void main(String[] args) throws Exception {
        for (int keep : new int[] {1, 3, 4}) run(keep);
        System.exit(0);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
