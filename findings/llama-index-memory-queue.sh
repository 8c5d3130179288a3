#!/usr/bin/env bash
# Behaviour: LlamaIndex's Memory counts a tool call and a thought as no tokens: a chat of 5,000 words in calls stays whole under a limit of 100. What
# it does count is moved out of the chat by token_flush_size, 3,000 unless set: with a token_limit of 3,000 (or less: 70 % of it, which is all that
# chats may take) one message too many takes everything but the last turn, 40 messages at once. A system prompt in the memory is the first to go, and
# the model runs without it.
# Versions: llama-index-core 0.14.25
# Seen: on 2026-11-29
#   limit 100, five calls of 1,000 words: 20 of 20 messages
#   limit 100, five thoughts of 1,000 words: 10 of 10 messages
#   limit 3000, messages after each turn: 36, 38, 40, 2, 4, 6
#   limit 2000, messages after each turn: 22, 24, 26, 2, 4, 6
#   limit 100, a system prompt and five turns: user Question 4, assistant Answer 4, user Question 5, assistant Answer 5
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check llama-index-core==0.14.25 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
from llama_index.core.base.llms.types import ChatMessage, TextBlock, ThinkingBlock, ToolCallBlock
from llama_index.core.memory import Memory

MANY = " word" * 1000


def memory(limit, **more):
    return Memory.from_defaults(token_limit=limit, tokenizer_fn=str.split, **more)


def turn(number, *answers, size=0):
    return [ChatMessage(role="user", content=f"Question {number}" + " word" * size), *answers]


def answer(number, size=0):
    return ChatMessage(role="assistant", content=f"Answer {number}" + " word" * size)


def fill(name, limit, turns):
    chat = memory(limit, token_flush_size=10)
    for messages in turns:
        for message in messages:
            chat.put(message)
    print(f"limit {limit}, {name}: {len(chat.get())} of {sum(map(len, turns))} messages")


call = ChatMessage(role="assistant", blocks=[ToolCallBlock(tool_call_id="c", tool_name="write", tool_kwargs={"text": MANY})])
result = ChatMessage(role="tool", content="ok", additional_kwargs={"tool_call_id": "c"})
thought = ChatMessage(role="assistant", blocks=[ThinkingBlock(content=MANY), TextBlock(text="Yes.")])
fill("five calls of 1,000 words", 100, [turn(i, call, result, answer(i)) for i in range(5)])
fill("five thoughts of 1,000 words", 100, [turn(i, thought) for i in range(5)])


def sizes(limit):
    chat = memory(limit)
    counts = []
    for number in range(100):
        for message in turn(number, answer(number, 50), size=50):
            chat.put(message)
        counts.append(len(chat.get()))
    drop = counts.index(2, 1)
    print(f"limit {limit}, messages after each turn: {', '.join(map(str, counts[drop - 3:drop + 3]))}")


sizes(3000)
sizes(2000)

chat = memory(100, token_flush_size=10)
chat.put(ChatMessage(role="system", content="Never give legal advice."))
for number in range(1, 6):
    for message in turn(number, answer(number, 10), size=10):
        chat.put(message)
left = [f"{m.role.value} {m.content.replace(' word', '')}" for m in chat.get()]
print(f"limit 100, a system prompt and five turns: {', '.join(left)}")
EOF
timeout 100 venv/bin/python probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
