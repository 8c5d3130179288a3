#!/usr/bin/env bash
# Behaviour: Eino's middleware that moves large tool results into files takes its token limit times four, as if it counted characters, but it counts
# tokens: with its default, 20,000, a result is moved from 80,000 on. Of one that is a single line of more than 64 KiB, as JSON is, "the first 10
# lines of the result" that the model is shown are empty. Clearing old results does so in the caller's own messages: an application that keeps its
# chat and passes it in has lost the results for good after the turn.
# Versions: github.com/cloudwego/eino v0.7.36, with sonic v1.15.0, since the v1.14.1 that it names does not build with Go 1.26
# Seen: on 2026-11-29
#   20001 tokens in lines: files 0, the model is shown 20001 tokens
#   80000 tokens in lines: files 0, the model is shown 80000 tokens
#   80002 tokens in lines: files 1, the model is shown 10 lines of the result
#   80002 tokens in one line: files 1, the model is shown 0 lines of the result
#   the application's chat before the turn: due on Friday
#   the application's chat after it: [Old tool result content cleared]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
sed -n 's/^#   //p' "$here/$(basename "$0")" >expected
export GOPATH="$dir/go" GOMODCACHE="$dir/go/pkg/mod" GOFLAGS='-modcacherw -trimpath -mod=mod'

cat >probe.go <<'EOF'
package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/adk/filesystem"
	"github.com/cloudwego/eino/adk/middlewares/reduction"
	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

var ctx = context.Background()

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func calls(id string) []schema.ToolCall {
	return []schema.ToolCall{{ID: id, Function: schema.FunctionCall{Name: "read", Arguments: "{}"}}}
}

type files struct{ written int }

func (f *files) Write(context.Context, *filesystem.WriteRequest) error {
	f.written++
	return nil
}

// chatModel calls the tool for the question "Read." and answers all else.
type chatModel struct{ shown string }

func (m *chatModel) WithTools([]*schema.ToolInfo) (model.ToolCallingChatModel, error) { return m, nil }

func (m *chatModel) Generate(_ context.Context, messages []*schema.Message, _ ...model.Option) (*schema.Message, error) {
	m.shown = messages[len(messages)-1].Content
	if m.shown == "Read." {
		return schema.AssistantMessage("", calls("c1")), nil
	}
	return schema.AssistantMessage("Done.", nil), nil
}

func (m *chatModel) Stream(
	c context.Context, messages []*schema.Message, o ...model.Option,
) (*schema.StreamReader[*schema.Message], error) {
	message, err := m.Generate(c, messages, o...)
	return schema.StreamReaderFromArray([]*schema.Message{message}), err
}

func run(result string, messages ...*schema.Message) (shown string, written int) {
	backend, chat := &files{}, &chatModel{}
	middleware, err := reduction.NewToolResultMiddleware(ctx, &reduction.ToolResultConfig{Backend: backend})
	must(err)
	read, err := utils.InferTool("read", "Reads.", func(context.Context, struct{}) (string, error) { return result, nil })
	must(err)
	agent, err := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name:        "agent",
		Description: "Reads.",
		Model:       chat,
		Middlewares: []adk.AgentMiddleware{middleware},
		ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{read}}},
	})
	must(err)
	events := adk.NewRunner(ctx, adk.RunnerConfig{Agent: agent}).Run(ctx, messages)
	for event, more := events.Next(); more; event, more = events.Next() {
		must(event.Err)
	}
	return chat.shown, backend.written
}

func moved(name, part string, tokens int) {
	shown, written := run(strings.Repeat(part, tokens*4/len(part)), schema.UserMessage("Read."))
	what := fmt.Sprintf("%d tokens", len(shown)/4)
	if written > 0 {
		what = fmt.Sprintf("%d lines of the result", strings.Count(shown, "1234567"))
	}
	fmt.Printf("%d tokens %s: files %d, the model is shown %s\n", tokens, name, written, what)
}

func main() {
	moved("in lines", "123\n", 20_001)
	moved("in lines", "1234567\n", 80_000)
	moved("in lines", "1234567\n", 80_002)
	moved("in one line", "1234567,", 80_002)

	result := schema.ToolMessage(strings.Repeat("due on Friday ", 10_000), "c0", schema.WithToolName("read"))
	long := schema.AssistantMessage(strings.Repeat("word ", 40_000), nil)
	fmt.Printf("the application's chat before the turn: %.13s\n", result.Content)
	call := schema.AssistantMessage("", calls("c0"))
	run("", schema.UserMessage("Is it due?"), call, result, long, schema.UserMessage("Thanks."))
	fmt.Printf("the application's chat after it: %.60s\n", result.Content)
}
EOF
{ go mod init probe && go get github.com/cloudwego/eino/adk@v0.7.36 github.com/bytedance/sonic@v1.15.0 && go build -o probe .; } >log 2>&1 || { cat log; exit 1; }
timeout 100 ./probe >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
