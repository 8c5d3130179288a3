#!/usr/bin/env bash
# Behaviour: LangChain's SummarizationMiddleware takes all messages but the kept ones out of the chat and shows its model the last 4,000 tokens of
# them: of 159 facts that 160 turns had before the trigger, the model that writes the summary is shown 26. All older ones are deleted from the
# thread unread, without a warning. trim_tokens_to_summarize=None shows all; a trigger below 4,000 tokens hides the loss in tests.
# Versions: langchain 1.5.2, langchain-core 1.8.3
# Seen: on 2026-11-29
#   20 turns, defaults: the summary is written of facts 1 to 19, 19 in all
#     left in the thread: ['HumanMessage', 'AIMessage', 'HumanMessage', 'AIMessage', 'HumanMessage', 'AIMessage'], facts [20]
#   160 turns, defaults: the summary is written of facts 134 to 159, 26 in all
#     left in the thread: ['HumanMessage', 'AIMessage', 'HumanMessage', 'AIMessage', 'HumanMessage', 'AIMessage'], facts [160]
#   160 turns, {'trim_tokens_to_summarize': None}: the summary is written of facts 1 to 159, 159 in all
#     left in the thread: ['HumanMessage', 'AIMessage', 'HumanMessage', 'AIMessage', 'HumanMessage', 'AIMessage'], facts [160]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check langchain==1.5.2 langchain-core==1.8.3 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
import re

from langchain.agents import create_agent
from langchain.agents.middleware import SummarizationMiddleware
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, ChatResult


class Model(BaseChatModel):
    answer: str
    asked: list = []

    @property
    def _llm_type(self):
        return "model"

    def _generate(self, messages, stop=None, run_manager=None, **more):
        self.asked.append("\n".join(str(message.content) for message in messages))
        return ChatResult(generations=[ChatGeneration(message=AIMessage(self.answer))])


def facts(text):
    return sorted({int(number) for number in re.findall(r"Fact (\d+):", text)})


def run(turns, trigger, **more):
    writer = Model(answer="A summary.", asked=[])
    chat = Model(answer="Fine.", asked=[])
    summary = SummarizationMiddleware(model=writer, trigger=("tokens", trigger), keep=("messages", 4), **more)
    messages = []
    for turn in range(1, turns + 1):
        messages += [HumanMessage(f"Fact {turn}: " + "a few words about it " * 15), AIMessage("Noted. " + "as was said " * 20)]
    messages.append(HumanMessage("What was fact 1?"))
    state = create_agent(chat, [], middleware=[summary]).invoke({"messages": messages})
    read = facts(writer.asked[0])
    print(f"{turns} turns, {more or 'defaults'}: the summary is written of facts {read[0]} to {read[-1]}, {len(read)} in all")
    kept = facts("\n".join(str(message.content) for message in state["messages"]))
    print(f"  left in the thread: {[type(message).__name__ for message in state['messages']]}, facts {kept}")


run(20, 1_500)
run(160, 12_000)
run(160, 12_000, trim_tokens_to_summarize=None)
EOF
timeout 100 venv/bin/python -W ignore probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
