#!/usr/bin/env bash
# Behaviour: Some OpenAI-style servers send the usage so far with each chunk of a stream (vLLM's continuous_usage_stats), a running total. LangChain and
# Pydantic AI add the chunks up: an answer in five chunks to a prompt of 100 tokens is 600 tokens in and 20 out, where the Agents SDK reports
# 100 and 5. What grows is the prompt's part: of a long chat a streamed answer of 500 chunks reports 500 prompts. Costs and limits break.
# Versions: langchain-openai 1.7.4, langchain-core 1.8.3, pydantic-ai-slim 2.68.0 with its defaults, openai-agents 0.24.0
# Seen: on 2026-11-29
#   LangChain: 600 in, 20 out
#   Pydantic AI: 600 in, 20 out
#   OpenAI Agents: 100 in, 5 out
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check langchain-openai==1.7.4 langchain-core==1.8.3 'pydantic-ai-slim[openai]==2.68.0' openai-agents==0.24.0 \
  >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
import asyncio
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

CHUNKS = 5


class Provider(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        events = []
        for number in range(1, CHUNKS + 2):
            written = min(number, CHUNKS)
            event = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": []}
            if number <= CHUNKS:
                delta = {"role": "assistant", "content": "word "}
                event["choices"] = [{"index": 0, "delta": delta, "finish_reason": "stop" if number == CHUNKS else None}]
            event["usage"] = {"prompt_tokens": 100, "completion_tokens": written, "total_tokens": 100 + written}
            events.append(f"data: {json.dumps(event)}\n\n")
        data = ("".join(events) + "data: [DONE]\n\n").encode()
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}/v1"


def langchain():
    from langchain_openai import ChatOpenAI

    model = ChatOpenAI(model="gpt-4o", base_url=url, api_key="x", streaming=True, stream_usage=True, use_responses_api=False)
    usage = model.invoke("Hi").usage_metadata
    return usage["input_tokens"], usage["output_tokens"]


async def pydantic_ai():
    from pydantic_ai import Agent
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    agent = Agent(OpenAIChatModel("gpt-4o", provider=OpenAIProvider(base_url=url, api_key="x")))
    async with agent.run_stream("Hi") as run:
        await run.get_output()
        return run.usage.input_tokens, run.usage.output_tokens


async def openai_agents():
    from agents import Agent, OpenAIChatCompletionsModel, Runner, set_tracing_disabled
    from openai import AsyncOpenAI

    set_tracing_disabled(True)
    model = OpenAIChatCompletionsModel("gpt-4o", AsyncOpenAI(base_url=url, api_key="x"))
    run = Runner.run_streamed(Agent(name="agent", model=model), "Hi")
    async for _ in run.stream_events():
        pass
    return run.context_wrapper.usage.input_tokens, run.context_wrapper.usage.output_tokens


print("LangChain: %d in, %d out" % langchain())
print("Pydantic AI: %d in, %d out" % asyncio.run(pydantic_ai()))
print("OpenAI Agents: %d in, %d out" % asyncio.run(openai_agents()))
sys.stdout.flush()
os._exit(0)
EOF
timeout 200 venv/bin/python probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
