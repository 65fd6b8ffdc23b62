package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/message"
	"dendro/backend/notes"
	"dendro/backend/resume"
	"dendro/backend/resume/plan"
	"dendro/backend/session"
	"dendro/backend/settings"
	"dendro/backend/window"
)

// fakeHistory holds sessions, by id, and their files.
type fakeHistory struct {
	files   map[string]string
	roots   []string
	rescans int
	stops   int
	clears  int
	did     []string // with the archive, which holds a chat "c"
}

func (f *fakeHistory) Linked(context.Context) error { return nil }

func (f *fakeHistory) FileNamed(_ context.Context, id, record string, block int) (session.NamedFile, error) {
	if f.files[id] == "" {
		return session.NamedFile{}, errNoSuchSession
	}
	return session.NamedFile{Path: "/srv/app/" + record, Inside: block == 0}, nil
}

func (f *fakeHistory) Archive(context.Context) (window.Archived, error) {
	return window.Archived{Sessions: 1}, nil
}

func (f *fakeHistory) PlanArchive(_ context.Context, kind window.PlanKind, chats []string) (*window.Plan, error) {
	if chats[0] != "c" {
		return nil, session.ErrNotFound
	}
	return &window.Plan{Kind: kind, Token: string(kind) + " token"}, nil
}

func (f *fakeHistory) RunArchive(_ context.Context, token string) (done window.Keeping, err error) {
	kind, ok := strings.CutSuffix(token, " token")
	if !ok {
		return done, session.ErrNotFound
	}
	f.did = append(f.did, kind)
	return window.Keeping{Sessions: 1, Freed: 7}, nil
}

func (f *fakeHistory) KeepLost(context.Context, string) (done window.Keeping, err error) {
	if _, ok := f.files["b"]; !ok {
		done.Failed = errNoSuchSession
	} else {
		done.Sessions = 1
	}
	return done, nil
}

func (f *fakeHistory) ArchiveDir() string { return "/data/archive" }

func (f *fakeHistory) KeepSoon() {}

func (f *fakeHistory) EditChats(chats []string, edit notes.Edit) error {
	f.did = append(f.did, fmt.Sprint("chats ", chats, said(edit)))
	return nil
}

func (f *fakeHistory) EditRecord(_ context.Context, kind notes.Kind, session, record string, edit notes.Edit) error {
	f.did = append(f.did, fmt.Sprint(kind, " ", session, " ", record, said(edit)))
	return nil
}

func (f *fakeHistory) FileText(_ context.Context, _, _, _, path string, when session.Moment) ([]byte, bool, error) {
	return []byte(path + " " + string(when)), path != "none", nil
}

func (f *fakeHistory) SaveFilesAt(_ context.Context, id, _, record, dir string) (session.SavedFiles, error) {
	f.did = append(f.did, fmt.Sprint("files ", id, " ", record, " ", dir))
	return session.SavedFiles{Files: 2}, nil
}

func (f *fakeHistory) PatchTo(context.Context, string, string, string) ([]byte, error) {
	return []byte("patch"), nil
}

func (f *fakeHistory) OutsideOf(_ context.Context, _, dir string) error {
	if dir == "/project" {
		return errors.New("in the project")
	}
	return nil
}

func (f *fakeHistory) ExportNotes() ([]byte, error) { return []byte("{}"), nil }

func (f *fakeHistory) ImportNotesFrom(_ context.Context, path string) (int, error) {
	f.did = append(f.did, "import "+path)
	return 3, nil
}

// said returns an edit as text.
func said(e notes.Edit) string {
	text := ""
	if e.Name != nil {
		text += fmt.Sprintf(" %q %q %q", *e.Name, *e.Text, *e.Tags)
	}
	if e.Starred != nil {
		text += fmt.Sprint(" star ", *e.Starred)
	}
	if e.Bookmarked != nil {
		text += fmt.Sprint(" mark ", *e.Bookmarked)
	}
	return text
}

var errNoSuchSession = errors.New("no such session")

// fakePlanner knows the sessions of a history.
type fakePlanner struct {
	*fakeHistory
	did []string
}

