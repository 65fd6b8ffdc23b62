package demo_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dendro/backend/internal/history/demo"
)

var update = flag.Bool("update", false, "write backend/demo/root anew")

const dir = "../../../demo/root"

// TestCheckedInHistoryIsWhatTheBuilderMakes compares backend/demo/root with the builder's
// output.
func TestCheckedInHistoryIsWhatTheBuilderMakes(t *testing.T) {
	h := demo.Build()
	if *update {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if err := h.WriteDir(dir); err != nil {
			t.Fatal(err)
		}
	}
	want := h.Files()
	got := map[string][]byte{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		got[filepath.ToSlash(rel)], err = os.ReadFile(name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for p := range want {
		if !bytes.Equal(got[p], want[p]) {
			t.Errorf("%s differs; run with -update", p)
		}
	}
	for p := range got {
		if _, ok := want[p]; !ok {
			t.Errorf("%s is not made by the builder; run with -update", p)
		}
	}
}

func TestBuildIsDeterministic(t *testing.T) {
	if !maps.EqualFunc(demo.Build().Files(), demo.Build().Files(), bytes.Equal) {
		t.Error("two builds differ")
	}
}

// TestDemoShowsEverything lists the features that the screenshots and the end-to-end tests
// rely on.
func TestDemoShowsEverything(t *testing.T) {
	h := demo.Build()
	var all bytes.Buffer
	size := 0
	for p, data := range h.Files() {
		size += len(data)
		all.Write(data)
		if !strings.HasSuffix(p, ".jsonl") {
			continue
		}
		for l := range strings.Lines(string(data)) {
			if !json.Valid([]byte(l)) {
				t.Errorf("%s: %s", p, l)
			}
		}
	}
	if size > 1<<20 {
		t.Errorf("%d bytes, want at most 1 MB", size)
	}
	for _, want := range []string{
		`"structuredPatch":[{`, `"type":"image"`, `"is_error":true`, `"subtype":"compact_boundary"`, `"preservedSegment"`, `"type":"thinking"`,
		`"name":"AskUserQuestion"`, `"name":"ExitPlanMode"`, `"name":"WebSearch"`, `"name":"mcp__`, `"name":"TodoWrite"`, `"name":"TaskCreate"`,
		`"type":"queued_command"`, `"type":"queue-operation"`, `"isApiErrorMessage":true`, `[Request interrupted by user for tool use]`,
		`<command-name>/review`, `<bash-input>`, `persisted-output`, `"spawnDepth":3`, `"type":"summary"`, `"forkedFrom"`, `"planContent"`,
		`"version":"1.0.71"`, `"version":"2.0.42"`, `"version":"2.1.241"`, "遷移",
	} {
		if !bytes.Contains(all.Bytes(), []byte(want)) {
			t.Errorf("the demo has no %s", want)
		}
	}
	truth := h.Truth()
	for _, s := range truth.Sessions {
		if s.Ambiguous {
			t.Errorf("%s by %s is ambiguous", s.ID, s.Form)
		}
	}
	if len(truth.Chats) != 9 {
		t.Errorf("%d chats", len(truth.Chats))
	}
}
