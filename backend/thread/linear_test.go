package thread

import (
	"context"
	"fmt"
	"testing"

	"dendro/backend/transcript"
)

// growing are histories of one shape: n copies of something that could make each of the
// others slower.
var growing = map[string]func(s *script, n int) []Agent{
	"inline sidechains with one prompt": func(s *script, n int) []Agent {
		s.user("u", "", "go")
		for i := range n {
			call := fmt.Sprint("c", i)
			s.with(nil).reply("a"+call, "u", "m"+call, use(call, "Task", obj{"prompt": "same"}))
			s.with(obj{"isSidechain": true}).user("s"+call, "", "same")
			s.with(nil).result("r"+call, "a"+call, call, "x")
		}
		return nil
	},
	"the same, all called at once": func(s *script, n int) []Agent {
		calls := make([]obj, n)
		for i := range calls {
			calls[i] = use(fmt.Sprint("c", i), "Task", obj{"prompt": "same"})
		}
		s.user("u", "", "go").reply("a", "u", "m", calls...)
		for i := range n {
			s.with(obj{"isSidechain": true}).user(fmt.Sprint("s", i), "", "same")
		}
		for i := range n {
			s.with(nil).result(fmt.Sprint("r", i), "a", fmt.Sprint("c", i), "x")
		}
		return nil
	},
	"inline sidechains that only time tells": func(s *script, n int) []Agent {
		s.user("u", "", "go")
		for i := range n {
			call := fmt.Sprint("c", i)
			s.with(nil).reply("a"+call, "u", "m"+call, use(call, "Task", obj{"prompt": call}))
		}
		for i := range n {
			s.with(obj{"isSidechain": true}).user(fmt.Sprint("s", i), "", "other")
		}
		for i := range n {
			s.with(nil).result(fmt.Sprint("r", i), fmt.Sprint("ac", i), fmt.Sprint("c", i), "x")
		}
		return nil
	},
	"agents that call with their own prompt": func(s *script, n int) []Agent {
		s.user("u", "", "go").reply("a", "u", "m", use("c", "Task", obj{"prompt": "same"}))
		agents := make([]Agent, n)
		for i := range agents {
			id := fmt.Sprint("x", i)
			f := script{n: i + 10}
			f.with(obj{"isSidechain": true}).user(id+"1", "", "same").with(obj{"isSidechain": true}).reply(id+"2", id+"1", "m"+id, use(id, "Task", obj{"prompt": "same"}))
			agents[i] = f.agent(id, transcript.AgentMeta{})
		}
		return agents
	},
	"agents under one call": func(s *script, n int) []Agent {
		s.user("u", "", "go").reply("a", "u", "m", use("c", "Task", obj{"prompt": "p"}))
		agents := make([]Agent, n)
		for i := range agents {
			agents[i] = agentFile(fmt.Sprint("x", i), "p", "").agent(fmt.Sprint("x", i), transcript.AgentMeta{ToolUseID: "c"})
		}
		return agents
	},
	"results in one record": func(s *script, n int) []Agent {
		calls, results := make([]obj, n), make([]obj, n)
		for i := range calls {
			calls[i], results[i] = read(fmt.Sprint("c", i), "f"), answer(fmt.Sprint("c", i), "x")
		}
		s.user("u", "", "go").reply("a", "u", "m", calls...).user("r", "a", results)
		return nil
	},
	"calls and results under one id": func(s *script, n int) []Agent {
		calls, results := make([]obj, n), make([]obj, n)
		for i := range calls {
			calls[i], results[i] = read("c", fmt.Sprint("f", i)), answer("c", "x")
		}
		s.user("u", "", "go").reply("a", "u", "m", calls...).user("r", "a", results)
		return nil
	},
	"results of one call": func(s *script, n int) []Agent {
		s.user("u", "", "go").reply("a", "u", "m", read("c", "f"))
		for i := range n {
			s.result(fmt.Sprint("r", i), "a", "c", "x")
		}
		return nil
	},
	"prompts to one agent": func(s *script, n int) []Agent {
		s.user("u", "", "go")
		var prompts []string
		for i := range n {
			call := fmt.Sprint("c", i)
			s.n++ // at most one prompt each
			s.with(nil).reply("a"+call, "u", "m"+call, use(call, "Task", obj{"prompt": call}))
			s.with(obj{"toolUseResult": obj{"agentId": "X"}}).result("r"+call, "a"+call, call, "x")
			prompts = append(prompts, "other")
		}
		var f script
		for i, p := range prompts {
			f.with(obj{"isSidechain": true}).user(fmt.Sprint("x", i), "", p)
		}
		return []Agent{f.agent("X", transcript.AgentMeta{})}
	},
	"sidechains of one record": func(s *script, n int) []Agent {
		s.user("u", "", "go")
		for i := range n {
			s.with(obj{"isSidechain": true}).user(fmt.Sprint("s", i), "u", "aside")
		}
		return nil
	},
}

// TestShapesGrowLinearly doubles histories and compares the cost of attaching agents and
// building rows: calls compared, records read and described, and allocations.
func TestShapesGrowLinearly(t *testing.T) {
	for name, write := range growing {
		t.Run(name, func(t *testing.T) {
			var counts [2][4]int
			for i, n := range []int{150, 300} {
				var s script
				agents := write(&s, n)
				x := indexOf("main", []byte(s.b.String()))
				loads := 0
				load := func(ctx context.Context, file string, at Span) ([]byte, error) {
					loads++
					return s.load(agents)(ctx, file, at)
				}
				a := attachAgents(x, agents, Options{ID: "s"})
				th := a.Thread(transcript.ID{})
				p := newPage(load, PageOptions{})
				for row := range th.Items() {
					if _, err := p.row(t.Context(), th, row); err != nil {
						t.Fatal(err)
					}
				}
				allocs := testing.AllocsPerRun(1, func() {
					a := attachAgents(x, agents, Options{ID: "s"})
					if _, err := a.Thread(transcript.ID{}).Page(t.Context(), 0, -1, s.load(agents), PageOptions{Nested: true}); err != nil {
						t.Fatal(err)
					}
				})
				counts[i] = [4]int{a.steps, loads, p.calls.described + p.results.described, int(allocs)}
			}
			for i, what := range []string{"steps", "loads", "descriptions", "allocations"} {
				if one, two := counts[0][i], counts[1][i]; two > one*5/2+100 {
					t.Errorf("%s: %d, and %d for twice as much", what, one, two)
				}
			}
		})
	}
}
