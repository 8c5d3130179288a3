#!/usr/bin/env bash
# Behaviour: LlamaIndex's ChatSummaryMemoryBuffer writes when it is read: get() replaces the stored messages, the application's system prompt among them,
# by the summary. When the model fails, the exception comes after the newest messages were taken out: the last three are gone from the store
# and the old ones are kept. A blank answer of the model is stored as the summary of seven messages.
# Versions: llama-index-core 0.14.25
# Seen: on 2026-11-29
#   a summary: get() returns 3 messages, in the store are
#     system: They talked. | user: Question 4 | assistant: Answer 4
#   a blank one: get() returns 3 messages, in the store are
#     system:  | user: Question 4 | assistant: Answer 4
#   a model that fails: get() raises 503, in the store are
#     system: Never give legal advice. | user: Question 1 | assistant: Answer 1 | user: Question 2 | assistant: Answer 2 | user: Question 3
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check llama-index-core==0.14.25 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
from llama_index.core.llms import ChatMessage, CompletionResponse, CustomLLM, LLMMetadata
from llama_index.core.memory import ChatSummaryMemoryBuffer


class Summarizer(CustomLLM):
    answer: str | None

    @property
    def metadata(self):
        return LLMMetadata()

    def complete(self, prompt, formatted=False, **options):
        if self.answer is None:
            raise RuntimeError("503")
        return CompletionResponse(text=self.answer)

    def stream_complete(self, prompt, formatted=False, **options):
        raise NotImplementedError


def show(name, answer):
    memory = ChatSummaryMemoryBuffer.from_defaults(llm=Summarizer(answer=answer), token_limit=40, tokenizer_fn=str.split)
    memory.put(ChatMessage(role="system", content="Never give legal advice."))
    for turn in range(1, 5):
        memory.put(ChatMessage(role="user", content=f"Question {turn} " + "word " * 10))
        memory.put(ChatMessage(role="assistant", content=f"Answer {turn} " + "word " * 10))
    try:
        outcome = f"get() returns {len(memory.get())} messages"
    except RuntimeError as e:
        outcome = f"get() raises {e}"
    print(f"{name}: {outcome}, in the store are")
    print("  " + " | ".join(f"{m.role.value}: {(m.content or '').split(' word')[0]}" for m in memory.get_all()))


show("a summary", "They talked.")
show("a blank one", "")
show("a model that fails", None)
EOF
timeout 100 venv/bin/python probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
