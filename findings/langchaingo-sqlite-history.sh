#!/usr/bin/env bash
# Behaviour: langchaingo's SQLite history reads the oldest 1,000 messages of a chat (its Limit when none is set), so that from there on the model is
# told the same old messages for ever: a window of the newest two holds the 999th and 1,000th of 1,100. Tool results and messages of a named role
# are written and never read, an answer's tool calls are not written. Clear() and SetMessages() do nothing without WithOverwrite(). No error in any.
# Versions: github.com/tmc/langchaingo v0.1.14
# Seen: on 2026-11-29
#   1100 messages: 1000 read, from message 1 to message 1000
#     a window of the newest two: "Human: message 999\nHuman: message 1000"
#   5 messages stored: 3 read
#     human: Is 7 due?, calls 0
#     ai: I look., calls 0
#     ai: On Friday., calls 0
#   Clear(): error <nil>, 3 read
#   SetMessages() of one: error <nil>, 3 read
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected
export GOPATH="$dir/go" GOMODCACHE="$dir/go/pkg/mod" GOFLAGS='-modcacherw -trimpath -mod=mod' CGO_ENABLED=1 CGO_CFLAGS=-O0

cat >probe.go <<'EOF'
package main

import (
	"context"
	"fmt"

	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/memory"
	"github.com/tmc/langchaingo/memory/sqlite3"
)

var ctx = context.Background()

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func read(history *sqlite3.SqliteChatMessageHistory) []llms.ChatMessage {
	messages, err := history.Messages(ctx)
	must(err)
	return messages
}

func main() {
	long := sqlite3.NewSqliteChatMessageHistory(sqlite3.WithDBAddress("long.db"))
	_, err := long.DB.Exec("PRAGMA synchronous = OFF")
	must(err)
	for i := 1; i <= 1100; i++ {
		must(long.AddUserMessage(ctx, fmt.Sprintf("message %d", i)))
	}
	all := read(long)
	fmt.Printf("1100 messages: %d read, from %s to %s\n", len(all), all[0].GetContent(), all[len(all)-1].GetContent())
	window := memory.NewConversationWindowBuffer(1, memory.WithChatHistory(long))
	loaded, err := window.LoadMemoryVariables(ctx, nil)
	must(err)
	fmt.Printf("  a window of the newest two: %q\n", loaded["history"])

	tools := sqlite3.NewSqliteChatMessageHistory(sqlite3.WithDBAddress("tools.db"))
	call := llms.ToolCall{ID: "c1", Type: "function", FunctionCall: &llms.FunctionCall{Name: "look", Arguments: `{"invoice":7}`}}
	for _, m := range []llms.ChatMessage{
		llms.HumanChatMessage{Content: "Is 7 due?"},
		llms.AIChatMessage{Content: "I look.", ToolCalls: []llms.ToolCall{call}},
		llms.ToolChatMessage{ID: "c1", Content: "due on Friday"},
		llms.GenericChatMessage{Role: "accountant", Content: "I paid it."},
		llms.AIChatMessage{Content: "On Friday."},
	} {
		must(tools.AddMessage(ctx, m))
	}
	var stored int
	must(tools.DB.QueryRow("SELECT count(*) FROM langchaingo_messages").Scan(&stored))
	fmt.Printf("%d messages stored: %d read\n", stored, len(read(tools)))
	for _, m := range read(tools) {
		calls := 0
		if answer, ok := m.(llms.AIChatMessage); ok {
			calls = len(answer.ToolCalls)
		}
		fmt.Printf("  %s: %s, calls %d\n", m.GetType(), m.GetContent(), calls)
	}
	err = tools.Clear(ctx)
	fmt.Printf("Clear(): error %v, %d read\n", err, len(read(tools)))
	err = tools.SetMessages(ctx, []llms.ChatMessage{llms.HumanChatMessage{Content: "Hello"}})
	fmt.Printf("SetMessages() of one: error %v, %d read\n", err, len(read(tools)))
}
EOF
{ go mod init probe && go get github.com/tmc/langchaingo/memory/sqlite3@v0.1.14 && go build -o probe .; } >log 2>&1 || { cat log; exit 1; }
timeout 100 ./probe >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