func (f *fakePlanner) Plan(_ context.Context, request plan.Request, _ settings.Settings) (plan.Plan, error) {
	if _, ok := f.files[request.Session]; !ok {
		return plan.Plan{}, errNoSuchSession
	}
	f.did = append(f.did, "plan "+request.Session+" "+request.Chosen)
	return plan.Plan{Says: message.New("plan_attaches"), Plan: resume.Plan{Session: request.Session, Argv: []string{"claude", "--resume", request.Session}}}, nil
}

func (f *fakePlanner) Prepare(context.Context, *plan.Plan) error {
	f.did = append(f.did, "prepare")
	return nil
}

func (f *fakePlanner) Start(context.Context, plan.Plan) error {
	f.did = append(f.did, "start")
	return resume.NotPossible(message.New("dir_missing", "dir", "/gone"))
}

func (f *fakeHistory) SessionPath(_ context.Context, session string) (string, error) {
	path, ok := f.files[session]
	if !ok {
		return "", errNoSuchSession
	}
	return path, nil
}

func (f *fakeHistory) AddOwnRoot(dir string) error {
	f.roots = append(f.roots, dir)
	return nil
}

func (f *fakeHistory) SetRoot(path, name, color string, hidden bool) error {
	f.did = append(f.did, fmt.Sprint("root ", path, " ", name, " ", color, " ", hidden))
	return nil
}

func (f *fakeHistory) ForgetRoot(path string) error {
	f.did = append(f.did, "forget "+path)
	return nil
}

func (f *fakeHistory) Rescan() { f.rescans++ }
func (f *fakeHistory) Stop()   { f.stops++ }

func (f *fakeHistory) ClearCache() error {
	f.clears++
	return nil
}

func (f *fakeHistory) ExportName(r session.ExportRequest) (string, error) {
	if _, ok := f.files[r.Session]; !ok {
		return "", errNoSuchSession
	}
	return "a." + r.Format, nil
}

func (f *fakeHistory) Export(_ context.Context, r session.ExportRequest) ([]byte, error) {
	if r.What == "panic" {
		panic("no such thing")
	}
	return []byte(r.What + " of " + r.Session), nil
}

func (f *fakeHistory) SaveExport(_ context.Context, path string, text []byte) error {
	return os.WriteFile(path, text, 0o600)
}

// fakeShell records the page's requests to the window.
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

func (f *fakeShell) Confirm(message string) (bool, error) {
	f.note("confirm", message)
	return f.choice == "yes", nil
}

func (f *fakeShell) ChooseFile(string) (string, error) { return f.choice, nil }

func (f *fakeShell) ChooseSaveFile(_, name string) (string, error) {
	f.note("save", name)
	return f.choice, nil
}

// notReady is a desktop without notifications.
type notReady struct{}

func (notReady) Ready() error { return errors.New("not allowed") }

