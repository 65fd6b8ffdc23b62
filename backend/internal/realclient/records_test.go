package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	lineOne   = `{"type":"user","uuid":"u1","message":{"role":"user","content":"Q1 one"}}`
	lineReply = `{"type":"assistant","uuid":"u2","parentUuid":"u1","message":{"role":"assistant","content":[{"type":"thinking","thinking":"x"},{"type":"text","text":"Reply 1 to Q1"}]}}`
	lineTwo   = `{"type":"user","uuid":"u3","parentUuid":"u2","message":{"role":"user","content":[{"type":"text","text":"Q2 two"}]}}`
)

// written returns a history of the given lines.
func written(t *testing.T, lines ...string) history {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	h, err := readHistory(path)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestPlainPreservesRecords(t *testing.T) {
	const notice = "<task-notification>\nT1 is done\n</task-notification>"
	for text, want := range map[string]string{
		"Q1  one\n": "Q1 one",
		"<system-reminder>today</system-reminder>Q1 one": "Q1 one",
		notice: plain(notice),
		"<system-reminder>no person\n" + notice + "</system-reminder>": plain(notice),
	} {
		if got := plain(text); got != want || got == "" {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestRecordsThatAreGlued(t *testing.T) {
	h := written(t, lineOne+lineReply, `{"type":"user","message":{"role":"us`+lineTwo, "", "no record")
	if len(h.records) != 3 || h.byUUID["u3"].prompt() != "Q2" {
		t.Errorf("%d records: %+v", len(h.records), h.records)
	}
	if got := h.labelAbove("u2"); got != "Q1" {
		t.Errorf("above u2: %q", got)
	}
}

func TestTextsThatAreNoPrompt(t *testing.T) {
	for _, line := range []string{
		`{"type":"user","isMeta":true,"message":{"content":"Q1"}}`,
		`{"type":"user","isSidechain":true,"message":{"content":"Q1"}}`,
		`{"type":"user","message":{"content":"continued: SUMMARY 3 until Q1"}}`,
		`{"type":"user","message":{"content":"<command-name>/rename</command-name> Q1"}}`,
		`{"type":"user","message":{"content":"T1 a task"}}`,
		`{"type":"assistant","message":{"content":"Reply 1 to Q1"}}`,
	} {
		if got := recordsOf([]byte(line))[0].prompt(); got != "" {
			t.Errorf("%s: %s", line, got)
		}
	}
	queued := recordsOf([]byte(`{"type":"attachment","attachment":{"type":"queued_command","prompt":"Q7 seven"}}`))
	if got := queued[0].prompt(); got != "Q7" {
		t.Errorf("a queued prompt: %q", got)
	}
}

func TestSummariesCountOnce(t *testing.T) {
	summary := `{"type":"user","isCompactSummary":true,"message":{"role":"user","content":"SUMMARY 3 until Q1"}}`
	if got := written(t, lineOne, summary, summary).summaries(); got != 1 {
		t.Error(got)
	}
}

func TestLabelsAcrossACompaction(t *testing.T) {
	h := written(t, lineOne,
		`{"type":"system","uuid":"c1","parentUuid":null,"logicalParentUuid":"u1"}`,
		`{"type":"user","uuid":"c2","parentUuid":"c1","message":{"role":"user","content":"SUMMARY 3 until Q1"}}`)
	if above, since := h.labelAbove("c2"), h.labelSince("c2"); above != "Q1" || since != "" {
		t.Errorf("above %q, since the summary %q", above, since)
	}
}

func TestBehindReply(t *testing.T) {
	data := strings.Join([]string{lineOne, lineReply, lineTwo, ""}, "\n")
	moved, err := behindReply([]byte(data), "Q1")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Join([]string{lineReply, lineOne, lineTwo, ""}, "\n"), string(moved)); diff != "" {
		t.Error(diff)
	}
	if _, err := behindReply([]byte(data), "Q9"); err == nil {
		t.Error("a prompt that is not there was moved")
	}
	if same, err := behindReply([]byte(data), "Q2"); err != nil || string(same) != data {
		t.Error("nothing hangs on Q2:", err)
	}
}
