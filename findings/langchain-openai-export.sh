#!/usr/bin/env bash
# Behaviour: LangChain's writers of OpenAI's message form disagree about tool calls: convert_messages_for_finetuning and convert_message_to_dict of
# langchain-community look for them in additional_kwargs only and leave out those in tool_calls, where every provider's client puts them (OpenAI's
# too by now). The exported chat has results without calls, which OpenAI refuses as training data or history, and no error.
# convert_to_openai_messages of the core is right.
# Versions: langchain-community 0.4.2, langchain-core 1.8.3, langchain-openai 1.7.4, langchain-anthropic 1.7.10
# Seen: on 2026-11-29
#   ChatOpenAI: calls in the message 1
#     convert_messages_for_finetuning: user, assistant, tool, assistant
#     convert_message_to_dict: user, assistant, tool, assistant
#     convert_to_openai_messages: user, assistant with call, tool, assistant
#   ChatAnthropic: calls in the message 1
#     convert_messages_for_finetuning: user, assistant, tool, assistant
#     convert_message_to_dict: user, assistant, tool, assistant
#     convert_to_openai_messages: user, assistant with call, tool, assistant
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check langchain-community==0.4.2 langchain-core==1.8.3 langchain-openai==1.7.4 langchain-anthropic==1.7.10 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from langchain_anthropic import ChatAnthropic
from langchain_community.adapters.openai import convert_message_to_dict, convert_messages_for_finetuning
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage, convert_to_openai_messages
from langchain_openai import ChatOpenAI


class Provider(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        if "chat/completions" in self.path:
            call = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"id": 7}'}}
            message = {"role": "assistant", "content": None, "tool_calls": [call]}
            choice = {"index": 0, "finish_reason": "tool_calls", "message": message}
            answer = {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
        else:
            content = [{"type": "tool_use", "id": "c1", "name": "look", "input": {"id": 7}}]
            answer = {"id": "1", "type": "message", "role": "assistant", "model": "m", "content": content, "stop_reason": "tool_use"}
            answer["usage"] = {"input_tokens": 1, "output_tokens": 1}
        data = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def show(messages):
    return ", ".join(message["role"] + (" with call" if message.get("tool_calls") else "") for message in messages)


server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}"
for model in (
    ChatOpenAI(model="gpt-4o", base_url=url + "/v1", api_key="x", use_responses_api=False),
    ChatAnthropic(model="claude-sonnet-4-5", base_url=url, api_key="x"),
):
    question = HumanMessage("Is 7 due?")
    chat = [question, model.invoke([question]), ToolMessage("due", tool_call_id="c1"), AIMessage("Yes.")]
    print(f"{type(model).__name__}: calls in the message {len(chat[1].tool_calls)}")
    print(f"  convert_messages_for_finetuning: {show(convert_messages_for_finetuning([{'messages': chat}])[0])}")
    print(f"  convert_message_to_dict: {show([convert_message_to_dict(message) for message in chat])}")
    print(f"  convert_to_openai_messages: {show(convert_to_openai_messages(chat))}")
EOF
timeout 100 venv/bin/python -W ignore probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
