#!/usr/bin/env bash
# Behaviour: LangChain's ConversationSummaryBufferMemory takes the messages it has summarized off the list that its history returns. Over a history
# that lasts (a file here; those over a database read a list as well) that list is a copy: nothing is taken off, so the request has the whole chat
# and its summary beside it, growing for ever, and from the limit on the model summarizes all of it again after each turn. Over the history in
# memory both work.
# Versions: langchain-classic 1.0.8, langchain-community 0.4.2, langchain-core 1.8.3
# Seen: on 2026-11-29
#   in memory, turn 4: sent 8 messages of 92 words; 0 summaries of 0 questions
#   in memory, turn 10: sent 9 messages of 94 words; 6 summaries of 6 questions
#   in memory, turn 30: sent 9 messages of 94 words; 26 summaries of 26 questions
#   in a file, turn 4: sent 8 messages of 92 words; 0 summaries of 0 questions
#   in a file, turn 10: sent 21 messages of 232 words; 6 summaries of 21 questions
#   in a file, turn 30: sent 61 messages of 692 words; 26 summaries of 351 questions
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check langchain-classic==1.0.8 langchain-community==0.4.2 langchain-core==1.8.3 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
from langchain_classic.memory import ConversationSummaryBufferMemory
from langchain_community.chat_message_histories import FileChatMessageHistory
from langchain_core.chat_history import InMemoryChatMessageHistory
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, ChatResult


class Model(BaseChatModel):
    asked: list = []

    @property
    def _llm_type(self):
        return "model"

    def get_num_tokens_from_messages(self, messages, tools=None):
        return sum(len(str(message.content).split()) for message in messages)

    def _generate(self, messages, stop=None, run_manager=None, **more):
        self.asked.append(messages[0].content.count("Question"))
        return ChatResult(generations=[ChatGeneration(message=AIMessage("A summary."))])


def run(name, history):
    writer = Model(asked=[])
    memory = ConversationSummaryBufferMemory(llm=writer, chat_memory=history, max_token_limit=100, return_messages=True)
    for turn in range(1, 31):
        memory.save_context({"input": f"Question {turn} " + "word " * 10}, {"output": "Answer " + "word " * 10})
        if turn in (4, 10, 30):
            sent = memory.load_memory_variables({})["history"]
            tokens = writer.get_num_tokens_from_messages(sent)
            print(f"{name}, turn {turn}: sent {len(sent)} messages of {tokens} words; {len(writer.asked)} summaries of {sum(writer.asked)} questions")


run("in memory", InMemoryChatMessageHistory())
run("in a file", FileChatMessageHistory("chat.json"))
EOF
timeout 100 venv/bin/python -W ignore probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
