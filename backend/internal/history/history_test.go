package history_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"path"
	"strings"
	"testing"
	"time"

	"dendro/backend/internal/history"
)

func start() time.Time { return time.Date(2026, 11, 3, 9, 0, 0, 0, time.UTC) }

func home() *history.Home { return history.New(1, start()) }

func at(version string) history.Options {
	return history.Options{Env: history.Env{Cwd: "/home/ada/projects/upload-api", Branch: "main", Version: version}, Hooks: true}
}

// records parses a file and fails on a line that is not an object.
func records(t *testing.T, data []byte) []map[string]any {
	t.Helper()
	var list []map[string]any
	for i, l := range bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n")) {
		var m map[string]any
		if err := json.Unmarshal(l, &m); err != nil {
			t.Fatalf("line %d: %v: %s", i+1, err, l)
		}
		list = append(list, m)
	}
	return list
}

// day is a session with an example of everything.
func day(h *history.Home, version string) *history.Session {
	s := h.Session(at(version))
	s.Turn("Limit uploads per user.", "I'll read the router first.")
	s.Prompt("Go on.")
	s.Thinking("Where is the router?")
	s.Reply("Reading.")
	edit, _ := history.Edit("/a.go", "a\nb\nc\n", "b", "B")
	s.Parallel(history.Read("/a.go", "a\nb\nc\n"), history.Bash("go test", "Run tests", "FAIL", 1, 2*time.Second), history.Glob("*.go", "a.go"))
	s.Checkpoint("/a.go", "a\nb\nc\n")
	s.Call(edit)
	a := s.Agent(history.AgentSpec{Type: "Explore", Description: "Find it", Prompt: "Find the limiter."}, func(a *history.Agent) {
		a.Call(history.Grep("limit", "/", "content", "a:1"))
		a.Agent(history.AgentSpec{Description: "Deeper", Prompt: "Look deeper."}, func(b *history.Agent) { b.Reply("Nothing.") })
		a.Reply("Found.")
	})
	_ = a
	s.LocalCommand("/status", "", "ok")
	s.BashCommand("ls", "a.go", "")
	s.QueuedPrompt("And the docs?")
	s.Reply("Yes.")
	s.APIError("API Error: Overloaded", "overloaded_error", 529)
	s.EndTurn()
	s.PromptImage("Look.", []byte("png"))
	s.Interrupt(false)
	s.SlashCommand("/review", "12", "Review the pull request.")
	s.Reply("Looks good.")
	s.EndTurn()
	return s
}

var versions = []string{"1.0.24", "1.0.71", "1.0.120", "2.0.14", "2.0.42", "2.0.76", "2.1.4", "2.1.29", "2.1.42", "2.1.72", "2.1.114", "2.1.150", "2.1.219", "2.1.241"}

func TestEveryLineIsARecord(t *testing.T) {
	for _, v := range versions {
		t.Run(v, func(t *testing.T) {
			h := home()
			s := day(h, v)
			s.Compact(history.Compaction{Trigger: "manual", Preserve: 2})
			s.Turn("Next.", "Done.")
			for p, data := range h.Files() {
				if !strings.HasSuffix(p, ".jsonl") {
					continue
				}
				uuids := map[string]bool{}
				for _, r := range records(t, data) {
					id, ok := r["uuid"].(string)
					if !ok {
						continue
					}
					if parent, ok := r["parentUuid"].(string); ok && !uuids[parent] {
						t.Errorf("%s: parent %s of %s does not stand above it", path.Base(p), parent, id)
					}
					uuids[id] = true
				}
			}
		})
	}
}

func TestSameSeedSameBytes(t *testing.T) {
	for _, v := range versions {
		a, b := home(), home()
		day(a, v)
		day(b, v)
		if !maps.EqualFunc(a.Files(), b.Files(), bytes.Equal) {
			t.Errorf("%s: two plays differ", v)
		}
	}
}

func TestFieldsFollowTheVersion(t *testing.T) {
	tests := []struct {
		version       string
		with, without []string
	}{
		{"1.0.24", nil, []string{"gitBranch", "slug", "entrypoint", "promptId", "permissionMode"}},
		{"1.0.71", []string{"gitBranch"}, []string{"slug", "entrypoint", "thinkingMetadata"}},
		{"1.0.128", []string{"gitBranch", "thinkingMetadata"}, []string{"slug", "permissionMode"}},
		{"2.1.4", []string{"slug", "todos", "thinkingMetadata"}, []string{"entrypoint", "permissionMode", "promptId"}},
		{"2.1.29", []string{"slug", "permissionMode"}, []string{"entrypoint", "todos", "origin"}},
		{"2.1.114", []string{"entrypoint", "promptId"}, []string{"origin", "thinkingMetadata"}},
		{"2.1.219", []string{"entrypoint", "promptId", "origin", "promptSource"}, []string{"todos"}},
	}
	for _, tt := range tests {
		t.Run(tt.version, func(t *testing.T) {
			h := home()
			o := at(tt.version)
			o.Hooks = false
			s := h.Session(o)
			id := s.Prompt("Hello.")
			for _, r := range records(t, h.Files()[s.Path()]) {
				if r["uuid"] != id {
					continue
				}
				for _, f := range tt.with {
					if _, ok := r[f]; !ok {
						t.Errorf("%s is missing", f)
					}
				}
				for _, f := range tt.without {
					if _, ok := r[f]; ok {
						t.Errorf("%s should not be there", f)
					}
				}
			}
		})
	}
}

func TestAgentLayouts(t *testing.T) {
	tests := []struct {
		version string
		files   int // beside the session's own
	}{{"1.0.71", 0}, {"2.0.42", 2}, {"2.1.29", 2}, {"2.1.219", 4}}
	for _, tt := range tests {
		t.Run(tt.version, func(t *testing.T) {
			h := home()
			s := day(h, tt.version)
			files := h.Files()
			maps.DeleteFunc(files, func(name string, _ []byte) bool { return strings.HasPrefix(name, "file-history/") })
			if n := len(files) - 1; n != tt.files {
				t.Errorf("%d files beside the session, want %d", n, tt.files)
			}
			if n := h.Truth().Session(s.ID).Agents; n != 2 {
				t.Errorf("%d agents, want 2", n)
			}
		})
	}
}

func TestEncodeDir(t *testing.T) {
	tests := map[string]string{
		"/home/ada/projects/upload-api": "-home-ada-projects-upload-api",
		`C:\Users\me\x.y`:               "C--Users-me-x-y",
		"/w/資料庫-x":                      "-w-----x",
		"/w/😀":                          "-w---",
	}
	for cwd, want := range tests {
		if got := history.EncodeDir(cwd); got != want {
			t.Errorf("EncodeDir(%q) = %q, want %q", cwd, got, want)
		}
	}
	long := "/" + strings.Repeat("a", 250)
	if got := history.EncodeDir(long); len(got) <= 201 || got[200] != '-' {
		t.Errorf("long path: %q", got)
	}
}
