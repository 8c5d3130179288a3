#!/usr/bin/env bash
# Behaviour: AG2's TokenBudgetPolicy measures an event by the text that it prints for a log, and that shortens questions, tool results and arguments
# to 80 characters: a result of 100,000 tokens counts 53, and passes a budget of 1,000 with all before it. An answer of one word counts 45 and its
# usage record, which no model is sent, 61 more, so that of twelve short turns, 41 tokens, three are cut. SlidingWindowPolicy counts such records,
# too, and a tool's call and result as six events: a window of four leaves the model its call without the question.
# Versions: ag2 1.2.1
# Seen: on 2026-11-29
#   counts: question of 100,000 tokens 34, result of 100,000 tokens 53, answer of 100,000 tokens 100044, answer "Yes." 45, usage 61
#   budget of 1,000, a result of 100,000 tokens: the model gets 100004 tokens of text, from "Question 1" on
#   budget of 1,000, twelve short turns: the model gets 31 tokens of text, from "Question 4" on
#   window of 4 events, a tool call: the model gets its call, result
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check ag2==1.2.1 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
import asyncio

from ag2 import Agent, tool
from ag2.config import LLMClient, ModelConfig
from ag2.events import ModelMessage, ModelRequest, ModelResponse, ToolCallEvent, ToolCallsEvent, ToolResultEvent, Usage, UsageEvent
from ag2.policies import SlidingWindowPolicy, TokenBudgetPolicy

LONG = "word " * 80_000
USAGE = Usage(prompt_tokens=1, completion_tokens=1, total_tokens=2)
call = ToolCallEvent("read", arguments="{}", id="c1")
requests = []


class Client(LLMClient):
    async def __call__(self, messages, context, **options):
        requests.append(list(messages))
        if text(messages[-1]) == "Read.":
            return ModelResponse(tool_calls=ToolCallsEvent([call]), usage=USAGE)
        return ModelResponse(ModelMessage("Yes."), usage=USAGE)


class Model(ModelConfig):
    def create(self):
        return Client()

    def copy(self, **options):
        return self


@tool
def read() -> str:
    """Reads."""
    return LONG


def text(event):
    if isinstance(event, ModelRequest):
        return "".join(part.content for part in event.parts)
    if isinstance(event, ToolResultEvent):
        return "".join(part.content for part in event.result.parts)
    if isinstance(event, ModelResponse) and event.message:
        return event.message.content
    return ""


async def run(policy, *questions):
    agent = Agent("agent", "Be brief.", config=Model(), tools=[read], assembly=[policy])
    reply = await agent.ask(questions[0])
    for question in questions[1:]:
        reply = await reply.ask(question)
    return requests[-1]


def budget(name, events):
    texts = [t for t in map(text, events) if t]
    print(f'budget of 1,000, {name}: the model gets {len("".join(texts)) // 4} tokens of text, from "{texts[0]}" on')


async def main():
    events = {
        "question of 100,000 tokens": ModelRequest.ensure_request([LONG]),
        "result of 100,000 tokens": ToolResultEvent.from_call(call, LONG),
        "answer of 100,000 tokens": ModelResponse(ModelMessage(LONG), usage=USAGE),
        'answer "Yes."': ModelResponse(ModelMessage("Yes."), usage=USAGE),
        "usage": UsageEvent(USAGE, kind="model", model="m", provider="p"),
    }
    print("counts: " + ", ".join(f"{name} {len(str(event)) // 4}" for name, event in events.items()))
    budget("a result of 100,000 tokens", await run(TokenBudgetPolicy(max_tokens=1000), "Question 1", "Read."))
    budget("twelve short turns", await run(TokenBudgetPolicy(max_tokens=1000), *(f"Question {i}" for i in range(1, 13))))
    left = await run(SlidingWindowPolicy(max_events=4), "Question 1", "Read.")
    kinds = {ModelRequest: "question", ToolCallEvent: "its call", ToolResultEvent: "result"}
    print("window of 4 events, a tool call: the model gets " + ", ".join(kinds[type(e)] for e in left if type(e) in kinds))


asyncio.run(main())
EOF
timeout 100 venv/bin/python probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
