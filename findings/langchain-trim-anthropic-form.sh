#!/usr/bin/env bash
# Behaviour: LangChain reads chats in OpenAI's and in Anthropic's form, and loses what belongs together in the latter: the call is a part of the
# content and not in tool_calls, and the result is a HumanMessage. So trim_messages with start_on="human", meant to begin a chat with a question,
# begins it with the result of a call that it cut off, which Anthropic refuses. The same chat in OpenAI's form is cut before the next question.
# Versions: langchain-core 1.8.3
# Seen: on 2026-11-29
#   OpenAI: tool_calls 1
#     at most 6: human [text], ai [text], tool [text], ai [text], human [text], ai [text]
#     at most 5: human [text], ai [text]
#     at most 4: human [text], ai [text]
#   Anthropic: tool_calls 0
#     at most 6: human [text], ai [text, tool_use], human [tool_result], ai [text], human [text], ai [text]
#     at most 5: human [tool_result], ai [text], human [text], ai [text]
#     at most 4: human [tool_result], ai [text], human [text], ai [text]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check langchain-core==1.8.3 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
from langchain_core.messages import convert_to_messages, trim_messages

openai = [
    {"role": "user", "content": "Is 7 due?"},
    {
        "role": "assistant",
        "content": "I look.",
        "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"id": 7}'}}],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "due"},
    {"role": "assistant", "content": "Yes."},
    {"role": "user", "content": "Thanks."},
    {"role": "assistant", "content": "You are welcome."},
]
anthropic = [
    openai[0],
    {
        "role": "assistant",
        "content": [{"type": "text", "text": "I look."}, {"type": "tool_use", "id": "c1", "name": "look", "input": {"id": 7}}],
    },
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "due"}]},
    *openai[3:],
]


def show(message):
    parts = message.content if isinstance(message.content, list) else [{"type": "text"}]
    return f"{message.type} [{', '.join(part['type'] for part in parts)}]"


for name, chat in (("OpenAI", openai), ("Anthropic", anthropic)):
    messages = convert_to_messages(chat)
    print(f"{name}: tool_calls {sum(len(getattr(message, 'tool_calls', [])) for message in messages)}")
    for most in (6, 5, 4):
        left = trim_messages(messages, max_tokens=most, token_counter=len, strategy="last", start_on="human")
        print(f"  at most {most}: {', '.join(map(show, left))}")
EOF
timeout 100 venv/bin/python -W ignore probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
