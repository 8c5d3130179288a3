#!/usr/bin/env bash
# Behaviour: get_session_messages of the Claude Agent SDK, "a session's conversation messages", begins behind the last compaction: earlier turns are
# in the transcript and are not returned. The summary comes as a user's message, and nothing in it says that the user did not write it; what a user
# typed while the agent worked, an attachment in the transcript, is left out, so that an export shows an agent that changes its mind unasked.
# claude-code-log shows both.
# Versions: claude-agent-sdk 0.2.184, claude-code-log 1.7.0; the transcript is made up in the form that Claude Code 2 writes
# Seen: on 2026-11-29
#   transcript before the compaction: user Question 1 | assistant Answer 1
#   transcript after it: user This session is being continued. | user Question 2 | assistant I change the tests. | assistant Answer 2
#   fields that name the summary: none
#   claude-code-log has Question 1: True, Leave the tests alone: True
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check claude-agent-sdk==0.2.184 claude-code-log==1.7.0 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from uuid import UUID

from claude_agent_sdk import get_session_messages

SESSION = str(UUID(int=1))
lines = []


def add(parent, kind, **fields):
    number = len(lines) + 1
    common = {"isSidechain": False, "userType": "external", "cwd": "/p", "sessionId": SESSION, "version": "2.1.0"}
    stamp = f"2026-01-01T00:00:{number:02d}.000Z"
    lines.append({"parentUuid": parent, **common, "type": kind, "uuid": str(UUID(int=100 + number)), "timestamp": stamp, **fields})


def last():
    return lines[-1]["uuid"] if lines else None


def user(text, **fields):
    add(last(), "user", message={"role": "user", "content": text}, **fields)


def assistant(text):
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"role": "assistant", "id": f"m{len(lines)}", "type": "message", "model": "m", "content": [{"type": "text", "text": text}]}
    add(last(), "assistant", message={**message, "stop_reason": "end_turn", "usage": usage})


def show():
    file = Path("config/projects/-p") / f"{SESSION}.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    messages = get_session_messages(SESSION)
    texts = [m.message["content"] for m in messages]
    plain = [text if isinstance(text, str) else text[0]["text"] for text in texts]
    return file, messages, " | ".join(f"{m.type} {text}" for m, text in zip(messages, plain))


user("Question 1")
assistant("Answer 1")
print("transcript before the compaction: " + show()[2])
data = {"trigger": "auto", "preTokens": 160000}
add(None, "system", subtype="compact_boundary", content="Conversation compacted", level="info", logicalParentUuid=last(), compactMetadata=data)
user("This session is being continued.", isCompactSummary=True, isVisibleInTranscriptOnly=True)
user("Question 2")
assistant("I change the tests.")
add(last(), "attachment", attachment={"type": "queued_command", "prompt": "Leave the tests alone.", "commandMode": "prompt"})
assistant("Answer 2")
file, messages, text = show()
print("transcript after it: " + text)
named = [key for key, value in asdict(messages[0]).items() if "ompact" in f"{key} {value}"]
print("fields that name the summary: " + (", ".join(named) or "none"))
subprocess.run([sys.executable, "-m", "claude_code_log.cli", str(file), "--format", "md", "-o", "out.md"], check=True, stdout=subprocess.DEVNULL)
page = Path("out.md").read_text()
print(f"claude-code-log has Question 1: {'Question 1' in page}, Leave the tests alone: {'Leave the tests' in page}")
EOF
export CLAUDE_CONFIG_DIR="$dir/config" HOME="$dir"
timeout 100 venv/bin/python probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
