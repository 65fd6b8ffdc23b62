package transcript

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"testing"
)

// A Summary that was stored and loaded can be continued.
func TestContinueStored(t *testing.T) {
	for _, name := range vectorNames(t) {
		data := readVector(t, name)
		half := bytes.LastIndexByte(data[:len(data)/2+1], '\n') + 1
		var store bytes.Buffer
		if err := gob.NewEncoder(&store).Encode(summarize(t, NewSummarizer(), data[:half])); err != nil {
			t.Fatal(err)
		}
		var loaded Summary
		if err := gob.NewDecoder(&store).Decode(&loaded); err != nil {
			t.Fatal(err)
		}
		z, ok := Continue(&loaded)
		if !ok {
			t.Fatalf("%s: whole lines cannot be continued", name)
		}
		want, got := summarize(t, NewSummarizer(), data), summarize(t, z, data[loaded.Bytes:])
		if diff := diffSummaries(want, got); diff != "" {
			t.Errorf("%s (-at once +stored):\n%s", name, diff)
		}
	}
}

// Indexes are small integers: a file made to overflow them costs a wrong name and nothing
// else.
func TestTooManyNames(t *testing.T) {
	const n = 1<<16 + 50
	var data bytes.Buffer
	for i := range n {
		fmt.Fprintf(&data, `{"type":"assistant","uuid":"u%d","sessionId":"s%d","gitBranch":"b%d","message":{"model":"m%d"}}`+"\n", i, i, i, i)
	}
	data.WriteString(`{"type":"user","uuid":"last"}` + "\n")
	s := summarize(t, NewSummarizer(), data.Bytes())
	if len(s.Nodes) != n+1 || len(s.SessionIDs) != n {
		t.Fatalf("%d nodes, %d sessions", len(s.Nodes), len(s.SessionIDs))
	}
	for _, i := range []int{0, 1000, 1<<16 - 10} {
		node := &s.Nodes[i]
		if s.SessionID(node) != fmt.Sprint("s", i) || s.BranchOf(node) != fmt.Sprint("b", i) || s.Models[node.Model-1] != fmt.Sprint("m", i) {
			t.Errorf("node %d: %q, %q", i, s.SessionID(node), s.BranchOf(node))
		}
	}
	for i := range s.Nodes {
		s.SessionID(&s.Nodes[i]) // in range for all of them
		s.BranchOf(&s.Nodes[i])
	}
	if last := &s.Nodes[n]; s.SessionID(last) != "" || last.Model != 0 {
		t.Errorf("a record without a session has %q", s.SessionID(last))
	}
}

// Start and End are the extremes by time, not by file order.
func TestStartEnd(t *testing.T) {
	line := func(at string) string { return `{"type":"queue-operation","timestamp":` + at + "}\n" }
	data := line(`"2026-03-01T12:00:00.000Z"`) + line(`5`) + line(`"2026-03-01T14:00:00+01:00"`) + line(`"never"`) +
		line(`"2026-03-01T09:00:00.000Z"`) + line(`"2026-03-01T12:30:00.000Z"`)
	s := summarize(t, NewSummarizer(), []byte(data))
	if s.Start != "2026-03-01T09:00:00.000Z" || s.End != "2026-03-01T14:00:00+01:00" {
		t.Errorf("from %s to %s", s.Start, s.End)
	}
	if s := summarize(t, NewSummarizer(), []byte(line(`"0001-01-01T00:00:00Z"`))); s.StartMS != 0 || s.EndMS != 0 || s.Start != "" || s.End != "" {
		t.Errorf("no time: from %q to %q", s.Start, s.End)
	}
}

// Damage is listed up to a limit and counted beyond it.
func TestBadLines(t *testing.T) {
	data := bytes.Repeat([]byte("bad\n\n"), MaxBad+10)
	s := summarize(t, NewSummarizer(), data)
	if s.Malformed != MaxBad+10 || len(s.Bad) != MaxBad || s.Records != 0 {
		t.Errorf("%d malformed, %d listed", s.Malformed, len(s.Bad))
	}
	if want := (BadLine{Line: 3, Offset: 5, Error: s.Bad[0].Error}); s.Bad[1] != want {
		t.Errorf("%+v, want %+v", s.Bad[1], want)
	}
}
