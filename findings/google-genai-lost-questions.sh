#!/usr/bin/env bash
# Behaviour: Chats of Google's Gen AI clients for Python and JavaScript lose turns without an error. A stream that is stopped before its end ("stop"
# button) leaves nothing of its turn in the chat, not even the question. An answer without text (all its tokens went into thinking) takes its
# question out of every later request, while get_history() still shows both.
# Versions: google-genai 3.6.1 (PyPI), @google/genai 2.32.0 (npm)
# Seen: on 2026-11-29
#   Python, whole: Hello. | Noted.  | I am Ada. | Noted.  | Noted.  | Noted.  | What did I say?
#     messages of get_history(): 8
#   Python, stopped: Hello. | Noted.  | What did I say?
#     messages of get_history(): 4
#   Python, empty: Hello. | Noted.  | What did I say?
#     messages of get_history(): 6
#   JavaScript, whole: Hello. | Noted.  | I am Ada. | Noted.  | Noted.  | Noted.  | What did I say?
#     messages of getHistory(): 8
#   JavaScript, stopped: Hello. | Noted.  | What did I say?
#     messages of getHistory(): 4
#   JavaScript, empty: Hello. | Noted.  | What did I say?
#     messages of getHistory(): 6
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check google-genai==3.6.1 >log 2>&1 || { cat log; exit 1; }
npm install --silent --no-audit --no-fund --ignore-scripts @google/genai@2.32.0 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from google import genai
from google.genai import types

sent = []


class Provider(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        question = body["contents"][-1]["parts"][0]["text"]
        sent[:] = ["".join(part.get("text", "") for part in content["parts"]) for content in body["contents"]]
        answer = {"candidates": [{"index": 0, "content": {"role": "model", "parts": [{"text": "Noted. "}]}, "finishReason": "STOP"}]}
        kind, data = "application/json", json.dumps(answer)
        if question == "I live in Ulm.":
            answer = {"candidates": [{"index": 0, "content": {"role": "model"}, "finishReason": "MAX_TOKENS"}]}
            kind, data = "application/json", json.dumps(answer)
        if "stream" in self.path:
            kind, data = "text/event-stream", f"data: {data}\r\n\r\n" * 3
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data.encode())


server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
threading.Thread(target=server.serve_forever, daemon=True).start()
options = types.HttpOptions(base_url=f"http://127.0.0.1:{server.server_port}")
client = genai.Client(api_key="x", http_options=options)
for name in ("whole", "stopped", "empty"):
    chat = client.chats.create(model="gemini-2.5-flash")
    chat.send_message("Hello.")
    if name == "empty":
        chat.send_message("I live in Ulm.")
    else:
        for chunk in chat.send_message_stream("I am Ada."):
            if name == "stopped":
                break
    chat.send_message("What did I say?")
    print(f"Python, {name}: {' | '.join(sent)}")
    print(f"  messages of get_history(): {len(chat.get_history())}")
EOF
cat >probe.mjs <<'EOF'
import { GoogleGenAI } from '@google/genai';
import { createServer } from 'node:http';

let sent;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += piece;
  sent = JSON.parse(body).contents.map((content) => content.parts.map((part) => part.text ?? '').join(''));
  const empty = sent.at(-1) === 'I live in Ulm.';
  const content = empty ? { role: 'model' } : { role: 'model', parts: [{ text: 'Noted. ' }] };
  const answer = JSON.stringify({ candidates: [{ index: 0, content, finishReason: empty ? 'MAX_TOKENS' : 'STOP' }] });
  const stream = request.url.includes('stream');
  response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
  response.end(stream ? `data: ${answer}\r\n\r\n`.repeat(3) : answer);
});
await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
const client = new GoogleGenAI({ apiKey: 'x', httpOptions: { baseUrl: `http://127.0.0.1:${server.address().port}` } });
for (const name of ['whole', 'stopped', 'empty']) {
  const chat = client.chats.create({ model: 'gemini-2.5-flash' });
  await chat.sendMessage({ message: 'Hello.' });
  if (name === 'empty') {
    await chat.sendMessage({ message: 'I live in Ulm.' });
  } else {
    for await (const chunk of await chat.sendMessageStream({ message: 'I am Ada.' })) {
      if (name === 'stopped') break;
    }
  }
  await chat.sendMessage({ message: 'What did I say?' });
  console.log(`JavaScript, ${name}: ${sent.join(' | ')}`);
  console.log(`  messages of getHistory(): ${chat.getHistory().length}`);
}
process.exit(0);
EOF
timeout 100 venv/bin/python -W ignore probe.py >seen 2>log || { cat seen log; exit 1; }
timeout 100 node probe.mjs >>seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
