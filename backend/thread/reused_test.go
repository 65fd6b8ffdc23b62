package thread

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// answer is a tool_result block.
func answer(id, content string) obj {
	return obj{"type": "tool_result", "tool_use_id": id, "content": content}
}

// read is a call of Read under an id that other calls may share.
func read(id, path string) obj { return use(id, "Read", obj{"file_path": path}) }

// shows lists prompts, replies and calls with the file read and its result.
func shows(rows []Row) string {
	var b strings.Builder
	each(rows, 0, func(r *Row, depth int) {
		b.WriteString(strings.Repeat("  ", depth))
		if r.Tool == nil {
			fmt.Fprintln(&b, r.Kind, r.Text)
			return
		}
		about := transcript.Target(jsonl.Value(r.Tool.Input)).String()
		if about == "" {
			about = jsonl.Value(r.Tool.Input).Get("prompt").String()
		}
		fmt.Fprintln(&b, strings.Join(strings.Fields(r.Tool.Name+" "+about+" "+r.Tool.Status+" "+r.Tool.Result), " "))
	})
	return b.String()
}

// TestReplacedRecordsAreLocated: a snapshot of a response that grows under new uuids, and a
// call that is written again, lead to the row that is shown in their place.
func TestReplacedRecordsAreLocated(t *testing.T) {
	for name, tt := range map[string]struct {
		tip    string
		script func(s *script)
		want   map[string][]int // by record and block
	}{
		"snapshots": {"5", func(s *script) {
			s.user("1", "", "go").reply("2", "1", "m", text("lo")).reply("3", "2", "m", text("look")).
				reply("4", "3", "m", text("look here"), read("t1", "a")).result("5", "4", "t1", "in a")
		}, map[string][]int{"2 0": {1}, "3 0": {1}, "3 7": {1}, "4 0": {1}, "4 1": {2}, "5 0": {2}}},
		"a call": {"6", func(s *script) {
			s.user("1", "", "go").reply("2", "1", "m", text("look")).reply("3", "2", "", read("t1", "a")).reply("4", "3", "", read("t1", "a")).
				reply("5", "4", "", read("t1", "a")).result("6", "5", "t1", "in a")
		}, map[string][]int{"2 0": {1}, "3 0": {2}, "4 0": {2}, "5 0": {2}, "6 0": {2}, "9 0": nil}},
	} {
		t.Run(name, func(t *testing.T) {
			var s script
			tt.script(&s)
			th := NewSession(indexOf("main", []byte(s.b.String())), nil, Options{ID: "s"}).Thread(idOf(tt.tip))
			wanted, rows := map[transcript.ID]bool{}, map[transcript.ID]int{}
			for at, want := range tt.want {
				id, block, _ := strings.Cut(at, " ")
				equal(t, th.Locate(idOf(id), int(block[0]-'0')), want)
				if wanted[idOf(id)] = true; want != nil && block == "0" {
					rows[idOf(id)] = want[0]
				}
			}
			equal(t, th.RowsWith(wanted), rows)
		})
	}
}

