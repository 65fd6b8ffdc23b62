package cli_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// plainFile is a file read with encoding/json, using only the names of its fields.
type plainFile struct {
	id      string // the stem
	records []*plainRecord
	byID    map[string]*plainRecord
}

type plainRecord struct {
	Type          string
	UUID          string
	ParentUUID    string
	LogicalParent string `json:"logicalParentUuid"`
	SessionID     string
	Sidechain     bool `json:"isSidechain"`
	Message       struct{ Content json.RawMessage }

	calls   []string
	results map[string]plainResult
}

// plainResult is a tool_result block.
type plainResult struct {
	content json.RawMessage
	failed  bool
}

// says reports whether text equals the block's text: a string, or the texts of its blocks,
// one per line.
func (p plainResult) says(text string) bool {
	var s string
	if json.Unmarshal(p.content, &s) == nil {
		return s == text
	}
	var blocks []struct{ Type, Text string }
	if json.Unmarshal(p.content, &blocks) != nil {
		return text == ""
	}
	for _, b := range blocks {
		var ok bool
		if b.Text == "" {
			continue
		}
		if text, ok = strings.CutPrefix(strings.TrimPrefix(text, "\n"), b.Text); !ok {
			return false
		}
	}
	return true
}

// readSet reads every transcript below a projects directory.
func readSet(t *testing.T, projects string) map[string]*plainFile {
	t.Helper()
	files := map[string]*plainFile{}
	err := filepath.WalkDir(projects, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".jsonl" || d.Name() == "journal.jsonl" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files[filepath.Clean(path)] = readPlain(strings.TrimSuffix(d.Name(), ".jsonl"), data)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func readPlain(id string, data []byte) *plainFile {
	f := &plainFile{id: id, byID: map[string]*plainRecord{}}
	for line := range bytes.Lines(data) {
		r := &plainRecord{}
		if json.Unmarshal(line, r) != nil || r.UUID == "" {
			continue
		}
		r.read()
		if first := f.byID[r.UUID]; first != nil { // a copy: its content counts, not its position
			first.calls, first.results = r.calls, r.results
			continue
		}
		f.byID[r.UUID] = r
		f.records = append(f.records, r)
	}
	return f
}

func (r *plainRecord) read() {
	var blocks []struct {
		Type, ID string
		Of       string `json:"tool_use_id"`
		Content  json.RawMessage
		IsError  bool `json:"is_error"`
	}
	if r.Type != "user" && r.Type != "assistant" || json.Unmarshal(r.Message.Content, &blocks) != nil {
		return
	}
	r.results = map[string]plainResult{}
	for _, b := range blocks {
		switch {
		case b.Type == "tool_use" && r.Type == "assistant":
			r.calls = append(r.calls, b.ID)
		case b.Type == "tool_result":
			r.results[b.Of] = plainResult{b.Content, b.IsError}
		}
	}
}

// callsAbove returns the calls among a record's ancestors, across compactions.
func (f *plainFile) callsAbove(tip string) []string {
	var calls []string
	for seen := map[string]bool{}; tip != "" && !seen[tip]; {
		seen[tip] = true
		r := f.byID[tip]
		if r == nil {
			break
		}
		if !r.Sidechain {
			calls = append(calls, r.calls...)
		}
		if tip = r.ParentUUID; tip == "" {
			tip = r.LogicalParent
		}
	}
	return calls
}

// internal reports whether an agent is internal to Claude Code.
func (f *plainFile) internal(agent string) bool {
	for _, prefix := range []string{"aprompt_suggestion", "acompact-", "aside_question-"} {
		if strings.HasPrefix(agent, prefix) {
			return true
		}
	}
	if len(f.records) == 1 && f.records[0].Type == "assistant" { // a warm-up of 2.0.4x–2.0.60
		return true
	}
	return len(f.records) > 0 && bytes.Equal(f.records[0].Message.Content, []byte(`"Warmup"`))
}

// results returns all results in a session's files, by call: its own file, those in its
// directory, and agents' files beside it.
func (c *shownSet) results(id string) map[string][]plainResult {
	all := map[string][]plainResult{}
	for path, f := range c.files {
		agent := strings.HasPrefix(f.id, "agent-")
		if f != c.file && !agent || agent && strings.Contains(path, "subagents") && !strings.Contains(path, id) {
			continue
		}
		for _, r := range f.records {
			for call, result := range r.results {
				all[call] = append(all[call], result)
			}
		}
	}
	return all
}
