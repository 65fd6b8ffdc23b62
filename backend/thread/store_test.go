package thread

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"path"
	"sort"
	"strings"
	"testing"

	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// store is a config directory as the library would present it: the minimum of section 1 of
// the format that tests need.
type store struct {
	t     testing.TB
	fsys  fs.FS
	files map[string][]byte
	mains []string // paths of main sessions
}

func openStore(t testing.TB, fsys fs.FS) *store {
	t.Helper()
	s := &store{t: t, fsys: fsys, files: map[string][]byte{}}
	err := fs.WalkDir(fsys, "projects", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".jsonl") {
			return err
		}
		b, err := fs.ReadFile(fsys, p)
		s.files[p] = b
		if len(strings.Split(p, "/")) == 3 && !strings.HasPrefix(path.Base(p), "agent-") {
			s.mains = append(s.mains, p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	sort.Strings(s.mains)
	return s
}

func indexOf(name string, data []byte) *Index {
	x := NewIndex(name, factsOf(data))
	addLines(x, data, 0)
	return x
}

// grown returns an index to which the lines behind those of x can be added.
func grown(x *Index, data []byte) *Index {
	facts := factsOf(data)
	return x.Continue(facts, transcript.NewNodeTable(facts.Nodes))
}

// factsOf returns the facts of a file.
func factsOf(data []byte) *transcript.Facts {
	c := transcript.NewCollector(&transcript.Facts{})
	eachLine(data, 0, func(_ *jsonl.Line, r *transcript.Record) {
		if r != nil {
			c.Add(r, transcript.Classify(r))
		}
	})
	return c.Facts()
}

// addLines adds the lines of data from offset on.
func addLines(x *Index, data []byte, offset int) {
	eachLine(data, offset, func(l *jsonl.Line, r *transcript.Record) {
		if err := x.Add(l, r); err != nil {
			panic(err)
		}
	})
}

// eachLine calls add with the records of data, starting at offset.
func eachLine(data []byte, offset int, add func(*jsonl.Line, *transcript.Record)) {
	l := jsonl.NewLines(bytes.NewReader(data[offset:]), int64(offset), nil)
	var d transcript.Decoder
	for l.Next() {
		d.Records(l.Line(), func(line *jsonl.Line, r *transcript.Record, err error) {
			if err == nil {
				add(line, r)
			}
		})
	}
}

func (s *store) load(_ context.Context, file string, at Span) ([]byte, error) {
	return bytes.Clone(s.files[file][at.Offset : at.Offset+at.Length]), nil
}

// session returns the session of a main file with its own agents.
func (s *store) session(main string, opts Options) *Session {
	id := strings.TrimSuffix(path.Base(main), ".jsonl")
	side := "/" + id + "/subagents/" // of any project: the side directories of a moved session stay behind
	var agents []Agent
	var names []string
	for p := range s.files {
		names = append(names, p)
	}
	sort.Strings(names)
	for _, p := range names {
		base := path.Base(p)
		if !strings.HasPrefix(base, "agent-") {
			continue
		}
		own := strings.Contains(p, side)
		if !own && len(strings.Split(p, "/")) == 3 {
			own = bytes.Contains(s.files[p], []byte(`"sessionId":"`+id+`"`))
		}
		if !own {
			continue
		}
		a := Agent{ID: strings.TrimSuffix(strings.TrimPrefix(base, "agent-"), ".jsonl"), Index: indexOf(p, s.files[p])}
		if meta, err := fs.ReadFile(s.fsys, strings.TrimSuffix(p, ".jsonl")+".meta.json"); err == nil {
			var m struct{ AgentType, Description, ToolUseID, ParentAgentID, Model string }
			if err := json.Unmarshal(meta, &m); err != nil {
				s.t.Fatal(err)
			}
			a.Meta = transcript.AgentMeta{Type: m.AgentType, Description: m.Description, ToolUseID: m.ToolUseID, ParentAgent: m.ParentAgentID, Model: m.Model}
		}
		if i := strings.Index(p, "/workflows/"); i >= 0 {
			a.Run = path.Base(path.Dir(p))
		}
		agents = append(agents, a)
	}
	return NewSession(indexOf(main, s.files[main]), agents, opts)
}

// rows returns all rows of the branch that ends at tip, with nested sidechains.
func (s *store) rows(ss *Session, tip transcript.ID) []Row {
	s.t.Helper()
	rows, err := ss.Thread(tip).Page(context.Background(), 0, -1, s.load, PageOptions{Nested: true})
	if err != nil {
		s.t.Fatal(err)
	}
	return rows
}

// each calls f with every row, including those of sidechains.
func each(rows []Row, depth int, f func(r *Row, depth int)) {
	for i := range rows {
		f(&rows[i], depth)
		if rows[i].Sidechain != nil {
			each(rows[i].Sidechain.Rows, depth+1, f)
		}
	}
}

// activeLeaf is a separate implementation of the official client's rule.
func activeLeaf(data []byte) transcript.ID {
	type node struct {
		id, parent transcript.ID
		turn, drop bool
	}
	var nodes []node
	at := map[transcript.ID]int{}
	hasChild := map[transcript.ID]bool{}
	l := jsonl.NewLines(bytes.NewReader(data), 0, nil)
	var d transcript.Decoder
	for l.Next() {
		d.Records(l.Line(), func(_ *jsonl.Line, r *transcript.Record, err error) {
			if err != nil || !r.Kind.Chain() || r.UUID.ID.IsZero() {
				return
			}
			if _, ok := at[r.UUID.ID]; ok {
				return
			}
			at[r.UUID.ID] = len(nodes)
			nodes = append(nodes, node{r.UUID.ID, r.Parent.ID, r.Kind.Turn(), r.Sidechain || r.Meta || r.TeamName != ""})
			hasChild[r.Parent.ID] = true
		})
	}
	best := -1
	for i := range nodes {
		if hasChild[nodes[i].id] {
			continue
		}
		k, seen := i, map[int]bool{}
		for k >= 0 && !nodes[k].turn && !seen[k] {
			seen[k] = true
			if p, ok := at[nodes[k].parent]; ok {
				k = p
			} else {
				k = -1
			}
		}
		if k >= 0 && nodes[k].turn && !nodes[k].drop && k > best {
			best = k
		}
	}
	if best < 0 {
		return transcript.ID{}
	}
	return nodes[best].id
}
