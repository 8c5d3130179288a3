#!/usr/bin/env bash
# Behaviour: gpt-tokenizer cannot count an agent's chat in OpenAI's own form: the null content of an answer that only calls tools, and content in parts,
# are a TypeError. countChatCompletionTokens counts the old field `functions` and, without an error, nothing for `tools`, which replaced it
# in 2023; the arguments of a call are not counted either. A plain chat is counted right.
# Versions: gpt-tokenizer 4.0.0
# Seen: on 2026-11-29
#   a question: 8
#   500 words as text: 508
#   500 words as a part: TypeError
#   a tool call without text (null): TypeError
#   a tool call without text (left out): Error
#   a tool call with text: 15
#   a request with functions: 539
#   a request with tools: 8
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

npm install --silent --no-audit --no-fund --ignore-scripts gpt-tokenizer@4.0.0 >log 2>&1 || { cat log; exit 1; }

cat >probe.mjs <<'EOF'
import { countChatCompletionTokens, countTokens } from 'gpt-tokenizer/model/gpt-4o';

const words = 'word '.repeat(500);
const show = (name, count) => {
  let outcome;
  try {
    outcome = count();
  } catch (e) {
    outcome = e.constructor.name;
  }
  console.log(`${name}: ${outcome}`);
};
const user = { role: 'user', content: 'Hi' };
const definition = { name: 'search', description: words, parameters: { type: 'object', properties: { text: { type: 'string' } } } };
const calls = [{ id: '1', type: 'function', function: { name: 'search', arguments: JSON.stringify({ text: words }) } }];
show('a question', () => countTokens([user]));
show('500 words as text', () => countTokens([{ role: 'user', content: words }]));
show('500 words as a part', () => countTokens([{ role: 'user', content: [{ type: 'text', text: words }] }]));
show('a tool call without text (null)', () => countTokens([user, { role: 'assistant', content: null, tool_calls: calls }]));
show('a tool call without text (left out)', () => countTokens([user, { role: 'assistant', tool_calls: calls }]));
show('a tool call with text', () => countTokens([user, { role: 'assistant', content: 'I search.', tool_calls: calls }]));
show('a request with functions', () => countChatCompletionTokens({ messages: [user], functions: [definition] }));
show('a request with tools', () => countChatCompletionTokens({ messages: [user], tools: [{ type: 'function', function: definition }] }));
EOF
timeout 100 node probe.mjs >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
