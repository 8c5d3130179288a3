#!/usr/bin/env bash
# Behaviour: EncryptedSession of OpenAI's Agents SDK forgets: besides encrypting, it leaves out what is older than ttl, which is 600 seconds unless
# set. Who reads for eleven minutes talks to an agent that knows nothing, without an error, and all items are still in the database; after a turn of
# four minutes an answer is sent without its question. Unencrypted the same session keeps all.
# Versions: openai-agents 0.24.0 with the extra "encrypt"; the clock of the process is set forward
# Seen: on 2026-11-29
#   SQLiteSession
#     after 0 minutes I am Ada. | stored 2
#     after 4 minutes I am Ada., (answer), I live in Ulm. | stored 4
#     after 7 minutes I am Ada., (answer), I live in Ulm., (answer), Who am I? | stored 6
#     after 9 minutes I am Ada., (answer), I live in Ulm., (answer), Who am I?, (answer), Where do I live? | stored 8
#     after 11 minutes I am Ada., (answer), I live in Ulm., (answer), Who am I?, (answer), Where do I live?, (answer), And now? | stored 10
#   EncryptedSession
#     after 0 minutes I am Ada. | stored 2
#     after 4 minutes I am Ada., (answer), I live in Ulm. | stored 4
#     after 7 minutes I live in Ulm., (answer), Who am I? | stored 6
#     after 9 minutes (answer), Where do I live? | stored 8
#     after 11 minutes And now? | stored 10
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check "openai-agents[encrypt]==0.24.0" >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
import asyncio
import time

from agents import Agent, ModelResponse, Runner, SQLiteSession, Usage, set_tracing_disabled
from agents.extensions.memory.encrypt_session import EncryptedSession
from agents.models.interface import Model
from openai.types.responses import ResponseOutputMessage, ResponseOutputText

set_tracing_disabled(True)
real, later = time.time, 0
time.time = lambda: real() + later


class Fake(Model):
    sent = None
    takes = 0

    async def get_response(self, system_instructions, input, *args, **more):
        global later
        later += self.takes
        Fake.sent = input
        text = ResponseOutputText(type="output_text", text="Noted.", annotations=[])
        message = ResponseOutputMessage(id="m", type="message", role="assistant", status="completed", content=[text])
        return ModelResponse(output=[message], usage=Usage(), response_id=None)

    def stream_response(self, *args, **more):
        raise NotImplementedError


async def talk(name, session, stored):
    agent = Agent(name="a", model=Fake())
    print(name)
    turns = (0, 0, "I am Ada."), (4, 0, "I live in Ulm."), (7, 240, "Who am I?"), (9, 0, "Where do I live?"), (11, 0, "And now?")
    for minutes, takes, question in turns:
        global later
        later += 60 * minutes
        Fake.takes = takes
        await Runner.run(agent, question, session=session)
        sent = ", ".join(item["content"] if item["role"] == "user" else "(answer)" for item in Fake.sent)
        print(f"  after {minutes} minutes {sent} | stored {len(await stored.get_items())}")


async def main():
    plain = SQLiteSession("plain")
    await talk("SQLiteSession", plain, plain)
    below = SQLiteSession("below")
    await talk("EncryptedSession", EncryptedSession("below", below, "a key of more than thirty-two characters"), below)


asyncio.run(main())
EOF
timeout 100 venv/bin/python -W ignore probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
