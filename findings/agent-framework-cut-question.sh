#!/usr/bin/env bash
# Behaviour: The cutting strategies of Microsoft's Agent Framework cut the question that is being answered: it is a group of its own and each round of
# tool calls another. SlidingWindowStrategy with four groups sends the fourth round without it, TruncationStrategy to six messages the third one.
# With preserve_first_user_group the model gets the chat's first question, long answered, in front of the calls that were made for the last.
# Versions: agent-framework-core 1.23.0 (with small limits, to be short)
# Seen: on 2026-11-29
#   SlidingWindowStrategy, 2 calls: Be brief. | Answer 1 | Question 2 | call | result | call | result
#   SlidingWindowStrategy, 3 calls: Be brief. | Question 2 | call | result | call | result | call | result
#   SlidingWindowStrategy, 4 calls: Be brief. | call | result | call | result | call | result | call | result
#   TruncationStrategy, 2 calls: Be brief. | Question 1 | Answer 1 | Question 2 | call | result | call | result
#   TruncationStrategy, 3 calls: Be brief. | call | result | call | result
#   TruncationStrategy, 3 calls: Be brief. | Question 1 | call | result | call | result
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

from agent_framework import Content, Message, SlidingWindowStrategy, TruncationStrategy, apply_compaction


def show(message):
    return message.text or {"assistant": "call", "tool": "result"}[message.role]


async def run(rounds, strategy):
    messages = [Message("system", ["Be brief."])]
    messages += [Message("user", ["Question 1"]), Message("assistant", ["Answer 1"]), Message("user", ["Question 2"])]
    for i in range(rounds):
        messages.append(Message("assistant", [Content.from_function_call(call_id=f"c{i}", name="read", arguments={})]))
        messages.append(Message("tool", [Content.from_function_result(call_id=f"c{i}", result="r")]))
    left = await apply_compaction(messages, strategy=strategy)
    print(f"{type(strategy).__name__}, {rounds} calls: " + " | ".join(map(show, left)))


async def main():
    for rounds in (2, 3, 4):
        await run(rounds, SlidingWindowStrategy(keep_last_groups=4))
    for rounds in (2, 3):
        await run(rounds, TruncationStrategy(max_n=8, compact_to=6))
    await run(3, TruncationStrategy(max_n=8, compact_to=6, preserve_first_user_group=True))


asyncio.run(main())
EOF
timeout 100 venv/bin/python probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
