#!/usr/bin/env bash
# Behaviour: An MCP server may list its tools in pages (nextCursor). AutoGen and LlamaIndex ask for the first page only: the model never learns of the
# other tools, without a warning. OpenAI's Agents SDK reads all pages. A server that begins to page, because it has more tools than before,
# loses tools in two of the three. (Semantic Kernel 1.45.0 reads one page, too; it takes minutes to install and is left out here.)
# Versions: autogen-ext 0.7.5, llama-index-tools-mcp 0.6.0, openai-agents 0.24.0; the server is 20 lines of Python over standard input
# Seen: on 2026-11-29
#   autogen add book
#   llama_index add book
#   openai_agents add book call draw echo
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

cat >server.py <<'EOF'
import json
import sys

PAGES = {None: (["add", "book"], "2"), "2": (["call", "draw"], "3"), "3": (["echo"], None)}
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    given, result = message.get("params") or {}, {}
    if message["method"] == "initialize":
        result = {"protocolVersion": given["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}
    if message["method"] == "tools/list":
        names, cursor = PAGES[given.get("cursor")]
        result = {"tools": [{"name": n, "description": n, "inputSchema": {"type": "object", "properties": {}}} for n in names]}
        if cursor:
            result["nextCursor"] = cursor
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
EOF
cat >probe.py <<'EOF'
import asyncio
import sys

SERVER = [sys.executable, "server.py"]


async def autogen():
    from autogen_ext.tools.mcp import StdioServerParams, mcp_server_tools

    return [t.name for t in await mcp_server_tools(StdioServerParams(command=SERVER[0], args=SERVER[1:]))]


async def llama_index():
    from llama_index.tools.mcp import BasicMCPClient, McpToolSpec

    tools = await McpToolSpec(client=BasicMCPClient(SERVER[0], args=SERVER[1:])).to_tool_list_async()
    return [t.metadata.name for t in tools]


async def openai_agents():
    from agents.mcp import MCPServerStdio

    async with MCPServerStdio(params={"command": SERVER[0], "args": SERVER[1:]}) as server:
        return [t.name for t in await server.list_tools()]


print(sys.argv[1], *asyncio.run(globals()[sys.argv[1]]()))
EOF
while read -r name packages; do
  python3 -m venv "$name"
  "$name/bin/pip" install -q --disable-pip-version-check $packages >log 2>&1 || { cat log; exit 1; }
  timeout 100 "$name/bin/python" probe.py "$name" >>seen 2>log </dev/null || { cat seen log; exit 1; }
done <<'LIST'
autogen autogen-ext[mcp]==0.7.5 mcp==1.30.0
llama_index llama-index-tools-mcp==0.6.0
openai_agents openai-agents==0.24.0
LIST
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
