#!/usr/bin/env bash
# Behaviour: Spring AI's MCP tools give the model (and so the memory) the JSON array of the content parts instead of their text: quotes and
# line breaks are escaped, an image is its base64 as text, an empty result is "[]", and `structuredContent` is left out. A
# search in a memory finds what a tool returned in its JSON form only.
# Versions: spring-ai-mcp 2.0.1; the server is 20 lines of Python over standard input
# Seen: on 2026-11-28
#   both: [{"text":"3 orders found"}]
#   two_texts: [{"text":"said \"no\"\ntwice"},{"text":"and left"}]
#   image: [{"text":"the chart"},{"data":"aGk=","mimeType":"image/png"}]
#   link: [{"name":"a","uri":"file:///a.txt"}]
#   resource: [{"resource":{"uri":"file:///a.txt","mimeType":"text/plain","text":"the text"}}]
#   empty: []
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='com.fasterxml.jackson.core:jackson-annotations:2.22
org.springframework.ai:spring-ai-mcp:2.0.1'
{
  echo '<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version><dependencies>'
  sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|' <<<"$packages"
  echo '</dependencies></project>'
} >pom.xml
"$mvn" -q -B -Dmaven.repo.local="$dir/repository" -DoutputDirectory=lib \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies >log 2>&1 || { cat log; exit 1; }

cat >server.py <<'EOF'
import json, sys
RESULTS = {
    "both": {"content": [{"type": "text", "text": "3 orders found"}], "structuredContent": {"orders": [1, 2, 3]}},
    "two_texts": {"content": [{"type": "text", "text": "said \"no\"\ntwice"}, {"type": "text", "text": "and left"}]},
    "image": {"content": [{"type": "text", "text": "the chart"}, {"type": "image", "data": "aGk=", "mimeType": "image/png"}]},
    "link": {"content": [{"type": "resource_link", "uri": "file:///a.txt", "name": "a"}]},
    "resource": {"content": [{"type": "resource", "resource": {"uri": "file:///a.txt", "mimeType": "text/plain", "text": "the text"}}]},
    "empty": {"content": []},
}
for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request:
        continue
    method, params = request["method"], request.get("params", {})
    result = {}
    if method == "initialize":
        result = {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}
    elif method == "tools/list":
        result = {"tools": [{"name": name, "inputSchema": {"type": "object", "properties": {}}} for name in RESULTS]}
    elif method == "tools/call":
        result = RESULTS[params["name"]]
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
EOF

cat >Probe.java <<'EOF'
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.*;
import io.modelcontextprotocol.json.McpJsonDefaults;
import org.springframework.ai.mcp.SyncMcpToolCallback;

public class Probe {
    public static void main(String[] args) {
        var parameters = ServerParameters.builder("python3").args("server.py").build();
        var client = McpClient.sync(new StdioClientTransport(parameters, McpJsonDefaults.getMapper())).build();
        client.initialize();
        for (var tool : client.listTools().tools()) {
            System.out.println(tool.name() + ": " + SyncMcpToolCallback.builder().mcpClient(client).tool(tool).build().call("{}"));
        }
        System.exit(0);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