func TestReusedCallIDs(t *testing.T) {
	tests := []struct {
		name   string
		script func(s *script)
		want   []string
	}{
		{"one id in every round", func(s *script) {
			before := ""
			for i := range 3 {
				n := fmt.Sprint(i)
				s.user("u"+n, before, "question "+n).reply("a"+n, "u"+n, "m"+n, read("call_1", "f"+n)).
					result("r"+n, "a"+n, "call_1", "content "+n).reply("b"+n, "r"+n, "n"+n, text("answer "+n))
				before = "b" + n
			}
		}, []string{
			"prompt question 0", "Read f0 ok content 0", "reply answer 0",
			"prompt question 1", "Read f1 ok content 1", "reply answer 1",
			"prompt question 2", "Read f2 ok content 2", "reply answer 2",
		}},
		{"the same command twice, with constant message ids", func(s *script) {
			s.user("1", "", "go").reply("2", "1", "chatcmpl-0", read("Read:0", "f")).result("3", "2", "Read:0", "old").
				reply("4", "3", "chatcmpl-0", read("Read:0", "f")).result("5", "4", "Read:0", "new").reply("6", "5", "chatcmpl-0", text("done"))
		}, []string{"prompt go", "Read f ok old", "Read f ok new", "reply done"}},
		{"two calls of one record", func(s *script) {
			s.user("1", "", "go").reply("2", "1", "m", read("call_1", "a"), read("call_1", "b")).
				user("3", "2", []obj{answer("call_1", "in a"), answer("call_1", "in b")})
		}, []string{"prompt go", "Read a ok in a", "Read b ok in b"}},
		{"two calls of one response in two records, each result below its own, in any order", func(s *script) {
			s.user("1", "", "go").reply("2", "1", "m", read("call_1", "a")).reply("3", "2", "m", read("call_1", "b")).
				result("4", "3", "call_1", "in b").result("5", "2", "call_1", "in a").reply("6", "5", "n", text("done"))
		}, []string{"prompt go", "Read a ok in a", "Read b ok in b", "reply done"}},
		{"the same, the results in one line below the last", func(s *script) {
			s.user("1", "", "go").reply("2", "1", "m", read("call_1", "a")).reply("3", "2", "m", read("call_1", "b")).
				result("4", "3", "call_1", "in a").result("5", "4", "call_1", "in b").reply("6", "5", "n", text("done"))
		}, []string{"prompt go", "Read a ok in a", "Read b ok in b", "reply done"}},
		{"calls and results of one moment beside each other", func(s *script) {
			now := obj{"timestamp": "2026-03-01T09:30:00.000Z"}
			s.user("1", "", "go").with(now).reply("2", "1", "m", read("call_1", "a")).with(now).reply("3", "1", "m", read("call_1", "b")).
				with(now).result("4", "2", "call_1", "in a").with(now).result("5", "3", "call_1", "in b").
				with(now).reply("6", "5", "n", read("call_1", "c"), read("call_1", "d")).
				with(now).result("7", "6", "call_1", "in c").with(now).result("8", "6", "call_1", "in d").
				reply("9", "8", "o", text("done"))
		}, []string{"prompt go", "Read a ok in a", "Read b ok in b", "Read c ok in c", "Read d ok in d", "reply done"}},
		{"a result that names its call", func(s *script) {
			s.user("1", "", "go").reply("2", "1", "m", read("call_1", "a")).reply("3", "2", "n", read("call_1", "b")).
				with(obj{"sourceToolAssistantUUID": "2"}).result("4", "3", "call_1", "in a").
				result("5", "3", "call_1", "in b").reply("6", "5", "o", text("done"))
		}, []string{"prompt go", "Read a ok in a", "Read b ok in b", "reply done"}},
		{"a call without a result takes none from another round", func(s *script) {
			s.user("1", "", "go").reply("2", "1", "m", read("call_1", "a")).user("3", "2", "again").
				reply("4", "3", "n", read("call_1", "b")).result("5", "4", "call_1", "in b")
		}, []string{"prompt go", "Read a missing", "prompt again", "Read b ok in b"}},
		{"nor the words of a call that a later prompt has made again", func(s *script) {
			s.user("1", "", "go").reply("2", "1", "m", read("call_1", "a")).user("3", "2", "again").
				reply("4", "3", "n", read("call_1", "a")).result("5", "4", "call_1", "in a").reply("6", "5", "o", text("done"))
		}, []string{"prompt go", "Read a missing", "prompt again", "Read a ok in a", "reply done"}},
		{"a result that is written before the call it names", func(s *script) {
			s.user("1", "", "go").reply("2", "1", "m", read("call_1", "a")).result("3", "2", "call_1", "in a").user("4", "3", "again").
				result("6", "5", "call_1", "in b").reply("5", "4", "n", read("call_1", "b")).reply("7", "6", "o", text("done"))
		}, []string{"prompt go", "Read a ok in a", "prompt again", "Read b ok in b", "reply done"}},
		{"nor gives one away", func(s *script) {
			s.user("1", "", "go").reply("2", "1", "m", read("call_1", "a")).result("3", "2", "call_1", "in a").
				reply("4", "3", "n", read("call_1", "b")).user("5", "4", "stop")
		}, []string{"prompt go", "Read a ok in a", "Read b missing", "prompt stop"}},
		{"a call that is written again before it is answered", func(s *script) {
			s.user("1", "", "go").reply("2", "1", "", read("call_1", "a")).reply("3", "2", "", read("call_1", "a")).
				result("4", "3", "call_1", "in a")
		}, []string{"prompt go", "Read a ok in a"}},
		{"a copied record, behind the result", func(s *script) {
			at := obj{"timestamp": "2026-03-01T09:30:00.000Z"}
			s.user("1", "", "go").with(at).reply("2", "1", "m", read("t1", "a")).result("3", "2", "t1", "in a").
				with(at).reply("4", "3", "m", read("t1", "a")).reply("5", "4", "n", text("done"))
		}, []string{"prompt go", "Read a ok in a", "reply done"}},
		{"results that nobody asked for, and second ones", func(s *script) {
			s.user("1", "", "go").result("2", "1", "t9", "lost").reply("3", "2", "m", read("t1", "a")).
				result("4", "3", "t1", "first").result("5", "4", "t1", "second").reply("6", "5", "n", text("done"))
		}, []string{
			"prompt go", "(result without a call) ok lost", "Read a ok first", "(result without a call) ok second", "reply done",
		}},
		{"a result in one record with a comment, and without an id", func(s *script) {
			s.user("1", "", "go").user("2", "1", []obj{{"type": "tool_result", "content": "bare"}, text("see")})
		}, []string{"prompt go", "(result without a call) ok bare", "notice see"}},
		{"snapshots in two rounds, with constant message ids", func(s *script) {
			s.user("1", "", "go").reply("2", "1", "chatcmpl-0", text("look")).reply("3", "2", "chatcmpl-0", text("look"), read("call_1", "a")).
				result("4", "3", "call_1", "in a").reply("5", "4", "chatcmpl-0", text("look")).
				reply("6", "5", "chatcmpl-0", text("look"), read("call_1", "b")).result("7", "6", "call_1", "in b")
		}, []string{"prompt go", "reply look", "Read a ok in a", "reply look", "Read b ok in b"}},
		{"the same reply in two turns, with constant message ids", func(s *script) {
			s.user("1", "", "go").reply("2", "1", "chatcmpl-0", text("done")).user("3", "2", "again").reply("4", "3", "chatcmpl-0", text("done"))
		}, []string{"prompt go", "reply done", "prompt again", "reply done"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var s script
			tt.script(&s)
			equal(t, shows(s.show(t, "")), strings.Join(tt.want, "\n")+"\n")
		})
	}
}

