#!/usr/bin/env bash
# Behaviour: Gemini CLI's compression cuts at questions only, so a turn of one question and 100 tool calls is never compressed: 900,000 tokens, status
# NOOP, no summary asked for. Each attempt, one per request, still writes all old results but the newest to files that nothing refers to, again each
# time. Where it works, a second request asks whether the snapshot lacks anything, and whatever text comes back replaces the summary: "Nothing is
# missing." is then all that is left of eight turns, and the status is COMPRESSED.
# Versions: @google/gemini-cli-core 0.61.0, the chat and the model's answers made up
# Seen: on 2026-11-29
#   ten turns, the check repeats the snapshot: COMPRESSED, model asked 2 times, files so far 0
#     user <state_snapshot>All facts.</state_snapshot> | model Got it. | user Question 9 | model Answer 9 | user Question 10 | model Answer 10
#   ten turns, the check finds nothing: COMPRESSED, model asked 2 times, files so far 0
#     user Nothing is missing. | model Got it. | user Question 9 | model Answer 9 | user Question 10 | model Answer 10
#   one question and 100 calls: NOOP, model asked 0 times, files so far 94
#     the chat is as before
#   the next request of that turn: NOOP, model asked 0 times, files so far 188
#     the chat is as before
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

npm install --silent --no-audit --no-fund --ignore-scripts @google/gemini-cli-core@0.61.0 >log 2>&1 || { cat log; exit 1; }

cat >probe.mjs <<'EOF'
import { readdirSync } from 'node:fs';
import { CompressionStatus, Config } from '@google/gemini-cli-core';
import { ChatCompressionService } from '@google/gemini-cli-core/dist/src/context/chatCompressionService.js';

const user = (text) => ({ role: 'user', parts: [{ text }] });
const model = (text) => ({ role: 'model', parts: [{ text }] });
const words = ' word'.repeat(50);
const turns = Array.from({ length: 10 }, (_, i) => [user(`Question ${i + 1}${words}`), model(`Answer ${i + 1}${words}`)]).flat();
const call = (page) => ({ role: 'model', parts: [{ functionCall: { name: 'read_file', args: { page } } }] });
const result = (output) => ({ role: 'user', parts: [{ functionResponse: { name: 'read_file', response: { output } } }] });
const loop = [user('Read it all.'), ...Array.from({ length: 100 }, (_, i) => [call(i), result(`page ${i} `.repeat(4000))]).flat()];

const config = new Config({ sessionId: 's', targetDir: '.', cwd: '.', model: 'gemini-2.5-pro', debugMode: false });
await config.storage.initialize();
const files = `${config.storage.getProjectTempDir()}/tool-outputs`;
const short = (text) => text.replaceAll(' word', '').replace(' Thanks for the additional context!', '');

async function compress(name, history, answers) {
  let asked = 0;
  config.getCompressionThreshold = async () => undefined;
  config.getContentGenerator = () => ({});
  config.getBaseLlmClient = () => ({ generateContent: async () => ({ candidates: [{ content: model(answers[asked++]) }] }) });
  const chat = { getHistory: () => history, getLastPromptTokenCount: () => 900_000 };
  const { newHistory, info } = await new ChatCompressionService().compress(chat, 'p', false, 'gemini-2.5-pro', config, false);
  let saved = 0;
  try {
    saved = readdirSync(files, { recursive: true }).filter((file) => file.endsWith('.txt')).length;
  } catch {}
  console.log(`${name}: ${CompressionStatus[info.compressionStatus]}, model asked ${asked} times, files so far ${saved}`);
  const left = newHistory?.map((content) => `${content.role} ${short(content.parts[0].text)}`).join(' | ');
  console.log(`  ${left ?? 'the chat is as before'}`);
}
const snapshot = '<state_snapshot>All facts.</state_snapshot>';
await compress('ten turns, the check repeats the snapshot', turns, [snapshot, snapshot]);
await compress('ten turns, the check finds nothing', turns, [snapshot, 'Nothing is missing.']);
await compress('one question and 100 calls', loop, [snapshot, snapshot]);
await compress('the next request of that turn', [...loop], [snapshot, snapshot]);
EOF
mkdir home
HOME="$dir/home" timeout 100 node probe.mjs >seen 2>log || { cat seen log; exit 1; }
sed -i '/^Ignore file not found/d' seen
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
