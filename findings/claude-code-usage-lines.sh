#!/usr/bin/env bash
# Behaviour: Claude Code writes each part of an answer as a line of its transcript, all with the message's id; the earlier lines have the few output
# tokens that were known when the stream began, the last one has all. claude-monitor keeps the first line: 8 output tokens of 400. It also prices
# what was written to the prompt cache for an hour (twice the input's price) as if for five minutes (1.25 times). Together almost half of the bill
# is missing. ccusage 18 does both, too; ccusage 20 is right.
# Versions: claude-monitor 4.0.0, ccusage 18.0.11 and 20.0.24
# Seen: on 2026-11-29
#   one line
#     claude-monitor: output 400, 0.0275 dollars
#     ccusage 18: output 400, 0.0275 dollars
#     ccusage 20: output 400, 0.0275 dollars
#   three lines
#     claude-monitor: output 8, 0.0216 dollars
#     ccusage 18: output 8, 0.0216 dollars
#     ccusage 20: output 400, 0.0275 dollars
#   three lines cached for an hour
#     claude-monitor: output 8, 0.0216 dollars
#     ccusage 18: output 8, 0.0216 dollars
#     ccusage 20: output 400, 0.0387 dollars
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected

python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check claude-monitor==4.0.0 >log 2>&1 || { cat log; exit 1; }
npm install --silent --no-audit --no-fund --ignore-scripts ccusage18@npm:ccusage@18.0.11 ccusage20@npm:ccusage@20.0.24 >log 2>&1 || { cat log; exit 1; }

cat >probe.py <<'EOF'
import json
import os
import subprocess

from claude_monitor.data.reader import load_usage_entries


def line(part, output, **more):
    usage = {"input_tokens": 10, "cache_creation_input_tokens": 5000, "cache_read_input_tokens": 9000, "output_tokens": output, **more}
    message = {"id": "m1", "role": "assistant", "model": "claude-sonnet-4-5-20250929", "content": [{"type": part}], "usage": usage}
    times = {"timestamp": "2026-11-20T10:00:00.000Z", "version": "2.0.0"}
    return {"type": "assistant", "sessionId": "s1", "requestId": "r1", "uuid": part, "cwd": "/p", "message": message, **times}


def show(name, output, cost):
    print(f"  {name}: output {output}, {cost:.4f} dollars")


def run(name, lines):
    os.makedirs(f"{name}/projects/p")
    with open(f"{name}/projects/p/s1.jsonl", "w") as file:
        file.writelines(json.dumps(entry, separators=(",", ":")) + "\n" for entry in lines)
    print(name)
    entries, _ = load_usage_entries(data_path=f"{name}/projects")
    show("claude-monitor", sum(entry.output_tokens for entry in entries), sum(entry.cost_usd for entry in entries))
    for version in ("18", "20"):
        package = f"node_modules/ccusage{version}/"
        command = ["node", package + json.load(open(package + "package.json"))["bin"]["ccusage"]]
        place = {**os.environ, "CLAUDE_CONFIG_DIR": os.path.abspath(name)}
        found = subprocess.run(command + ["daily", "--json", "--offline"], env=place, capture_output=True, check=True)
        totals = json.loads(found.stdout)["totals"]
        show(f"ccusage {version}", totals["outputTokens"], totals["totalCost"])


run("one line", [line("text", 400)])
run("three lines", [line("thinking", 8), line("text", 8), line("tool_use", 400)])
hour = {"cache_creation": {"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 5000}}
run("three lines cached for an hour", [line("thinking", 8, **hour), line("text", 8, **hour), line("tool_use", 400, **hour)])
EOF
timeout 100 venv/bin/python -W ignore probe.py >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
