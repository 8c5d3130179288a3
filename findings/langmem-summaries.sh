#!/usr/bin/env bash
# Behaviour: LangMem's summarize_messages cuts at whatever message the budget ends, be it the newest question: a question or a tool result of more
# than max_tokens is summarized with all before it, and the model gets the system prompt and a summary, no question. Of parallel calls it takes the
# call with the results that fit and leaves the others without their call, which providers refuse. With its defaults what it summarizes is more than
# what it shows the summarizing model, so that the oldest turn is in neither, without a warning.
# Versions: langmem 0.0.30, langchain-core 1.8.3
# Seen: on 2026-11-29
#   two turns
#     to summarize: human question 2
#     to the model: system rules | system summary | ai answer 2 | human question 3
#   a long question
#     to summarize: human question 1 | ai answer 1 | human question 2
#     to the model: system rules | system summary
#   a long result
#     to summarize: human question 1 | ai [c1] | tool c1
#     to the model: system rules | system summary
#   three results
#     to summarize: human question 1 | ai [c1, c2, c3] | tool c1
#     to the model: system rules | system summary | tool c2 | tool c3
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check langmem==0.0.30 langchain-core==1.8.3 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
from itertools import count

from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langmem.short_term import summarize_messages

ids = count(1)


class Summarizer(GenericFakeChatModel):
    def _generate(self, messages, *args, **options):
        print("  to summarize: " + show(messages[:-1]))
        return super()._generate(messages, *args, **options)


def words(messages):
    return sum(len(m.content.split()) for m in messages)


def text(start, size):
    return start + " word" * size


def user(content):
    return HumanMessage(content, id=str(next(ids)))


def answer(content, *calls):
    return AIMessage(content, id=str(next(ids)), tool_calls=[{"name": "look", "args": {}, "id": c} for c in calls])


def result(call, size):
    return ToolMessage(text("found", size), tool_call_id=call, id=str(next(ids)))


def show(messages):
    def one(m):
        calls = getattr(m, "tool_calls", None)
        what = "[" + ", ".join(c["id"] for c in calls) + "]" if calls else getattr(m, "tool_call_id", None)
        return f"{m.type} {what or m.content.replace(' word', '').split(' of the')[0].lower()}"

    return " | ".join(one(m) for m in messages)


def run(name, *messages):
    print(name)
    model = Summarizer(messages=iter([AIMessage("They talked.")]))
    chat = [SystemMessage("rules", id="0"), *messages]
    result = summarize_messages(chat, running_summary=None, model=model, max_tokens=60, max_summary_tokens=10, token_counter=words)
    print("  to the model: " + show(result.messages))


turn = user(text("question 1", 20)), answer(text("answer 1", 20))
run("two turns", *turn, user(text("question 2", 20)), answer(text("answer 2", 20)), user("question 3"))
run("a long question", *turn, user(text("question 2", 70)))
run("a long result", user("question 1"), answer("", "c1"), result("c1", 70))
run("three results", user("question 1"), answer("", "c1", "c2", "c3"), result("c1", 70), result("c2", 20), result("c3", 20))
EOF
timeout 100 venv/bin/python probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