// TestReusedCallIDsOnBranches uses one id for a call on the trunk and calls on two
// branches, one of which repeats its input.
func TestReusedCallIDsOnBranches(t *testing.T) {
	var s script
	s.user("1", "", "start").reply("2", "1", "m", text("ready"))
	s.user("3", "2", "one way").reply("4", "3", "n", read("call_1", "a"))
	s.user("5", "2", "another way").reply("6", "5", "o", read("call_1", "a")).result("7", "6", "call_1", "in a").reply("8", "7", "p", text("done"))
	equal(t, shows(s.show(t, "4")), "prompt start\nreply ready\nprompt one way\nRead a missing\n")
	equal(t, shows(s.show(t, "8")), "prompt start\nreply ready\nprompt another way\nRead a ok in a\nreply done\n")
}

// TestAgentsOfReusedCallIDs starts agents under one id: each belongs to the call that
// started it, by any kind of evidence.
func TestAgentsOfReusedCallIDs(t *testing.T) {
	task := func(prompt string) obj { return use("Task:0", "Task", obj{"prompt": prompt}) }
	for name, tt := range map[string]struct {
		result func(agent string) obj
		meta   transcript.AgentMeta
		task   func(prompt string) string
	}{
		"by the result":                 {result: func(agent string) obj { return obj{"toolUseResult": obj{"agentId": agent}} }, task: func(string) string { return "otherwise" }},
		"by the meta file and the task": {meta: transcript.AgentMeta{ToolUseID: "Task:0"}, task: func(p string) string { return p }},
		"by the meta file and the time": {meta: transcript.AgentMeta{ToolUseID: "Task:0"}, task: func(string) string { return "" }},
		"by the task":                   {task: func(p string) string { return p }},
	} {
		t.Run(name, func(t *testing.T) {
			with := func(agent string) obj {
				if tt.result == nil {
					return nil
				}
				return tt.result(agent)
			}
			var s script
			s.user("1", "", "go").reply("2", "1", "m", task("first")).with(with("A")).result("3", "2", "Task:0", "one")
			s.reply("4", "3", "n", task("second")).with(with("B")).result("5", "4", "Task:0", "two").reply("6", "5", "o", text("done"))
			agents := []Agent{}
			for i, prompt := range []string{"first", "second"} {
				f := script{n: 2 + 2*i}
				f.with(obj{"isSidechain": true, "timestamp": fmt.Sprintf("2026-03-01T09:00:%02d.500Z", 2+2*i)}).user(prompt+"1", "", tt.task(prompt))
				f.with(obj{"isSidechain": true}).reply(prompt+"2", prompt+"1", "m"+prompt, text("worked on the "+prompt))
				agents = append(agents, f.agent(string(rune('A'+i)), tt.meta))
			}
			var got []string
			for _, r := range s.show(t, "", agents...) {
				if r.Tool != nil {
					line := jsonl.Value(r.Tool.Input).Get("prompt").String() + " " + r.Tool.Result
					if r.Sidechain != nil {
						line += " " + r.Sidechain.Agent
					}
					got = append(got, line)
				}
			}
			equal(t, got, []string{"first one A", "second two B"})
		})
	}
}

