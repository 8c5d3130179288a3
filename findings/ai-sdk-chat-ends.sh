#!/usr/bin/env bash
# Behaviour: Two ordinary events end a stored chat of the AI SDK for good. A user who stops while a tool runs leaves its part at "input-available":
# every later turn throws AI_MissingToolResultsError, unless convertToModelMessages is given ignoreIncompleteToolCalls. A tool that gets one more
# required parameter: validateUIMessages, which is there for stored chats, holds old calls against the new schema and throws for the whole chat,
# while a tool that was removed is no problem.
# Versions: ai 6.0.326, @ai-sdk/anthropic 3.0.140, zod 4.6.7
# Seen: on 2026-11-29
#   stopped while the arguments came: sent user [text], assistant [text], user [text]
#   stopped while the tool ran: AI_MissingToolResultsError
#   the turn after that: AI_MissingToolResultsError
#   ignoreIncompleteToolCalls: sent user [text], assistant [text], user [text]
#   stored chat, tool unchanged: 3 messages
#   stored chat, tool with one more parameter: AI_TypeValidationError
#   stored chat, tool removed: 3 messages
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

npm install --silent --no-audit --no-fund --ignore-scripts ai@6.0.326 @ai-sdk/anthropic@3.0.140 zod@4.6.7 >log 2>&1 || { cat log; exit 1; }

cat >probe.mjs <<'EOF'
import { createAnthropic } from '@ai-sdk/anthropic';
import { convertToModelMessages, generateText, tool, validateUIMessages } from 'ai';
import { z } from 'zod';

const answer = { id: '1', type: 'message', role: 'assistant', model: 'm', content: [{ type: 'text', text: 'Hi.' }], stop_reason: 'end_turn' };
let sent = '';
const anthropic = createAnthropic({
  apiKey: 'x',
  fetch: async (url, init) => {
    sent = JSON.parse(init.body).messages.map((m) => `${m.role} [${m.content.map((part) => part.type).join(', ')}]`).join(', ');
    return Response.json({ ...answer, usage: { input_tokens: 1, output_tokens: 1 } });
  },
});
const user = (id, text) => ({ id, role: 'user', parts: [{ type: 'text', text }] });
const call = (state, more) => ({ type: 'tool-look', toolCallId: 'c1', state, input: { invoice: 7 }, ...more });
const chat = (part) => [user('1', 'Is 7 due?'), { id: '2', role: 'assistant', parts: [{ type: 'text', text: 'I look.' }, part] }, user('3', 'Hello?')];
const look = (shape) => ({ look: tool({ inputSchema: z.object(shape) }) });

async function turn(name, messages, options) {
  try {
    await generateText({ model: anthropic('claude-sonnet-4-5'), messages: await convertToModelMessages(messages, options) });
    console.log(`${name}: sent ${sent}`);
  } catch (error) {
    console.log(`${name}: ${error.name}`);
  }
}
await turn('stopped while the arguments came', chat(call('input-streaming')));
await turn('stopped while the tool ran', chat(call('input-available')));
await turn('the turn after that', [...chat(call('input-available')), user('4', 'Are you there?')]);
await turn('ignoreIncompleteToolCalls', chat(call('input-available')), { ignoreIncompleteToolCalls: true });

async function open(name, tools) {
  try {
    const messages = await validateUIMessages({ messages: chat(call('output-available', { output: 'due' })), tools });
    console.log(`${name}: ${messages.length} messages`);
  } catch (error) {
    console.log(`${name}: ${error.name}`);
  }
}
await open('stored chat, tool unchanged', look({ invoice: z.number() }));
await open('stored chat, tool with one more parameter', look({ invoice: z.number(), year: z.number() }));
await open('stored chat, tool removed', {});
EOF
timeout 100 node probe.mjs >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
