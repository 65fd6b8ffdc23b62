package shapes

import (
	"bytes"
	"fmt"
	"strings"
)

// texts are shapes of Markdown that could cost more than linear time to render.
func texts() []shape {
	var all []shape
	for _, t := range []struct {
		name string
		n    int
		text func(n int) string
	}{
		{"a table of n columns and n rows", many, func(n int) string {
			return strings.Repeat("|a", n) + "|\n" + strings.Repeat("|-", n) + "|\n" + strings.Repeat("|\n", n)
		}},
		{"tables of 100 columns", 40, func(n int) string {
			return strings.Repeat(strings.Repeat("|a", 100)+"|\n"+strings.Repeat("|-", 100)+"|\n"+strings.Repeat("|\n", 20)+"\n", n)
		}},
		{"open links", 10 * many, func(n int) string { return strings.Repeat("[a](<", n) }},
		{"open brackets", 10 * many, func(n int) string { return strings.Repeat("[", n) }},
		{"open links in lines", 5 * many, func(n int) string { return strings.Repeat("[a](<\n", n) }},
		{"quotes in quotes", 10 * many, func(n int) string { return strings.Repeat("> ", n) }},
		{"lists in lists", 10 * many, func(n int) string { return strings.Repeat("- ", n) }},
		{"open emphasis", 5 * many, func(n int) string { return strings.Repeat("*a **a _a ", n) }},
		{"backticks of many lengths", 20, func(n int) string {
			var b strings.Builder
			for i := range 50 * n {
				b.WriteString(strings.Repeat("`", 1+i%50) + " ")
			}
			return b.String()
		}},
	} {
		s := conversation(t.name, t.n, func(f *file, n int) {
			f.reply(f.prompt(""), M{"type": "text", "text": t.text(n)})
		})
		s.commands = []string{"export %s --format html", "export %s --format md"}
		all = append(all, s)
	}
	return append(all, shape{
		name: "agents in agents", n: 100, build: agentsInAgents,
		commands: []string{"search nowhere", "export %s --format md", "export %s --format html"},
	})
}

// agentsInAgents starts an agent that starts an agent, and so on.
func agentsInAgents(r *root, n int) {
	f, own := r.main(), M{}
	for i := range n {
		name, tool, prompt := fmt.Sprint("a", i), fmt.Sprint("toolu_", i), fmt.Sprint("look ", i)
		asked := f.chain("user", "", merge(own, M{"message": M{"role": "user", "content": fmt.Sprint("look ", i-1)}}))
		started := f.chain("assistant", asked, merge(own, M{"message": M{"id": "msg_" + name, "role": "assistant", "content": []M{
			{"type": "tool_use", "id": tool, "name": "Task", "input": M{"prompt": prompt, "description": "look"}},
		}}}))
		f.chain("user", started, merge(own, M{
			"toolUseResult": M{"agentId": name, "status": "completed"},
			"message":       M{"role": "user", "content": []M{{"type": "tool_result", "tool_use_id": tool, "content": "seen"}}},
		}))
		f, own = agentFile(r, name), M{"isSidechain": true, "agentId": name}
	}
	f.chain("user", "", merge(own, M{"message": M{"role": "user", "content": fmt.Sprint("look ", n-1)}}))
}

// copies are shapes of one session in several files: each has a turn of its own.
func copies() []shape {
	var all []shape
	for name, path := range map[string]string{
		"copies in other directories":    "projects/-srv-app-%d/" + mainID + ".jsonl",
		"copies of a program that syncs": "projects/-srv-app/" + mainID + " (%d).jsonl",
	} {
		all = append(all, shape{name: name, n: 200, build: func(r *root, n int) {
			first := r.main().turn("")
			shared := bytes.Clone(r.main().Bytes())
			for i := range n {
				f := r.file(fmt.Sprintf(path, i), mainID)
				f.Write(shared)
				f.turn(first)
			}
		}})
	}
	return all
}
