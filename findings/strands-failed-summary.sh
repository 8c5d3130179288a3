#!/usr/bin/env bash
# Behaviour: Strands' SummarizingConversationManager counts messages as summarized before it asks for the summary. When the model fails, the messages are
# still in memory and the count is saved, and a session that is read again leaves that many out: of 22 messages each of two failed
# attempts takes ten or eleven away, and after a restart the chat is one message. The files hold all of them; nothing is logged at the restart.
# Versions: strands-agents 1.62.0
# Seen: on 2026-11-29
#   ten turns: 20 messages from 'Question 1' to 'Yes.'
#   read again: 20 messages from 'Question 1' to 'Yes.'
#   the summary fails: RuntimeError: 503
#   the summary fails: RuntimeError: 503
#   in memory: 22 messages from 'Question 1' to 'Question 11'
#   read again: 1 messages from 'Question 11' to 'Question 11'
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check strands-agents==1.62.0 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
import logging
import tempfile

from strands import Agent
from strands.agent.conversation_manager import SummarizingConversationManager
from strands.models import Model
from strands.session.file_session_manager import FileSessionManager
from strands.types.exceptions import ContextWindowOverflowException

logging.disable(logging.CRITICAL)
WINDOW = 20


class Chatting(Model):
    broken = True

    def update_config(self, **config):
        pass

    def get_config(self):
        return {}

    def structured_output(self, *args, **options):
        raise NotImplementedError

    async def stream(self, messages, tool_specs=None, system_prompt=None, **options):
        if "ummar" in str(system_prompt):
            if self.broken:
                raise RuntimeError("503")
            text = "A summary."
        elif len(messages) > WINDOW:
            raise ContextWindowOverflowException("too long")
        else:
            text = "Yes."
        yield {"messageStart": {"role": "assistant"}}
        yield {"contentBlockStart": {"start": {}}}
        yield {"contentBlockDelta": {"delta": {"text": text}}}
        yield {"contentBlockStop": {}}
        yield {"messageStop": {"stopReason": "end_turn"}}


def agent(folder, model):
    manager = SummarizingConversationManager(summary_ratio=0.5, preserve_recent_messages=4)
    sessions = FileSessionManager(session_id="chat", storage_dir=folder)
    return Agent(model=model, conversation_manager=manager, session_manager=sessions, callback_handler=None)


def show(name, current):
    texts = [m["content"][0]["text"] for m in current.messages]
    print(f"{name}: {len(texts)} messages from {texts[0]!r} to {texts[-1]!r}")


with tempfile.TemporaryDirectory() as folder:
    model = Chatting()
    current = agent(folder, model)
    for number in range(1, 11):
        current(f"Question {number}")
    show("ten turns", current)
    show("read again", agent(folder, model))
    for attempt in (1, 2):
        try:
            current("Question 11")
        except Exception as e:
            print(f"the summary fails: {type(e).__name__}: {e}")
    show("in memory", current)
    show("read again", agent(folder, model))
EOF
timeout 100 venv/bin/python probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
