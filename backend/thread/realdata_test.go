package thread

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"dendro/backend/internal/tests"
	"dendro/backend/transcript"
)

type counts struct {
	Sessions, Rows, Calls, Chain, Results, Missing, Errors, Agents, Attached, Unattached, Inline, Compactions, Prompts int
}

func TestRealData(t *testing.T) {
	for name, root := range tests.RealRoots(t) {
		t.Run(name, func(t *testing.T) {
			s := openStore(t, os.DirFS(root))
			var c counts
			for _, main := range s.mains {
				c.session(t, s, main)
			}
			t.Logf("%+v", c)
		})
	}
}

func (c *counts) session(t *testing.T, s *store, main string) {
	ss := s.session(main, Options{})
	tip := activeLeaf(s.files[main])
	rows := s.rows(ss, tip)
	c.Sessions++
	x := ss.main
	recorded := map[string]bool{}
	results := map[string]string{}
	var d transcript.Decoder
	for at := range x.recs {
		sp := x.Span(at)
		r, err := d.Decode(s.files[main][sp.Offset : sp.Offset+sp.Length])
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.Blocks {
			if r.Blocks[i].Kind == transcript.BlockToolResult {
				if id := r.Blocks[i].ToolID.String(); results[id] == "" {
					recorded[id] = true
					results[id] = r.ResultText(&r.Blocks[i])
				}
			}
		}
	}
	seen := map[string]int{}
	agents := map[string]bool{}
	each(rows, 0, func(r *Row, depth int) {
		c.Rows++
		switch {
		case r.Tool != nil && r.Tool.ID != "":
			c.Calls++
			if depth == 0 {
				seen[r.Tool.ID]++
				if recorded[r.Tool.ID] != (r.Tool.Status != StatusMissing) || r.Tool.Result != results[r.Tool.ID] {
					t.Errorf("%s: result of %s", main, r.Tool.ID)
				}
			}
			switch r.Tool.Status {
			case StatusMissing:
				c.Missing++
			case StatusError:
				c.Errors++
				fallthrough
			default:
				c.Results++
			}
		case r.Kind == "compaction":
			c.Compactions++
			if r.Text == "" {
				t.Errorf("%s: compaction %s without its summary", main, r.UUID)
			}
		case r.Kind == "prompt" && depth == 0:
			c.Prompts++
		}
		if sc := r.Sidechain; sc != nil {
			if sc.Total != len(sc.Rows) || len(sc.Rows) > 0 && sc.Rows[0].Kind != "prompt" {
				t.Errorf("%s: sidechain %s%s: %d rows", main, sc.Agent, sc.First, len(sc.Rows))
			}
			if sc.Agent != "" {
				agents[sc.Agent] = true
			}
		}
	})
	hashes := map[uint64]bool{}
	for id, n := range seen {
		hashes[hashText(id)] = true
		if n != 1 {
			t.Errorf("%s: call %s stands %d times", main, id, n)
		}
	}
	// The strict chain, by links only: all of it must be present.
	for at := x.find(tip); at >= 0; at = x.parent(at) {
		for _, b := range x.blocksOf(at) {
			if b.kind == transcript.BlockToolUse {
				c.Chain++
				if !hashes[b.tool] {
					t.Errorf("%s: call of %s is missing", main, x.Text(x.node(at).ID))
				}
			}
		}
	}
	for _, side := range ss.sides {
		if side.agent == nil {
			c.Inline++
			continue
		}
		c.Agents++
		if side.call != nil {
			c.Attached++
		} else {
			c.Unattached++
			t.Logf("%s: agent %s is unattached: %q", main, side.key, side.x.taskHead())
		}
		if !agents[side.key] {
			t.Logf("%s: agent %s is not on the active branch", main, side.key)
		}
	}
	if _, err := json.Marshal(rows); err != nil {
		t.Error(err)
	}
}

// TestRealAppends reads files incrementally, in the steps in which they grew.
func TestRealAppends(t *testing.T) {
	dirs, _ := filepath.Glob(filepath.Join(tests.Real(t, "appends"), "*"))
	for _, dir := range dirs {
		raw, err := os.ReadFile(filepath.Join(dir, "cuts.json"))
		if err != nil {
			t.Fatal(err)
		}
		var cuts struct{ Cuts []struct{ Bytes int } }
		if err := json.Unmarshal(raw, &cuts); err != nil {
			t.Fatal(err)
		}
		files, _ := filepath.Glob(filepath.Join(dir, "*.jsonl"))
		data, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		x, done := NewIndex("f", &transcript.Facts{}), 0
		for _, c := range cuts.Cuts {
			end := bytes.LastIndexByte(data[:min(c.Bytes, len(data))], '\n') + 1
			if end > done {
				x = grown(x, data[:end])
				addLines(x, data[:end], done)
				done = end
			}
			tip := activeLeaf(data[:end])
			parts := NewSession(x, nil, Options{}).Thread(tip)
			whole := NewSession(indexOf("f", data[:end]), nil, Options{}).Thread(tip)
			if parts.Len() == 0 || !slices.EqualFunc(parts.items, whole.items, sameItem) {
				t.Errorf("%s at %d: %d rows, want %d", filepath.Base(dir), end, parts.Len(), whole.Len())
			}
		}
	}
}

func sameItem(a, b Item) bool {
	return a.Kind == b.Kind && a.Flags == b.Flags && a.Record == b.Record && a.Turn == b.Turn
}
