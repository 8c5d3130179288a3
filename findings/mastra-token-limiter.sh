#!/usr/bin/env bash
# Behaviour: Mastra's TokenLimiterProcessor takes 12 tokens off for each tool call and each JSON result, to make up for the JSON's syntax, so that
# small ones count below nothing: 40 turns with ten calls each pass a limit of 200 tokens whole. With its default, best-fit, it leaves out what is too
# long and keeps what is older: for a question above the limit the model gets the chat before it, which ends in an answer, and replies to that; a long
# question in the middle is left out and its answer stays.
# Versions: @mastra/core 1.71.0
# Seen: on 2026-11-29
#   ten calls count -55 tokens, their results -74
#   calls, no limit: 121 messages
#   calls, limit of 200 tokens: 121 messages
#   the newest question is long: user Question 1 | assistant Answer 1
#   a long one in the middle: user Question 1 | assistant Answer 1 | assistant Answer 2 | user Question 3
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

npm install --silent --no-audit --no-fund --ignore-scripts @mastra/core@1.71.0 >log 2>&1 || { cat log; exit 1; }

cat >probe.mjs <<'EOF'
import { Agent } from '@mastra/core/agent';
import { TokenLimiterProcessor } from '@mastra/core/processors';

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
const answer = [
  { type: 'stream-start', warnings: [] },
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: 'Yes.' },
  { type: 'text-end', id: '1' },
  { type: 'finish', finishReason: 'stop', usage },
];
let prompt;
const model = {
  specificationVersion: 'v2',
  provider: 'p',
  modelId: 'm',
  supportedUrls: {},
  doGenerate: async (options) => {
    prompt = options.prompt;
    return { content: [{ type: 'text', text: 'Yes.' }], finishReason: 'stop', usage, warnings: [] };
  },
  doStream: async (options) => {
    prompt = options.prompt;
    return { stream: ReadableStream.from(answer) };
  },
};

async function send(messages, ...limiters) {
  await new Agent({ id: 'a', name: 'a', instructions: 'Be brief.', model, inputProcessors: limiters }).generate(messages);
  return prompt.filter((message) => message.role !== 'system');
}
const user = (content) => ({ role: 'user', content });
const assistant = (content) => ({ role: 'assistant', content });
const ten = Array.from({ length: 10 }, (_, i) => ({ toolCallId: `c${i}`, toolName: 'get' }));
const calls = assistant(ten.map((call, page) => ({ type: 'tool-call', ...call, input: { page } })));
const results = { role: 'tool', content: ten.map((call, due) => ({ type: 'tool-result', ...call, output: { type: 'json', value: { due } } })) };

const limiter = new TokenLimiterProcessor(200);
const count = (message) => Math.round(limiter.countPromptMessageTokens(message));
console.log(`ten calls count ${count(calls)} tokens, their results ${count(results)}`);
const loop = [...Array.from({ length: 40 }, () => [user('Go on.'), calls, results]).flat(), user('Sum up.')];
console.log(`calls, no limit: ${(await send(loop)).length} messages`);
console.log(`calls, limit of 200 tokens: ${(await send(loop, limiter)).length} messages`);

const show = (messages) => messages.map((m) => `${m.role} ${m.content[0].text.replaceAll(' word', '')}`).join(' | ');
const start = [user('Question 1'), assistant('Answer 1'), user(`Question 2${' word'.repeat(300)}`)];
console.log(`the newest question is long: ${show(await send(start, limiter))}`);
console.log(`a long one in the middle: ${show(await send([...start, assistant('Answer 2'), user('Question 3')], limiter))}`);
EOF
timeout 100 node probe.mjs >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
