#!/usr/bin/env bash
# Behaviour: LangChain4j's MCP client gives the model (and so the memory) the JSON of `structuredContent` when a result has both it and a
# text; an image, a resource or a link to one beside the text is no result but a RuntimeException; an empty result is "".
# Versions: langchain4j-mcp 1.18.1-beta28; the server is 20 lines of Python over standard input
# Seen: on 2026-11-28
#   both: <{"orders":[1,2,3]}>
#   two_texts: <said "no"|twice|and left>
#   image: <RuntimeException Unsupported content type: "image">
#   link: <RuntimeException Unsupported content type: "resource_link">
#   resource: <RuntimeException Unsupported content type: "resource">
#   empty: <>
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mvn=$(command -v mvn || echo "$here/../mvnw")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

packages='dev.langchain4j:langchain4j-mcp:1.18.1-beta28'
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
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import java.util.List;

public class Probe {
    public static void main(String[] args) throws Exception {
        var transport = new StdioMcpTransport.Builder().command(List.of("python3", "server.py")).build();
        try (var client = new DefaultMcpClient.Builder().transport(transport).build()) {
            for (String tool : List.of("both", "two_texts", "image", "link", "resource", "empty")) {
                String result;
                try {
                    result = client.executeTool(ToolExecutionRequest.builder().id("1").name(tool).arguments("{}").build()).resultText();
                } catch (RuntimeException e) {
                    result = "RuntimeException " + e.getMessage();
                }
                System.out.println(tool + ": <" + result.replace("\n", "|") + ">");
            }
        }
        System.exit(0);
    }
}
EOF
timeout 100 java -cp 'lib/*' Probe.java >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