// TestFiguresOfReusedCallIDs counts each call separately, also if the chat holds a copy of
// it.
func TestFiguresOfReusedCallIDs(t *testing.T) {
	var s script
	s.user("1", "", "go")
	before := "1"
	for i := range 3 {
		n := fmt.Sprint(i)
		s.reply("a"+n, before, "chatcmpl-0", read("call_1", "f"))
		s.user("r"+n, "a"+n, []obj{merge(answer("call_1", "x"), obj{"is_error": i == 1})})
		before = "r" + n
	}
	tally := NewTally()
	for range 2 { // the second time as a copy
		tally.Begin()
		eachLine([]byte(s.b.String()), 0, func(_ *jsonl.Line, r *transcript.Record) { tally.Add(r, false) })
	}
	f := tally.Figures()
	equal(t, f.Tools, []ToolFigure{{Name: "Read", Count: 3, Failed: 1}})
	equal(t, f.Files, []FileFigure{{Path: "f", Reads: 3}})
}

// TestRowsOfReusedCallIDs finds the rows of one call, not of others with its id.
func TestRowsOfReusedCallIDs(t *testing.T) {
	var s script
	s.user("1", "", "go").reply("2", "1", "m", read("call_1", "a")).result("3", "2", "call_1", "x").
		reply("4", "3", "n", read("call_1", "b")).result("5", "4", "call_1", "y").result("6", "5", "call_2", "z")
	x := indexOf("main", []byte(s.b.String()))
	th := NewSession(x, nil, Options{ID: "s"}).Thread(idOf("6"))
	equal(t, th.RowsOf(map[Call]bool{{X: x, Record: idOf("4")}: true}), []int{2})
	if got := th.Calls(1) + th.Calls(2) + th.Calls(3); got != 2 {
		t.Errorf("%d calls", got)
	}
	work, err := th.Work(context.Background(), 0, 1, s.load(nil))
	if err != nil || len(work) != 1 || len(work[0].Failed) != 0 {
		t.Error(work, err)
	}
	for _, id := range []string{"2", "3", "4", "5", "6"} {
		if th.Locate(idOf(id), 0) == nil {
			t.Errorf("record %s stands on no row", id)
		}
	}
}
