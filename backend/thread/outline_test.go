package thread

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/transcript"
)

// script writes the lines of a session by hand: one call per record.
type script struct {
	b    strings.Builder
	n    int
	more map[string]any // fields of the next record
}

type obj = map[string]any

func (s *script) rec(typ, id, parent string, fields obj) *script {
	s.n++
	r := obj{
		"type": typ, "uuid": id, "parentUuid": nil, "sessionId": "s", "isSidechain": false,
		"timestamp": time.Date(2026, 3, 1, 9, 0, s.n, 0, time.UTC).Format("2006-01-02T15:04:05.000Z"),
	}
	if parent != "" {
		r["parentUuid"] = parent
	}
	if id == "" {
		delete(r, "uuid")
		delete(r, "parentUuid")
	}
	for _, m := range []obj{fields, s.more} {
		for k, v := range m {
			r[k] = v
		}
	}
	s.more = nil
	line, err := json.Marshal(r)
	if err != nil {
		panic(err)
	}
	s.b.Write(append(line, '\n'))
	return s
}

// with adds fields to the next record.
func (s *script) with(fields obj) *script { s.more = fields; return s }

func (s *script) user(id, parent string, content any) *script {
	return s.rec("user", id, parent, obj{"message": obj{"role": "user", "content": content}})
}

func (s *script) reply(id, parent, msg string, blocks ...obj) *script {
	return s.rec("assistant", id, parent, obj{"message": obj{
		"id": msg, "role": "assistant", "model": "opus", "content": blocks,
		"usage": obj{"input_tokens": 1, "output_tokens": 2},
	}})
}

func (s *script) result(id, parent, tool string, content any) *script {
	return s.user(id, parent, []obj{{"type": "tool_result", "tool_use_id": tool, "content": content}})
}

func (s *script) system(id, parent, subtype string, fields obj) *script {
	s.with(merge(obj{"subtype": subtype}, fields))
	return s.rec("system", id, parent, nil)
}

func merge(a, b obj) obj {
	for k, v := range b {
		a[k] = v
	}
	return a
}

func text(t string) obj { return obj{"type": "text", "text": t} }

func use(id, name string, input obj) obj {
	return obj{"type": "tool_use", "id": id, "name": name, "input": input}
}

// outline prints rows as a reader sees them, one per line.
func outline(rows []Row) string {
	var b strings.Builder
	each(rows, 0, func(r *Row, depth int) {
		b.WriteString(strings.Repeat("  ", depth))
		if r.Tool == nil {
			fmt.Fprintf(&b, "%s %s\n", r.Kind, r.Text)
			return
		}
		fmt.Fprintf(&b, "tool %s %s %s", r.Tool.Name, r.Tool.Status, r.Tool.Result)
		if r.Sidechain != nil {
			fmt.Fprintf(&b, " <%s>", r.Sidechain.Agent)
		}
		b.WriteString("\n")
	})
	return strings.ReplaceAll(b.String(), " \n", "\n")
}

// show returns the rows of a script's branch that ends at tip.
func (s *script) show(t testing.TB, tip string, agents ...Agent) []Row {
	t.Helper()
	data := []byte(s.b.String())
	ss := NewSession(indexOf("main", data), agents, Options{ID: "s"})
	id := idOf(tip)
	if tip == "" {
		id = activeLeaf(data)
	}
	rows, err := ss.Thread(id).Page(context.Background(), 0, -1, s.load(agents), PageOptions{Nested: true})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// load reads the script, and agents whose Index is named by their contents.
func (s *script) load(_ []Agent) Load {
	return func(_ context.Context, file string, at Span) ([]byte, error) {
		if file == "main" {
			file = s.b.String()
		}
		return []byte(file[at.Offset : at.Offset+at.Length]), nil
	}
}

// agent returns a script as an agent's file.
func (s *script) agent(id string, meta transcript.AgentMeta) Agent {
	return Agent{ID: id, Index: indexOf(s.b.String(), []byte(s.b.String())), Meta: meta}
}

// want compares an outline with the expected one, whose lines may be indented with tabs.
func want(t *testing.T, rows []Row, expected string) {
	t.Helper()
	var lines []string
	for line := range strings.Lines(expected) {
		if line = strings.TrimRight(strings.TrimLeft(line, "\t"), "\n"); line != "" {
			lines = append(lines, line)
		}
	}
	if got, exp := outline(rows), strings.Join(lines, "\n")+"\n"; got != exp {
		t.Errorf("got:\n%swant:\n%s", got, exp)
	}
}

func equal[T any](t *testing.T, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
