#!/usr/bin/env bash
# Behaviour: pruneMessages of the AI SDK with reasoning "before-last-message", which reads as "keep the newest thoughts", removes those of the running
# turn: in a tool loop the last message is the tool's result. The call goes back to Claude without the thought it was made in, which
# Anthropic's API asks for while a tool is used with thinking on. The same pruning between turns, on a chat that ends in an answer, is right.
# Versions: ai 6.0.326, @ai-sdk/anthropic 3.0.140
# Seen: on 2026-11-29
#   not pruned
#     sent user [text]
#     sent user [text], assistant [thinking, tool_use], user [tool_result]
#   reasoning: before-last-message
#     sent user [text]
#     sent user [text], assistant [tool_use], user [tool_result]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

npm install --silent --no-audit --no-fund --ignore-scripts ai@6.0.326 @ai-sdk/anthropic@3.0.140 >log 2>&1 || { cat log; exit 1; }

cat >probe.mjs <<'EOF'
import { createAnthropic } from '@ai-sdk/anthropic';
import { generateText, jsonSchema, pruneMessages, stepCountIs, tool } from 'ai';

const call = (id) => ({ type: 'tool_use', id, name: 'page', input: { number: 1 } });
const answers = [
  [{ type: 'thinking', thinking: 'I need the page.', signature: 's1' }, call('t1')],
  [{ type: 'text', text: 'Done.' }],
];
async function run(name, reasoning) {
  let asked = 0;
  console.log(name);
  const anthropic = createAnthropic({
    apiKey: 'x',
    fetch: async (url, init) => {
      const { messages } = JSON.parse(init.body);
      console.log('  sent ' + messages.map((m) => `${m.role} [${m.content.map((part) => part.type).join(', ')}]`).join(', '));
      const content = answers[asked++];
      const stop_reason = content.at(-1).type === 'tool_use' ? 'tool_use' : 'end_turn';
      const answer = { id: '1', type: 'message', role: 'assistant', model: 'm', content, stop_reason, stop_sequence: null };
      return Response.json({ ...answer, usage: { input_tokens: 1, output_tokens: 1 } });
    },
  });
  await generateText({
    model: anthropic('claude-sonnet-4-5'),
    providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: 1024 } } },
    messages: [{ role: 'user', content: 'Read page 1.' }],
    tools: { page: tool({ inputSchema: jsonSchema({ type: 'object', properties: { number: { type: 'number' } } }), execute: async () => 'Text.' }) },
    stopWhen: stepCountIs(3),
    prepareStep: ({ messages }) => (reasoning ? { messages: pruneMessages({ messages, reasoning }) } : undefined),
  });
}
await run('not pruned');
await run('reasoning: before-last-message', 'before-last-message');
EOF
timeout 100 node probe.mjs >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
