package session_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/session"
)

func TestRawRecord(t *testing.T) {
	h := history.New(37, testlib.Begin)
	s := h.Session(testlib.Day())
	prompt := s.Prompt("Grüße " + strings.Repeat("é", 400))
	s.Reply("Done.")
	s.EndTurn()
	s.CustomTitle("Greetings")
	l := testlib.Scanned(t, testlib.Write(t, h))
	file, err := os.ReadFile(l.Catalog.Snapshot().File(s.ID).Abs())
	if err != nil {
		t.Fatal(err)
	}

	// Read in parts, at rune boundaries, it equals the record in the file.
	var whole strings.Builder
	parts := 0
	for from := 0; from >= 0; parts++ {
		raw, err := l.Records.RawRecord(t.Context(), s.ID, prompt, from, 101)
		if err != nil || raw.From != from || (raw.Path != "") != (from == 0) {
			t.Fatalf("part from %d: %+v, %v", from, raw, err)
		}
		if from == 0 {
			line := bytes.Split(file, []byte("\n"))[raw.Line-1]
			if !strings.HasSuffix(raw.Path, s.ID+".jsonl") || !bytes.Contains(line, []byte(`"uuid":"`+prompt+`"`)) {
				t.Errorf("%s:%d", raw.Path, raw.Line)
			}
		}
		whole.WriteString(raw.Text)
		from = raw.Next
	}
	var record struct {
		UUID    string `json:"uuid"`
		Message struct {
			Content json.RawMessage `json:"content"`
		} `json:"message"`
	}
	if err := json.Unmarshal([]byte(whole.String()), &record); err != nil || record.UUID != prompt {
		t.Errorf("%d parts give %+v, %v", parts, record, err)
	}
	if parts < 5 || !strings.Contains(whole.String(), "Grüße é") || !strings.Contains(whole.String(), "\n  \"") {
		t.Errorf("%d parts: %.80s", parts, whole.String())
	}

	sides, total, err := l.Records.SideRecords(t.Context(), s.ID, false, 0, 100)
	if err != nil || total == 0 || len(sides) != total {
		t.Fatalf("%d of %d side records: %v", len(sides), total, err)
	}
	titled := false
	for _, side := range sides {
		raw, err := l.Records.RawRecord(t.Context(), s.ID, side.Ref, 0, 1<<20)
		if err != nil || raw.Next != -1 || !strings.Contains(raw.Text, `"type": "`+side.Type+`"`) {
			t.Errorf("%s: %+v, %v", side.Ref, raw, err)
		}
		titled = titled || strings.Contains(raw.Text, "Greetings")
	}
	if !titled {
		t.Errorf("the title's record is not among %+v", sides)
	}
	if list, n, err := l.Records.SideRecords(t.Context(), s.ID, false, total-1, 100); err != nil || n != total || len(list) != 1 {
		t.Errorf("the last one: %+v of %d, %v", list, n, err)
	}
	for _, ref := range []string{"side--1", "side-999999", "side-", "side-0x1", "../etc", prompt[1:]} {
		if _, err := l.Records.RawRecord(t.Context(), s.ID, ref, 0, 100); !errors.Is(err, session.ErrNotFound) {
			t.Errorf("%q: %v", ref, err)
		}
	}
}

// Lines without a record can be read too: verbatim, and only the requested part. So can
// those of agents' files.
func TestLinesWithoutARecord(t *testing.T) {
	h := history.New(38, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Prompt("Look around")
	s.Reply("Done.")
	s.EndTurn()
	root := testlib.Write(t, h)
	agent := strings.TrimSuffix(s.Path(), ".jsonl") + "/subagents/agent-0bad-cafe.jsonl"
	testlib.Put(t, root, agent, []byte(`{"type":"user","uuid":"a1","isSidechain":true,"sessionId":"`+s.ID+`","message":{"content":"Go"}}`+
		"\n"+`{"type":"mode","mode":"plan"}`+"\n[1]\n"))
	l := testlib.Scanned(t, root)
	before, lines, err := l.Records.SideRecords(t.Context(), s.ID, false, 0, 100)
	if err != nil || len(before) != lines {
		t.Fatal(before, err)
	}
	if last := before[lines-2]; last.Agent != "0bad-cafe" || last.Type != "mode" || last.Ref != "side-0bad-cafe-0" || last.Line != 2 {
		t.Errorf("an agent's: %+v", last)
	}
	if raw, err := l.Records.RawRecord(t.Context(), s.ID, "side-0bad-cafe-0", 0, 100); err != nil || !strings.Contains(raw.Text, `"mode": "plan"`) {
		t.Errorf("%+v, %v", raw, err)
	}

	odd := `{"type":"mode"},{"type":"` + strings.Repeat("é", 300) + `"}`
	testlib.AppendTo(t, root, s.Path(), []byte("\n"+odd+"\n"+`{"type":"user","uu`))
	if err := l.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	bad, total, err := l.Records.SideRecords(t.Context(), s.ID, true, 0, 100)
	if err != nil || total != 3 || len(bad) != 3 {
		t.Fatalf("%d: %+v, %v", total, bad, err)
	}
	if bad[0].Problem != "malformed" || bad[1].Problem != "torn" || bad[1].Line != bad[0].Line+1 || bad[2].Agent != "0bad-cafe" {
		t.Errorf("%+v", bad)
	}
	var whole strings.Builder
	for from := 0; from >= 0; {
		raw, err := l.Records.RawRecord(t.Context(), s.ID, bad[0].Ref, from, 100)
		if err != nil || raw.From != from || raw.Total != len(odd) {
			t.Fatalf("%+v, %v", raw, err)
		}
		whole.WriteString(raw.Text)
		from = raw.Next
	}
	if whole.String() != odd {
		t.Errorf("%s", whole.String())
	}

	// The torn line is ended, and another begun.
	testlib.AppendTo(t, root, s.Path(), []byte(`id":"later"}`+"\n{"))
	if err := l.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	again, total, err := l.Records.SideRecords(t.Context(), s.ID, true, 0, 100)
	if err != nil || total != 3 || again[0] != bad[0] || again[1].Problem != "torn" || again[1].Line != bad[1].Line+1 {
		t.Errorf("%d: %+v, %v", total, again, err)
	}
	if raw, err := l.Records.RawRecord(t.Context(), s.ID, again[1].Ref, 0, 100); err != nil || raw.Text != "{" || raw.Next != -1 {
		t.Errorf("%+v, %v", raw, err)
	}
}
