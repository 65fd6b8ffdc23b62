package shapes

import (
	"bytes"
	"fmt"
)

// contents are shapes of record contents.
func contents() []shape {
	return []shape{
		conversation("calls of one reply", block, func(f *file, n int) {
			var calls []M
			var ids []string
			for i := range n {
				ids = append(ids, fmt.Sprint("toolu_", i))
				calls = append(calls, call(ids[i], i))
			}
			at := f.reply(f.prompt(""), calls...)
			for _, id := range ids {
				at = f.results(at, id)
			}
		}),
		conversation("parallel calls", many, func(f *file, n int) {
			at, prompt := "", f.prompt("")
			for i := range n {
				tool := fmt.Sprint("toolu_", i)
				at = f.results(f.reply(prompt, call(tool, i)), tool)
			}
			f.reply(at)
		}),
		conversation("texts of one reply", block, func(f *file, n int) {
			var texts []M
			for i := range n {
				texts = append(texts, M{"type": "text", "text": fmt.Sprint("part ", i)})
			}
			f.reply(f.prompt(""), texts...)
		}),
		conversation("texts of one prompt", block, func(f *file, n int) {
			var texts []M
			for i := range n {
				texts = append(texts, M{"type": "text", "text": fmt.Sprint("part ", i)})
			}
			f.reply(f.chain("user", "", M{"message": M{"role": "user", "content": texts}}))
		}),
		conversation("results of one record", block, func(f *file, n int) {
			var calls []M
			var ids []string
			for i := range n {
				ids = append(ids, fmt.Sprint("toolu_", i))
				calls = append(calls, call(ids[i], i))
			}
			f.results(f.reply(f.prompt(""), calls...), ids...)
		}),
		conversation("calls with one id", many, func(f *file, n int) {
			repeat(n, func(at string) string { return f.results(f.reply(f.prompt(at), call("call_1", f.uuids)), "call_1") })
		}),
		conversation("results without a call", many, func(f *file, n int) {
			repeat(n, func(at string) string { return f.results(f.prompt(at), "call_1") })
		}),
	}
}

// sides are shapes of records beside the conversation.
func sides() []shape {
	return []shape{
		conversation("queue operations", many, func(f *file, n int) {
			at := f.turn("")
			for i := range n {
				f.line(M{"type": "queue-operation", "operation": "enqueue", "content": fmt.Sprint("queued ", i), "sessionId": f.session, "timestamp": "2026-09-22T10:00:00Z"})
			}
			for range n {
				f.line(M{"type": "queue-operation", "operation": "dequeue", "sessionId": f.session, "timestamp": "2026-09-22T10:00:00Z"})
			}
			f.turn(at)
		}),
		conversation("queue operations with one text", many, func(f *file, n int) {
			at := f.turn("")
			for range n {
				f.line(M{"type": "queue-operation", "operation": "enqueue", "content": "continue", "sessionId": f.session, "timestamp": "2026-09-22T10:00:00Z"})
			}
			f.turn(at)
		}),
		conversation("queue operations removed from behind", many, func(f *file, n int) {
			at := f.turn("")
			queue := func(operation string, i int) {
				f.line(M{"type": "queue-operation", "operation": operation, "content": fmt.Sprint("queued ", i), "sessionId": f.session, "timestamp": "2026-09-22T10:00:00Z"})
			}
			for i := range n {
				queue("enqueue", i)
			}
			for i := range n {
				queue("remove", n-1-i)
			}
			f.turn(at)
		}),
		conversation("names", many, func(f *file, n int) {
			f.turn("")
			for i := range n {
				f.line(M{"type": "custom-title", "customTitle": fmt.Sprint("title ", i), "sessionId": f.session})
				f.line(M{"type": "tag", "tag": fmt.Sprint("tag-", i), "sessionId": f.session})
				f.line(M{"type": "pr-link", "prNumber": i, "prUrl": fmt.Sprint("https://example.org/pull/", i), "sessionId": f.session})
				f.line(M{"type": "summary", "summary": fmt.Sprint("summary ", i), "leafUuid": id(1, i)})
			}
		}),
		conversation("kinds that nobody knows", many, func(f *file, n int) {
			f.turn("")
			for i := range n {
				f.line(M{"type": fmt.Sprint("kind-", i), "uuid": id(5, i)})
			}
		}),
	}
}

