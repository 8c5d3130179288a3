#!/usr/bin/env bash
# Behaviour: ToolResultCompactionStrategy of Microsoft's Agent Framework puts what tools returned in place of older calls, but without what they were
# asked and what the assistant said beside them: two reads of files are "read: ...; read: ..." with no file's name. Of all results of one step together
# the first 4,096 characters are kept: one long result in front takes the others with it, whole, and what is left reads as said by the assistant.
# Versions: agent-framework-core 1.23.0
# Seen: on 2026-11-29
#   short results
#     user What is due? | assistant [Tool results: read: INV-1 is paid; read: INV-9 is due] | assistant Two. | user Read May. | assistant call | tool result
#     55 characters in the longest text, of them INV-9 is due: True
#   the first is long
#     user What is due? | assistant Two. | user Read May. | assistant call | tool result
#     4095 characters in the longest text, of them INV-9 is due: False
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

from agent_framework import Content, Message, ToolResultCompactionStrategy, apply_compaction


def call(identity, file):
    return Content.from_function_call(call_id=identity, name="read", arguments={"file": file})


def result(identity, text):
    return Content.from_function_result(call_id=identity, result=text)


def show(message):
    return f"{message.role} " + (message.text or message.contents[0].type.removeprefix("function_"))


async def run(name, first, second):
    turn = [Content.from_text("I look for INV-7."), call("c1", "march.txt"), call("c2", "april.txt")]
    messages = [
        Message("user", ["What is due?"]),
        Message("assistant", turn),
        Message("tool", [result("c1", first), result("c2", second)]),
        Message("assistant", ["Two."]),
        Message("user", ["Read May."]),
        Message("assistant", [call("c3", "may.txt")]),
        Message("tool", [result("c3", "none")]),
    ]
    left = await apply_compaction(messages, strategy=ToolResultCompactionStrategy())
    print(f"{name}\n  " + " | ".join(show(m) for m in left if len(m.text) < 200))
    text = "".join(m.text for m in left)
    print(f"  {max(len(m.text) for m in left)} characters in the longest text, of them {second}: {second in text}")


async def main():
    await run("short results", "INV-1 is paid", "INV-9 is due")
    await run("the first is long", "INV-1 is paid. " * 400, "INV-9 is due")


asyncio.run(main())
EOF
timeout 100 venv/bin/python probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
