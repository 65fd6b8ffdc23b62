package api_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dendro/backend/api"
	"dendro/backend/catalog"
	"dendro/backend/internal/history"
	"dendro/backend/internal/own"
	"dendro/backend/library"
	"dendro/backend/message"
	"dendro/backend/notes"
	"dendro/backend/scan"
	"dendro/backend/session"
	"dendro/backend/version"
)

// world is a small history with an example of every wire field, and a handler for it.
type world struct {
	home    string // replaces /home/ada
	root    string
	history *history.Home
	lib     *library.Library
	api     http.Handler
	old     *history.Session // the only one of its chat
	main    *history.Session
	fork    *history.Session
	agent   *history.Agent
	image   string // a prompt with a picture
}

const png = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x02\x00\x00\x00\x01\x08\x02\x00\x00\x00"

// served writes a history to a root and returns a handler for it.
func served(t *testing.T, h *history.Home) http.Handler {
	t.Helper()
	root := t.TempDir()
	if err := h.WriteDir(root); err != nil {
		t.Fatal(err)
	}
	l := library.New(library.Options{Options: catalog.Options{Index: true, Roots: []scan.Root{{Path: root}}, Now: h.Now}})
	if err := l.Catalog.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	return api.New(l, api.Options{})
}

func newWorld(t *testing.T) *world {
	t.Helper()
	h := history.New(42, time.Date(2026, 10, 5, 9, 0, 0, 0, time.UTC))
	env := history.Env{Cwd: "/home/ada/upload-api", Branch: "main", Version: "2.1.215"}
	w := &world{home: t.TempDir(), history: h}
	w.root = filepath.Join(w.home, ".claude")

	old := h.Session(history.Options{Env: history.Env{Cwd: "/home/ada/dotfiles", Branch: "main", Version: "1.0.60"}})
	old.Turn("Why is my prompt slow?", "It asks git for its state at every line.")
	old.Garbage("no json")
	w.old = old

	h.Set(time.Date(2026, 11, 3, 9, 0, 0, 0, time.UTC))
	s := h.Session(history.Options{Env: env})
	w.main = s
	s.Turn("Add a rate limiter", "A **token bucket** per user will do.")
	w.image = s.PromptImage("This is the error: 429 für «ü»", []byte(png))
	s.Thinking("The burst is too small.")
	edit, _ := history.Edit("/home/ada/upload-api/limit.go", "burst := 1\n", "burst := 1", "burst := 10")
	s.Parallel(history.Read("/home/ada/upload-api/limit.go", "burst := 1\n"), history.Bash("go test ./...", "Test", "FAIL", 1, 2*time.Second), edit)
	s.Reply("The burst was **1**; now it is 10.")
	s.EndTurn()
	h.Put("tasks/"+s.ID+"/1.json", []byte(`{"id":"1","subject":"Raise the burst","description":"From 1 to 10","status":"completed","blocks":[]}`))
	h.Put("session-env/"+s.ID+"/sessionstart-hook-0.sh", []byte("export LIMIT=10\n"))
	w.fork = s.Fork(history.Copying{Form: history.F5})
	s.Prompt("Who calls the limiter?")
	w.agent = s.Agent(history.AgentSpec{Type: "Explore", Description: "Find callers", Prompt: "Find all callers of Take.", Result: "Two."}, func(a *history.Agent) {
		a.Call(history.Grep("Take(", "/home/ada/upload-api", "content", "a.go:1: Take()", "b.go:2: Take()"))
		a.Reply("Two callers.")
	})
	s.Reply("Two handlers call it.")
	s.EndTurn()
	s.Compact(history.Compaction{Trigger: "manual", Summary: "A rate limiter was added."})
	s.Turn("Write the change log", "Done.")
	s.Rewind(s.Prompts()[len(s.Prompts())-1])
	s.Turn("Write the change log, shorter", "Done, in one line.")
	s.LocalCommand("cost", "", "Total cost: $0.42")
	w.fork.Turn("Try a leaky bucket instead", "It smooths, but queues.")
	w.fork.CustomTitle("Leaky bucket")
	w.fork.Interrupt(false)

	if err := h.WriteDir(w.root); err != nil {
		t.Fatal(err)
	}
	now := h.Now().Add(30 * time.Second)
	open := func() *library.Library {
		lib := library.New(library.Options{
			Options: catalog.Options{
				Index: true, Roots: []scan.Root{{Path: w.root}}, Now: func() time.Time { return now },
			},
			Home:  w.home,
			Notes: notes.NewStore(own.Dir{Path: filepath.Join(w.home, "data")}, func() time.Time { return now }),
		})
		if err := lib.Catalog.Scan(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		return lib
	}
	w.lib = open()
	other := open() // another process, so that w.lib has no session open
	star, text, tags := true, "The test that failed first", []string{"to-check"}
	if err := other.Noter.EditChats([]string{w.old.ID}, notes.Edit{Starred: &star, Tags: &tags}); err != nil {
		t.Fatal(err)
	}
	if err := other.Noter.EditRecord(t.Context(), notes.OfRecord, w.main.ID, w.image, notes.Edit{Text: &text, Bookmarked: &star}); err != nil {
		t.Fatal(err)
	}
	w.api = api.New(w.lib, api.Options{
		Program: version.Info{Version: "0.1.0", Commit: "49a24527747dbee69719163ca3f01d8ed8cafb96", Go: "go1.26.8", System: "linux/amd64"},
		Notice:  "fuzzy\nCopyright (c) its authors\n", Platform: "linux", Home: w.home, Now: func() time.Time { return now },
		Resumable: func(target session.ResumeTarget) (bool, message.Message) {
			if strings.HasSuffix(target.Dir, "dotfiles") {
				return false, message.New("dir_missing", "dir", "/home/ada/dotfiles")
			}
			return true, message.Message{}
		},
	})
	return w
}

// neutral replaces the test's directory in an answer.
func (w *world) neutral(body string) string {
	return strings.NewReplacer(
		`"display": "`+w.root, `"display": "~/.claude`,
		`"projectDisplay": "/home/ada/`, `"projectDisplay": "~/`,
		w.home, "/home/ada",
	).Replace(body)
}