func newTestApp(t *testing.T) (*App, *fakeHistory, *fakeShell) {
	t.Helper()
	h := &fakeHistory{files: map[string]string{"a": "/home/ada/.claude/projects/x/a.jsonl"}}
	s := &fakeShell{}
	return &App{
		ctx:      t.Context(),
		log:      slog.New(slog.DiscardHandler),
		parts:    parts{history: h, linker: h, cleaner: h, names: h, records: h, exporter: h, noter: h, checkpoints: h},
		launcher: resume.New(resume.Host(t.TempDir())),
		planner:  &fakePlanner{fakeHistory: h},
		settings: settings.Open(filepath.Join(t.TempDir(), "settings.json")),
		shell:    s,
		notifier: notReady{},
		language: func() string { return "en" },
		edit: func(_ context.Context, path string) error {
			s.note("edit", path)
			return nil
		},
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
		{"ready", func(a *App) error { return a.WindowReady() }, []string{"show"}, false},
		{"ready to notify", func(a *App) error { return a.ReadyToNotify() }, nil, true},
		{"resume nothing", func(a *App) error {
			_, err := a.Resume(plan.Request{Session: "b"})
			return err
		}, nil, true},
		{"resume in a program of the page's choice", func(a *App) error {
			_, err := a.Resume(plan.Request{Session: "a", Terminal: "/tmp/evil"})
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

func TestSaveSettingsIgnoresForbiddenFields(t *testing.T) {
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

// TestSaveResuming: a resume runs only what the user confirmed in a native dialog.
func TestSaveResuming(t *testing.T) {
	app, _, shell := newTestApp(t)
	wanted := settings.Defaults()
	wanted.Theme = "dark"
	wanted.ClientFlags = []string{"--model", "opus"}
	wanted.PathMap = []settings.Mapping{{From: "/Users/ann", To: "/home/ann"}}
	for _, tt := range []struct {
		answer string
		want   []string
	}{{"no", []string{}}, {"yes", wanted.ClientFlags}} {
		shell.did, shell.choice = nil, tt.answer
		got, err := app.SaveResuming(wanted)
		if err != nil || !slices.Equal(got.ClientFlags, tt.want) || got.Theme != "system" {
			t.Errorf("%s: %+v, %v", tt.answer, got, err)
		}
		if len(shell.did) != 1 || !strings.Contains(shell.did[0], "claude --model opus") {
			t.Errorf("%s: asked %q", tt.answer, shell.did)
		}
	}
	// The path map runs no program: no confirmation is needed.
	shell.did, wanted.PathMap = nil, nil
	if got, err := app.SaveResuming(wanted); err != nil || len(got.PathMap) != 0 || len(shell.did) != 0 {
		t.Errorf("%+v, %v, asked %q", got.PathMap, err, shell.did)
	}
	wanted.CustomTerminal = []string{"/tmp/evil"}
	if _, err := app.SaveResuming(wanted); err == nil || len(shell.did) != 0 {
		t.Errorf("%v, asked %q", err, shell.did)
	}
	if _, err := app.TryTerminal("/tmp/evil"); err == nil {
		t.Error("the page tried a program of its own")
	}
}

func TestExport(t *testing.T) {
	app, _, shell := newTestApp(t)
	request := session.ExportRequest{Session: "a", What: "branch", Format: "md"}
	if err := app.RevealExport(); err == nil {
		t.Error("revealed what was never exported")
	}
	if got, err := app.Export(request); err != nil || got != (Exported{}) {
		t.Errorf("nothing picked: %+v, %v", got, err)
	}
	dir := t.TempDir()
	shell.choice = filepath.Join(dir, "mine") // without an extension: the format's is added
	got, err := app.Export(request)
	if err != nil || got != (Exported{File: "mine.md", Bytes: len("branch of a")}) {
		t.Errorf("got %+v, %v", got, err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "mine.md")); err != nil || string(text) != "branch of a" {
		t.Errorf("wrote %q, %v", text, err)
	}
	if err := app.RevealExport(); err != nil || !slices.Contains(shell.did, "reveal "+filepath.Join(dir, "mine.md")) {
		t.Errorf("%v, did %q", err, shell.did)
	}
	if _, err := app.Export(request); err == nil {
		t.Error("replaced a file that nobody was asked about")
	}
	shell.choice = filepath.Join(dir, "mine.md") // the dialog has asked
	if _, err := app.Export(request); err != nil {
		t.Error(err)
	}
}

func TestExportFailsWithAnError(t *testing.T) {
	app, _, shell := newTestApp(t)
	shell.choice = filepath.Join(t.TempDir(), "x.md")
	if _, err := app.Export(session.ExportRequest{Session: "b", Format: "md"}); err == nil || len(shell.did) > 0 {
		t.Errorf("a session that is not there: %v, did %q", err, shell.did)
	}
	if _, err := app.Export(session.ExportRequest{Session: "a", Format: "md", What: "panic"}); err == nil {
		t.Error("a panic is no error")
	}
	shell.choice = filepath.Join(t.TempDir(), "none", "x.md")
	if _, err := app.Export(session.ExportRequest{Session: "a", Format: "md"}); err == nil {
		t.Error("wrote into a directory that is not there")
	}
}

func TestAppResumes(t *testing.T) {
	a, h, s := newTestApp(t)
	fake := &fakePlanner{fakeHistory: h}
	a.planner = fake
	p, err := a.ResumePlan(plan.Request{Session: "a"})
	if err != nil || p.Says.String() != "Attaches to the running session" || p.Session != "a" {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := a.PrepareResume(plan.Request{Session: "a"}); err != nil {
		t.Error(err)
	}
	s.choice = "/srv/other"
	if dir, err := a.ChoosePlace(); err != nil || dir != s.choice {
		t.Errorf("chose %q, %v", dir, err)
	}
	if p, err := a.Resume(plan.Request{Session: "a"}); p.Session != "a" || !errors.Is(err, resume.ErrNotPossible) {
		t.Errorf("started: %v", err)
	}
	want := []string{"plan a ", "plan a ", "prepare", "plan a /srv/other", "start"}
	if diff := cmp.Diff(want, fake.did); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
}

// TestAppSpeaksTheWindowsLanguage: texts, errors and questions are in the window's language.
func TestAppSpeaksTheWindowsLanguage(t *testing.T) {
	a, _, s := newTestApp(t)
	a.language = func() string { return "de" }
	p, err := a.Resume(plan.Request{Session: "a"})
	if want := "Fortsetzen nicht möglich: Das Verzeichnis /gone existiert nicht"; err == nil || err.Error() != want || !errors.Is(err, resume.ErrNotPossible) {
		t.Errorf("error %v, want %s", err, want)
	}
	text, err := json.Marshal(p)
	if err != nil || !strings.Contains(string(text), `"says":"Verbindet sich mit der laufenden Sitzung"`) {
		t.Errorf("%s, %v", text, err)
	}
	wanted := settings.Defaults()
	wanted.CustomTerminal = []string{"xterm"}
	check, err := a.CheckResuming(wanted)
	if want := "Der eigene Terminalbefehl muss {argv...} genau einmal enthalten"; err != nil || check.Terminal.String() != want {
		t.Errorf("checked: %q, %v", check.Terminal, err)
	}
	wanted = settings.Defaults()
	wanted.ClientFlags = []string{"--model", "opus"}
	if _, err := a.SaveResuming(wanted); err != nil || len(s.did) != 1 || !strings.HasSuffix(s.did[0], "Diese Einstellungen speichern?") {
		t.Errorf("asked %q, %v", s.did, err)
	}
}

// TestArchiveDoesOnlyWhatWasPlanned: the page asks the user about a plan, and nothing else can be
// done.
func TestArchiveDoesOnlyWhatWasPlanned(t *testing.T) {
	a, h, s := newTestApp(t)
	for _, kind := range []window.PlanKind{window.PlanKeep, window.PlanRestore, window.PlanDrop} {
		plan, err := a.PlanArchive(kind, []string{"c"})
		if err != nil {
			t.Fatal(err)
		}
		if done, err := a.RunArchive(plan.Token); err != nil || done != (Kept{Sessions: 1, Freed: 7}) {
			t.Errorf("%s: %+v, %v", kind, done, err)
		}
	}
	if want := []string{"keep", "restore", "drop"}; !slices.Equal(h.did, want) {
		t.Errorf("did %q, not %q", h.did, want)
	}
	if len(s.did) > 0 {
		t.Errorf("asked by a box of the system: %q", s.did)
	}
	if _, err := a.PlanArchive(window.PlanDrop, []string{"b"}); err == nil {
		t.Error("planned a chat that does not exist")
	}
	if _, err := a.RunArchive("another one"); err == nil {
		t.Error("did what was not planned")
	}
}

func TestKeepingALostSession(t *testing.T) {
	a, h, _ := newTestApp(t)
	if _, err := a.KeepLost("b"); err == nil {
		t.Error("kept a session that cannot be read")
	}
	h.files["b"] = "/b.jsonl"
	if kept, err := a.KeepLost("b"); err != nil || kept.Sessions != 1 || kept.Problem != "" {
		t.Errorf("%+v, %v", kept, err)
	}
}

// TestNotes: what the page writes reaches the notes, and removing takes everything but the star.
func TestNotes(t *testing.T) {
	a, h, s := newTestApp(t)
	note := window.Note{Name: "n", Tags: []string{"t"}, Note: "text", Keep: true}
	gone := note
	gone.Keep = false
	for _, err := range []error{
		a.NoteChat("c", note), a.NoteChat("c", gone), a.NoteRecord("s", "r", note), a.NoteRecord("s", "r", gone), a.NoteBranch("s", "r", note),
		a.StarChats([]string{"c", "d"}, true),
	} {
		if err != nil {
			t.Error(err)
		}
	}
	if n, err := a.ImportNotes(); n != -1 || err != nil {
		t.Errorf("a cancelled dialog: %d, %v", n, err)
	}
	s.choice = "/tmp/notes.json"
	if n, err := a.ImportNotes(); n != 3 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	want := []string{
		`chats [c] "n" "text" ["t"]`, `chats [c] "" "" []`, `record s r "n" "text" ["t"] mark true`, `record s r "" "" [] mark false`,
		`branch s r "n" "text" ["t"]`, `chats [c d] star true`, "import /tmp/notes.json",
	}
	if !slices.Equal(h.did, want) {
		t.Errorf("%q", h.did)
	}
}

// TestRoots: the page can name, colour, hide and forget roots, but not choose one by its path.
func TestRoots(t *testing.T) {
	a, h, _ := newTestApp(t)
	if err := errors.Join(a.SetRoot("/r", "Work", "blue", true), a.ForgetRoot("/r")); err != nil {
		t.Error(err)
	}
	if want := []string{"root /r Work blue true", "forget /r"}; !slices.Equal(h.did, want) {
		t.Errorf("%q", h.did)
	}
	before := a.settings.Get()
	wanted := before
	wanted.Roots = []settings.Root{{Path: "/etc", Added: true}}
	if err := a.SaveSettings(wanted); err != nil || len(a.settings.Get().Roots) != 0 {
		t.Errorf("%v, %v", err, a.settings.Get().Roots)
	}
}

// TestFilesAtATurn: files are written where the user chooses, but not into the project.
func TestFilesAtATurn(t *testing.T) {
	a, h, s := newTestApp(t)
	if done, err := a.SaveFilesAt("s", "", "r"); done.Files != -1 || err != nil {
		t.Errorf("a cancelled dialog: %+v, %v", done, err)
	}
	s.choice = t.TempDir()
	if done, err := a.SaveFilesAt("s", "", "r"); done.Files != 2 || err != nil || !slices.Equal(h.did, []string{"files s r " + s.choice}) {
		t.Errorf("%+v, %v, %q", done, err, h.did)
	}
	s.choice = filepath.Join(s.choice, "x.go")
	if name, err := a.SaveFileAt("s", "", "r", "dir/limit.go", "after"); name != "x.go" || err != nil {
		t.Errorf("%q, %v", name, err)
	}
	if name, err := a.SavePatchAt("s", "", "r"); name != "x.go" || err != nil {
		t.Errorf("%q, %v", name, err)
	}
	if name, err := a.SaveFileAt("s", "", "r", "none", "after"); name != "" || err == nil {
		t.Errorf("a file that did not exist: %q, %v", name, err)
	}
	s.choice = "/project/x.go"
	if name, err := a.SavePatchAt("s", "", "r"); name != "" || err == nil {
		t.Errorf("written into the project: %q, %v", name, err)
	}
}

// TestOpenFileAsks: the user is asked before the first file is opened, and before every one
// outside of the session's directory.
func TestOpenFileAsks(t *testing.T) {
	app, _, shell := newTestApp(t)
	open := func(record string, block int, want bool) {
		t.Helper()
		if ok, err := app.OpenFile("a", record, block); err != nil || ok != want {
			t.Errorf("%s: %v, %v", record, ok, err)
		}
	}
	shell.choice = ""
	open("x", 0, false)
	shell.choice = "yes"
	open("x", 0, true)
	shell.choice = ""
	open("y", 0, true)
	open("z", 1, false)
	if want := []string{"edit /srv/app/x", "edit /srv/app/y"}; !slices.Equal(edits(shell), want) {
		t.Errorf("%q, want %q", shell.did, want)
	}
	if _, err := app.OpenFile("/etc/passwd", "x", 0); err == nil {
		t.Error("a path was taken for a session")
	}
}

func edits(s *fakeShell) (list []string) {
	for _, did := range s.did {
		if strings.HasPrefix(did, "edit ") {
			list = append(list, did)
		}
	}
	return list
}
