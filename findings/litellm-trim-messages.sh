#!/usr/bin/env bash
# Behaviour: LiteLLM's trim_messages leaves a chat as long as it was, without an exception, when the system prompt is a list of parts, as Anthropic's
# cache_control needs it: the error is logged and the whole chat returned. In a tool loop the last results are neither counted nor
# trimmed, so that the request is seven times the limit.
# Versions: litellm 1.110.2
# Seen: on 2026-11-29
#   a system prompt that is text: 18 messages, 1111 tokens; trimmed 6, 295, the first after the system prompt user
#   a system prompt in parts: 18 messages, 1111 tokens; trimmed 18, 1111, the first after the system prompt user
#   a tool's result last: 20 messages, 3132 tokens; trimmed 8, 2310, the first after the system prompt user
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check litellm==1.110.2 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
import logging
import os

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
from litellm.utils import token_counter, trim_messages

logging.getLogger("LiteLLM").setLevel(logging.CRITICAL)
LIMIT = 300


def show(name, chat):
    trimmed = trim_messages(list(chat), model="gpt-4o", max_tokens=LIMIT)
    before, after = (token_counter(model="gpt-4o", messages=m) for m in (chat, trimmed))
    print(f"{name}: {len(chat)} messages, {before} tokens; trimmed {len(trimmed)}, {after}, the first after the system prompt {trimmed[1]['role']}")


def words(role, count):
    return {"role": role, "content": "Some of them " + "word " * count}


def tool(number, count):
    call = {"id": f"c{number}", "type": "function", "function": {"name": "search", "arguments": "{}"}}
    return [
        words("user", 5),
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": call["id"], "content": "Found " + "word " * count},
    ]


system = {"role": "system", "content": "Be brief."}
cached = {"role": "system", "content": [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}]}
plain = [words(role, 60) for _ in range(8) for role in ("user", "assistant")] + [words("user", 5)]
show("a system prompt that is text", [system] + plain)
show("a system prompt in parts", [cached] + plain)
show("a tool's result last", [system] + plain[:-1] + tool(9, 2000))
EOF
timeout 100 venv/bin/python probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
