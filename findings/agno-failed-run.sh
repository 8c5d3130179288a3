#!/usr/bin/env bash
# Behaviour: Agno leaves a run that ended in an error out of the history, with all that it did: a tool paid, the model failed at the next request, and in
# the following turn, which asks whether it is done, the model sees neither the payment nor the question. The stored session has the run with all its
# messages, and nothing is logged at the later turns.
# Versions: agno 3.1.10, openai 3.57.0
# Seen: on 2026-11-29
#   user: Hello | assistant: Yes.
#   the run is COMPLETED
#   user: Hello | assistant: Yes. | user: Pay 1200. | assistant: [pay]
#   paid 1200
#   user: Hello | assistant: Yes. | user: Pay 1200. | assistant: [pay] | tool: paid | HTTP 400
#   the run is ERROR
#   user: Hello | assistant: Yes. | user: Is it done? | assistant: Yes.
#   the run is COMPLETED
#   stored: COMPLETED 2 messages, ERROR 3 messages, COMPLETED 2 messages
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check agno==3.1.10 openai==3.57.0 sqlalchemy==2.1.9 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from agno.agent import Agent
from agno.db.in_memory import InMemoryDb
from agno.models.openai import OpenAIChat


class Provider(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        messages = json.loads(self.rfile.read(int(self.headers["content-length"])))["messages"]
        last, status = messages[-1], 200
        message = {"role": "assistant", "content": "Yes."}
        if last["content"].startswith("Pay"):
            function = {"name": "pay", "arguments": '{"amount": 1200}'}
            message = {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "type": "function", "function": function}]}
        answer = {"id": "1", "object": "chat.completion", "created": 1, "model": "m"}
        answer["choices"] = [{"index": 0, "message": message, "finish_reason": "stop"}]
        shown = [*messages, message]
        if last["role"] == "tool":
            status, shown, answer = 400, messages, {"error": {"message": "no", "type": "invalid_request_error"}}
        print(" | ".join(map(show, shown)) + ("" if status == 200 else f" | HTTP {status}"))
        data = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def show(message):
    names = [call["function"]["name"] for call in message.get("tool_calls") or []]
    return f"{message['role']}: {message.get('content') or '[' + ', '.join(names) + ']'}"


def pay(amount: int) -> str:
    """Pays an amount."""
    print(f"paid {amount}")
    return "paid"


server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
threading.Thread(target=server.serve_forever, daemon=True).start()
model = OpenAIChat(id="gpt-4o", base_url=f"http://127.0.0.1:{server.server_port}/v1", api_key="x", max_retries=0)
agent = Agent(model=model, tools=[pay], db=InMemoryDb(), session_id="s", add_history_to_context=True, telemetry=False)
for question in ("Hello", "Pay 1200.", "Is it done?"):
    print(f"the run is {agent.run(question).status.value}")
runs = agent.get_session("s").runs
print("stored: " + ", ".join(f"{run.status.value} {len(run.messages)} messages" for run in runs))
EOF
timeout 100 venv/bin/python probe.py >seen 2>log || { cat seen log; exit 1; }
sed -i '/^ERROR /d' seen
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
