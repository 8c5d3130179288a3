#!/usr/bin/env bash
# Behaviour: Of the 20 chat templates that Ollama keeps for imported models, a chat whose tools are over (as it is given to a model for a summary)
# loses the tools' results in six, and the calls in all 20 if the model wrote a word beside them. Gemma 3's writes the system prompt only if the
# user's message comes right behind it: a chat that was cut so that it begins with an answer is sent without its rules. Two questions in a row are
# joined in the caller's own list, so that the second rendering of one list has the second question twice. None is an error.
# Versions: github.com/ollama/ollama v0.17.4
# Seen: on 2026-11-29
#   templates: 20
#   without the result: alpaca, gemma3-instruct, llama2-chat, mistral-instruct, starcoder2-instruct, vicuna
#   with the call beside a text: none
#   with the call alone: command-r
#   without the rules: none
#   without the rules when the chat begins with an answer: gemma3-instruct
#   with a question twice at the second rendering: 20
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
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/ollama/ollama/api"
	"github.com/ollama/ollama/template"
)

var templates = map[string]*template.Template{}
var names []string

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func render(name string, messages []api.Message) string {
	var out bytes.Buffer
	must(templates[name].Execute(&out, template.Values{Messages: messages}))
	return out.String()
}

func report(what string, is func(name string) bool) {
	var found []string
	for _, name := range names {
		if is(name) {
			found = append(found, name)
		}
	}
	switch len(found) {
	case 0:
		found = []string{"none"}
	case len(names):
		found = []string{fmt.Sprint(len(found))}
	}
	fmt.Printf("%s: %s\n", what, strings.Join(found, ", "))
}

func main() {
	files, err := filepath.Glob(os.Args[1] + "/template/*.gotmpl")
	must(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(err)
		name := strings.TrimSuffix(filepath.Base(file), ".gotmpl")
		templates[name], err = template.Parse(string(text))
		must(err)
		names = append(names, name)
	}
	var arguments api.ToolCallFunctionArguments
	must(json.Unmarshal([]byte(`{"invoice":7}`), &arguments))
	calls := []api.ToolCall{{Function: api.ToolCallFunction{Name: "look", Arguments: arguments}}}
	rules := api.Message{Role: "system", Content: "Never give legal advice."}
	question := api.Message{Role: "user", Content: "Is 7 due?"}
	answer := api.Message{Role: "assistant", Content: "It is."}
	chat := func(beside string) []api.Message {
		call := api.Message{Role: "assistant", Content: beside, ToolCalls: calls}
		result := api.Message{Role: "tool", ToolName: "look", Content: "due on Friday"}
		return []api.Message{rules, question, call, result, answer, {Role: "user", Content: "Sum up."}}
	}
	fmt.Println("templates:", len(names))
	report("without the result", func(name string) bool { return !strings.Contains(render(name, chat("")), "Friday") })
	report("with the call beside a text", func(name string) bool { return strings.Contains(render(name, chat("I look.")), "invoice") })
	report("with the call alone", func(name string) bool { return strings.Contains(render(name, chat("")), "invoice") })
	report("without the rules", func(name string) bool {
		return !strings.Contains(render(name, []api.Message{rules, question, answer, question}), "legal")
	})
	report("without the rules when the chat begins with an answer", func(name string) bool {
		return !strings.Contains(render(name, []api.Message{rules, answer, question}), "legal")
	})
	report("with a question twice at the second rendering", func(name string) bool {
		messages := []api.Message{rules, {Role: "user", Content: "Hello?"}, {Role: "user", Content: "Is 7 due?"}}
		return strings.Count(render(name, messages), "7 due") == 1 && strings.Count(render(name, messages), "7 due") == 2
	})
}
EOF
{ go mod init probe && go get github.com/ollama/ollama/template@v0.17.4 && go build -o probe .; } >log 2>&1 || { cat log; exit 1; }
timeout 100 ./probe "$(go list -m -f '{{.Dir}}' github.com/ollama/ollama)" >seen 2>log || { cat seen log; exit 1; }
diff expected seen || { cat log; exit 1; }
echo 'seen as described'