// lines are shapes of unusual lines.
func lines() []shape {
	return []shape{
		conversation("working directories", many, func(f *file, n int) {
			repeat(n, func(at string) string {
				return f.chain("user", at, M{"cwd": "/srv/" + at, "gitBranch": at, "message": M{"role": "user", "content": "go"}})
			})
		}),
		conversation("messages from elsewhere", many, func(f *file, n int) {
			repeat(n, func(at string) string {
				return f.reply(f.chain("user", at, M{"isMeta": true, "origin": M{"kind": "peer", "name": "planner"}, "message": M{
					"role": "user", "content": "<cross-session-message from-name=\"planner\">\nraise " + at + "\n</cross-session-message>",
				}}))
			})
		}),
		conversation("records on one line", many, glue),
		conversation("lines that cannot be read", many, func(f *file, n int) {
			f.turn("")
			for range n {
				f.WriteString("{\"type\":\"user\",\n")
			}
		}),
		conversation("zero bytes", many, func(f *file, n int) {
			repeat(n, func(at string) string {
				f.Write(make([]byte, 100))
				return f.turn(at)
			})
		}),
	}
}

// glue writes all records on one line.
func glue(f *file, n int) {
	repeat(n, f.turn)
	joined := bytes.ReplaceAll(f.Bytes(), []byte("\n"), nil)
	f.Reset()
	f.Write(append(joined, '\n'))
}

// families are shapes of several files.
func families() []shape {
	return []shape{
		{name: "sessions", n: 300, build: func(r *root, n int) {
			r.main().turn("")
			for i := range n {
				r.session(i).turn("")
			}
		}},
		{name: "forks of one session", n: 300, build: func(r *root, n int) {
			first := r.main().turn("")
			shared := bytes.Clone(r.main().Bytes())
			for i := range n {
				f := r.session(i)
				f.Write(shared)
				f.turn(first)
			}
		}},
		{name: "forks of forks", n: 300, build: forksOfForks, files: true},
		{name: "sessions whose parent is gone", n: 300, build: func(r *root, n int) {
			r.main().turn(id(9, 9))
			for i := range n {
				r.session(i).turn(id(9, 9))
			}
		}},
		{name: "agents in files", n: 300, build: func(r *root, n int) {
			f := r.main()
			repeat(n, func(at string) string { return agent(r, f, at, fmt.Sprint("a", f.uuids)) })
		}},
		{name: "agents that nothing started", n: 300, build: func(r *root, n int) {
			r.main().turn("")
			for i := range n {
				agentFile(r, fmt.Sprint("a", i)).turn("")
			}
		}},
	}
}

// forksOfForks forks each session at the last record of the one before. The commands read
// the last one.
func forksOfForks(r *root, n int) {
	f := r.session(0)
	last := f.turn("")
	for i := range n {
		lines := bytes.SplitAfter(f.Bytes(), []byte("\n"))
		copied := lines[len(lines)-2]
		if f = r.main(); i < n-1 {
			f = r.session(i + 1)
		}
		f.Write(copied)
		last = f.turn(last)
	}
}

func agentFile(r *root, name string) *file {
	return r.file("projects/-srv-app/"+mainID+"/subagents/agent-"+name+".jsonl", mainID)
}

// agent starts an agent with a file of its own and returns its result.
func agent(r *root, f *file, at, name string) string {
	side := agentFile(r, name)
	own := M{"isSidechain": true, "agentId": name}
	prompt := side.chain("user", "", merge(own, M{"message": M{"role": "user", "content": "look at " + name}}))
	side.chain("assistant", prompt, merge(own, M{"message": M{"id": "msg_" + name, "role": "assistant", "content": []M{{"type": "text", "text": "seen"}}}}))
	tool := "toolu_" + name
	started := f.reply(f.prompt(at), M{"type": "tool_use", "id": tool, "name": "Task", "input": M{"prompt": "look at " + name, "description": "look"}})
	return f.chain("user", started, M{
		"toolUseResult": M{"agentId": name, "status": "completed"},
		"message":       M{"role": "user", "content": []M{{"type": "tool_result", "tool_use_id": tool, "content": "seen"}}},
	})
}

func merge(a, b M) M {
	all := M{}
	for _, m := range []M{a, b} {
		for k, v := range m {
			all[k] = v
		}
	}
	return all
}
