#!/usr/bin/env bash
# Behaviour: AutoGen's TokenLimitedChatCompletionContext removes messages from the middle until the rest fits, and of two the middle is the second:
# for a question that is longer than the limit the model gets the chat's first question alone and answers that again. It removes a call
# without its result, too, which providers refuse. There is no error and no warning.
# Versions: autogen-core 0.7.5
# Seen: on 2026-11-29
#   a short question
#     UserMessage: What is the capital of France?
#     AssistantMessage: Paris.
#     UserMessage: And of Italy?
#   a long question
#     UserMessage: What is the capital of France?
#   a call in the middle
#     UserMessage: Hello Hello Hello Hello Hello Hello
#     AssistantMessage: Hello.
#     UserMessage: Is it raining?
#     FunctionExecutionResultMessage: FunctionExecutionResult
#     AssistantMessage: It is. It is. It is. It is. It is.
#     UserMessage: Thanks. Thanks. Thanks. Thanks. Tha
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check autogen-core==0.7.5 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
import asyncio

from autogen_core import FunctionCall
from autogen_core.model_context import TokenLimitedChatCompletionContext
from autogen_core.models import AssistantMessage, FunctionExecutionResult, FunctionExecutionResultMessage, UserMessage


class FourCharacters:
    def count_tokens(self, messages, tools=()):
        return sum(len(m.content) if isinstance(m.content, str) else 40 for m in messages) // 4


async def show(name, chat):
    context = TokenLimitedChatCompletionContext(FourCharacters(), token_limit=100)
    for message in chat:
        await context.add_message(message)
    print(name)
    for message in await context.get_messages():
        text = message.content if isinstance(message.content, str) else message.content[0].__class__.__name__
        print(f"  {message.__class__.__name__}: {text[:35].strip()}")


def user(text):
    return UserMessage(content=text, source="user")


def assistant(content):
    return AssistantMessage(content=content, source="assistant")


async def main():
    chat = [user("What is the capital of France?"), assistant("Paris.")]
    await show("a short question", chat + [user("And of Italy?")])
    await show("a long question", chat + [user("Correct this letter: " + "word " * 100)])
    result = FunctionExecutionResult(content="Rain.", name="weather", call_id="1", is_error=False)
    turn = [user("Is it raining?"), assistant([FunctionCall(id="1", name="weather", arguments="{}")])]
    turn += [FunctionExecutionResultMessage(content=[result]), assistant("It is. " * 20), user("Thanks. " * 8)]
    await show("a call in the middle", [user("Hello " * 20), assistant("Hello.")] + turn)


asyncio.run(main())
EOF
timeout 100 venv/bin/python probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
