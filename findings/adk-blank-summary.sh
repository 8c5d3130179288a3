#!/usr/bin/env bash
# Behaviour: ADK for Python puts whatever its summarizing model answers in place of the turns: a blank text, a thought that ran into the token limit
# before the summary began (MAX_TOKENS), or a content without parts, which is how Gemini ends then. The model gets an empty message or the thought
# as what was said before, for good, and the run ends without a warning. Only an answer without content keeps the turns.
# Versions: google-adk 2.13.0
# Seen: on 2026-11-29
#   a summary: the third request is model "They talked." | user "Question 3"
#   a blank one: the third request is model "" | user "Question 3"
#   a thought, cut: the third request is model thought "First, who" | user "Question 3"
#   no parts, cut: the third request is model without parts | user "Question 3"
#   no content: the third request is user "Question 1" | model "Yes." | user "Question 2" | model "Yes." | user "Question 3"
#   warnings logged: 0
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check google-adk==2.13.0 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
import asyncio
import logging

from google.adk.agents import LlmAgent
from google.adk.apps import App
from google.adk.apps.app import EventsCompactionConfig
from google.adk.apps.llm_event_summarizer import LlmEventSummarizer
from google.adk.models import BaseLlm, LlmResponse
from google.adk.runners import InMemoryRunner
from google.genai.types import Content, Part

warnings = []


class Warnings(logging.Handler):
    def emit(self, record):
        if "token usage metadata" not in record.getMessage():
            warnings.append(record.getMessage())


class Model(BaseLlm):
    answer: LlmResponse
    requests: list = []

    async def generate_content_async(self, request, stream=False):
        self.requests.append(" | ".join(show(content) for content in request.contents))
        yield self.answer.model_copy(deep=True)


def show(content):
    parts = [("thought " if p.thought else "") + f'"{p.text}"' for p in content.parts or []]
    return f"{content.role} {' '.join(parts) or 'without parts'}"


def answer(*parts, reason="STOP"):
    return LlmResponse(content=Content(role="model", parts=list(parts) or None), finish_reason=reason)


async def run(name, summary):
    model = Model(model="m", answer=answer(Part(text="Yes.")), requests=[])
    summarizer = LlmEventSummarizer(llm=Model(model="s", answer=summary, requests=[]))
    config = EventsCompactionConfig(summarizer=summarizer, compaction_interval=2, overlap_size=0)
    app = App(name="app", root_agent=LlmAgent(name="agent", model=model), events_compaction_config=config)
    runner = InMemoryRunner(app=app)
    session = await runner.session_service.create_session(app_name="app", user_id="user")
    for turn in (1, 2, 3):
        question = Content(role="user", parts=[Part(text=f"Question {turn}")])
        async for _ in runner.run_async(user_id="user", session_id=session.id, new_message=question):
            pass
    print(f"{name}: the third request is {model.requests[2]}")


async def main():
    await run("a summary", answer(Part(text="They talked.")))
    await run("a blank one", answer(Part(text="")))
    await run("a thought, cut", answer(Part(text="First, who", thought=True), reason="MAX_TOKENS"))
    await run("no parts, cut", answer(reason="MAX_TOKENS"))
    await run("no content", LlmResponse(error_code="503"))
    print(f"warnings logged: {len(warnings)}")


logging.getLogger("google_adk").addHandler(Warnings(logging.WARNING))
asyncio.run(main())
EOF
timeout 100 venv/bin/python probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
