#!/usr/bin/env bash
# Behaviour: When an answer breaks off in the arguments of a tool call (finish reason "length"), LangChain completes the JSON of a streamed one and runs
# the tool: of {"to":"DE-1","amount":1200} it got as far as 12, and the tool transfers 12. The same answer without streaming is an invalid call
# that is not run, but the agent ends with an empty answer and no error. Nothing in the tool call says that it was completed.
# Versions: langchain 1.5.2, langchain-openai 1.7.4, langchain-core 1.8.3
# Seen: on 2026-11-29
#   not streamed
#     calls [], invalid ['{"to": "DE-1", "amount": 12']
#     the agent answers ''
#   streamed
#     calls [{'to': 'DE-1', 'amount': 12}], invalid []
#     the tool transfers 12 to DE-1
#     the agent answers 'Done.'
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check langchain==1.5.2 langchain-core==1.8.3 langchain-openai==1.7.4 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from langchain.agents import create_agent
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI

ARGUMENTS = '{"to": "DE-1", "amount": 12'


class Provider(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        function = {"name": "transfer", "arguments": ARGUMENTS}
        message = {"role": "assistant", "content": None, "tool_calls": [{"index": 0, "id": "c1", "type": "function", "function": function}]}
        reason = "length"
        if any(m["role"] == "tool" for m in body["messages"]):
            message, reason = {"role": "assistant", "content": "Done."}, "stop"
        answer = {"id": "1", "created": 1, "model": "m"}
        if body.get("stream"):
            kind, form = "text/event-stream", "data: %s\n\ndata: [DONE]\n\n"
            choice = {"index": 0, "delta": message, "finish_reason": reason}
            answer["object"] = "chat.completion.chunk"
        else:
            kind, form = "application/json", "%s"
            choice = {"index": 0, "message": message, "finish_reason": reason}
            answer["object"] = "chat.completion"
        answer["choices"] = [choice]
        data = (form % json.dumps(answer)).encode()
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@tool
def transfer(to: str, amount: int) -> str:
    """Transfers money."""
    print(f"  the tool transfers {amount} to {to}")
    return "ok"


server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
threading.Thread(target=server.serve_forever, daemon=True).start()
for streaming in (False, True):
    print("streamed" if streaming else "not streamed")
    url = f"http://127.0.0.1:{server.server_port}/v1"
    model = ChatOpenAI(model="gpt-4o", base_url=url, api_key="x", streaming=streaming, use_responses_api=False)
    answer = model.bind_tools([transfer]).invoke("Pay 1200 to DE-1.")
    print(f"  calls {[c['args'] for c in answer.tool_calls]}, invalid {[c['args'] for c in answer.invalid_tool_calls]}")
    messages = create_agent(model, [transfer]).invoke({"messages": [("user", "Pay 1200 to DE-1.")]})["messages"]
    print(f"  the agent answers {messages[-1].content!r}")
EOF
timeout 100 venv/bin/python probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
