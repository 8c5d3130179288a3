#!/usr/bin/env bash
# Behaviour: A Pydantic AI agent loses its system prompt when its history is shortened: the prompt is a part of the chat's first message and is
# added to an empty history only. A caller who passes the last four messages, to save tokens, lets the agent run without its rules from the fourth
# turn on, without an error or a warning. What is given as instructions is sent in every request.
# Versions: pydantic-ai-slim 2.68.0
# Seen: on 2026-11-29
#   system_prompt, turn 1: 1 messages, with its rules: True
#   system_prompt, turn 2: 3 messages, with its rules: True
#   system_prompt, turn 3: 5 messages, with its rules: True
#   system_prompt, turn 4: 5 messages, with its rules: False
#   system_prompt, turn 5: 5 messages, with its rules: False
#   instructions, turn 1: 1 messages, with its rules: True
#   instructions, turn 2: 3 messages, with its rules: True
#   instructions, turn 3: 5 messages, with its rules: True
#   instructions, turn 4: 5 messages, with its rules: True
#   instructions, turn 5: 5 messages, with its rules: True
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check pydantic-ai-slim==2.68.0 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
from pydantic_ai import Agent
from pydantic_ai.messages import ModelResponse, TextPart
from pydantic_ai.models.function import FunctionModel

sent = []


def answer(messages, info):
    sent[:] = messages
    return ModelResponse(parts=[TextPart("Fine.")])


def run(name, **rules):
    agent = Agent(FunctionModel(answer), **rules)
    history = []
    for turn in range(1, 6):
        history = agent.run_sync(f"Question {turn}", message_history=history[-4:] or None).all_messages()
        parts = [part.part_kind for message in sent for part in message.parts]
        has_rules = "system-prompt" in parts or any(getattr(message, "instructions", None) for message in sent)
        print(f"{name}, turn {turn}: {len(sent)} messages, with its rules: {has_rules}")


run("system_prompt", system_prompt="Never name a price.")
run("instructions", instructions="Never name a price.")
EOF
timeout 100 venv/bin/python -W ignore probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
