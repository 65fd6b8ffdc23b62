//go:build !headless

package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/library"
	"dendro/backend/resume"
	"dendro/backend/settings"
)

// fakeHistory knows the sessions in it, by id, and their files.
type fakeHistory struct {
	files   map[string]string
	roots   []string
	rescans int
	stops   int
	clears  int
}

var errNoSuchSession = errors.New("no such session")

func (f *fakeHistory) ResumeRequest(_ context.Context, session string) (resume.Request, error) {
	if _, ok := f.files[session]; !ok {
		return resume.Request{}, errNoSuchSession
	}
	return resume.Request{Session: session, Dir: "/nowhere"}, nil
}

func (f *fakeHistory) SessionPath(_ context.Context, session string) (string, error) {
	path, ok := f.files[session]
	if !ok {
		return "", errNoSuchSession
	}
	return path, nil
}

func (f *fakeHistory) ShowRoot(dir string) error {
	f.roots = append(f.roots, dir)
	return nil
}

func (f *fakeHistory) Rescan() { f.rescans++ }
func (f *fakeHistory) Stop()   { f.stops++ }

func (f *fakeHistory) ClearCache() error {
	f.clears++
	return nil
}

func (f *fakeHistory) ExportName(r library.ExportRequest) (string, error) {
	if _, ok := f.files[r.Session]; !ok {
		return "", errNoSuchSession
	}
	return "a." + r.Format, nil
}

func (f *fakeHistory) Export(_ context.Context, r library.ExportRequest) ([]byte, error) {
	if r.What == "panic" {
		panic("no such thing")
	}
	return []byte(r.What + " of " + r.Session), nil
}

func (f *fakeHistory) SaveExport(path string, text []byte) error {
	return os.WriteFile(path, text, 0o600)
}

// fakeShell notes what the page asked the window for.
type fakeShell struct {
	did    []string
	choice string
}

func (f *fakeShell) note(words ...string) { f.did = append(f.did, strings.Join(words, " ")) }

func (f *fakeShell) ShowWindow()            { f.note("show") }
func (f *fakeShell) OpenBrowser(url string) { f.note("open", url) }

func (f *fakeShell) SetClipboard(text string) error {
	f.note("copy", text)
	return nil
}

func (f *fakeShell) ChooseDirectory(string) (string, error) {
	f.note("choose")
	return f.choice, nil
}

func (f *fakeShell) ChooseSaveFile(_, name string) (string, error) {
	f.note("save", name)
	return f.choice, nil
}

func newTestApp(t *testing.T) (*App, *fakeHistory, *fakeShell) {
	t.Helper()
	h := &fakeHistory{files: map[string]string{"a": "/home/ada/.claude/projects/x/a.jsonl"}}
	s := &fakeShell{}
	return &App{
		ctx:      t.Context(),
		log:      slog.New(slog.DiscardHandler),
		history:  h,
		launcher: resume.New(resume.Host(t.TempDir())),
		settings: settings.Open(filepath.Join(t.TempDir(), "settings.json")),
		shell:    s,
		notifier: &toasts{toolkit: &fakeToolkit{}},
		reveal: func(_ context.Context, path string) error {
			s.note("reveal", path)
			return nil
		},
	}, h, s
}

func TestAppReachesTheDesktopByIDsOnly(t *testing.T) {
	tests := []struct {
		name string
		call func(*App) error
		did  []string
		fail bool
	}{
		{"copy", func(a *App) error { return a.CopyText("x\ny") }, []string{"copy x\ny"}, false},
		{"open", func(a *App) error { return a.OpenURL("https://a.b/(c)") }, []string{"open https://a.b/%28c%29"}, false},
		{"open a file", func(a *App) error { return a.OpenURL("file:///etc/passwd") }, nil, true},
		{"reveal", func(a *App) error { return a.RevealSession("a") }, []string{"reveal /home/ada/.claude/projects/x/a.jsonl"}, false},
		{"reveal a path", func(a *App) error { return a.RevealSession("/etc/passwd") }, nil, true},
		{"ready twice", func(a *App) error { return errors.Join(a.WindowReady(), a.WindowReady()) }, []string{"show"}, false},
		{"resume nothing", func(a *App) error {
			_, err := a.Resume("b", false, "")
			return err
		}, nil, true},
		{"resume in a program of the page's choice", func(a *App) error {
			_, err := a.Resume("a", false, "/tmp/evil")
			return err
		}, nil, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			app, _, shell := newTestApp(t)
			if err := tt.call(app); (err != nil) != tt.fail {
				t.Errorf("got the error %v", err)
			}
			if diff := cmp.Diff(tt.did, shell.did); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestChooseRoot(t *testing.T) {
	app, history, shell := newTestApp(t)
	if dir, err := app.ChooseRoot(); dir != "" || err != nil || len(history.roots) != 0 {
		t.Errorf("nothing picked: got %q, %v, roots %v", dir, err, history.roots)
	}
	shell.choice = "/picked"
	if dir, err := app.ChooseRoot(); dir != "/picked" || err != nil {
		t.Errorf("got %q, %v", dir, err)
	}
	if diff := cmp.Diff([]string{"/picked"}, history.roots); diff != "" {
		t.Error(diff)
	}
}

func TestRescan(t *testing.T) {
	app, history, _ := newTestApp(t)
	if err := app.StopReading(); err != nil || history.stops != 1 {
		t.Errorf("got %v after %d stops", err, history.stops)
	}
	if err := app.Rescan(); err != nil || history.rescans != 1 {
		t.Errorf("got %v after %d rescans", err, history.rescans)
	}
}

func TestClearCache(t *testing.T) {
	app, history, _ := newTestApp(t)
	if err := app.ClearCache(); err != nil || history.clears != 1 {
		t.Errorf("got %v after %d clears", err, history.clears)
	}
}

func TestSaveSettingsKeepsWhatThePageMayNotSay(t *testing.T) {
	app, _, _ := newTestApp(t)
	window := settings.Window{Width: 1000, Height: 700}
	custom := []string{"my-terminal", "{argv...}"}
	if _, err := app.settings.Update(func(s *settings.Settings) {
		s.Window, s.CustomTerminal = window, custom
	}); err != nil {
		t.Fatal(err)
	}
	wanted := settings.Defaults()
	wanted.Theme = "dark"
	wanted.Terminal = "xterm"
	wanted.CustomTerminal = []string{"/tmp/evil"}
	if err := app.SaveSettings(wanted); err != nil {
		t.Fatal(err)
	}
	got, err := app.Settings()
	if err != nil {
		t.Fatal(err)
	}
	want := wanted
	want.Window, want.CustomTerminal = window, custom
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	wanted.Terminal = "/tmp/evil"
	if err := app.SaveSettings(wanted); err == nil {
		t.Error("the page chose a program of its own as the terminal")
	}
}
