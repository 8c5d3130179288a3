#!/usr/bin/env bash
# Behaviour: SummarizationStrategy of Microsoft's Agent Framework stops shortening a chat for good at one text above its input budget, 8,000 tokens by
# default: the groups before it are summarized, then it is next and does not fit. From then on each turn asks the model to summarize its own
# summary, alone, and counts that as done: the chat grows by each turn, with a call paid for in each, and without a warning.
# Versions: agent-framework-core 1.23.0
# Seen: on 2026-11-29
#   a text of 100 tokens
#     turn 6: 5 messages, summarized: 1. [assistant] Summary 3 / 2. [assistant] Answer 4 / 3. [user] Question 5
#     turn 7: 5 messages, summarized: 1. [assistant] Summary 4 / 2. [assistant] Answer 5 / 3. [user] Question 6
#     turn 8: 5 messages, summarized: 1. [assistant] Summary 5 / 2. [assistant] Answer 6 / 3. [user] Question 7
#     turn 9: 5 messages, summarized: 1. [assistant] Summary 6 / 2. [assistant] Answer 7 / 3. [user] Question 8
#   a text of 10,000 tokens
#     turn 6: 12 messages, summarized: 1. [assistant] Summary 3
#     turn 7: 14 messages, summarized: 1. [assistant] Summary 4
#     turn 8: 16 messages, summarized: 1. [assistant] Summary 5
#     turn 9: 18 messages, summarized: 1. [assistant] Summary 6
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check agent-framework-core==1.23.0 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
import asyncio

from agent_framework import ChatResponse, Content, Message, SummarizationStrategy, apply_compaction


class Summarizer:
    asked = []

    async def get_response(self, messages, **options):
        self.asked.append(messages[-1].text)
        return ChatResponse(messages=[Message("assistant", [f"Summary {len(self.asked)}"])])


async def run(name, size):
    client = Summarizer()
    client.asked = []
    strategy = SummarizationStrategy(client=client)
    messages = [Message("user", ["Question 1"]), Message("assistant", ["Answer 1"]), Message("user", ["word " * (size * 4 // 5)])]
    print(name)
    for turn in range(2, 10):
        messages += [Message("assistant", [f"Answer {turn}"]), Message("user", [f"Question {turn + 1}"])]
        before = len(client.asked)
        left = await apply_compaction(messages, strategy=strategy)
        if turn > 5:
            asked = [" / ".join(line if len(line) < 60 else "(the text)" for line in a.splitlines()) for a in client.asked[before:]]
            print(f"  turn {turn}: {len(left)} messages, summarized: {asked[0] if asked else 'nothing'}")


async def main():
    await run("a text of 100 tokens", 100)
    await run("a text of 10,000 tokens", 10_000)


asyncio.run(main())
EOF
timeout 100 venv/bin/python probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
