#!/usr/bin/env bash
# Behaviour: LangChain's ChatGPTLoader leaves the last chat of an export out: its num_logs is -1 by default, which cuts the list by [:-1], so that
# an export of one chat is empty. Of a chat whose question was edited it reads both branches in one line of talk, as if the user had ordered 100 and
# then 10; current_node, by which the export tells which branch is shown, is not looked at.
# Versions: langchain-community 0.4.2
# Seen: on 2026-11-29
#   ['Resin'], defaults: []
#   ['Resin'], {'num_logs': 0}: ['Resin']
#   ['Resin', 'Glass'], defaults: ['Resin']
#   ['Resin', 'Glass'], {'num_logs': 0}: ['Resin', 'Glass']
#     user: Which resin?
#     assistant: IN2.
#     user: Order 100 kg.
#     assistant: Ordered 100 kg.
#     user: Order 10 kg.
#     assistant: Ordered 10 kg.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check langchain-community==0.4.2 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
import json

from langchain_community.document_loaders.chatgpt import ChatGPTLoader


def node(name, parent, role, text, children):
    content = {"content_type": "text", "parts": [text]}
    message = {"id": name, "author": {"role": role}, "create_time": 1700000000.0, "content": content}
    return {name: {"id": name, "message": message, "parent": parent, "children": children}}


edited = {
    **node("s", None, "system", "", ["q1"]),
    **node("q1", "s", "user", "Which resin?", ["a1"]),
    **node("a1", "q1", "assistant", "IN2.", ["q2", "q3"]),
    **node("q2", "a1", "user", "Order 100 kg.", ["a2"]),
    **node("a2", "q2", "assistant", "Ordered 100 kg.", []),
    **node("q3", "a1", "user", "Order 10 kg.", ["a3"]),
    **node("a3", "q3", "assistant", "Ordered 10 kg.", []),
}
resin = {"title": "Resin", "mapping": edited, "current_node": "a3"}
glass = {"title": "Glass", "mapping": {**node("s", None, "system", "", ["q"]), **node("q", "s", "user", "Hi", [])}, "current_node": "q"}

for chats in ([resin], [resin, glass]):
    with open("conversations.json", "w") as file:
        json.dump(chats, file)
    for more in ({}, {"num_logs": 0}):
        found = ChatGPTLoader("conversations.json", **more).load()
        print(f"{[chat['title'] for chat in chats]}, {more or 'defaults'}: {[chat.page_content.split(' - ')[0] for chat in found]}")
for line in found[0].page_content.splitlines():
    if line:
        print("  " + line.split(" - ")[1].split(" on ")[0] + ": " + line.split(": ", 1)[1])
EOF
timeout 100 venv/bin/python -W ignore probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
