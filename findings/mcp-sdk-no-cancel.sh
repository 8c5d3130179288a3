#!/usr/bin/env bash
# Behaviour: A tool goes on running at the MCP server when a client of the MCP Java SDK has given its call up: neither a time-out (requestTimeout)
# nor a disposed Mono sends notifications/cancelled, which the protocol asks for at a time-out. LangChain4j's client sends it and the tool stops.
# A model that is told of the failure may call again, and the work is done twice.
# Versions: io.modelcontextprotocol.sdk mcp 2.1.0, langchain4j-mcp 1.18.1-beta28; the server is 35 lines of Python over standard input
# Seen: on 2026-11-29
#   Java SDK, time out: java.util.concurrent.TimeoutException
#     the server was [called, ran to its end]
#   Java SDK, call disposed: disposed true
#     the server was [called, ran to its end]
#   LangChain4j, time out: There was a timeout executing the tool
#     the server was [called, cancelled, stopped]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='io.modelcontextprotocol.sdk:mcp:2.1.0
dev.langchain4j:langchain4j-mcp:1.18.1-beta28
dev.langchain4j:langchain4j:1.18.1'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >server.py <<'EOF'
import json, sys, threading, time
log = open(sys.argv[1], "a")
lock = threading.Lock()
cancelled = set()

def send(message):
    with lock:
        print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)

def note(text):
    log.write(text + "\n")
    log.flush()

def work(request):
    for step in range(20):
        time.sleep(0.5)
        if request["id"] in cancelled:
            note("stopped")
            return
    note("ran to its end")
    send({"id": request["id"], "result": {"content": [{"type": "text", "text": "done"}]}})

for line in sys.stdin:
    request = json.loads(line)
    method, params = request.get("method"), request.get("params", {})
    if method == "notifications/cancelled":
        note("cancelled")
        cancelled.add(params["requestId"])
    elif method == "initialize":
        send({"id": request["id"], "result": {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}},
                                              "serverInfo": {"name": "s", "version": "1"}}})
    elif method == "tools/list":
        send({"id": request["id"], "result": {"tools": [{"name": "slow", "inputSchema": {"type": "object", "properties": {}}}]}})
    elif method == "tools/call":
        note("called")
        threading.Thread(target=work, args=[request]).start()
    elif "id" in request and method:
        send({"id": request["id"], "result": {}})
EOF
cat >Probe.java <<'EOF'
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.*;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import java.nio.file.*;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.Callable;

public class Probe {
    static StdioClientTransport transport(String log) {
        return new StdioClientTransport(ServerParameters.builder("python3").args("server.py", log).build(), McpJsonDefaults.getMapper());
    }

    static void show(String name, String log, Callable<?> call) throws Exception {
        String got;
        try {
            got = String.valueOf(call.call());
        } catch (RuntimeException e) {
            got = e.getMessage().replaceAll("(Exception|executing).*", "$1");
        }
        Thread.sleep(9000);
        System.out.println(name + ": " + got);
        System.out.println("  the server was " + Files.readAllLines(Path.of(log)));
    }

    public static void main(String[] args) throws Exception {
        var limit = Duration.ofSeconds(4);
        var call = new CallToolRequest("slow", Map.of());
        var sync = McpClient.sync(transport("sync")).requestTimeout(limit).build();
        sync.initialize();
        show("Java SDK, time out", "sync", () -> sync.callTool(call).content());
        var async = McpClient.async(transport("async")).build();
        async.initialize().block();
        show("Java SDK, call disposed", "async", () -> {
            var subscription = async.callTool(call).subscribe();
            Thread.sleep(2000);
            subscription.dispose();
            return "disposed " + subscription.isDisposed();
        });
        var stdio = new StdioMcpTransport.Builder().command(List.of("python3", "server.py", "langchain4j")).build();
        var langchain = new DefaultMcpClient.Builder().transport(stdio).toolExecutionTimeout(limit).build();
        var request = ToolExecutionRequest.builder().name("slow").arguments("{}").build();
        show("LangChain4j, time out", "langchain4j", () -> langchain.executeTool(request).resultText());
        System.exit(0);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
