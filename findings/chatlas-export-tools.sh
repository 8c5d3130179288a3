#!/usr/bin/env bash
# Behaviour: export() of chatlas leaves out, unless told to keep "all", what tools were asked and returned, but not their turns: the page has an
# assistant and a user who say nothing, one behind the other. With "all" a tool's result is what the user said, as providers have it: a
# heading "User" above text that no user wrote.
# Versions: chatlas 0.23.0
# Seen: on 2026-11-29
#   text: User: the question | Assistant: nothing | User: nothing | Assistant: the answer
#   all: User: the question | Assistant: the call | User: the result | Assistant: the answer
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check chatlas==0.23.0 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
from pathlib import Path

from chatlas import AssistantTurn, ChatOpenAI, UserTurn
from chatlas.types import ContentToolRequest, ContentToolResult

request = ContentToolRequest(id="c1", name="read", arguments={"file": "invoices.txt"})
chat = ChatOpenAI(api_key="k", model="gpt-4o", system_prompt="Be brief.")
result = ContentToolResult(value="INV-9 is due on Friday", request=request)
chat.set_turns([UserTurn("Is it due?"), AssistantTurn([request]), UserTurn([result]), AssistantTurn("Yes.")])
for content in ("text", "all"):
    file = Path(f"{content}.md")
    chat.export(file, content=content)
    page = file.read_text().split("<br>")[0]
    turns = [part.partition("\n") for part in page.split("## ")[1:]]
    texts = {"invoices.txt": "the call", "INV-9": "the result", "Is it": "the question", "Yes.": "the answer"}
    said = [f"{who}: " + ("".join(t for word, t in texts.items() if word in body) or "nothing") for who, _, body in turns]
    print(f"{content}: " + " | ".join(said))
EOF
timeout 100 venv/bin/python probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
