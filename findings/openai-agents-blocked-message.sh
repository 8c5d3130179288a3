#!/usr/bin/env bash
# Behaviour: A message that an input guardrail of OpenAI's Agents SDK blocked stays in the session, and the guardrail is given the session's messages
# with the next one: one blocked message blocks every later turn of the chat. A turn that fails at the model keeps its question, too, so that
# asking again sends it twice; an answer that an output guardrail blocked is left out and its question is not.
# Versions: openai-agents 0.24.0
# Seen: on 2026-11-29
#   input guardrail
#     My password is 1 -> InputGuardrailTripwireTriggered
#     Hello -> InputGuardrailTripwireTriggered
#     Bye -> InputGuardrailTripwireTriggered
#     session: My password is 1 | Hello | Bye
#   output guardrail
#     Hello -> OutputGuardrailTripwireTriggered
#     Bye -> OutputGuardrailTripwireTriggered
#     session: Hello | Bye
#   a model that fails once
#     Hello -> BadRequestError
#     Hello -> Hi.
#     session: Hello | Hello | Hi.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check openai-agents==0.24.0 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
import asyncio
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from agents import (
    Agent,
    GuardrailFunctionOutput,
    OpenAIChatCompletionsModel,
    Runner,
    SQLiteSession,
    input_guardrail,
    output_guardrail,
    set_tracing_disabled,
)
from openai import AsyncOpenAI

failures = 0


class Provider(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        global failures
        self.rfile.read(int(self.headers["content-length"]))
        message = {"role": "assistant", "content": "Hi."}
        answer = {"id": "1", "object": "chat.completion", "created": 1, "model": "m"}
        answer["choices"] = [{"index": 0, "message": message, "finish_reason": "stop"}]
        status = 200
        if failures:
            failures -= 1
            status, answer = 400, {"error": {"message": "no"}}
        data = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@input_guardrail
async def no_passwords(context, agent, given):
    return GuardrailFunctionOutput(output_info=None, tripwire_triggered="password" in str(given))


@output_guardrail
async def never(context, agent, answer):
    return GuardrailFunctionOutput(output_info=None, tripwire_triggered=True)


server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
threading.Thread(target=server.serve_forever, daemon=True).start()
set_tracing_disabled(True)
client = AsyncOpenAI(base_url=f"http://127.0.0.1:{server.server_port}/v1", api_key="x", max_retries=0)
model = OpenAIChatCompletionsModel("gpt-4o", client)


async def show(name, questions, **guardrails):
    print(name)
    agent = Agent(name="agent", model=model, **guardrails)
    session = SQLiteSession("chat")
    for question in questions:
        try:
            print(f"  {question} -> {(await Runner.run(agent, question, session=session)).final_output}")
        except Exception as e:
            print(f"  {question} -> {type(e).__name__}")
    items = await session.get_items()
    print("  session:", " | ".join(i["content"] if isinstance(i["content"], str) else i["content"][0]["text"] for i in items))
    session.close()


async def main():
    global failures
    await show("input guardrail", ["My password is 1", "Hello", "Bye"], input_guardrails=[no_passwords])
    await show("output guardrail", ["Hello", "Bye"], output_guardrails=[never])
    failures = 1
    await show("a model that fails once", ["Hello", "Hello"])


asyncio.run(main())
EOF
timeout 100 venv/bin/python probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
